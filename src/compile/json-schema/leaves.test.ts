import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Leaves } from './leaves.ts'

/** How often something is made for the schemas. */
function countOf(...schemas: readonly { readonly [keyword: string]: unknown }[]): number {
  const leaves = new Leaves<number | null>()
  let count = 0
  for (const schema of schemas) {
    leaves.once(schema, () => {
      count++
      return null
    })
  }
  return count
}

test('what is made of a small schema is made once for each content', () => {
  const small = () => ({ type: 'array', items: { type: ['string', 'null'], maxLength: 3 } })
  assert.equal(countOf(small(), small(), small()), 1)
  assert.equal(countOf({ type: 'string' }, { type: ['string'] }, { type: 'string', minLength: 0 }), 3)
  assert.equal(countOf({ a: 1, b: 2 }, { b: 2, a: 1 }), 2, 'the order of keywords counts')
})

test('contents that look alike are told apart', () => {
  assert.equal(
    countOf({ const: 1 }, { const: '1' }, { const: true }, { const: null }, { const: undefined }),
    5,
  )
  assert.equal(countOf({ enum: ['a', 'b'] }, { enum: ['a'], b: 'b' }, { enum: [['a'], 'b'] }), 3)
  assert.equal(countOf({ items: { a: 'b' } }, { items: ['a', 'b'] }, { items: 'a', b: {} }), 3)
  assert.equal(countOf({ a: { b: 1 }, c: 1 }, { a: { b: 1, c: 1 } }), 2)
})

test('what refers to something, may hold schemas in a list, or is large is made each time', () => {
  const wide = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`k${at}`, at]))
  const deep = { a: { b: { c: { d: 1 } } } }
  const all = [{ $ref: 'a#' }, { items: { $ref: '#' } }, { anyOf: [{}] }, { anyOf: [true] }, wide, deep]
  for (const schema of all) assert.equal(countOf(schema, { ...schema }), 2, JSON.stringify(schema))
  const own = { items: new (class {})() }
  assert.equal(countOf(own, own), 2, 'an instance of a class')
})
