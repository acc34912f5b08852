/** The predicate never says yes to what ajv would refuse or change; what no request can show is the compiling. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Ajv from 'ajv'
import fc from 'fast-check'
import { lazyValidator, plainOf } from './predicate.ts'

const scalar = fc.oneof(
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.nat(6) },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.integer({ min: -3, max: 9 }),
      default: fc.constantFrom(1, 2.5, 'x'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('boolean'), nullable: fc.boolean() }, { requiredKeys: ['type'] }),
  fc.constant({ type: ['string', 'null'], enum: ['a', null] }),
  fc.constant({ type: ['number', 'string'] }),
)
const schema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2), maxItems: fc.nat(3) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { noNullPrototype: true }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
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

test('what fits, ajv accepts, and the value afterwards is the same', () => {
  let fitted = 0
  fc.assert(
    fc.property(schema, value, (candidate, given) => {
      const plain = plainOf(candidate)
      if (plain === null) return
      const validate = ajv.compile(candidate) // what has a predicate compiles: errors of schemas are not put off
      const mine = structuredClone(given)
      if (!plain.fits(mine)) return
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
    { seed: 7, numRuns: 3000 },
  )
  assert.ok(fitted > 80, `only ${fitted} values fitted: the property saw too little`)
})

test('a schema is compiled when a value does not fit, and when its route is busy', () => {
  let compilations = 0
  const compile = () => {
    compilations++
    return ajv.compile({ type: 'integer' }) as never
  }
  const validate = lazyValidator({ type: 'integer' }, compile)!
  for (let at = 0; at < 5000; at++) assert.equal(validate(at), true)
  assert.equal(compilations, 0)
  validate(1)
  assert.equal(compilations, 1)
  const other = lazyValidator({ type: 'integer' }, compile)!
  assert.equal(other('x'), false)
  assert.equal(compilations, 2)
  assert.equal((other.errors as unknown[]).length, 1)
})

test('what is not plain is compiled at once', () => {
  for (const candidate of [
    true,
    { type: 'object', properties: { a: { $ref: 'x#' } } },
    { type: 'string', pattern: 'a' },
    { type: 'string', minimum: 1 },
    { type: 'string', maxLength: '5' },
    { type: 'nothing' },
    { properties: {} },
    { type: 'object', properties: { a: { type: 'integer', default: 'x' } } },
    { type: 'object', additionalProperties: { type: 'string' } },
    { $id: 'x', type: 'string' },
  ]) {
    assert.equal(plainOf(candidate), null, JSON.stringify(candidate))
  }
})
