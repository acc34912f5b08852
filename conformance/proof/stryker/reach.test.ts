// Of the cases that reach a mutant, those that reach little else are tried, and some from everywhere.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChosen, Reach } from './reach.ts'

test('a mutant gets each case that reaches it, or half of the small ones and some others', () => {
  const reach = new Reach()
  // The case c0 reaches nine mutants, c8 one.
  for (let at = 0; at < 9; at++)
    reach.add(`c${at}`, Object.fromEntries(Array.from({ length: 9 - at }, (_, mutant) => [mutant, 1 + at])))
  const chosen = reach.choose(4)
  const of = (mutant: string) => Object.keys(chosen).filter((id) => chosen[id]![mutant] !== undefined)
  assert.deepEqual(of('8'), ['c0'])
  assert.deepEqual(of('6'), ['c2', 'c1', 'c0'])
  assert.deepEqual(of('0'), ['c8', 'c7', 'c6', 'c3'])
  assert.equal(chosen['c8']?.['0'], 9, 'with the number of its hits')
})

test('as many are chosen as are wanted, at equal distances', () => {
  for (const [count, most] of [
    [12, 4],
    [41, 40],
    [6789, 40],
    [3, 40],
  ] as const) {
    const chosen = Array.from({ length: count }, (_, place) => place).filter((place) =>
      isChosen(place, count, most),
    )
    assert.equal(chosen.length, Math.min(count, most))
    assert.equal(chosen[0], 0)
  }
})
