/** Values at the edges of a schema that are still within, the same ones every time: a first phase before anything random. */

import type { TypeName } from './coercion.ts'
import { fc } from './fast-check.ts'
import { DEPTH, FORMATS, fitting } from './fitting.ts'
import { follow, isSchema, type Schema, type SchemaOrBoolean, type Surroundings, typesOf } from './walk.ts'

export interface Edge {
  value: unknown
  /** what is at its edge, such as `minimum 0 at /age` */
  why: string
}

/** The largest number of edge values for one schema. */
const MOST = 200

/** The edges of a schema: limits, lengths, members of enums, each optional property absent, each branch. */
export function edgesOf(schema: SchemaOrBoolean, around: Surroundings): Edge[] {
  return edges(schema, around, '', 0).slice(0, MOST)
}

/** One plain value that is made to fit, the same every time. */
export function sampleOf(schema: SchemaOrBoolean, around: Surroundings): unknown {
  return fc.sample(fitting(schema, around), { numRuns: 1, seed: 1 })[0]
}

function edges(schema: SchemaOrBoolean, around: Surroundings, pointer: string, depth: number): Edge[] {
  if (typeof schema === 'boolean' || depth > DEPTH * 2) return []
  const place = pointer === '' ? '' : ` at ${pointer}`
  const edge = (why: string, value: unknown): Edge => ({ value, why: `${why}${place}` })
  if (schema['const'] !== undefined) return [edge('const', schema['const'])]
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((one: unknown) => edge(`enum ${JSON.stringify(one)}`, one))
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const target = follow(ref, around)
    return target ? edges(target.schema, target.around, pointer, depth + 1) : []
  }
  for (const key of ['oneOf', 'anyOf'] as const) {
    const branches = schema[key]
    if (!Array.isArray(branches)) continue
    return branches.map((_, at) =>
      edge(`${key} ${at}`, sampleOf({ ...schema, [key]: [branches[at]] }, around)),
    )
  }
  if (schema['allOf'] || schema['not'] || schema['if']) return [edge('a sample', sampleOf(schema, around))]
  const types = typesOf(schema) ?? []
  return types.flatMap((type) => ofType(type, schema, around, pointer, depth, edge))
}

type MakeEdge = (why: string, value: unknown) => Edge

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
      return numbers(schema, type === 'integer', edge)
    case 'string':
      return texts(schema, around, edge)
    case 'array':
      return lists(schema, around, pointer, depth, edge)
    default:
      return objects(schema, around, pointer, depth, edge)
  }
}

function limit(schema: Schema, name: string): number | null {
  return typeof schema[name] === 'number' ? (schema[name] as number) : null
}

function numbers(schema: Schema, integer: boolean, edge: MakeEdge): Edge[] {
  const step = limit(schema, 'multipleOf') ?? (integer ? 1 : 0.5)
  const candidates: [string, number | null][] = [
    ['minimum', limit(schema, 'minimum')],
    ['maximum', limit(schema, 'maximum')],
    ['above exclusiveMinimum', plus(limit(schema, 'exclusiveMinimum'), step)],
    ['below exclusiveMaximum', plus(limit(schema, 'exclusiveMaximum'), -step)],
    ['zero', 0],
    ['minus one', -1],
    ['the largest safe integer', Number.MAX_SAFE_INTEGER],
    ['the smallest safe integer', Number.MIN_SAFE_INTEGER],
    ...(integer
      ? []
      : ([
          ['a fraction', 0.1],
          ['a large number', 1e300],
          ['a small number', 5e-324],
        ] as [string, number][])),
  ]
  return candidates
    .filter(([, value]) => value !== null)
    .map(([why, value]) => edge(`${why} ${value}`, value))
}

function plus(value: number | null, step: number): number | null {
  return value === null ? null : value + step
}

/** Texts that programs stumble on, beside those at the limits of a length. */
const ODD = ['', ' ', '0', 'null', '__proto__', '\u0000', '\u2028', '\u{1f600}', '\'"<>&;`\\', '%00', '../..']

function texts(schema: Schema, around: Surroundings, edge: MakeEdge): Edge[] {
  const { format, pattern } = schema
  if (typeof format === 'string' && FORMATS[format])
    return fc.sample(FORMATS[format], { numRuns: 3, seed: 1 }).map((value) => edge(`format ${format}`, value))
  if (typeof pattern === 'string') return [edge(`pattern ${pattern}`, sampleOf(schema, around))]
  const [shortest, longest] = [limit(schema, 'minLength'), limit(schema, 'maxLength')]
  const found: Edge[] = []
  if (shortest !== null) found.push(edge(`minLength ${shortest}`, 'x'.repeat(shortest)))
  if (longest !== null && longest <= 100_000) {
    found.push(edge(`maxLength ${longest}`, 'x'.repeat(longest)))
    // A character outside the basic plane counts once.
    found.push(edge(`maxLength ${longest} in pairs`, '\u{1f600}'.repeat(longest)))
  }
  const within = (text: string): boolean =>
    [...text].length >= (shortest ?? 0) && [...text].length <= (longest ?? Number.POSITIVE_INFINITY)
  return [...found, ...ODD.filter(within).map((text) => edge(`the text ${JSON.stringify(text)}`, text))]
}

function lists(schema: Schema, around: Surroundings, pointer: string, depth: number, edge: MakeEdge): Edge[] {
  const { items } = schema
  const plain = sampleOf({ ...schema, type: 'array' }, around)
  if (!isSchema(items)) return [edge('a sample', plain)]
  const [least, most] = [limit(schema, 'minItems') ?? 0, limit(schema, 'maxItems')]
  const unique = schema['uniqueItems'] === true
  const filled = (length: number): unknown =>
    sampleOf({ ...schema, type: 'array', minItems: length, maxItems: length }, around)
  const found = [edge(`minItems ${least}`, filled(least))]
  if (most !== null && most <= 1000 && !unique)
    found.push(
      edge(
        `maxItems ${most}`,
        Array.from({ length: most }, () => sampleOf(items, around)),
      ),
    )
  if (depth >= DEPTH || (most !== null && most < 1)) return found
  for (const { value, why } of edges(items, around, `${pointer}/0`, depth + 1)) {
    const rest = Array.from({ length: Math.max(0, least - 1) }, () => sampleOf(items, around))
    if (!unique || rest.length === 0) found.push({ value: [value, ...rest], why })
  }
  return found
}

function objects(
  schema: Schema,
  around: Surroundings,
  pointer: string,
  depth: number,
  edge: MakeEdge,
): Edge[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = new Set((schema['required'] ?? []) as string[])
  const sample = sampleOf({ ...schema, type: 'object' }, around)
  if (!isSchema(sample) || depth >= DEPTH) return [edge('a sample', sample)]
  const whole: Record<string, unknown> = { ...sample }
  for (const [name, one] of Object.entries(properties)) {
    if (Object.hasOwn(whole, name)) continue
    Object.defineProperty(whole, name, {
      value: sampleOf(one as SchemaOrBoolean, around),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  const bare = Object.fromEntries(Object.entries(whole).filter(([name]) => required.has(name)))
  const found = [edge('all properties', whole), edge('required properties only', bare)]
  for (const [name, one] of Object.entries(properties)) {
    for (const { value, why } of edges(one as SchemaOrBoolean, around, `${pointer}/${name}`, depth + 1))
      found.push({ value: { ...whole, [name]: value }, why })
  }
  return found
}
