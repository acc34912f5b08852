/** Random JSON Schemas of draft 7 in classes, each within the next: flat, nested, with references, with combinators. */
import fc from 'fast-check'
import type { Json } from '../../spec/case.ts'

export type Schema = Record<string, unknown>
export type SchemaClass = 'flat' | 'nested' | 'refs' | 'combinators'

/** Options of an application with random schemas: no word about unions and tuples, which are meant. */
export const QUIET: { [key: string]: Json } = {
  ajv: { customOptions: { strictTuple: false, strictTypes: false, strictRequired: false } },
}

const NAMES = ['a', 'b', 'c', 'd']
export const name = fc.constantFrom(...NAMES)
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(one, { nil: undefined, freq: 2 })

/** Without the keywords that were not drawn. */
function compact(schema: Record<string, unknown>): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
}

function between<A extends string, B extends string>(low: A, high: B, from: number, to: number) {
  return fc
    .tuple(some(fc.integer({ min: from, max: to })), fc.integer({ min: 0, max: 4 }), fc.boolean())
    .map(([least, span, both]) => ({
      [low]: least,
      [high]: least === undefined ? (both ? to : undefined) : both ? least + span : undefined,
    }))
}

const FORMATS = ['date', 'date-time', 'email', 'uuid', 'uri', 'ipv4', 'ipv6', 'hostname']
export const PATTERNS = ['^a', '[0-9]+', '^x?y$', '^[a-z]{2,3}$']

const text: fc.Arbitrary<Schema> = fc.oneof(
  {
    arbitrary: between('minLength', 'maxLength', 0, 5).map((limits) =>
      compact({ type: 'string', ...limits }),
    ),
    weight: 3,
  },
  fc.constantFrom(...PATTERNS).map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(...FORMATS).map((format) => ({ type: 'string', format })),
  fc.constant({ type: 'string', default: 'd' }),
)

const number: fc.Arbitrary<Schema> = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    fc.oneof(
      between('minimum', 'maximum', -5, 5),
      between('exclusiveMinimum', 'exclusiveMaximum', -5, 5).map((limits) =>
        'exclusiveMaximum' in limits && typeof limits['exclusiveMaximum'] === 'number'
          ? { ...limits, exclusiveMaximum: (limits['exclusiveMaximum'] as number) + 3 }
          : limits,
      ),
      fc.constantFrom(1, 2, 5, 0.5).map((multipleOf) => ({ multipleOf })),
    ),
    some(fc.integer({ min: -3, max: 3 })),
  )
  .map(([type, limits, byDefault]) =>
    compact({
      type,
      ...limits,
      default: Object.values(limits).some((one) => one !== undefined) ? undefined : byDefault,
    }),
  )

export const scalar: fc.Arbitrary<Schema> = fc.oneof(
  { arbitrary: text, weight: 3 },
  { arbitrary: number, weight: 3 },
  fc.constantFrom<Schema>({ type: 'boolean' }, { type: 'null' }, { type: 'boolean', default: true }),
  fc.constantFrom<Schema>(
    { type: 'string', enum: ['x', 'y', '1'] },
    { type: 'integer', enum: [1, 2, 3] },
    { type: 'string', const: 'x' },
    { type: 'integer', const: 7 },
    { type: ['number', 'null'] },
    { type: ['string', 'integer'] },
    { type: ['integer', 'boolean'] },
    { type: 'string', nullable: true },
    { type: 'integer', nullable: true },
  ),
)

function objectOf(property: fc.Arbitrary<Schema>, extra: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const properties = fc.dictionary(name, property, { maxKeys: 3, noNullPrototype: true })
  return fc
    .record({
      properties,
      demanded: fc.nat(3),
      additional: fc.oneof(
        { arbitrary: fc.constant<boolean | Schema | undefined>(undefined), weight: 3 },
        { arbitrary: fc.constant<boolean | Schema | undefined>(false), weight: 3 },
        { arbitrary: extra as fc.Arbitrary<boolean | Schema | undefined>, weight: 1 },
      ),
      patterned: fc.option(extra, { nil: undefined, freq: 7 }),
      count: fc.option(fc.constantFrom({ minProperties: 1 }, { maxProperties: 4 }), { nil: {}, freq: 6 }),
    })
    .map(({ properties: map, demanded, additional, patterned, count }) => {
      const required = Object.keys(map).slice(0, demanded)
      return compact({
        type: 'object',
        properties: map,
        required: required.length > 0 ? required : undefined,
        additionalProperties: additional,
        patternProperties: patterned ? { '^p': patterned } : undefined,
        // How many there are is judged before those that are too many are removed: the two do not go together.
        ...(additional === false ? {} : count),
      })
    })
}

function arrayOf(item: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const list = fc
    .tuple(item, between('minItems', 'maxItems', 0, 2), fc.boolean())
    .map(([items, limits, unique]) =>
      compact({ type: 'array', items, ...limits, uniqueItems: unique || undefined }),
    )
  const tuple = fc
    .tuple(item, item)
    .map((items) => ({ type: 'array', items, minItems: 2, maxItems: 2, additionalItems: false }))
  return fc.oneof({ arbitrary: list, weight: 5 }, { arbitrary: tuple, weight: 1 })
}

function combined(one: fc.Arbitrary<Schema>, object: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const two = fc.tuple(one, one)
  return fc.oneof(
    two.map((branches) => ({ anyOf: branches })),
    two.map((branches) => ({ oneOf: branches })),
    fc.tuple(object, object).map((branches) => ({ allOf: branches })),
    one.map((not) => ({ not })),
    fc.tuple(one, one, one).map(([test, yes, no]) => ({ if: test, then: yes, else: no })),
    fc.tuple(name, name).map(([from, to]) => ({ type: 'object', dependencies: { [from]: [to] } })),
    one.map((contains) => ({ type: 'array', contains })),
    fc.constantFrom(...PATTERNS).map((pattern) => ({ type: 'object', propertyNames: { pattern } })),
  )
}

const nested = fc.letrec<{ any: Schema; object: Schema }>((tie) => ({
  any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, arrayOf(tie('any')), tie('object')),
  object: objectOf(tie('any'), scalar),
}))

/** Where several schemas meet on one value. */
export const combinator = combined(nested.any, nested.object)

/** Some properties become references to definitions of the same schema. */
function withReferences(object: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc
    .tuple(object, nested.any, fc.uniqueArray(name, { maxLength: 2 }))
    .map(([schema, definition, places]) => {
      const properties = { ...(schema['properties'] as Schema) }
      for (const place of places) properties[place] = { $ref: '#/definitions/d' }
      return { ...schema, properties, definitions: { d: definition } }
    })
}

/** The type of all is object: what a part of a request, or an answer, mostly is. */
export const OBJECTS: Readonly<Record<SchemaClass, fc.Arbitrary<Schema>>> = {
  flat: objectOf(scalar, scalar),
  nested: nested.object,
  refs: withReferences(nested.object),
  combinators: objectOf(
    fc.oneof({ arbitrary: combinator, weight: 2 }, { arbitrary: nested.any, weight: 1 }),
    scalar,
  ),
}

/** Any type at all, without combinators. */
export const ANY: fc.Arbitrary<Schema> = nested.any
/** What the query, params and headers can carry: scalars, and in a query lists of them. */
export const PLAIN: fc.Arbitrary<Schema> = objectOf(
  fc.oneof({ arbitrary: scalar, weight: 4 }, { arbitrary: arrayOf(scalar), weight: 1 }),
  scalar,
)
export const SCALARS: fc.Arbitrary<Schema> = objectOf(scalar, scalar)

/** JSON values near those schemas: right, coercible and wrong ones. */
export const value: fc.Arbitrary<unknown> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '',
        'x',
        'y',
        '1',
        '1.5',
        'true',
        'false',
        'null',
        'longer than eight',
        '__proto__',
        'Infinity',
        '0x10',
        ' 1 ',
        '1e2',
      ),
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom(0, 1.5, true, false, null, -0, 1e21, 9_007_199_254_740_992),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES, 'extra', 'p1'), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ),
  }))
  .value.map((one) => JSON.parse(JSON.stringify(one)) as unknown)
