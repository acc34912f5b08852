// How many processes run at a time, which implementation has how many of them, and in which order they begin.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { partsFor, roomFor } from './parts.ts'

test('the first implementation has what is left of the processes', () => {
  assert.deepEqual(partsFor(1, 2), [2])
  assert.deepEqual(partsFor(2, 3), [2, 1])
  assert.deepEqual(partsFor(3, 3), [1, 1, 1])
  assert.deepEqual(partsFor(2, 7), [4, 3])
  assert.deepEqual(partsFor(5, 3), [2, 1, 1, 1, 1])
  assert.deepEqual(partsFor(5, 1), [1, 1, 1, 1, 1])
})

test('no more run at a time than there is room for, in the order in which they were asked for', async () => {
  const room = roomFor(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = async (at: number): Promise<number> => {
    begun.push(at)
    most = Math.max(most, ++running)
    await nextTurn()
    running--
    if (at === 1) throw new Error('one')
    return at
  }
  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map((at) => room(() => work(at))))
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  assert.equal(most, 2)
  assert.deepEqual(
    ended.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected')),
    [0, 'rejected', 2, 3, 4],
  )
})
