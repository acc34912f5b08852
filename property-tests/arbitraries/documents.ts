/** Schemas in several documents that refer to each other, and a resolver of our own, which writes what they mean in one. */
import fc from 'fast-check'
import type { Json } from '../../spec/case.ts'

type Schema = { [key: string]: Json }

/** A place for a reference: the number chooses one of those that lead somewhere from there. */
const SLOT = 'slot'

export interface Documents {
  shared: Schema[]
  /** the schema of each route, and what it means, without a reference */
  routes: { own: Schema; inlined: Schema }[]
}

const LEAVES: readonly Schema[] = [
  { type: 'integer' }, { type: 'string' }, { type: 'boolean' }, { type: 'integer', minimum: 5 }, { type: 'string', enum: ['x', '1'] },
  { type: 'number', maximum: 2 }, { type: 'null' }, { type: 'string', maxLength: 1 },
] // biome-ignore format: a list of schemas

const leaf = fc.constantFrom(...LEAVES)
const slot: fc.Arbitrary<Schema> = fc.oneof(
  { weight: 3, arbitrary: fc.nat(99).map((number): Schema => ({ [SLOT]: number })) },
  { weight: 1, arbitrary: leaf },
)

/** Schemas around references: each combinator, and each place of a child. */
const around: fc.Arbitrary<Schema> = fc.oneof(
  { weight: 3, arbitrary: slot },
  { weight: 2, arbitrary: slot.map((v): Schema => ({ type: 'object', properties: { v } })) },
  { weight: 1, arbitrary: slot.map((v): Schema => ({ type: 'object', properties: { v }, required: ['v'], additionalProperties: false })) },
  { weight: 1, arbitrary: slot.map((items): Schema => ({ type: 'array', items })) },
  { weight: 1, arbitrary: slot.map((one): Schema => ({ allOf: [one] })) },
  { weight: 1, arbitrary: fc.tuple(slot, leaf).map(([one, other]): Schema => ({ anyOf: [one, other] })) },
  { weight: 1, arbitrary: slot.map((additionalProperties): Schema => ({ type: 'object', additionalProperties })) },
  { weight: 1, arbitrary: slot.map((one): Schema => ({ type: 'object', patternProperties: { '^v': one } })) },
  { weight: 1, arbitrary: fc.tuple(slot, slot).map(([one, other]): Schema => ({ if: { type: 'object' }, then: { type: 'object', properties: { v: one } }, else: other })) },
) // biome-ignore format: one line for each place

const NAMES = ['a', 'b'] as const
const ANCHORS = ['#x', '#y'] as const
const INNER = ['inner', 'dir/inner', 'http://a.example/t', 't'] as const

/** A definition, which may be a document of its own within the other: then its references begin at itself. */
const definition: fc.Arbitrary<Schema> = fc
  .tuple(around, fc.constantFrom('none', 'none', 'none', 'anchor', 'inner'), fc.nat(3), leaf)
  .map(([schema, how, at, other]): Schema => {
    if (SLOT in schema || how === 'none') return schema
    if (how === 'anchor') return { ...schema, $id: ANCHORS[at % 2] as string }
    return { ...schema, $id: INNER[at] as string, definitions: { a: other } }
  })

const IDS = ['s', 't', 'http://a.example/s', 'http://a.example/t'] as const

const document = (id: string): fc.Arbitrary<Schema> =>
  fc
    .tuple(
      around,
      fc.dictionary(fc.constantFrom(...NAMES), definition, { minKeys: 1, noNullPrototype: true }),
    )
    .map(([schema, definitions]): Schema => {
      const root: Schema = SLOT in schema ? { allOf: [schema] } : schema
      return { $id: id, ...root, definitions }
    })

export const documents: fc.Arbitrary<Documents> = fc
  .uniqueArray(fc.constantFrom(...IDS), { maxLength: 3 })
  .chain((ids) =>
    fc.record({
      shared: fc.tuple(...ids.map(document)) as fc.Arbitrary<Schema[]>,
      own: fc.array(
        fc
          .tuple(around, fc.dictionary(fc.constantFrom(...NAMES), definition, { noNullPrototype: true }), fc.constantFrom('', '', 'http://a.example/own'))
          .map(([v, definitions, id]): Schema => ({ ...(id === '' ? {} : { $id: id }), type: 'object', properties: { v }, definitions })),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  )
  .map(({ shared, own }) => written(structuredClone(shared), structuredClone(own)))
  .filter((all) => all !== null) // biome-ignore format: one line for each part

/** Every text that a reference may have. */
const TEXTS: readonly string[] = [
  ...['', 's', 't', 'inner', 'dir/inner', 'http://a.example/s', 'http://a.example/t', 'http://a.example/inner'].flatMap((uri) =>
    ['#', ...ANCHORS, '#/definitions/a', '#/definitions/b', '#/definitions/a/definitions/a', '#/definitions/a/properties/v', '#/properties/v']
      .map((fragment) => uri + fragment)),
  'inner', 'dir/inner', 't',
] // biome-ignore format: documents, and places in them

/** A schema, the URI against which references in it are read, and the table of the document that contains it. */
interface Place {
  schema: Json
  base: string
  table: Table
}

type Find = (reference: string, from: Place) => Place | null

/** The documents within one, and the anchors in them, by their URI. */
type Table = Map<string, { schema: Schema; base: string }>

const RELATIVE = 'x://h/'

/** A URI against another one; neither needs a scheme. */
function resolved(reference: string, base: string): string {
  if (URL.canParse(reference)) return new URL(reference).href
  return new URL(reference, URL.canParse(base) ? base : RELATIVE + base).href.replace(RELATIVE, '')
}

function tableOf(root: Schema): Table {
  const table: Table = new Map()
  const enter = (schema: Json, base: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if (Array.isArray(schema)) {
      for (const one of schema) enter(one, base)
      return
    }
    const own = baseOf(schema, base)
    const id = schema['$id']
    if (typeof id === 'string') {
      const uri = id.startsWith('#') ? resolved(id, base) : own
      if (table.has(uri)) throw new Ambiguous()
      table.set(uri, { schema, base: own })
    }
    for (const one of Object.values(schema)) enter(one, own)
  }
  enter(root, '')
  if (!table.has('')) table.set('', { schema: root, base: baseOf(root, '') })
  return table
}

/** The base within a schema. */
function baseOf(schema: Json, base: string): string {
  const id = typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema['$id'] : null
  return typeof id === 'string' && !id.startsWith('#') ? resolved(id, base) : base
}

/** Writes references in the slots, and what they mean; null where a reference leads to itself, or to two schemas. */
function written(shared: Schema[], own: Schema[]): Documents | null {
  const writing = unlessUnclear(() => referring(shared))
  const routes = own.flatMap((one) => (writing && unlessUnclear(() => writing(one))) ?? [])
  return routes.length === 0 ? null : { shared, routes }
}

/** What leads nowhere, or to two schemas, is left out. */
function unlessUnclear<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof Endless || error instanceof Ambiguous) return null
    throw error
  }
}

/** Writes the references of the shared documents, and then those of one more. */
function referring(shared: Schema[]): (own: Schema) => Documents['routes'][number] {
  const tables = shared.map((one) => tableOf(one))
  const uris = tables.flatMap((table) => [...table.keys()]).filter((uri) => uri !== '')
  if (new Set(uris).size < uris.length) throw new Ambiguous()
  const find = finding(shared, tables)
  const among = shared.flatMap((one, at) => filled(one, '', tables[at]!, find))
  for (const one of among) inline(one, find, 0, new Set())
  return (own) => {
    const table = tableOf(own)
    const places = filled(own, '', table, find)
    const named = new Map<string, Json>()
    const findOne: Find = (reference, from) => {
      const target = find(reference, from)
      const uri = resolved(reference, from.base)
      if (target !== null && named.has(uri) && named.get(uri) !== target.schema) throw new Ambiguous()
      if (target !== null) named.set(uri, target.schema)
      return target
    }
    for (const one of [...among, ...places]) inline(one, findOne, 0, new Set())
    const inlined = inline({ schema: own, base: baseOf(own, ''), table }, findOne, 0, new Set()) as Schema
    for (const [uri, { schema }] of table)
      if (uri !== '' && named.has(uri) && named.get(uri) !== schema) throw new Ambiguous()
    return { own, inlined }
  }
}

/** Looks a reference up in the document in which it stands, and then among the shared ones. */
function finding(shared: readonly Schema[], tables: readonly Table[]): Find {
  const common: Table = new Map()
  for (const [at, one] of shared.entries()) {
    const uri = String(one['$id'])
    for (const [key, place] of tables[at]!)
      if (key === uri || key.startsWith(`${uri}#`)) common.set(key, place)
  }
  const tableAt = (one: Table, uri: string): Table =>
    one === common ? (tables[shared.findIndex(({ $id }) => $id === uri)] as Table) : one
  return (reference, { base, table }) => {
    const [uri = '', fragment = ''] = resolved(reference, base).split('#')
    for (const one of [table, common]) {
      const anchor = one.get(`${uri}#${fragment}`)
      if (anchor !== undefined) return { ...anchor, table: tableAt(one, uri) }
      const document = one.get(uri)
      if (document === undefined) continue
      if (fragment !== '' && !fragment.startsWith('/')) return null
      return atPointer({ ...document, table: tableAt(one, uri) }, fragment)
    }
    return null
  }
}

/** Writes references in the slots of a schema; gives their places. */
function filled(schema: Json, base: string, table: Table, find: Find): Place[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((one) => filled(one, base, table, find))
  const inner = baseOf(schema, base)
  const number = schema[SLOT]
  const own: Place[] = []
  if (typeof number === 'number') {
    delete schema[SLOT]
    const able = TEXTS.filter((text) => find(text, { schema, base: inner, table }) !== null)
    if (able.length === 0) schema['type'] = 'integer'
    else {
      schema['$ref'] = able[number % able.length] as string
      own.push({ schema, base: inner, table })
    }
  }
  return [...own, ...Object.values(schema).flatMap((one) => filled(one, inner, table, find))]
}

function atPointer({ schema, base, table }: Place, pointer: string): Place | null {
  let [at, own] = [schema, base]
  for (const key of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !(key in at)) return null
    at = at[key] as Json
    own = baseOf(at, own)
  }
  return { schema: at, base: own, table }
}

class Endless extends Error {}
class Ambiguous extends Error {}

/** Values of the tests are not as deep. */
const DEEP = 5

/** `depth`: of the value; `within`: the schemas that judge the same value. */
function inline(place: Place, find: Find, depth: number, within: ReadonlySet<Json>): Json {
  const { schema, base, table } = place
  if (typeof schema !== 'object' || schema === null) return schema
  if (within.has(schema)) throw new Endless()
  if (depth > DEEP) return {}
  const here = new Set([...within, schema])
  const child = (one: Json, deeper: number, judging: ReadonlySet<Json> = here): Json =>
    inline({ schema: one, base: baseOf(one, base), table }, find, depth + deeper, judging)
  if (Array.isArray(schema)) return schema.map((one) => child(one, 0))
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const target = find(reference, place)
    if (target === null) throw new Error(`a reference leads nowhere: ${reference}`)
    return inline(target, find, depth, here)
  }
  const entries = Object.entries(schema).filter(([key]) => key !== '$id' && key !== 'definitions')
  return Object.fromEntries(
    entries.map(([key, value]): [string, Json] => {
      if (key === 'additionalProperties') return [key, child(value, 1, new Set())]
      if (key === 'items') return [key, child(value, 1)] // a value becomes a list where one is wanted, without end
      if (key !== 'properties' && key !== 'patternProperties') return [key, child(value, 0)]
      const children = Object.entries(value as Schema).map(([name, one]) => [name, child(one, 1, new Set())])
      return [key, Object.fromEntries(children) as Json]
    }),
  )
}
