/** Random JSON Schemas of draft 7, and values that may or may not fit them. */
import fc from 'fast-check'

export type Schema = Record<string, unknown>

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record(
    { type: fc.constant('string'), maxLength: fc.integer({ min: 1, max: 8 }) },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constant('integer'), minimum: fc.integer({ min: -5, max: 5 }) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('number') }),
  fc.record({ type: fc.constant('boolean') }),
  fc.constant({ type: 'string', enum: ['x', 'y'] }),
  fc.constant({ type: ['number', 'null'] }),
)

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant('array'), items: tie('schema') }) as fc.Arbitrary<Schema>,
    objectOf(tie('schema')),
  ),
}))

function objectOf(property: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c'), property, {
    maxKeys: 3,
    noNullPrototype: true,
  })
  return fc.tuple(properties, fc.boolean(), fc.boolean()).map(([map, closed, demanding]) => ({
    type: 'object',
    properties: map,
    ...(closed ? { additionalProperties: false } : {}),
    ...(demanding ? { required: Object.keys(map).slice(0, 1) } : {}),
  }))
}

/** A schema without combinators: objects, arrays and scalars, nested. */
export const nestedSchema: fc.Arbitrary<Schema> = schema
export const objectSchema: fc.Arbitrary<Schema> = objectOf(schema)

/** JSON values near the schemas above: right, coercible and wrong ones. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('', 'x', '1', '1.5', 'true', 'null', 'longer than eight'),
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom(0, 1.5, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'extra'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value
