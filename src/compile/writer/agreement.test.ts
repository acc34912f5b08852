/**
 * The writer beside fast-json-stringify, over random schemas and values: the same bytes, or the library decides.
 * `WRITER_PAIRS=1000000 node --test` with this file runs that many pairs of a schema and a value, and `FUZZ_SEED` draws others.
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import * as schemas from '../../../property-tests/arbitraries/schemas.ts'
import { SEED } from '../../../property-tests/property/settings.ts'
import { isPlainObject, type Properties } from '../../values.ts'
import { generate } from './generate.ts'
import { interpreter, type Write } from './interpret.ts'
import { Output, Unknown } from './output.ts'
import { shapeOf } from './read.ts'

const PAIRS = Number(process.env['WRITER_PAIRS'] ?? 6000)
const VALUES = 12
const build: (schema: unknown, options: object) => (value: unknown) => unknown = createRequire(
  import.meta.url,
)('fast-json-stringify')
const counts = { schemas: 0, known: 0, merged: 0, pairs: 0, written: 0, left: 0, refused: 0 }

// ── schemas

const KEYS = [
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
  union: fc
    .tuple(
      fc.constantFrom('anyOf', 'oneOf'),
      fc.array(fc.oneof({ arbitrary: tie('schema'), weight: 3 }, { arbitrary: tag, weight: 1 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom({}, {}, { title: 't' }, { description: 'd' }, { nullable: true }, { type: 'object' }),
    )
    .map(([keyword, options, more]) => ({ ...more, [keyword]: options })),
  all: fc
    .tuple(
      fc.array(
        fc.oneof(
          { arbitrary: tie('object'), weight: 4 },
          { arbitrary: tie('schema'), weight: 1 },
          { arbitrary: reference, weight: 2 },
          { arbitrary: scalar, weight: 1 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.oneof(
        tie('object'),
        fc.constantFrom({}, { type: 'object' }, { additionalProperties: false }),
        annotation,
      ),
    )
    .map(([allOf, own]) => ({ ...own, allOf })),
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
  patterns: fc.oneof(
    { arbitrary: fc.constant({}), weight: 9 },
    fc
      .tuple(fc.constantFrom('not', 'propertyNames', 'contains'), tie('schema'))
      .map(([keyword, one]) => ({ [keyword]: one })),
    fc.constantFrom(
      { dependencies: { a: ['b'] } },
      { dependencies: { a: ['b', 'b'] } },
      { minProperties: 1 },
    ),
    fc
      .dictionary(fc.constantFrom(...PATTERNS), tie('schema'), { maxKeys: 2 })
      .map((patternProperties) => ({ patternProperties })),
  ),
  list: fc
    .oneof(
      {
        arbitrary: fc.record(
          { type: fc.constant('array'), items: tie('schema') },
          { requiredKeys: ['type'] },
        ),
        weight: 4,
      },
      fc.record(
        {
          type: fc.constant('array'),
          items: fc.array(
            fc.oneof({ arbitrary: tie('schema'), weight: 1 }, { arbitrary: scalar, weight: 4 }),
            { minLength: 1, maxLength: 3 },
          ),
          additionalItems: fc.oneof(fc.boolean(), scalar),
        },
        { requiredKeys: ['items'] },
      ),
    )
    .chain(annotated),
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

const whole = fc
  .tuple(inner, inner, inner)
  .map(([schema, one, two]) =>
    isPlainObject(schema) ? { ...schema, definitions: { one, two } } : { items: schema },
  )

// ── values

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'Ada',
    'a"b',
    'a\\',
    '\n',
    'ä',
    '€',
    '😀',
    '\ud800',
    '\udc00x',
    '\u2028',
    '\u007f',
    '12',
    '1.5',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...[63, 64, 65, 200, 5001].flatMap((size) => [
      'a'.repeat(size),
      'ä'.repeat(size),
      `"${'b'.repeat(size)}`,
    ]),
  ),
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.constantFrom(
    0,
    -0,
    1.005,
    0.1 + 0.2,
    1e21,
    1e-7,
    2 ** 31,
    -(2 ** 31),
    2 ** 53,
    Number.MAX_VALUE,
    21474836.47,
    21474836.48,
  ),
)
const odd = fc.constantFrom<unknown>(
  ...[
    new Date(0),
    new Date(NaN),
    new Date(8.64e15),
    new Date(1e12),
    new Date(-1e14),
    /a"b/,
    5n,
    -(10n ** 40n),
  ],
  ...[
    Symbol('s'),
    () => 5,
    new (class Text {
      toString() {
        return 'a text'
      }
    })(),
    Object.create(null),
    new Map(),
  ],
  ...[
    { toJSON: () => ({ a: 1, b: 'x' }) },
    { toJSON: () => null },
    { toJSON: () => undefined },
    { toJSON: 5 },
  ],
  ...[{ toString: () => 5 }, new Array(3), Object('boxed')],
)
const value = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: text, weight: 3 },
    { arbitrary: number, weight: 3 },
    { arbitrary: fc.constantFrom(true, false, null, undefined), weight: 2 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: tie('object'), weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 2 },
  ),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
})).value

/** A value that fits a schema more or less: without such ones, hardly any would be written to the end. */
function fitting(schema: unknown, root: Properties, depth: number): fc.Arbitrary<unknown> {
  if (!isPlainObject(schema) || depth > 6) return value
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/')[2]
    return fitting(name === undefined ? root : Reflect.get(Object(root.definitions), name), root, depth + 2)
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...own } = schema
    const all = fc.tuple(...[...allOf, own].map((one) => fitting(one, root, depth + 1)))
    return all.map((parts) => (parts.every(isPlainObject) ? Object.assign({}, ...parts) : parts[0]))
  }
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return fc.oneof(...options.map((option) => fitting(option, root, depth + 1)))
  if (schema.const !== undefined || schema.enum !== undefined)
    return fc.oneof(
      fc.constant(schema.const),
      value,
      fc.constantFrom(...(Array.isArray(schema.enum) ? schema.enum : [1])),
    )
  const type = Array.isArray(schema.type) ? schema.type.at(-1) : schema.type
  if (isPlainObject(schema.properties)) {
    const patterns = isPlainObject(schema.patternProperties) ? Object.values(schema.patternProperties) : []
    const properties = {
      ...Object.fromEntries(patterns.map((one, index) => [KEYS[index], one])),
      ...schema.properties,
    }
    const members = Object.keys(properties).map(
      (key) => [key, fitting(properties[key], root, depth + 1)] as const,
    )
    const all = fc.record(Object.fromEntries(members), {
      requiredKeys: members.map(([key]) => key).slice(0, 2),
    })
    return fc.oneof({ arbitrary: all, weight: 9 }, { arbitrary: value, weight: 1 })
  }
  const near = nearby(type, schema, root, depth)
  return near === null ? value : fc.oneof({ arbitrary: near, weight: 9 }, { arbitrary: value, weight: 1 })
}

function nearby(
  type: unknown,
  schema: Properties,
  root: Properties,
  depth: number,
): fc.Arbitrary<unknown> | null {
  if (type === 'string') return schema.format === undefined ? text : fc.oneof(text, fc.date())
  if (type === 'integer' || type === 'number') return number
  if (type === 'boolean') return fc.boolean()
  if (Array.isArray(schema.items)) {
    const items = fc.tuple(...schema.items.map((one) => fitting(one, root, depth + 1)))
    return fc.oneof(
      items,
      items.map((list) => list.slice(1)),
      items.map((list) => [...list, 'more']),
    )
  }
  if (type === 'array') return fc.array(fitting(schema.items, root, depth + 1), { maxLength: 5 })
  return null
}

// ── the comparison

const out = new Output()

/** The text and the bytes of a value, or null: the library decides. */
function writtenBy(write: Write, given: unknown): string | null {
  out.reset()
  try {
    const end = write(out, 0, given)
    const answer = out.answer(end)
    assert.equal(out.text(end), String(answer), 'bytes and text are the same')
    return String(answer)
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return null
  }
}

function libraryOf(schema: unknown): ((given: unknown) => string | null) | null {
  try {
    const serialize = build(structuredClone(schema), {})
    return (given) => {
      try {
        return Buffer.from(String(serialize(given))).toString()
      } catch {
        return null
      }
    }
  } catch {
    return null
  }
}

function compare(schema: Properties, values: readonly unknown[]): void {
  counts.schemas++
  const shape = shapeOf(schema)
  if (shape === null) return
  counts.known++
  if (JSON.stringify(schema).includes('"allOf"')) counts.merged++
  const serialize = libraryOf(schema)
  assert.ok(serialize, 'the library builds every schema that the writer knows')
  const ways = [interpreter(shape, Math.trunc), generate(shape, Math.trunc)]
  for (const given of values) {
    counts.pairs++
    const expected = serialize(given)
    const [first, second] = ways.map((write) => writtenBy(write, given))
    assert.equal(first, second, 'with generated code and without')
    if (first === null) counts[expected === null ? 'refused' : 'left']++
    else {
      counts.written++
      assert.equal(first, expected)
    }
  }
}

test('the writer and fast-json-stringify give the same bytes', () => {
  const pair = whole.chain((schema) =>
    fc.tuple(
      fc.constant(schema),
      fc.array(fitting(schema, schema, 0), { minLength: VALUES, maxLength: VALUES }),
    ),
  )
  // Of the schemas that are drawn, some refer to nothing.
  const run = ([schema, values]: [Properties, unknown[]]) => compare(schema, values)
  while (counts.pairs < PAIRS) {
    fc.assert(fc.property(pair, run), {
      seed: SEED + counts.schemas,
      numRuns: 100,
      endOnFailure: PAIRS > 100_000,
    })
  }
  assert.ok(counts.written > counts.pairs * 0.3, `many are written: ${JSON.stringify(counts)}`)
  assert.ok(counts.merged > counts.known * 0.05, `allOf is among them: ${JSON.stringify(counts)}`)
  assert.ok(counts.left < counts.written * 0.2, `few are left to the library: ${JSON.stringify(counts)}`)
  if (process.env['WRITER_PAIRS'] !== undefined) console.log(counts)
})

test('a writer of a schema of the validation tests builds with the library', () => {
  fc.assert(
    fc.property(schemas.ANY, fc.array(value, { minLength: 3, maxLength: 3 }), (schema, values) => {
      if (isPlainObject(schema)) compare(schema, values)
    }),
    { seed: SEED, numRuns: 300 },
  )
})

test('what is unknown is told by an error of its own', () => {
  assert.throws(() => interpreter({ kind: 'integer' }, Math.trunc)(out, 0, 'x'), Unknown)
})
