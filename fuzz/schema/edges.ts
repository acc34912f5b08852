/** Values at the edges of a schema that are still within, the same ones every time: a first phase before anything random. */

import type { TypeName } from './coercion.ts'
import { fc } from './fast-check.ts'
import { DEPTH, fitting } from './fitting.ts'
import { conditions, inlined, merged } from './merge.ts'
import { oddNumbers, oddTexts } from './odd-values.ts'
import { isSchema, type Schema, type SchemaOrBoolean, type Surroundings, typesOf } from './walk.ts'

export interface Edge {
  /** In a value that was made around it. */
  readonly value: unknown
  /** what is at its edge, such as `minimum 0 at /age` */
  readonly why: string
  /** Where it is in the value, and what is different there: for a base that is known to be accepted. */
  readonly at: readonly string[]
  readonly change:
    | { readonly put: unknown }
    | { readonly gone: readonly string[] }
    | { readonly fill: Schema }
}

/** How the reason of an edge begins that the schema itself gives. */
export const EXAMPLE = 'the example'
/** The largest number of edge values for one schema. */
const MOST = 400
/** Items of a list without a longest length. */
const MANY = 300
/** Optional properties of which each two are left out together. */
const PAIRED = 7

/** The edges of a schema: limits, lengths, members of enums, each optional property absent, each branch. */
export function edgesOf(schema: SchemaOrBoolean, around: Surroundings): Edge[] {
  return edges(schema, around, '', 0).slice(0, MOST)
}

/** One plain value that is made to fit, the same every time. */
export function sampleOf(schema: SchemaOrBoolean, around: Surroundings): unknown {
  return fc.sample(fitting(schema, around), { numRuns: 1, seed: 1 })[0]
}

/** A value with the edge in it, or the edge's own one where the value has no such place. */
export function withEdge(base: unknown, { value, at, change }: Edge): unknown {
  return placed(base, value, at, change)
}

function placed(base: unknown, own: unknown, at: readonly string[], change: Edge['change']): unknown {
  const [name, ...rest] = at
  if (name === undefined) {
    if ('put' in change) return change.put
    if (!isSchema(base)) return own
    return 'gone' in change ? without(base, change.gone) : { ...change.fill, ...base }
  }
  const below = (own as Record<string, unknown> | null)?.[name]
  if (Array.isArray(base)) return base.length === 0 ? own : base.with(0, placed(base[0], below, rest, change))
  if (!isSchema(base)) return own
  const next = Object.hasOwn(base, name) ? placed(base[name], below, rest, change) : below
  return withProperty(base, name, next)
}

function without(object: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

function withProperty(object: Schema, name: string, value: unknown): Schema {
  if (name !== '__proto__') return { ...object, [name]: value }
  return Object.fromEntries([...Object.entries(object).filter(([one]) => one !== name), [name, value]])
}

type MakeEdge = (why: string, value: unknown) => Edge

function edges(schema: SchemaOrBoolean, around: Surroundings, pointer: string, depth: number): Edge[] {
  if (typeof schema === 'boolean' || depth > DEPTH * 2) return []
  const place = pointer === '' ? '' : ` at ${pointer}`
  const edge: MakeEdge = (why, value) => ({ value, why: `${why}${place}`, at: [], change: { put: value } })
  if (schema['const'] !== undefined) return [edge('const', schema['const'])]
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((one: unknown) => edge(`enum ${JSON.stringify(one)}`, one))
  const given = givenBy(schema).map((one) => edge(`${EXAMPLE} ${JSON.stringify(one)}`, one))
  return [...given, ...waysOf(schema, around, pointer, depth, edge)]
}

function waysOf(
  schema: Schema,
  around: Surroundings,
  pointer: string,
  depth: number,
  edge: MakeEdge,
): Edge[] {
  if (typeof schema['$ref'] === 'string') {
    const target = inlined(schema, around)
    return target === schema ? [] : edges(target, around, pointer, depth + 1)
  }
  for (const key of ['oneOf', 'anyOf'] as const) {
    const branches = schema[key]
    if (!Array.isArray(branches)) continue
    const { [key]: _branches, ...rest } = schema
    const ways = (branches as SchemaOrBoolean[]).map((one) => merged(rest, inlined(one, around)))
    return inTurns(
      ways.map((way, at) => [
        edge(`${key} ${at}`, sampleOf(way, around)),
        ...edges(way, around, pointer, depth + 1).map(wholly),
      ]),
    )
  }
  if (Array.isArray(schema['allOf'])) {
    const { allOf, ...rest } = schema
    const members = (allOf as SchemaOrBoolean[]).map((one) => inlined(one, around))
    return edges(members.reduce<SchemaOrBoolean>(merged, rest), around, pointer, depth + 1)
  }
  if (schema['if'] !== undefined)
    return inTurns(conditions(schema).map((way) => edges(way, around, pointer, depth)))
  const types = typesOf(schema) ?? []
  return types.flatMap((type) => ofType(type, schema, around, pointer, depth, edge))
}

/** What fits one branch does not fit into a value of another one. */
function wholly(edge: Edge): Edge {
  return { ...edge, at: [], change: { put: edge.value } }
}

/** The first of each, then the second of each: a limit cuts none of them off alone. */
function inTurns(lists: Edge[][]): Edge[] {
  const found: Edge[] = []
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let at = 0; at < longest; at++) for (const list of lists) found.push(...list.slice(at, at + 1))
  return found
}

/** What a schema itself gives as a value. */
function givenBy({ examples: several, example, default: fallback }: Schema): unknown[] {
  return [
    ...(Array.isArray(several) ? (several as unknown[]) : []),
    ...(example === undefined ? [] : [example]),
    ...(fallback === undefined ? [] : [fallback]),
  ]
}

function ofType(
  type: TypeName,
  schema: Schema,
  around: Surroundings,
  pointer: string,
  depth: number,
  edge: MakeEdge,
): Edge[] {
  switch (type) {
    case 'null':
      return [edge('null', null)]
    case 'boolean':
      return [edge('true', true), edge('false', false)]
    case 'integer':
    case 'number':
      return oddNumbers(schema, type === 'integer').map(([why, value]) => edge(why, value))
    case 'string':
      return oddTexts(schema, around).map(([why, value]) => edge(why, value))
    case 'array':
      return lists(schema, around, pointer, depth, edge)
    default:
      return objects(schema, around, pointer, depth, edge)
  }
}

function lists(schema: Schema, around: Surroundings, pointer: string, depth: number, edge: MakeEdge): Edge[] {
  const items = schema['items'] as SchemaOrBoolean | undefined
  const plain = sampleOf({ ...schema, type: 'array' }, around)
  if (!isSchema(items)) return [edge('a sample', plain), edge('an empty list', [])]
  const limitOf = (name: string): number | null =>
    typeof schema[name] === 'number' ? (schema[name] as number) : null
  const [least, most] = [limitOf('minItems') ?? 0, limitOf('maxItems')]
  const filled = (length: number): unknown =>
    sampleOf({ ...schema, type: 'array', minItems: length, maxItems: length }, around)
  const found = [edge(`minItems ${least}`, filled(least))]
  if (least === 0 && most !== 0) found.push(edge('one item', filled(1)))
  const many = Math.min(most ?? MANY, 1000)
  const some = fc.sample(fitting(items, around), { numRuns: Math.max(1, many), seed: 1 })
  const isUnique = schema['uniqueItems'] === true
  const list = isUnique ? [...new Map(some.map((one) => [JSON.stringify(one), one])).values()] : some
  if (many > 1) found.push(edge(most === null ? `${list.length} items` : `maxItems ${list.length}`, list))
  if (!isUnique && many > 1 && least <= 2) found.push(edge('the same item twice', [some[0], some[0]]))
  if (depth >= DEPTH || most === 0) return found
  const rest = some.slice(1, Math.max(1, least))
  for (const one of edges(items, around, `${pointer}/0`, depth + 1))
    found.push({ ...one, value: [one.value, ...rest], at: ['0', ...one.at] })
  return found
}

function objects(
  schema: Schema,
  around: Surroundings,
  pointer: string,
  depth: number,
  edge: MakeEdge,
): Edge[] {
  const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).filter(
    ([, one]) => one !== false,
  )
  const required = new Set((schema['required'] ?? []) as string[])
  const sample = sampleOf({ ...schema, type: 'object' }, around)
  if (!isSchema(sample)) return [edge('a sample', sample)]
  if (depth >= DEPTH) {
    const least = without(
      sample,
      Object.keys(sample).filter((name) => !required.has(name)),
    )
    return [edge('a sample', sample), edge('required properties only', least)]
  }
  let whole: Schema = sample
  for (const [name, one] of properties)
    if (!Object.hasOwn(whole, name))
      whole = withProperty(whole, name, sampleOf(one as SchemaOrBoolean, around))
  const optional = Object.keys(whole).filter((name) => !required.has(name))
  const found: Edge[] = [{ ...edge('all properties', whole), change: { fill: whole } }]
  const absent = (...gone: string[]): void => {
    const why = `without ${gone.join(' and ')}${pointer === '' ? '' : ` at ${pointer}`}`
    found.push({ value: without(whole, gone), why, at: [], change: { gone } })
  }
  found.push({ ...edge('required properties only', without(whole, optional)), change: { gone: optional } })
  if (optional.length > 1) {
    for (const name of optional) absent(name)
    for (const name of optional) absent(...optional.filter((one) => one !== name))
  }
  const paired = optional.slice(0, PAIRED)
  for (const [at, one] of paired.entries()) for (const other of paired.slice(at + 1)) absent(one, other)
  const below = properties.map(([name, one]) =>
    edges(one as SchemaOrBoolean, around, `${pointer}/${name}`, depth + 1).map((inner) => ({
      ...inner,
      value: withProperty(whole, name, inner.value),
      at: [name, ...inner.at],
    })),
  )
  return [...found, ...inTurns(below)]
}
