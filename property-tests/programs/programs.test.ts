/** A few random programs with a fixed seed: each difference from Fastify 4.17.0 has a known cause. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNothingUnknown, run } from './nothing-unknown.ts'

test('50 programs: nothing without a known cause', { timeout: 240_000 }, () =>
  assertNothingUnknown(50, 'programs'),
)

test('20 live programs: nothing without a known cause', { timeout: 240_000 }, () =>
  assertNothingUnknown(20, 'live programs'),
)

test('wrong usage is 3, and says what is right', () => {
  for (const [args, message] of [
    [['--peer', 'express'], /--peer is express and must be fastify-4\.17, fastify-4\.29 or fastify-5/],
    [['--count', 'many'], /--count must be an integer from 0, such as 2000/],
    [['--jobs', '0'], /--jobs is 0 and must be at least 1: nothing would be tried/],
    [['--none'], /Unknown option '--none'/],
  ] as const) {
    const { status, stderr } = run(...args)
    assert.equal(status, 3)
    assert.match(stderr, message)
  }
})
