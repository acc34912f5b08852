// The comparison returns the smallest difference with its place, and no matcher accepts what it must not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../spec/case.ts'
import { differenceOf } from './compare.ts'

test('the first difference is told by its JSON pointer', () => {
  assert.deepEqual(differenceOf({ a: { 'b/c': [1, 2] } }, { a: { 'b/c': [1, 3] } }), {
    pointer: '/a/b~1c/1',
    expected: 2,
    actual: 3,
  })
  assert.deepEqual(differenceOf({ a: 1 }, { a: 1, b: 2 }), {
    pointer: '/b',
    expected: { $absent: true },
    actual: 2,
  })
  assert.deepEqual(differenceOf([1], []), { pointer: '/0', expected: 1 })
  assert.deepEqual(differenceOf({ a: 1 }, {}), { pointer: '/a', expected: 1 })
})

const SAME: [Json, Json][] = [
  [{ $subset: { a: { $type: 'integer' } } }, { a: 1, b: 2 }],
  [{ $regex: ['^X', 'i'] }, 'xyz'],
  [{ $unordered: [1, { $any: true }] }, [9, 1]],
  [{ a: { $absent: true } }, {}],
  [{ $oneOf: [401, 403] }, 403],
  [{ $contains: { $subset: { a: 1 } } }, [{ a: 1, b: 1 }]],
  [{ $and: [{ $type: 'string' }, { $not: 'x' }] }, 'y'],
  [{ $literal: { $any: true } }, { $any: true }],
]

const OTHER: [Json, Json | undefined][] = [
  [{ $subset: { a: 1 } }, { a: 2 }],
  [{ $subset: {} }, []],
  [{ $regex: '^x' }, 5],
  [{ $unordered: [1, 1] }, [1, 2]],
  [{ a: { $absent: true } }, { a: null }],
  [{ $any: true }, undefined],
  [{ $not: 1 }, 1],
  [{ $type: 'integer' }, 1.5],
  [{ $literal: { $any: true } }, 1],
  [0, '0'],
  [{}, []],
  [null, {}],
]

for (const [expected, actual] of SAME) {
  test(`${JSON.stringify(expected)} matches ${JSON.stringify(actual)}`, () =>
    assert.equal(differenceOf(expected, actual), null))
}
for (const [expected, actual] of OTHER) {
  test(`${JSON.stringify(expected)} does not match ${JSON.stringify(actual)}`, () =>
    assert.notEqual(differenceOf(expected, actual), null))
}

test('a property with a name that objects inherit is no matcher', () => {
  for (const name of ['toString', 'constructor', 'hasOwnProperty']) {
    assert.equal(differenceOf({ [name]: 1 }, { [name]: 1 }), null)
    assert.deepEqual(differenceOf({ [name]: 1 }, { [name]: 2 }), {
      pointer: `/${name}`,
      expected: 1,
      actual: 2,
    })
  }
})
