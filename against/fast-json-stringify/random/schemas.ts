/** Random response schemas: objects, lists, unions, merged schemas and references. */
import fc from 'fast-check'
import { isPlainObject, type Properties } from '../../inputs/plain.ts'

export const KEYS = [
  'a',
  'b',
  'id',
  'x-y',
  'ä"\\',
  'constructor',
  'toJSON',
  '1',
  'a key that is rather long and has more than sixty-four bytes in it',
]
const PATTERNS = ['^a', '^x-', '[bd]$', '', '.', '\\w/', '^[^ä]', '(']
const annotation = fc.constantFrom<Properties>(
  ...[
    {},
    {},
    {},
    { title: 't' },
    { nullable: true },
    { nullable: true },
    { description: 'd', 'x-own': { a: [1] } },
  ],
)
const scalar = fc.constantFrom<Properties>(
  ...[
    { type: 'string' },
    { type: 'string', minLength: 2 },
    { pattern: '^a' },
    { type: 'string', format: 'email' },
  ],
  ...[{ type: 'integer' }, { type: 'number' }, { minimum: 2 }, { type: 'boolean' }, { type: 'null' }, {}],
  ...['date-time', 'date', 'time'].map((format) => ({ type: 'string', format })),
  ...[{ const: 5 }, { const: { a: ['ä'] } }, { type: ['string', 'null'], const: 'x' }, { enum: ['a', 1] }],
)
const types = fc
  .uniqueArray(fc.constantFrom('string', 'null', 'integer', 'number', 'boolean', 'object', 'array'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((type) => ({ type }))
const reference = fc.constantFrom({ $ref: '#' }, { $ref: '#/definitions/one' }, { $ref: '#/definitions/two' })

const tag = fc.constantFrom<Properties>(
  ...[
    { const: 'a' },
    { const: 1 },
    { type: 'string', const: 'b' },
    { type: 'string', enum: ['a', 'b'] },
    { enum: [null, 'a', 1] },
  ],
)

const unionOf = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<Properties> =>
  fc
    .tuple(
      fc.constantFrom('anyOf', 'oneOf'),
      fc.array(fc.oneof({ arbitrary: schema, weight: 3 }, { arbitrary: tag, weight: 1 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom({}, {}, { title: 't' }, { description: 'd' }, { nullable: true }, { type: 'object' }),
    )
    .map(([keyword, options, more]) => ({ ...more, [keyword]: options }))

const mergedOf = (
  schema: fc.Arbitrary<unknown>,
  object: fc.Arbitrary<Properties>,
): fc.Arbitrary<Properties> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          { arbitrary: object, weight: 4 },
          { arbitrary: schema, weight: 1 },
          { arbitrary: reference, weight: 2 },
          { arbitrary: scalar, weight: 1 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.oneof(object, fc.constantFrom({}, { type: 'object' }, { additionalProperties: false }), annotation),
    )
    .map(([allOf, own]) => ({ ...own, allOf }))

const patternsOf = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<Properties> =>
  fc.oneof(
    { arbitrary: fc.constant({}), weight: 9 },
    fc
      .tuple(fc.constantFrom('not', 'propertyNames', 'contains'), schema)
      .map(([keyword, one]) => ({ [keyword]: one })),
    fc.constantFrom(
      { dependencies: { a: ['b'] } },
      { dependencies: { a: ['b', 'b'] } },
      { minProperties: 1 },
    ),
    fc
      .dictionary(fc.constantFrom(...PATTERNS), schema, { maxKeys: 2 })
      .map((patternProperties) => ({ patternProperties })),
  )

const listOf = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<Properties> =>
  fc
    .oneof(
      {
        arbitrary: fc.record({ type: fc.constant('array'), items: schema }, { requiredKeys: ['type'] }),
        weight: 4,
      },
      fc.record(
        {
          type: fc.constant('array'),
          items: fc.array(fc.oneof({ arbitrary: schema, weight: 1 }, { arbitrary: scalar, weight: 4 }), {
            minLength: 1,
            maxLength: 3,
          }),
          additionalItems: fc.oneof(fc.boolean(), scalar),
        },
        { requiredKeys: ['items'] },
      ),
    )
    .chain(annotated)

const { schema: inner } = fc.letrec<{
  schema: unknown
  object: Properties
  list: Properties
  union: Properties
  all: Properties
  patterns: Properties
}>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: scalar, weight: 4 },
    { arbitrary: types, weight: 1 },
    { arbitrary: reference, weight: 1 },
    { arbitrary: fc.constant(true), weight: 1 },
    { arbitrary: tie('object'), weight: 4 },
    { arbitrary: tie('list'), weight: 2 },
    { arbitrary: tie('union'), weight: 2 },
    { arbitrary: tie('all'), weight: 2 },
  ),
  union: unionOf(tie('schema')),
  all: mergedOf(tie('schema'), tie('object')),
  object: fc
    .record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom(...KEYS), withDefault(tie('schema')), { maxKeys: 4 }),
        required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: ['properties'] },
    )
    .chain((one) => tie('patterns').map((patterns) => ({ ...one, ...patterns })))
    .chain(annotated),
  patterns: patternsOf(tie('schema')),
  list: listOf(tie('schema')),
}))

function annotated(schema: Properties): fc.Arbitrary<Properties> {
  return annotation.map((more) => ({ ...schema, ...more }))
}

function withDefault(schema: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const defaults = fc.constantFrom<unknown>(undefined, undefined, undefined, null, 'd"', 5, { a: ['ö'] })
  return fc
    .tuple(schema, defaults)
    .map(([one, value]) => (isPlainObject(one) && value !== undefined ? { ...one, default: value } : one))
}

/**
 * Whether the library would merge schemas without end: below `allOf`, `anyOf` or `oneOf` a reference leads to a schema that has references.
 */
function isEndless(schema: unknown, definitions: object, isMerged = false): boolean {
  if (Array.isArray(schema)) return schema.some((one) => isEndless(one, definitions, isMerged))
  if (!isPlainObject(schema)) return false
  if (isMerged && typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].split('/')[2]
    return name === undefined || JSON.stringify(Reflect.get(definitions, name)).includes('$ref')
  }
  return Object.entries(schema).some(([key, one]) =>
    isEndless(one, definitions, isMerged || ['allOf', 'anyOf', 'oneOf'].includes(key)),
  )
}

/** A whole schema. */
export const whole: fc.Arbitrary<Properties> = fc
  .tuple(inner, inner, inner)
  .map(
    ([schema, one, two]): Properties =>
      isPlainObject(schema) ? { ...schema, definitions: { one, two } } : { items: schema },
  )
  .filter((schema) => !isEndless(schema, Object(schema['definitions'])))
