/** What a study tells of schemas that are hard to find values for, and of those that harm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explodes } from '../schema/explodes.ts'
import type { Schema } from '../schema/walk.ts'
import { study } from './study.ts'

async function told(schema: Schema): Promise<{ taken: unknown[]; hints: string; disagreements: string[] }> {
  const { taken, hints, disagreements } = await study(schema, { runs: 40 })
  return {
    taken: taken.map(({ given }) => given),
    hints: hints.map(({ pointer, text }) => `${pointer} ${text}`).join('\n'),
    disagreements: disagreements.map(({ kind, pointer }) => `${kind} ${pointer}`),
  }
}

test('a schema that refers to itself is studied', async () => {
  const items = { $ref: '#' }
  const { taken, disagreements } = await told({
    type: 'object',
    properties: { name: { type: 'string', maxLength: 5 }, children: { type: 'array', maxItems: 3, items } },
    required: ['name'],
    additionalProperties: false,
  })
  assert.ok(taken.some((one) => /"children":\[\{.*"children"/.test(JSON.stringify(one))))
  assert.deepEqual(disagreements, [])
})

test('the limits of 64 bits are studied in no time', async () => {
  const [minimum, maximum] = [-(2 ** 63), 2 ** 63]
  for (const schema of [
    { minimum, maximum },
    { minimum: 0, maximum },
    { maximum, multipleOf: 10 },
    { minimum: 2 ** 62, maximum },
  ])
    assert.ok((await told({ type: 'integer', ...schema })).taken.length > 0)
})

test('both ways through a condition, names with a pattern, and lists of different items are found', async () => {
  const condition = await told({
    type: 'object',
    properties: { kind: { type: 'string', enum: ['a', 'b'] }, x: { type: 'integer' } },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    then: { required: ['x'] },
    else: { maxProperties: 1 },
  })
  const texts = condition.taken.map((one) => JSON.stringify(one)).join()
  assert.match(texts, /"kind":"b"/)
  assert.match(texts, /"kind":"a","x"|"x":-?\d+,"kind":"a"/)
  const names = { propertyNames: { pattern: '^[a-z]{2}$' }, additionalProperties: { type: 'integer' } }
  assert.ok((await told({ type: 'object', ...names, minProperties: 1 })).taken.length > 20)
  const items = { type: 'integer', minimum: 1, maximum: 4 }
  const different = await told({ type: 'array', uniqueItems: true, minItems: 3, maxItems: 4, items })
  assert.ok(different.taken.length > 3)
})

test('what no value can keep is told with its reason', async () => {
  const cases: [Schema, RegExp][] = [
    [{ type: 'integer', minimum: 5, maximum: 1 }, /# no value fits: minimum 5 is above maximum 1/],
    [{ type: 'string', enum: ['a'], const: 'b' }, /const "b" is not in the enum/],
    [{ type: 'object', required: ['a'], properties: { a: false } }, /a is required, and its schema is false/],
    [
      { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'boolean' } },
      /there are 2 different items/,
    ],
    [{ type: 'string', minLength: 100_000_000 }, /the default bodyLimit of 1 MiB is less/],
  ]
  for (const [schema, reason] of cases) {
    const { taken, hints } = await told(schema)
    assert.deepEqual(taken, [])
    assert.match(hints, reason)
  }
})

test('properties that validation takes from valid values are a disagreement, and a hint', async () => {
  const branch = (kind: string, name: string): Schema => ({
    type: 'object',
    properties: { kind: { const: kind }, [name]: { type: 'integer' } },
    required: ['kind'],
    additionalProperties: false,
  })
  const { disagreements, hints } = await told({ oneOf: [branch('a', 'x'), branch('b', 'y')] })
  assert.deepEqual(disagreements, ['lost /x', 'lost /y'])
  assert.match(hints, /additionalProperties false in oneOf\/0 removes y/)
})

test('fractions, too few declared properties and slow patterns are hints', async () => {
  assert.match((await told({ type: 'number', multipleOf: 0.01 })).hints, /multipleOf 0.01 refuses 0.07/)
  assert.doesNotMatch((await told({ type: 'number', multipleOf: 0.5 })).hints, /multipleOf/)
  const few = await told({ type: 'object', minProperties: 2, properties: { a: { type: 'integer' } } })
  assert.match(few.hints, /minProperties 2 with 1 declared/)
  assert.match((await told({ type: 'string', pattern: '^(a+)+$' })).hints, /doubles with each character/)
})

test('a pattern explodes where a loop in a loop reads the same letters and something has to follow', () => {
  for (const one of ['^(a+)+$', '(x+x+)+y', '^(\\w+\\s?)*$']) assert.ok(explodes(one), one)
  const fast = ['^(?:[a-z]+-)*[a-z]+$', '^\\d{4}-\\d{2}$', '^(\\w+,)*\\w+$', '^(foo|bar)*$', '[(']
  for (const one of fast) assert.ok(!explodes(one), one)
})
