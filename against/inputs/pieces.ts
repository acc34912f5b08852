/** Pieces of schemas that meet: leaves, and holes in which a leaf, or a hole with a leaf, stands. */
import type { Schema } from './entry.ts'

/** A schema for one value, and values for it: those at its limits. */
export interface Piece {
  readonly schema: Schema
  readonly values: readonly unknown[]
}

/** Values of each kind, which every piece is asked about. */
export const SOME: readonly unknown[] = ['a', '', '5', 5, 0, 1.5, true, null, [], [5, 'a'], {}, { a: 5 }]

const piece = (schema: Schema, ...values: unknown[]): Piece => ({ schema, values })

/** The type of a value, or none. */
export const TYPES: readonly Piece[] = [
  piece({ type: 'integer' }, 2.0, '2.5'),
  piece({ type: 'number' }, '1e1', -0.5),
  piece({ type: 'string' }, 'abcd'),
  piece({ type: 'boolean' }, 'true', 1),
  piece({ type: 'null' }, 'null'),
  piece({ type: 'array' }, [[]]),
  piece({ type: 'object' }, { z: null }),
  piece({ type: ['string', 'null'] }, 'null'),
  piece({ type: ['integer', 'string'] }, '2.5'),
  piece({ type: ['array', 'integer'] }, ['1']),
  piece({ type: 'string', nullable: true }, 'null'),
  piece({ type: 'integer', nullable: true }, 'null'),
  piece({ type: 'object', nullable: true }, { z: 1 }),
]

/** Keywords that say something without a type. */
export const KEYWORDS: readonly Piece[] = [
  piece({ minimum: 2 }, 1, 2, '1', '2'),
  piece({ maximum: 5, exclusiveMinimum: 0 }, 5, 6, 0.1),
  piece({ multipleOf: 0.5 }, 1.25, '2.5'),
  piece({ minLength: 1, maxLength: 2 }, 'ab', 'abc', '💥💥', 123),
  piece({ pattern: '^a' }, 'ab', 'ba', 1),
  piece({ format: 'date' }, '2026-11-24', '2026-13-01', '2026-11-24T00:00:00Z'),
  piece({ format: 'date-time' }, '2026-11-24T01:02:03Z', '2026-11-24'),
  piece({ format: 'int64' }, 5, '5'),
  piece({ enum: ['a', 5, null] }, 'b'),
  piece({ enum: [[5, 'a'], { a: 5 }, ''] }, [5], { a: 6 }),
  piece({ const: 'a' }, 'b'),
  piece({ const: 5 }, 6),
  piece({ const: null }),
  piece({ const: { a: 5 } }, { a: 5, b: 1 }),
  piece({ items: { type: 'integer' } }, ['5'], ['x'], [1.5]),
  piece({ items: [{ type: 'integer' }, { type: 'string' }] }, ['5', 5], [1], [1, 'a', true]),
  piece({ items: [{ type: 'string' }], additionalItems: false }, ['a'], ['a', 'b']),
  piece({ items: [{}], additionalItems: { type: 'integer' } }, ['a', '5'], ['a', 'b']),
  piece({ minItems: 1, maxItems: 2 }, [1], [1, 2], [1, 2, 3]),
  piece({ uniqueItems: true }, [1, 1], [2, 2, 1, 1], [{}, 1, {}, 1], [1, '1'], [{ a: 1 }, { a: 1 }]),
  piece({ contains: { const: 5 } }, [1, 5], [1]),
  piece({ properties: { a: { type: 'integer' } } }, { a: '5' }, { a: 'x' }, { a: 1, b: '2' }),
  piece({ properties: { a: { type: 'integer', default: 7 } } }, { a: null }, { b: 1 }),
  piece({ required: ['a'] }, { a: null }, { b: 1 }),
  piece({ properties: { a: {}, b: {} }, required: ['b'] }, { b: 1 }, { a: 1, b: 2, c: 3 }),
  piece({ additionalProperties: false }, { a: 1, b: 2 }),
  piece({ properties: { b: {} }, additionalProperties: false }, { b: 1 }, { a: 1, b: 2 }),
  piece({ additionalProperties: { type: 'integer' } }, { a: '5', b: 'x' }, { b: '1' }),
  piece({ patternProperties: { '^a': { type: 'string' } } }, { a: 1, ab: true, b: 2 }, { a: {} }),
  piece({ propertyNames: { maxLength: 1 } }, { ab: 1 }, { a: 1, b: 2 }),
  piece({ minProperties: 1, maxProperties: 1 }, { b: 1 }, { a: 1, b: 2 }),
  piece({ dependencies: { a: ['b'] } }, { a: 1, b: 1 }, { b: 1 }),
  piece({ dependencies: { a: { required: ['c'] } } }, { a: 1, c: 1 }),
  piece({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '7', 'x'),
  piece({ anyOf: [{ required: ['a'] }, { type: 'string' }] }, { b: 1 }),
  piece({ oneOf: [{ type: 'integer' }, { minimum: 5 }] }, 6, 1, 5.5),
  piece({ oneOf: [{ const: 'a' }, { type: 'object' }] }, { b: 1 }),
  piece({ allOf: [{ minimum: 1 }, { type: ['integer', 'string'] }] }, 1, 0.5),
  piece({ not: { type: 'string' } }, 'x', 1),
  piece({ if: { type: 'integer' }, then: { minimum: 2 }, else: { minLength: 1 } }, 1, 2, 'a'),
  piece({ $ref: 'word' }, 'abc', 'abcd'),
  piece({ default: 'a' }),
  piece({ title: 'A title', description: 'Words.', examples: [1], readOnly: true }),
]

const TYPE_OF: readonly (readonly [type: string, keywords: string])[] = [
  ['number', 'minimum maximum multipleOf'],
  ['string', 'minLength pattern format'],
  ['array', 'items minItems uniqueItems contains'],
  [
    'object',
    'properties required additionalProperties patternProperties propertyNames minProperties dependencies',
  ],
]

/** The piece with the type that its keyword is about: without one, ajv's strict mode warns. */
export function typed({ schema, values }: Piece): Piece {
  const found = TYPE_OF.find(([, keywords]) => keywords.split(' ').some((keyword) => keyword in schema))
  return found === undefined || 'type' in schema
    ? { schema, values }
    : { schema: { type: found[0], ...schema }, values }
}

function merged(one: Piece, other: Piece): Piece | null {
  const shared = Object.keys(one.schema).filter((keyword) => keyword in other.schema)
  if (shared.some((keyword) => keyword !== 'type' || one.schema['type'] !== other.schema['type'])) return null
  return { schema: { ...one.schema, ...other.schema }, values: [...one.values, ...other.values] }
}

/** Each type with each keyword, and each pair of keywords. */
export function pairsOf(keywords: readonly Piece[]): Piece[] {
  const pairs = keywords.flatMap((one, at) => keywords.slice(at + 1).map((other) => [one, other] as const))
  const types = TYPES.flatMap((one) => keywords.map((other) => [one, other] as const))
  return [...types, ...pairs].flatMap(([one, other]) => merged(one, other) ?? [])
}

/** Where a schema can stand, and what a value for it becomes there. */
export interface Hole {
  readonly around: (inner: Schema) => Schema
  readonly values: (value: unknown) => readonly unknown[]
}

const hole = (around: Hole['around'], ...values: ((value: unknown) => unknown)[]): Hole => ({
  around,
  values: (value) => values.map((one) => one(value)),
})

export const HOLES: readonly Hole[] = [
  hole(
    (items) => ({ type: 'array', items }),
    (v) => [v],
    (v) => [v, v],
  ),
  hole(
    (inner) => ({ type: 'array', items: [{ type: 'integer' }, inner] }),
    (v) => ['1', v],
    (v) => [v],
  ),
  hole(
    (additionalItems) => ({ type: 'array', items: [{}], additionalItems }),
    (v) => [v, v],
  ),
  hole(
    (contains) => ({ type: 'array', contains }),
    (v) => [{}, v],
  ),
  hole(
    (a) => ({ type: 'object', properties: { a } }),
    (v) => ({ a: v }),
    (v) => ({ b: v }),
  ),
  hole(
    (a) => ({ type: 'object', properties: { a, b: { type: 'integer', default: 7 } }, required: ['a'] }),
    (v) => ({ a: v }),
    (v) => ({ b: v }),
  ),
  hole(
    (a) => ({ type: 'object', nullable: true, properties: { a }, additionalProperties: false }),
    (v) => ({ a: v, b: v }),
  ),
  hole(
    (additionalProperties) => ({ type: 'object', properties: { a: {} }, additionalProperties }),
    (v) => ({ a: v, b: v }),
  ),
  hole(
    (inner) => ({ type: 'object', patternProperties: { '^a': inner } }),
    (v) => ({ ab: v }),
    (v) => ({ b: v }),
  ),
  hole(
    (a) => ({ type: 'object', dependencies: { a: { properties: { b: a } } } }),
    (v) => ({ a: 1, b: v }),
    (v) => ({ b: v }),
  ),
  hole(
    (inner) => ({ anyOf: [inner, { type: 'string', maxLength: 1 }] }),
    (v) => v,
  ),
  hole(
    (inner) => ({ anyOf: [{ type: 'object', required: ['z'] }, inner] }),
    (v) => v,
  ),
  hole(
    (inner) => ({ oneOf: [inner, { type: 'boolean' }] }),
    (v) => v,
  ),
  hole(
    (inner) => ({ allOf: [inner, { not: { const: 'a' } }] }),
    (v) => v,
  ),
  hole(
    (not) => ({ not }),
    (v) => v,
  ),
  hole(
    (inner) => ({ if: inner, then: { not: { const: 5 } }, else: { not: { const: 'a' } } }),
    (v) => v,
  ),
  hole(
    (inner) => ({ if: { type: 'object' }, then: { type: 'object', properties: { a: inner } } }),
    (v) => ({ a: v }),
    (v) => v,
  ),
]
