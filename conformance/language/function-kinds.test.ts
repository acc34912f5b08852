// FORMAT.md tells the default parameters of each kind of function.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { specificationFolder } from '../../spec/load.ts'
import * as kinds from './function-kinds.ts'

const KINDS: [name: string, kind: { params: string[]; style: string }][] = [
  ['handler', kinds.HANDLER],
  ['error handler', kinds.ERROR_HANDLER],
  ['parser', kinds.PARSER],
  ['plugin', kinds.PLUGIN],
  ['`after`', kinds.BOOT_CALLBACK],
  ['compiler', kinds.COMPILER],
  ['formatter', kinds.FORMATTER],
  ['reply serializer', kinds.SERIALIZER],
  ['trailer', kinds.TRAILER],
  ['`$function`', kinds.PLAIN],
  ...[
    'preParsing',
    'preSerialization',
    'onSend',
    'onError',
    'onRequestAbort',
    'onRoute',
    'onRegister',
    'onReady',
    'onListen',
    'preClose',
    'onClose',
  ].map((name): [string, typeof kinds.HANDLER] => [`\`${name}\``, kinds.hookKind(name)]),
]

test('each kind of function stands in FORMAT.md with its parameters and its style', () => {
  const guide = readFileSync(`${specificationFolder()}FORMAT.md`, 'utf8')
  const table = /\| function \| parameters \| style \|\n[\s\S]*?\n\n/.exec(guide)?.[0] ?? ''
  for (const [name, { params, style }] of KINDS) {
    const row = table.split('\n').find((line) => (line.split('|')[1] ?? '').includes(name))
    const told = params.length === 0 ? 'none' : `\`${params.join(', ')}\``
    assert.ok(row?.includes(`| ${told} | ${style} |`), `${name}: ${told}, ${style}; the page has ${row}`)
  }
})
