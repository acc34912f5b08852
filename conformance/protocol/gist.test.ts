// Why a program ended, in one line, whatever language wrote it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gistOf } from './gist.ts'

const STACKS: [language: string, text: string, gist: string][] = [
  [
    'Python',
    'Traceback (most recent call last):\n  File "app.py", line 9, in <module>\n    {}[name]\nKeyError: \'plugins\'\n',
    "Traceback (most recent call last): … KeyError: 'plugins'",
  ],
  [
    'Node.js',
    '/x/app.mjs:3\n  throw new TypeError(1)\n  ^\n\nTypeError: no such plugin\n    at deep (/x/app.mjs:3:9)\n\nNode.js v22.12.0\n',
    '/x/app.mjs:3 … TypeError: no such plugin … Node.js v22.12.0',
  ],
  [
    'Java',
    'Exception in thread "main" java.lang.IllegalStateException: no port\n\tat App.main(App.java:3)\nCaused by: java.net.BindException: in use\n\t... 5 more\n',
    'Exception in thread "main" java.lang.IllegalStateException: no port … Caused by: java.net.BindException: in use … ... 5 more',
  ],
  [
    'PHP',
    'PHP 8.2 server started\nPHP Fatal error:  Uncaught Error: Call to undefined function f() in app.php:3\nStack trace:\n#0 {main}\n  thrown in app.php on line 3\n',
    'PHP 8.2 server started … PHP Fatal error:  Uncaught Error: Call to undefined function f() in app.php:3 … thrown in app.php on line 3',
  ],
  ['a line', 'no port\n', 'no port'],
  ['nothing', ' \n', ''],
  ['a long line', 'x'.repeat(1000), `${'x'.repeat(200)}…`],
]

for (const [language, text, gist] of STACKS)
  test(`${language}: the first line, what names the error, and the last line`, () => {
    assert.equal(gistOf(text), gist)
  })
