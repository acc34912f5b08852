/** When schemas are compiled that waited for a request: a clock of its own shows it without waiting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './turns.ts'

test('a burst of compilations runs at once; then they take their share of the time', () => {
  let time = 0
  const turns = new Turns({ now: () => time, burst: 100, share: 0.2 })
  const spend = (milliseconds: number) =>
    turns.take(() => {
      time += milliseconds
    })
  spend(60)
  assert.equal(turns.isFree, true) // 40 ms are left
  spend(60)
  assert.equal(turns.isFree, false) // 8 too many: 40 and a fifth of 60 were allowed
  time += 39
  assert.equal(turns.isFree, false)
  time += 2
  assert.equal(turns.isFree, true)
  time += 1_000_000
  spend(101)
  assert.equal(turns.isFree, false) // no more than the burst is saved up
})

test('those who wait have their turns in order, and a failure is that of one', async () => {
  let time = 0
  const turns = new Turns({ now: () => time, burst: 1, share: 0.5 })
  turns.take(() => {
    time += 50
  })
  const order: number[] = []
  const waits = [0, 1, 2].map((n) =>
    turns.wait(() => {
      order.push(n)
      if (n === 1) throw new Error('broken')
      return n
    }),
  )
  assert.equal(turns.isFree, false)
  const clock = setInterval(() => {
    time += 1000
  })
  const settled = await Promise.allSettled(waits)
  clearInterval(clock)
  assert.deepEqual(order, [0, 1, 2])
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(turns.isFree, true)
})

test('those that compile nothing when their turn comes go on together', async () => {
  let time = 0
  const turns = new Turns({ now: () => time, burst: 1, share: 0.5 })
  turns.take(() => {
    time += 50
  })
  const seen: string[] = []
  const compile = (name: string) =>
    turns.wait(() =>
      turns.take(() => {
        seen.push(name)
      }),
    )
  const waits = [compile('first')]
  for (let n = 0; n < 1000; n++) waits.push(turns.wait(() => void seen.push('use')))
  waits.push(compile('second'))
  let turnsTaken = 0
  const clock = setInterval(() => {
    time += 1000
    turnsTaken++
  })
  await Promise.all(waits)
  clearInterval(clock)
  assert.deepEqual([seen[0], seen.length, seen.at(-1)], ['first', 1002, 'second'])
  assert.ok(turnsTaken < 100, `${turnsTaken} ticks of the clock: one for each`)
})
