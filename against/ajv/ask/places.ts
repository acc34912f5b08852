/** Where the schema of an input can stand, and what a value of it becomes there. */
import { isJson } from '../../compare/text.ts'
import { type Entry, objectOf, type Schema } from '../../inputs/entry.ts'
import { HOLES } from '../../inputs/pieces.ts'
import type { Question } from './compare.ts'

type Inner = Schema | boolean

interface Place {
  readonly name: string
  readonly around: (inner: Inner, values: readonly unknown[]) => unknown
  /** what is sent for each value; `next` is the one behind it in the list */
  readonly send: (value: unknown, next: unknown) => readonly unknown[]
}

const filled = { type: 'integer', default: 7 }
const withDefault = (inner: Inner, value: unknown): Inner =>
  typeof inner === 'boolean' ? inner : { ...inner, default: value }
/** The first value and the last one as defaults. */
function defaulted(inner: Inner, values: readonly unknown[]): Schema {
  const all = values.filter(isJson)
  return objectOf({ v: withDefault(inner, all[0] ?? null), w: withDefault(inner, all.at(-1) ?? null) })
}

/** A part of a body. */
const PARTS: readonly Place[] = [
  { name: 'property', around: (v) => objectOf({ v }), send: (v) => [{ v }] },
  { name: 'root', around: (inner) => inner, send: (v) => [v] },
  {
    name: 'required, with a default beside it',
    around: (v) => objectOf({ v, d: filled }, { required: ['v'] }),
    send: (v) => [{ v }, { v, d: '8' }],
  },
  {
    name: 'with a default of its own',
    around: (v, values) => defaulted(v, values),
    send: (v) => [{ v }, { w: v }],
  },
  {
    name: 'in an object that has a default, with defaults inside',
    around: (v) => objectOf({ o: { ...objectOf({ v, d: filled }), default: {} } }),
    send: (v) => [{}, { o: { v } }],
  },
  {
    name: 'beside what is removed',
    around: (v) => objectOf({ v, d: filled }, { additionalProperties: false }),
    send: (v) => [{ v, x: v }],
  },
  { name: 'each item', around: (items) => ({ type: 'array', items }), send: (v, next) => [[v], [v, next]] },
  {
    name: 'object in a list',
    around: (v) => ({ type: 'array', items: objectOf({ v, d: filled }) }),
    send: (v, next) => [[{ v }, { v: next }]],
  },
]

/** The schema as a definition, and the forms of a reference to it. */
const REFERRED: readonly Place[] = [
  ['#/definitions/x', (x: Inner) => ({ definitions: { x } })],
  ['#/$defs/x', (x: Inner) => ({ $defs: { x } })],
  ['#/definitions/a~1b%20c', (x: Inner) => ({ definitions: { 'a/b c': x } })],
  ['#here', (x: Inner) => (typeof x === 'boolean' ? {} : { definitions: { x: { $id: '#here', ...x } } })],
  ['#/properties/v', (v: Inner) => ({ properties: { v } })],
].map(([ref, document]): Place => {
  const around = document as (inner: Inner) => Schema
  return {
    name: `behind ${ref as string}`,
    around: (inner) => {
      const { properties, ...more } = around(inner)
      return { type: 'object', properties: { ...Object(properties), r: { $ref: ref }, d: filled }, ...more }
    },
    send: (v) => [{ r: v }],
  }
})

/** Where a schema can refer to its root, and what stands there. */
const ROOT = { $ref: '#' }
const INSIDE: readonly (readonly [name: string, next: Schema, send: (one: unknown) => unknown])[] = [
  ['a map', { type: 'object', additionalProperties: ROOT }, (one) => ({ k: one })],
  ['patterns', { type: 'object', patternProperties: { '^k': ROOT } }, (one) => ({ k: one, x: one })],
  ['a tuple', { type: 'array', items: [ROOT, ROOT], minItems: 2, maxItems: 2 }, (one) => [one, {}]],
  ['behind a tuple', { type: 'array', items: [{}], minItems: 1, additionalItems: ROOT }, (one) => [1, one]],
  ['a union', { anyOf: [{ type: 'null' }, ROOT] }, (one) => one],
  ['a merge', { allOf: [ROOT, { type: 'object', maxProperties: 3 }] }, (one) => one],
]
const NESTED: readonly Place[] = INSIDE.flatMap(([name, next, send]): Place[] =>
  [{}, { additionalProperties: false }, { required: ['d'] }, { maxProperties: 2 }].map((more) => ({
    name: `recursive in ${name}`,
    around: (v) => objectOf({ v, d: filled, next }, more),
    send: (v) => [{ next: send({ v }) }, { v, next: send({ next: send({ v }), y: 1 }) }],
  })),
)

/** A schema that refers to itself, with the input at each level and a default beside it. */
const RECURSIVE: readonly Place[] = [
  {
    name: 'recursive by #',
    around: (v) => objectOf({ v, d: filled, next: { $ref: '#' } }),
    send: (v) => [{ v }, { next: { v } }, { v, next: { next: { v } } }],
  },
  {
    name: 'recursive without a property',
    around: (v) => objectOf({ v, d: filled }, { additionalProperties: ROOT }),
    send: (v) => [{ v }, { k: { v } }, { k: { l: { v } }, m: { d: 'x' } }],
  },
  {
    name: 'recursive in a merged schema',
    around: (v) => ({ type: 'object', allOf: [objectOf({ v, d: filled }), objectOf({ next: ROOT })] }),
    send: (v) => [{ next: { v } }, { v, next: { next: { v } } }],
  },
  {
    name: 'recursive in a list',
    around: (v) => objectOf({ v, d: filled, list: { type: 'array', items: { $ref: '#' } } }),
    send: (v) => [{ list: [{ v }, {}] }, { list: [{ list: [{ v }] }] }],
  },
  {
    name: 'recursive by definitions that refer to each other',
    around: (v) => ({
      ...objectOf({ a: { $ref: '#/definitions/a' } }),
      definitions: {
        a: objectOf({ v, b: { $ref: '#/definitions/b' } }),
        b: objectOf({ d: filled, a: { $ref: '#/definitions/a' } }, { additionalProperties: false }),
      },
    }),
    send: (v) => [{ a: { v, b: {} } }, { a: { b: { a: { v }, x: 1 } } }],
  },
]

const HOLED: readonly Place[] = HOLES.map((hole, at) => ({
  name: `hole ${at}`,
  around: (inner) => hole.around(inner as Schema),
  send: (value) => hole.values(value as never),
}))

export const BODY: readonly Place[] = [...PARTS, ...REFERRED, ...RECURSIVE, ...NESTED, ...HOLED]

/** The schema of an input is the shared schema `$id`; these refer to it. */
export const SHARED_PLACES: readonly ((id: string) => Place)[] = [
  (id) => ({ name: 'a shared schema', around: () => ({ $ref: `${id}#` }), send: (v) => [v] }),
  (id) => ({
    name: 'a shared schema, with words beside the reference',
    around: () => objectOf({ v: { $ref: id, description: 'd', title: 't' }, d: filled }),
    send: (v) => [{ v }],
  }),
  (id) => ({
    name: 'a shared schema in all others',
    around: () =>
      objectOf({ v: { allOf: [{ $ref: `${id}#` }, {}] }, w: { anyOf: [{ $ref: id }, { type: 'null' }] } }),
    send: (v) => [{ v }, { w: v }],
  }),
  (id) => ({
    name: 'each item is a shared schema',
    around: () => ({ type: 'array', items: { $ref: `${id}#` } }),
    send: (v, next) => [[v, next]],
  }),
]

export function questionOf(place: Place, [schema, values]: Entry, part: Question['part'] = 'body'): Question {
  return {
    part,
    schema: place.around(schema, values),
    values: values.flatMap((value, at) => place.send(value, values[(at + 1) % values.length])),
  }
}

/** What a parser of a query makes of texts: an object without a prototype. */
const parsed = (entries: object): object => Object.assign(Object.create(null), entries)

/** Objects of scalars and lists, which query, params and headers are. */
export const TEXT_PLACES: readonly Place[] = [
  { name: 'property', around: (v) => objectOf({ v }), send: (v) => [parsed({ v })] },
  {
    name: 'required, with a default beside it',
    around: (v) => objectOf({ v, d: filled }, { required: ['v'] }),
    send: (v) => [parsed({ v }), parsed({ v, d: '1' }), { d: 'x', v }],
  },
  {
    name: 'with a default of its own',
    around: (v, values) => defaulted(v, values),
    send: (v) => [parsed({ v }), parsed({ w: v })],
  },
  {
    name: 'beside what is removed',
    around: (v) => objectOf({ v, w: v }, { additionalProperties: false }),
    send: (v) => [parsed({ v, x: v }), parsed({ x: v, v, w: v })],
  },
  {
    name: 'undeclared ones',
    around: (v) => objectOf({ d: filled }, { additionalProperties: v }),
    send: (v) => [parsed({ v, x: v, d: '5' })],
  },
  {
    name: 'by a pattern',
    around: (v) => objectOf({ d: filled }, { patternProperties: { '^v': v } }),
    send: (v) => [parsed({ v, vv: v, x: v })],
  },
  {
    name: 'behind a reference',
    around: (v) => ({ $ref: '#/definitions/all', definitions: { all: objectOf({ v, d: filled }) } }),
    send: (v) => [parsed({ v })],
  },
  {
    name: 'an item',
    around: (v) => objectOf({ list: { type: 'array', items: v } }),
    send: (v) => [parsed({ list: v }), parsed({ list: [v, v] })],
  },
]
