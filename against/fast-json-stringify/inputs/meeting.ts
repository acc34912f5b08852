/** Two schemas that speak of one property: merged by `allOf`, told apart by a union. */
import { type Entry, objectOf, type Schema } from '../../inputs/entry.ts'
import { KEYWORDS, type Piece, TYPES } from '../../inputs/pieces.ts'

const S = { type: 'string' }
/** What an object says beside its properties. */
const ABOUT: readonly Schema[] = [
  ...[{}, { required: ['a'] }, { required: ['b'] }, { required: ['z'] }, { additionalProperties: true }],
  ...[{ additionalProperties: S }, { additionalProperties: { type: 'integer' } }, { nullable: true }],
  { patternProperties: { '^z': { type: 'integer' } } },
  { patternProperties: { '^z': S }, additionalProperties: { type: 'integer' } },
  { minProperties: 1 },
  { nullable: false },
  { title: 't' },
]
const PAYLOADS: Entry[1] = [
  { a: undefined, b: 1 },
  { a: 'x', b: undefined },
  ...[
    {},
    { a: 'x' },
    { b: 2 },
    { a: 1, b: '2' },
    { a: 'x', b: 2, z: 3 },
    { z: '4', y: 5 },
    { a: null, b: null },
  ],
  ...[{ a: 'x', b: 1, z: 'no' }, null, 'text', []],
]

/** What one says of the object, the other, or what stands beside both. */
const objects: readonly Entry[] = ABOUT.flatMap((one, at): Entry[] => {
  const other = ABOUT[(at * 5 + 3) % ABOUT.length]!
  const [a, b] = [objectOf({ a: S }, one), objectOf({ b: { type: 'integer' } }, other)]
  return [
    [{ allOf: [a, b] }, PAYLOADS],
    [{ allOf: [b, a] }, PAYLOADS],
    [{ ...a, allOf: [b] }, PAYLOADS],
    [{ allOf: [a, { allOf: [b] }] }, PAYLOADS],
    [{ allOf: [a, one] }, PAYLOADS],
    [{ anyOf: [a, b] }, PAYLOADS],
    [{ ...a, oneOf: [b, { type: 'object', required: ['y'] }] }, PAYLOADS],
    [{ ...a, if: { type: 'object', required: ['z'] }, then: b, else: one }, PAYLOADS],
  ]
})

const ALL: readonly Piece[] = [...TYPES, ...KEYWORDS]

/** Each piece with a few others, so that each type meets each kind of keyword somewhere. */
function pairs(): [one: Piece, other: Piece][] {
  return ALL.flatMap((one, at) =>
    [1, 4, 9, 14, 23].map((further): [Piece, Piece] => [one, ALL[(at + further) % ALL.length]!]),
  )
}

/** Schemas of a union that differ in one property; a payload has what both declare. */
const unions: readonly Entry[] = pairs().flatMap(([one, other], at): Entry[] => {
  const required = ['id']
  const list = [
    objectOf({ id: one.schema, name: S }, { required }),
    objectOf({ id: other.schema, title: S }, { required }),
  ]
  const values = [...one.values, ...other.values].map((id) => ({ id, name: 'n', title: 't' }))
  const union = { [at % 2 === 0 ? 'anyOf' : 'oneOf']: list }
  return [
    [union, values],
    [{ type: 'array', items: union }, [values.slice(0, 3), ...values.map((one) => [one])]],
  ]
})

const merged: readonly Entry[] = pairs().map(([one, other], at): Entry => {
  const values = [...one.values, ...other.values].map((a) => ({ a, b: 1 }))
  const list = [objectOf({ a: one.schema }), objectOf({ a: other.schema, b: { type: 'integer' } })]
  return at % 2 === 0 ? [{ allOf: list }, values] : [{ ...list[0], allOf: [list[1]] }, values]
})

export const MEETING: readonly Entry[] = [...objects, ...unions, ...merged]
