/** The values of the boundaries: what of a schema is tried, and how it is set into a request that was accepted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgesOf, withEdge } from './edges.ts'
import type { Schema } from './walk.ts'
import { write } from './wire.ts'

function valuesOf(schema: Schema): unknown[] {
  return edgesOf(schema, { root: schema, shared: {} }).map(({ value }) => value)
}

test('whole enums, examples and defaults are tried at every depth', () => {
  const list = Array.from({ length: 30 }, (_, at) => `v${at}`)
  const inner = {
    type: 'object',
    properties: {
      of: { type: 'string', enum: list },
      like: { type: 'string', examples: ['this'], default: 'that' },
    },
  }
  const texts = JSON.stringify(
    valuesOf({ type: 'object', properties: { a: { type: 'array', items: inner } } }),
  )
  for (const one of [...list, 'this', 'that']) assert.ok(texts.includes(JSON.stringify(one)), one)
})

test('both ways through a condition, and every branch with its own edges', () => {
  const properties = {
    kind: { type: 'string', enum: ['a', 'b'] },
    n: { type: 'integer', minimum: 3, maximum: 90 },
  }
  const conditional = {
    type: 'object',
    properties,
    required: ['kind'],
    if: { properties: { kind: { const: 'b' } } },
  }
  const values = valuesOf({ ...conditional, then: { required: ['n'] } }) as { kind: string; n?: number }[]
  for (const kind of ['a', 'b'])
    for (const n of [3, 90]) assert.ok(values.some((one) => one.kind === kind && one.n === n))
  assert.ok(!values.some((one) => one.kind === 'b' && one.n === undefined))
  const branches = valuesOf({
    oneOf: [
      { type: 'integer', minimum: 7, maximum: 99 },
      { type: 'string', maxLength: 2 },
    ],
  })
  for (const one of [7, 99, 'xx', '\u{1f600}']) assert.ok(branches.includes(one))
})

test('dates, numbers and texts that programs stumble on, as far as the schema takes them', () => {
  const dates = valuesOf({ type: 'string', format: 'date-time' })
  for (const year of ['1969', '2100', '9999'])
    assert.ok(
      dates.some((one) => String(one).startsWith(year)),
      year,
    )
  assert.ok(!dates.some((one) => String(one).startsWith('2023-02-29')))
  assert.ok(valuesOf({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }).includes('2023-02-29'))
  const numbers = valuesOf({ type: 'integer' })
  for (const one of [2 ** 31, 2 ** 53, 2 ** 63]) assert.ok(numbers.includes(one))
  assert.ok(numbers.some((one) => Object.is(one, -0)))
  assert.deepEqual(valuesOf({ type: 'integer', minimum: 3, maximum: 5 }), [3, 5, 4])
  const texts = valuesOf({ type: 'string' })
  assert.ok(texts.some((one) => String(one).includes('\u0000')) && texts.includes('\ud83d'))
  assert.ok(texts.some((one) => String(one).length >= 10_000))
  const lists = valuesOf({ type: 'array', items: { type: 'integer' } }) as unknown[][]
  assert.ok(lists.some(({ length }) => length === 300) && lists.some(({ length }) => length === 0))
})

test('minus zero and half a pair arrive as they are', () => {
  assert.equal(write('body', { a: [-0, 0], b: '-0' })!.text, '{"a":[-0,0],"b":"-0"}')
  assert.equal(write('querystring', { a: -0 })!.text, 'a=-0')
  assert.deepEqual(write('body', '\ud83d')!.read, '\ud83d')
})

test('an edge is set into a request that was accepted, and optional properties are left out alone and in pairs', () => {
  const inner = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1, maximum: 2 }, id: { type: 'string' } },
  }
  const properties = { a: inner, b: { type: 'string', enum: ['x'] }, c: { type: 'boolean' } }
  const schema = { type: 'object', properties, required: ['a'] }
  const base = { a: { n: 1, id: 'live' }, b: 'y', c: true }
  const set = edgesOf(schema, { root: schema, shared: {} }).map((edge) => withEdge(base, edge))
  const has = (value: unknown): void =>
    assert.ok(set.some((one) => JSON.stringify(one) === JSON.stringify(value)))
  has({ a: { n: 2, id: 'live' }, b: 'y', c: true })
  has({ a: base.a, b: 'y' })
  has({ a: base.a })
  has({ a: base.a, b: 'x', c: true })
})

test('a branch is set as a whole: what fits one does not fit into a value of another one', () => {
  const branch = (kind: string, name: string): Schema => ({
    type: 'object',
    properties: { kind: { const: kind }, [name]: { type: 'integer', minimum: 1, maximum: 2 } },
    required: ['kind'],
    additionalProperties: false,
  })
  const schema = {
    type: 'object',
    properties: { source: { oneOf: [branch('card', 'year'), branch('bank', 'code')] } },
  }
  const base = { source: { kind: 'card', year: 1 } }
  const set = edgesOf(schema, { root: schema, shared: {} }).map((edge) =>
    JSON.stringify(withEdge(base, edge)),
  )
  assert.ok(set.includes('{"source":{"kind":"bank"}}') && set.includes('{"source":{"kind":"bank","code":2}}'))
  assert.ok(
    !set.some((one) => one.includes('"kind":"bank","year"') || one.includes('"year":1,"kind":"bank"')),
  )
})
