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
  const all = killers.first({ file: 'a.js', line: 29, specific: ['case-99'] }, TESTS)
  assert.deepEqual(all.slice(0, 3), ['case-60', 'case-50', 'case-99'])
  assert.deepEqual(killers.near('a.js', 12), ['case-50', 'case-60', 'not-reaching'])
  assert.deepEqual(killers.near('c.js', 12), [])
  assert.deepEqual([...all].sort(), [...TESTS].sort())
})

test('of many cases some are taken: noticing ones, those about it, specific ones, and others from everywhere', () => {
  const killers = new Killers()
  for (let at = 0; at < 20; at++) killers.remember('a.js', at, `case-${at}`)
  const specific = ['case-90', 'case-1', 'elsewhere', 'case-91', 'case-92', 'case-93']
  const about = ['case-2', 'case-80', 'case-81', 'case-82']
  const some = killers.first({ file: 'a.js', line: 0, specific, about }, TESTS, 12)
  assert.equal(new Set(some).size, 12)
  assert.deepEqual(some.slice(0, 3), ['case-0', 'case-1', 'case-2'])
  assert.deepEqual(some.slice(3, 5), ['case-80', 'case-81'])
  assert.deepEqual(some.slice(5, 7), ['case-90', 'case-91'])
  assert.deepEqual(some.slice(7), ['case-3', 'case-21', 'case-40', 'case-58', 'case-77'])
  const few = TESTS.slice(0, 10)
  assert.deepEqual(killers.first({ file: 'c.js', line: 0, specific: [] }, few, 10), few)
})
