/** A predicate never accepts a value that ajv would refuse or change. `PLAIN_PAIRS=100000` tries that many pairs of a schema and a value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Ajv from 'ajv'
import fc from 'fast-check'
import { libraryOf } from '../ajv.ts'
import { SchemaScope } from '../scope.ts'
import { Predicates } from './plain.ts'
import { YES } from './verdict.ts'

const PAIRS = Number(process.env['PLAIN_PAIRS'] ?? 2000)

const plainOf = (schema: unknown) => new Predicates(libraryOf(new SchemaScope({}))).of(schema)

// Rarely, a keyword has a value that draft 7 forbids. Then there must be no predicate, or the schema would not be refused.
const rarely = <T>(right: fc.Arbitrary<T>, wrong: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) })
const count = rarely(fc.nat(3), [-1, 1.5, '2', null, Number.NaN])
const limit = rarely(fc.constantFrom(-1, 0, 2.5, 3), ['3', null, Number.NaN, Number.POSITIVE_INFINITY])
const about = {
  nullable: rarely(fc.boolean(), ['yes', null]),
  title: rarely(fc.constant('text'), [5]),
  enum: rarely(fc.constantFrom(['a', null], [true, 'a'], [1, 2]), [
    'a',
    [],
    ['a', 'a'],
    [{ a: 1 }, { a: 1 }],
  ]),
  default: fc.constantFrom(1, 2.5, 'x', '5', null, false, {}, [1]),
  smallest: fc.constant(1), // no keyword
}
/** A schema of `type` with some of `keywords`, and rarely with keywords that apply to any type. */
const schemaOf = (type: fc.Arbitrary<unknown>, keywords: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.record({ type, ...keywords }, { requiredKeys: ['type'] }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.record(about, { requiredKeys: [] }) },
        { weight: 1, arbitrary: fc.record({ default: about.default }) },
      ),
    )
    .map(([schema, more]) => ({ ...schema, ...more }))
const limits = { minimum: limit, maximum: limit, exclusiveMinimum: limit, exclusiveMaximum: limit }
const scalar = fc.oneof(
  schemaOf(fc.constant('string'), { minLength: count, maxLength: count }),
  schemaOf(fc.constantFrom('integer', 'number'), limits),
  schemaOf(rarely(fc.constantFrom('boolean', 'null'), ['text', 'toString', undefined, 5, []]), {}),
  schemaOf(
    rarely(fc.constantFrom(['string', 'null'], ['number', 'string']), [
      ['string', 'string'],
      ['a', 5],
    ]),
    {
      maxLength: count,
    },
  ),
)
const schema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    scalar,
    schemaOf(fc.constant('array'), { items: tie('schema'), minItems: count, maxItems: count }),
    schemaOf(fc.constantFrom('object', ['object', 'null']), {
      properties: rarely(fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { noNullPrototype: true }), [
        [],
        5,
        { a: 5 },
        { a: true },
      ]),
      required: rarely(fc.uniqueArray(fc.constantFrom('a', 'b', 'c')), ['a', ['a', 'a'], ['a', 5]]),
      additionalProperties: rarely(fc.boolean(), ['no', {}, null]),
    }),
  ),
})).schema as fc.Arbitrary<object>
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('', 'a', 'abc', '😀😀', '1', 0, 1, 2.5, -3, Number.POSITIVE_INFINITY, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }),
  ),
})).value

const ajv = new Ajv.default({
  coerceTypes: 'array',
  useDefaults: true,
  removeAdditional: true,
  logger: false,
})

test('a schema with a predicate compiles; ajv accepts a value that fits, and changes it in the same way', () => {
  let fitted = 0
  fc.assert(
    fc.property(schema, value, (candidate, given) => {
      const plain = plainOf(candidate)
      if (plain === null) return
      const validate = ajv.compile(candidate) // must not throw: an invalid schema has no predicate
      const mine = structuredClone(given)
      if (plain.judge(mine) !== YES) return
      fitted++
      plain.fill?.(mine)
      const theirs = { root: structuredClone(given) }
      const place = {
        instancePath: '',
        parentData: theirs,
        parentDataProperty: 'root',
        rootData: theirs.root,
      }
      assert.equal(validate(theirs.root, place as never), true)
      assert.deepEqual(mine, theirs.root)
    }),
    { seed: 7, numRuns: PAIRS },
  )
  assert.ok(fitted > PAIRS / 75, `only ${fitted} values fitted, too few for this property`)
})

test('a schema that is not plain has no predicate', () => {
  for (const candidate of [
    { type: 'object', properties: { a: { $ref: 'x#' } } },
    { type: 'string', pattern: '(' },
    { type: 'string', minimum: 1 },
    { type: 'string', maxLength: '5' },
    { type: 'nothing' },
    { properties: {} },
    { type: 'object', additionalProperties: { type: 'text' } },
    { $id: 'x y', type: 'string' },
    { $id: 'x', type: 'string', default: 'a' },
    { type: 'object', properties: { a: { $id: 'x', type: 'string' } } },
    Object.assign(Object.create({ pattern: '^a' }), { type: 'string' }), // ajv also reads inherited keywords
  ]) {
    assert.equal(plainOf(candidate), null, JSON.stringify(candidate))
  }
})
