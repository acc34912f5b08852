// A changed object of the application is found at its place; what is no plain data is compared as a value.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Given } from './given.ts'

type It = { a: Record<PropertyKey, unknown> }

const changes: [name: string, change: (it: It) => unknown, place: string][] = [
  ['a value', (it) => Object.assign(it.a, { b: 2 }), 'it.a.b'],
  ['a new key', (it) => Object.assign(it.a, { c: undefined }), 'it.a.c'],
  ['a key that is gone', (it) => Reflect.deleteProperty(it.a, 'b'), 'it.a.b'],
  ['a symbol', (it) => Object.assign(it.a, { [Symbol('own')]: 1 }), 'it.a.Symbol(own)'],
  ['a longer list', (it) => Reflect.apply(Array.prototype.push, it.a['list'], [2]), 'it.a.list.length'],
  ['another object', (it) => Object.assign(it, { a: { ...it.a, d: 1 } }), 'it.a.d'],
  ['a function', (it) => Object.assign(it.a, { f: () => 1 }), 'it.a.f'],
]

for (const [name, change, place] of changes)
  test(`changed: ${name}`, () => {
    const given = new Given()
    const it: It = { a: { b: 1, list: [1], f: () => 1 } }
    given.keep('it', it)
    assert.equal(given.changed(), null)
    change(it)
    assert.equal(given.changed(), place)
    given.forget(it)
    assert.equal(given.changed(), null)
  })

test('cycles, getters and class instances are left alone', () => {
  const given = new Given()
  const cycle: Record<string, unknown> = { date: new Date(0), map: new Map() }
  cycle['self'] = cycle
  Object.defineProperty(cycle, 'fails', {
    get: () => {
      throw new Error('was called')
    },
    enumerable: true,
  })
  given.keep('it', cycle)
  assert.equal(given.changed(), null)
})
