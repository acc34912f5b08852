/** Where the response schema of an input can stand, and what a payload for it becomes there. */
import { isJson } from '../../compare/text.ts'
import { type Entry, objectOf, type Schema } from '../../inputs/entry.ts'
import type { Question } from './compare.ts'

type Inner = Schema | boolean

interface Place {
  readonly name: string
  readonly around: (inner: Inner, values: readonly unknown[]) => unknown
  readonly send: (value: unknown) => readonly unknown[]
}

const n = { type: 'integer' }
const filled = { type: 'integer', default: 7 }
const withDefault = (inner: Inner, value: unknown): Inner =>
  typeof inner === 'boolean' ? inner : { ...inner, default: value }
/** The first value and the last one as defaults. */
function defaulted(inner: Inner, values: readonly unknown[]): Schema {
  const all = values.filter(isJson)
  return objectOf({ v: withDefault(inner, all[0] ?? null), w: withDefault(inner, all.at(-1) ?? null) })
}

export const PLACES: readonly Place[] = [
  { name: 'property', around: (v) => objectOf({ v }), send: (v) => [{ v }] },
  { name: 'root', around: (inner) => inner, send: (v) => [v] },
  {
    name: 'between others',
    around: (v) => objectOf({ a: n, v, d: filled, z: { type: 'string' } }, { required: ['v'] }),
    send: (v) => [{ v }, { a: 1, v, z: 'ü"', x: v }],
  },
  {
    name: 'with a default of its own',
    around: (v, values) => defaulted(v, values),
    send: (v) => [{ v }, { w: v }],
  },
  { name: 'each item', around: (items) => ({ type: 'array', items }), send: (v) => [[v], [v, v]] },
  {
    name: 'object in a list',
    around: (v) => ({ type: 'array', items: objectOf({ a: n, v }) }),
    send: (v) => [[{ v }, { a: 1, v, x: 1 }]],
  },
  {
    name: 'item of a tuple',
    around: (v) => ({ type: 'array', items: [{ type: 'string' }, v] }),
    send: (v) => [['a', v], ['a', v, v], [v]],
  },
  {
    name: 'behind the items of a tuple',
    around: (v) => ({ type: 'array', items: [n], additionalItems: v }),
    send: (v) => [[1, v, v]],
  },
  {
    name: 'undeclared properties',
    around: (v) => objectOf({ a: n }, { additionalProperties: v }),
    send: (v) => [{ v, a: 1, w: v }],
  },
  {
    name: 'properties by a pattern',
    around: (v) => objectOf({ a: n }, { patternProperties: { '^v': v, '^w': n } }),
    send: (v) => [{ vv: v, w: 1, x: v, a: 2 }],
  },
  {
    name: 'nullable objects around it',
    around: (v) => objectOf({ o: { ...objectOf({ v }), nullable: true } }, { nullable: true }),
    send: (v) => [{ o: { v } }, { o: null }],
  },
  {
    name: 'in an object that has a default',
    around: (v) => objectOf({ o: { ...objectOf({ v, d: filled }), default: { x: 1 } } }),
    send: (v) => [{ o: { v } }, {}],
  },
  {
    name: 'behind a definition',
    around: (x) =>
      objectOf({ v: { $ref: '#/definitions/x' }, w: { $ref: '#/definitions/x' } }, { definitions: { x } }),
    send: (v) => [{ v, w: v }, { w: v }],
  },
  {
    name: 'recursive',
    around: (v) => objectOf({ v, next: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } }),
    send: (v) => [{ v, next: { v, x: 1 } }, { list: [{ v }, { next: { v } }] }],
  },
  {
    name: 'first of anyOf',
    around: (v) => objectOf({ v: { anyOf: [v, { type: 'null' }] } }),
    send: (v) => [{ v }],
  },
  {
    name: 'last of oneOf, in a list',
    around: (v) => ({
      type: 'array',
      items: { oneOf: [{ type: 'object', required: ['zz'], properties: { zz: n } }, v] },
    }),
    send: (v) => [[v], [{ zz: 1 }, v]],
  },
  {
    name: 'told apart by a constant',
    around: (v) => ({
      anyOf: [
        objectOf({ kind: { const: 'a' }, v }, { required: ['kind'] }),
        objectOf({ kind: { const: 'b' }, w: v, d: filled }, { required: ['kind'] }),
      ],
    }),
    send: (v) => [
      { kind: 'a', v, w: v },
      { kind: 'b', v, w: v },
      { kind: 'c', v },
    ],
  },
  {
    name: 'merged by allOf',
    around: (v) => ({ allOf: [objectOf({ v }), objectOf({ a: n, d: filled }, { required: ['a'] })] }),
    send: (v) => [{ v, a: 1, x: v }, { v }],
  },
  {
    name: 'one side of allOf',
    around: (v) => objectOf({ v: { allOf: [v, {}] } }),
    send: (v) => [{ v }],
  },
  {
    name: 'then and else',
    around: (v) => ({
      type: 'object',
      properties: { k: n },
      if: { type: 'object', properties: { k: { const: 1 } } },
      then: objectOf({ k: n, v }),
      else: objectOf({ k: n, w: v }),
    }),
    send: (v) => [
      { k: 1, v, w: v },
      { k: 2, v, w: v },
    ],
  },
]

/** The schema of an input is the shared schema `$id`; these refer to it. */
export const SHARED_PLACES: readonly ((id: string) => Place)[] = [
  (id) => ({ name: 'a shared schema', around: () => ({ $ref: `${id}#` }), send: (v) => [v] }),
  (id) => ({
    name: 'a shared schema as a property',
    around: () => objectOf({ v: { $ref: id, description: 'd' }, d: filled }),
    send: (v) => [{ v }],
  }),
  (id) => ({
    name: 'each item is a shared schema',
    around: () => ({ type: 'array', items: { $ref: `${id}#` } }),
    send: (v) => [[v, v]],
  }),
  (id) => ({
    name: 'a shared schema merged',
    around: () => ({ allOf: [{ $ref: `${id}#` }, objectOf({ zz: n })] }),
    send: (v) => [v],
  }),
]

export function questionOf(place: Place, [schema, values]: Entry): Question {
  return { schema: place.around(schema, values), values: values.flatMap(place.send) }
}
