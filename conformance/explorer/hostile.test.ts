// What can be copied from the report of somebody else runs nothing but what it shows: a shell and a parser judge.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { curlOf as fuzzCurlOf } from '../../fuzz/report/snippets.ts'
import type { Exchange } from '../../spec/case.ts'
import { curlOf as terminalCurlOf } from '../wire/requests.ts'
import { curlOf, replayOf } from './code/copy-command.ts'
import { typescriptOf } from './code/copy-typescript.ts'
import type { PageCase } from './page-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
after(() => rmSync(folder, { recursive: true }))

const HOSTILE = [
  "x'; touch owned; '",
  '$(touch owned)',
  '`touch owned`',
  '"; touch owned; "',
  'a\ntouch owned\n',
  '; touch owned #',
  '$PORT$(touch owned)',
  '\u001b[201~\ntouch owned\n',
  '| touch owned',
  "\\'; touch owned #",
]

/** Of these commands, in one shell whose curl, nc and npx do nothing, the first that runs what a text says. */
const SCRIPT = `curl() { :; }; nc() { cat >/dev/null; }; npx() { :; }; PORT=1
for command; do
  (eval "$command") >/dev/null 2>&1
  if [ -e owned ]; then printf '%s' "$command"; exit; fi
done`

function firstOwned(commands: string[]): string {
  for (const command of commands) assert.doesNotMatch(command, /\p{Cc}/u, 'a terminal would act on it')
  const { status, stdout } = spawnSync('bash', ['-c', SCRIPT, 'bash', ...commands], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0)
  rmSync(join(folder, 'owned'), { force: true })
  return stdout
}

test('no text of a request gets out of its word in a command', () => {
  const commands: string[] = []
  for (const text of HOSTILE) {
    const sends = [
      { method: text, url: '/' },
      { url: `/${text}` },
      { url: '/', headers: { [`x-${text}`]: 'a', 'x-b': text } },
      { method: 'POST', url: '/', text, contentType: text },
      { method: 'POST', url: '/', json: { a: text } },
      { raw: text },
    ]
    for (const send of sends) {
      commands.push(curlOf({ id: 'e', polarity: 'positive', send, expect: {} } as Exchange))
      commands.push(terminalCurlOf(send as never))
    }
    commands.push(curlOf({ id: 'e', polarity: 'positive', operation: { do: [text] }, expect: {} } as never))
    commands.push(replayOf(text, text, text))
    const request = { method: text, url: `/${text}`, headers: { [text]: text }, body: text }
    commands.push(fuzzCurlOf(request as never))
  }
  assert.equal(firstOwned(commands), '')
  assert.equal(firstOwned(['curl a', "curl 'a", 'curl a; touch owned', 'curl b']), 'curl a; touch owned')
})

test('no value of a case becomes code of the test that is copied', () => {
  const evil = 'globalThis.owned=1'
  const values: unknown[] = [
    { $error: { class: `Error(${evil});Error`, message: 'x' } },
    { $repeat: ['a', `1);${evil};(1`] },
    { $regexp: ["a'", `g');${evil};('`] },
    { $get: `request.body\n${evil}` },
    { $number: `1);${evil};(1` },
    { $literal: { [`a': ${evil}, 'b`]: 1 } },
    { $fn: evil },
    `\u2028${evil}\\`,
  ]
  const programs: unknown[] = [
    ...values.map((value) => [{ get: '/', do: [{ send: value }] }]),
    [{ probe: [[evil], 1] }],
    [{ let: [`a = ${evil}; let b`, 1] }],
    [{ call: [`app.get);${evil};(`] }],
    [{ [`x\n${evil}`]: 1 }],
    [{ tick: `1 }); ${evil}; ({` }],
  ]
  const exchange = {
    id: `e\n${evil}`,
    polarity: 'positive',
    send: { url: '/', method: `'${evil}` },
    expect: { status: 200 },
  }
  for (const program of programs) {
    const one = {
      id: `c'\n${evil}`,
      prose: `a\n${evil}\u2028${evil}`,
      rules: [],
      source: 'touchstone',
      level: 'MUST',
      area: 'x',
      file: 'x',
      app: { do: program },
      exchanges: [exchange],
    }
    const text = typescriptOf(one as unknown as PageCase, exchange as unknown as Exchange)
    // Outside of texts and comments the name of the evil variable stands nowhere.
    const code = text.replace(/\/\/[^\n]*/g, '').replace(/'(?:[^'\\\n\u2028\u2029]|\\.)*'/g, "''")
    assert.doesNotMatch(code, /owned/, text)
  }
})
