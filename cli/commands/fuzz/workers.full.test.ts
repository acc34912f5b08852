// `touchstone fuzz --workers`: several processes share a run, and tell what they found as one.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import type { FuzzReport } from '../../../fuzz/index.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const CLI = join(ROOT, 'dist/cli/touchstone.js')
const folder = mkdtempSync(join(tmpdir(), 'workers-'))
after(() => rmSync(folder, { recursive: true }))

function run(...args: string[]) {
  return spawnSync(process.execPath, [CLI, 'fuzz', ...args], { cwd: ROOT, encoding: 'utf8' })
}

test('the same seed and workers give the same report, and a run alone repeats a finding', () => {
  const [first, second] = ['a.json', 'b.json'].map((name) => {
    const file = join(folder, name)
    const args = ['cli/fixtures/fuzz/fails.mjs', '--workers', '2', '--max-requests', '800']
    const ended = run(...args, '--deterministic', '--report', `json=${file}`)
    assert.equal(ended.status, 1, ended.stdout + ended.stderr)
    return { ...ended, text: readFileSync(file, 'utf8') }
  })
  assert.equal(first!.text, second!.text)
  const report = JSON.parse(first!.text) as FuzzReport
  const schema = JSON.parse(readFileSync(join(ROOT, 'fuzz/report/report.schema.json'), 'utf8'))
  const ajv = new Ajv({ allowUnionTypes: true })
  assert.ok(ajv.validate(schema, report), ajv.errorsText())
  const ids = report.findings.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const [, line = ''] = /npx touchstone fuzz (.* --shard [12]\/2 --only \S+)/.exec(first!.stdout) ?? []
  const again = run(...line.split(' '))
  assert.match(again.stdout, /✗ 1 finding/)
  assert.match(again.stdout, /from "node:test"|from 'node:test'/)
})

test('a worker whose application ends is started again, and the crash is told once', () => {
  const { stdout, status } = run('cli/fixtures/fuzz/exits.mjs', '--workers', '2', '--max-requests', '400')
  assert.equal(stdout.match(/✗ crash {2}GET \/n/g)?.length, 1, stdout)
  assert.match(stdout, /was started again without GET \/n/)
  assert.match(stdout, /--shard [12]\/2 --only crash-/)
  assert.doesNotMatch(stdout, /^0 requests/m)
  assert.equal(status, 2)
})

test('what cannot begin is told once, and wrong numbers are refused', () => {
  const nothing = run('cli/fixtures/fuzz/nothing.mjs', '--workers', '3')
  assert.equal(nothing.stderr.match(/The module exports/g)?.length, 1)
  assert.equal(nothing.status, 3)
  const wrong: [string[], RegExp][] = [
    [['cli/fixtures/fuzz/fails.mjs', '--workers', '0'], /--workers is a number from 1 to 64, not "0"/],
    [['cli/fixtures/fuzz/fails.mjs', '--workers', '2', '--shard', '1/2'], /give one of the two/],
    [['cli/fixtures/fuzz/fails.mjs', '--shard', '3/2'], /--shard is I\/N/],
    [
      ['--url', 'http://127.0.0.1:1', '--openapi', 'package.json', '--workers', '2'],
      /Start 2 servers, and fuzz each with one of --shard 1\/2 to --shard 2\/2/,
    ],
  ]
  for (const [args, message] of wrong) {
    const { stderr, status } = run(...args)
    assert.match(stderr, message)
    assert.equal(status, 3)
  }
})
