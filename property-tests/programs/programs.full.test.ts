// More random programs than the quick test has time for.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const RUN = fileURLToPath(new URL('./run.js', import.meta.url))

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--no-deprecation', '--no-warnings', RUN, ...args], {
    encoding: 'utf8',
  })
}

test('300 programs: nothing without a known cause', { timeout: 240_000 }, () => {
  const { status, stdout } = run('--count', '300', '--seed', '20260401')
  assert.match(
    stdout,
    /300 programs beside fastify-4\.17, seed 20260401: 0 differences without a known cause/,
  )
  assert.match(stdout, /own-code/, 'differences are found, and counted by their cause')
  assert.equal(status, 0)
})

test('100 live programs: nothing without a known cause', { timeout: 240_000 }, () => {
  const { status, stdout } = run('--live', '--count', '100', '--seed', '20260401')
  assert.match(
    stdout,
    /100 live programs beside fastify-4\.17, seed 20260401: 0 differences without a known cause/,
  )
  assert.equal(status, 0)
})
