// A defect behind two conditions of which no answer shows the first: found where V8 counts branches.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const CLI = join(ROOT, 'dist/cli/touchstone.js')

function run(args: string[], extra: NodeJS.ProcessEnv = {}) {
  const { NODE_V8_COVERAGE: _measured, ...env } = process.env
  const all = [CLI, 'fuzz', ...args]
  return spawnSync(process.execPath, all, { cwd: ROOT, env: { ...env, ...extra }, encoding: 'utf8' })
}

const nested = ['cli/fixtures/fuzz/nested.mjs', '--max-requests', '8000', '--check', 'no-5xx']

for (const seed of ['1', '2'])
  test(`seed ${seed}: with the branches it is found, and not without them`, () => {
    const { stdout, status } = run([...nested, '--seed', seed])
    assert.match(stdout, /The answer is 500: Error: both/)
    assert.match(stdout, /; branches (\d+) of \1; seed/)
    assert.equal(status, 1)
    const without = run([...nested, '--seed', seed, '--coverage', 'off'])
    assert.doesNotMatch(without.stdout, /both|branches/)
    assert.equal(without.status, 0, without.stdout)
  })

test('where somebody else counts, it is told or left out', () => {
  const folder = { NODE_V8_COVERAGE: mkdtempSync(join(tmpdir(), 'coverage-')) }
  after(() => rmSync(folder.NODE_V8_COVERAGE, { recursive: true }))
  const few = ['cli/fixtures/fuzz/nested.mjs', '--max-requests', '50']
  const on = run([...few, '--coverage', 'on'], folder)
  assert.match(on.stderr, /--coverage on counts where nobody else does, and NODE_V8_COVERAGE is set/)
  assert.equal(on.status, 3)
  const { stdout, stderr } = run(few, folder)
  assert.doesNotMatch(stdout + stderr, /branches|coverage/)
})

test('--coverage on goes with a module', () => {
  const server = ['--url', 'http://127.0.0.1:1', '--openapi', 'package.json', '--coverage', 'on']
  const { stderr, status } = run(server)
  assert.match(stderr, /--coverage on counts the branches of a module, and with --url/)
  assert.equal(status, 3)
})
