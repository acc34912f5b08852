// Text of an implementation cannot break out of XML, and the counts are those of the cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeMarkup } from './escape.ts'
import { junitXml } from './junit.ts'

test('what XML 1.0 cannot hold is spelled out, markup is escaped, line ends stay', () => {
  assert.equal(escapeMarkup(`<a b="c">&'`), '&lt;a b=&quot;c&quot;&gt;&amp;&apos;')
  assert.equal(escapeMarkup(']]>'), ']]&gt;')
  assert.equal(escapeMarkup('one\ntwo\u0000\u001b[31m\ud800'), 'one\ntwo\\u0000\\u001b[31m\\ud800')
})

test('a suite counts its cases, and an attribute is one line', () => {
  const text = junitXml('all', [
    {
      name: 'first',
      cases: [
        {
          classname: 'c',
          name: 'passes',
          milliseconds: 1500,
          properties: { rules: 'A B', ruling: undefined },
        },
        {
          classname: 'c',
          name: 'fails',
          verdict: { kind: 'failure', type: 't', message: 'a\nb', text: 'a\nb' },
        },
        { classname: 'c', name: 'dies', verdict: { kind: 'error', message: 'gone' } },
      ],
    },
    {
      name: 'second',
      cases: [{ classname: 'd', name: 'left out', verdict: { kind: 'skipped', message: 'no' } }],
    },
  ])
  assert.match(text, /<testsuites name="all" tests="4" failures="1" errors="1" skipped="1" time="1\.500">/)
  assert.match(text, /<testsuite name="first" tests="3" failures="1" errors="1" skipped="0" time="1\.500">/)
  assert.match(text, /<property name="rules" value="A B"\/>/)
  assert.doesNotMatch(text, /ruling/)
  assert.match(text, /<failure type="t" message="a\\nb">a\nb<\/failure>/)
  assert.match(junitXml('all', [], 250), /<testsuites name="all" .* time="0\.250">/)
})
