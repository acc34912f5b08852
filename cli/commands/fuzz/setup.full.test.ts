// `touchstone fuzz` with a configuration in JavaScript: its functions make what the findings need, and their errors have an exit code.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

function run(args: string[], env: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _context, ...own } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${ROOT}dist/cli/touchstone.js`, 'fuzz', 'shop.mjs', ...args],
    { cwd: `${ROOT}cli/fixtures/fuzz/setup`, env: { ...own, ...env }, encoding: 'utf8', timeout: 60_000 },
  )
  return { status, stdout, stderr }
}

test('seed, login, exclude and own checks of the file in the working folder; the printed tests fail with the fault', () => {
  const { status, stdout } = run(['--snippets', 'node'])
  assert.equal(status, 1)
  assert.match(stdout, /✗ no-5xx {2}GET \/stock\/:id/)
  assert.match(
    stdout,
    /✗ few-left {2}GET \/stock\/:id\n.*The check "few-left" of the configuration\.\n {2}There are few left\./,
  )
  assert.match(stdout, /import config from ".\/touchstone\.config\.mjs"/)
  assert.match(stdout, /await config\.fuzz\.seed\(app\)/)
  assert.match(stdout, /config\.fuzz\.checks\["few-left"\]/)
  // Each test was run, and failed as it has to.
  assert.doesNotMatch(stdout, /Unstable/)
  assert.match(stdout, /200 requests .*; 1 route, 1 of them reached/)
  const alone = run(['--check', 'few-left', '--max-requests', '50'])
  assert.match(alone.stdout, /50 requests .*✗ 1 finding\n/s)
})

test('a function of the configuration that fails: 7, and its own words', () => {
  const { status, stderr } = run([], { SEED: 'fails' })
  assert.equal(status, 7)
  assert.match(stderr, /^"seed" of the configuration failed: the database is away \(at seed .*config\.mjs:\d/)
})

test('a seed that never ends, and a configuration that holds the process', () => {
  const loops = run(['--timeout', '10'], { SEED: 'loops' })
  assert.match(loops.stderr, /does not boot, or "seed" or "reset" of touchstone\.config\.mjs does not end/)
  assert.equal(loops.status, 2)
  const held = run(['--max-requests', '20', '--check', 'hang'], { HOLDS: '1' })
  assert.match(held.stdout, /✓ nothing found\n$/)
  assert.equal(held.status, 0)
})
