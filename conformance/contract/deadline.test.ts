// A limit is about the work that is waited for, not about a machine that is busy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { within } from './deadline.ts'

/** Nothing else runs in this process meanwhile. */
function stall(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

async function turns(count: number, each: () => void): Promise<string> {
  for (let turn = 0; turn < count; turn++) {
    await nextTurn()
    each()
  }
  return 'done'
}

test('a process that stalls over the limit has not timed out by that', async () => {
  const work = turns(10, () => undefined)
  const waited = within(100, 'the work', work)
  stall(300)
  assert.equal(await waited, 'done')
})

test('as long as something moves the limit begins anew', async () => {
  let moved = 0
  const work = turns(100, () => {
    moved++
    stall(2)
  })
  assert.equal(await within(20, 'the work', work, () => moved), 'done')
})

test('work that does not move ends at the limit', async () => {
  await assert.rejects(within(20, 'the work', new Promise(() => undefined)), {
    name: 'TimeoutError',
    message: 'the work took longer than 20 ms',
  })
})
