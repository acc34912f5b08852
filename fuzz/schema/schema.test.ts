/** The table, the wire and the values beside the libraries that they speak of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { breakagesOf } from './breaking.ts'
import { coerce, type TypeName } from './coercion.ts'
import { edgesOf, sampleOf } from './edges.ts'
import { fitting } from './fitting.ts'
import { Oracle } from './oracle.ts'
import type { Schema } from './walk.ts'
import { write } from './wire.ts'

const TYPES: TypeName[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
const VALUES: unknown[] = [
  ...['', 'a', '0', '1', '1.0', '1.5', '-1', '1e3', ' 1', '0x10', 'true', 'false', 'null', 'NaN'],
  ...[0, 1, -1, 1.5, 1e21, true, false, null],
  ...[[], [1], ['1'], [null], [[1]], [1, 2], {}, { a: 1 }],
]

test('the table is what ajv does, for each pair of types, but for numbers without an end', () => {
  const ajv = new Ajv({ coerceTypes: 'array', strict: false })
  for (const first of TYPES) {
    for (const second of TYPES.filter((one) => one !== first)) {
      for (const types of [[first], [first, second]]) {
        const validate = ajv.compile({ properties: { v: { type: types } } })
        const oracle = new Oracle({ type: types })
        for (const value of VALUES) {
          const holder = { v: structuredClone(value) }
          const taken = validate(holder)
          const coerced = coerce(value, types)
          const fits = oracle.accepts(coerced)
          assert.equal(fits, taken, `${JSON.stringify(value)} as ${types}`)
          if (taken) assert.deepEqual(coerced, holder.v, `${JSON.stringify(value)} as ${types}`)
        }
      }
    }
  }
})

test('what a part cannot carry is not written, and what it carries is a text', () => {
  assert.equal(write('querystring', { a: { b: 1 } }), null)
  assert.equal(write('params', { a: '' }), null)
  assert.equal(write('headers', { a: 'é' }), null)
  assert.deepEqual(write('querystring', { a: [1, 'x y'], b: true }), {
    text: 'a=1&a=x%20y&b=true',
    read: { a: ['1', 'x y'], b: 'true' },
  })
  assert.deepEqual(write('headers', { 'X-A': ' 7 ' }), { fields: { 'X-A': ' 7 ' }, read: { 'x-a': '7' } })
  assert.deepEqual(write('body', { a: Number.NaN }), { text: '{"a":null}', read: { a: null } })
})

test('the oracle follows references, fills defaults, removes what is closed, and knows where it cannot know', () => {
  const shared = { s: { $id: 's', definitions: { n: { type: 'integer', default: 3 } } } }
  const schema: Schema = {
    type: 'object',
    properties: { n: { $ref: 's#/definitions/n' }, flag: { type: 'boolean', default: true } },
    additionalProperties: false,
  }
  const oracle = new Oracle(schema, shared)
  assert.deepEqual(oracle.judge({ n: '7', more: 1 }), { valid: true, value: { n: 7, flag: true } })
  const refused = oracle.judge({ n: 'x' })
  assert.ok(refused.valid === false && refused.keyword === 'type' && refused.pointer === '/n')
  assert.equal(new Oracle({ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }).judge('1').valid, 'unknown')
})

test('edges are within, breakages are without, for every keyword', () => {
  const schema: Schema = {
    type: 'object',
    required: ['name', 'age'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 5 },
      age: { type: 'integer', minimum: 0, maximum: 9, multipleOf: 3 },
      share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      role: { enum: ['a', 'b'] },
      tags: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        items: { type: 'string', pattern: '^t' },
      },
      when: { type: 'string', format: 'date-time' },
    },
  }
  const around = { root: schema, shared: {} }
  const oracle = new Oracle(schema, {}, { coercion: false, defaults: false, removal: false })
  const broken = new Set<string>()
  for (const change of breakagesOf(edgesOf(schema, around)[0]?.value, schema, around)) {
    const verdict = oracle.judge(change.value)
    if (verdict.valid === false) broken.add(change.keyword)
  }
  const keywords = [
    'required',
    'additionalProperties',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'multipleOf',
  ]
  const more = [
    'exclusiveMinimum',
    'exclusiveMaximum',
    'enum',
    'minItems',
    'maxItems',
    'uniqueItems',
    'pattern',
    'format',
  ]
  for (const keyword of [...keywords, ...more, 'type']) assert.ok(broken.has(keyword), keyword)
  const within = edgesOf(schema, around).filter(({ value }) => oracle.accepts(value))
  assert.ok(within.length > 20, `${within.length} edges hold`)
  assert.ok(oracle.accepts(sampleOf(schema, around)))
})

test('a schema that contradicts itself, or wants much, has values all the same: waiting for one that fits would never end', () => {
  const names = Object.fromEntries(
    ['extra', 'more', 'x1', 'x2', 'x3'].map((name) => [name, { type: 'null' }]),
  )
  for (const schema of [
    { type: 'string', pattern: '^[a-z]{2,3}$', minLength: 5 },
    { type: 'string', allOf: [{ pattern: '^x?y$' }, { maxLength: 0 }] },
    { type: 'string', minLength: 4, maxLength: 2 },
    { type: 'integer', minimum: 3, maximum: 2 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0 },
    { type: 'integer', multipleOf: 7, minimum: 1, maximum: 6 },
    { type: 'array', items: { type: 'boolean' }, minItems: 4, uniqueItems: true },
    { type: 'array', items: { type: 'null' }, minItems: 3, maxItems: 1 },
    { type: 'string', minLength: 100_000 },
    { type: 'array', items: { type: 'null' }, minItems: 10_000 },
    { type: 'object', properties: names, minProperties: 9, additionalProperties: { type: 'null' } },
    { type: 'object', required: ['a', 'a'], maxProperties: 0, propertyNames: { pattern: '^b' } },
  ] satisfies Schema[]) {
    const values = fc.sample(fitting(schema, { root: schema, shared: {} }), { numRuns: 20, seed: 1 })
    assert.equal(values.length, 20, JSON.stringify(schema))
    assert.ok(Array.isArray(edgesOf(schema, { root: schema, shared: {} })))
  }
})

test('an object that has enough properties before some are removed is taken by ajv: it is not judged', () => {
  const schema: Schema = {
    type: 'object',
    properties: { a: { type: 'null' } },
    additionalProperties: false,
    minProperties: 1,
  }
  const oracle = new Oracle(schema)
  assert.equal(oracle.judge({ b: 1 }).valid, 'unknown')
  assert.equal(oracle.judge({}).valid, false)
  const server = new Ajv({ removeAdditional: true })
  assert.equal(server.compile(schema)({ b: 1 }), true)
})
