// Which cases a mutant gets, and in which order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Killers } from './killers.ts'

const TESTS = Array.from({ length: 100 }, (_, at) => `case-${at}`)

test('cases that noticed a mutant nearby come first, the nearest before the others', () => {
  const killers = new Killers()
  killers.remember('a.js', 10, 'case-50')
  killers.remember('a.js', 30, 'case-60')
  killers.remember('a.js', 31, 'not-reaching')
  killers.remember('b.js', 30, 'case-70')
  const all = killers.first('a.js', 29, TESTS)
  assert.deepEqual(all.slice(0, 3), ['case-60', 'case-50', 'case-0'])
  assert.deepEqual([...all].sort(), [...TESTS].sort())
})

test('of many cases some are taken: half of them near, the others from everywhere', () => {
  const killers = new Killers()
  for (let at = 0; at < 20; at++) killers.remember('a.js', at, `case-${at}`)
  const some = killers.first('a.js', 0, TESTS, 10)
  assert.equal(new Set(some).size, 10)
  assert.deepEqual(some.slice(0, 5), ['case-0', 'case-1', 'case-2', 'case-3', 'case-4'])
  assert.deepEqual(some.slice(5), ['case-5', 'case-24', 'case-43', 'case-62', 'case-81'])
  assert.deepEqual(killers.first('c.js', 0, TESTS.slice(0, 10), 10), TESTS.slice(0, 10))
})
