// The time that is left is told once there is something to tell it from, and never more exactly than it is known.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remainingText } from './remaining.ts'

test('the time that is left follows from what is done', () => {
  assert.equal(remainingText(50, 100, 10_000), 'about 10 s left')
  assert.equal(remainingText(1000, 4000, 11_000), 'about 35 s left')
  assert.equal(remainingText(100, 1000, 20_000), 'about 3 min left')
  assert.equal(remainingText(999, 1000, 20_000), 'about 1 s left')
})

test('nothing is told too early, at the end, or of a run without assertions', () => {
  for (const [done, total, milliseconds] of [
    [0, 100, 10_000],
    [1, 100, 10_000],
    [50, 100, 1000],
    [100, 100, 10_000],
    [0, 0, 10_000],
  ] as const)
    assert.equal(remainingText(done, total, milliseconds), '', `${done} of ${total}`)
})
