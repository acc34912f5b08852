// `npm run properties` as it is used: the same lines for the same seed, a saved value that becomes a case, and wrong usage.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Case, CaseFile } from '../spec/case.ts'

const COMMAND = fileURLToPath(new URL('./properties.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'properties-'))
after(() => rmSync(folder, { recursive: true }))

function run(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-deprecation', COMMAND, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: status, out: stdout, err: stderr }
}

test('equal seeds and rounds print equal lines, and end with 0 where nothing is found', () => {
  const [one, other] = [1, 2].map(() => run('--rounds', '1', '--property', 'F9', '--seed', '5'))
  assert.equal(one?.code, 0, one?.err)
  assert.match(one.out, /^seed 5, 1 rounds of 1 properties, \d+ executions: nothing found$/m)
  assert.equal(other?.out, one.out)
})

test('a saved value becomes a case, once', () => {
  const file = join(folder, 'found', 'cases.json')
  const first = run('--promote', '6d0c134fa568', '--to', file)
  assert.equal(first.code, 0, first.err)
  const { format, cases } = JSON.parse(readFileSync(file, 'utf8')) as CaseFile
  assert.equal(format, 1)
  assert.deepEqual(
    (cases as Case[]).map(({ id, rules }) => ({ id, rules })),
    [{ id: 'found-f4-6d0c134f', rules: ['REF-1'] }],
  )
  assert.deepEqual(JSON.parse(run('--promote', '6d0c').out), cases[0])
  const second = run('--promote', '6d0c134fa568', '--to', file)
  assert.equal(second.code, 3)
  assert.match(second.err, /it has found-f4-6d0c134f already/)
})

test('wrong usage is 3, and says what is right', () => {
  for (const [args, words] of [
    [['--property', 'F99'], /--property is F99, which there is not[\s\S]*one of F1 /],
    [['--max-time', '5x'], /--max-time is 5x; right would be 30s, 10m or 1h/],
    [['--rounds', 'many'], /--rounds is many and must be an integer/],
    [['--path', '1:2'], /--path needs one --property/],
    [['--promote', 'zzz'], /--promote is zzz; no value of the corpus has an id that begins with it/],
    [['--to', 'x.json'], /--to says where a case goes, and --promote ID which one/],
  ] as const) {
    const { code, err } = run(...args)
    assert.equal(code, 3, err)
    assert.match(err, words)
  }
})
