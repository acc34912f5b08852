/** A few random programs with a fixed seed: each difference from Fastify 4.17.0 has a known cause. */
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

test('100 programs: nothing without a known cause', { timeout: 240_000 }, () => {
  const { status, stdout } = run('--count', '100', '--seed', '20260401')
  assert.match(
    stdout,
    /100 programs beside fastify-4\.17, seed 20260401: 0 differences without a known cause/,
  )
  assert.match(stdout, /own-code/, 'differences are found, and counted by their cause')
  assert.equal(status, 0)
})

test('40 live programs: nothing without a known cause', { timeout: 240_000 }, () => {
  const { status, stdout } = run('--live', '--count', '40', '--seed', '20260401')
  assert.match(
    stdout,
    /40 live programs beside fastify-4\.17, seed 20260401: 0 differences without a known cause/,
  )
  assert.equal(status, 0)
})

test('wrong usage is 3, and says what is right', () => {
  for (const [args, message] of [
    [['--peer', 'express'], /--peer is express and must be fastify-4\.17 or fastify-4\.29/],
    [['--count', 'many'], /--count must be an integer from 0, such as 2000/],
    [['--jobs', '0'], /--jobs is 0 and must be at least 1: nothing would be tried/],
    [['--none'], /Unknown option '--none'/],
  ] as const) {
    const { status, stderr } = run(...args)
    assert.equal(status, 3)
    assert.match(stderr, message)
  }
})
