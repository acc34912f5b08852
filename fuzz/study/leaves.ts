/** The places of a schema at which scalars and lists stand, and values at such places. */
import { escapeToken, follow, isSchema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'

const MOST = 40
const DEPTH = 5

/** JSON pointers into a value: every property that is not an object itself, the value as a whole where it is none. */
export function leavesOf(schema: SchemaOrBoolean, around: Surroundings): string[] {
  return leaves(schema, around, '', 0).slice(0, MOST)
}

function leaves(schema: SchemaOrBoolean, around: Surroundings, pointer: string, depth: number): string[] {
  if (typeof schema === 'boolean' || depth > DEPTH) return []
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const target = follow(ref, around)
    return target ? leaves(target.schema, target.around, pointer, depth + 1) : []
  }
  const properties = schema['properties']
  if (!isSchema(properties)) return [pointer]
  return Object.entries(properties).flatMap(([name, one]) =>
    leaves(one as SchemaOrBoolean, around, `${pointer}/${escapeToken(name)}`, depth + 1),
  )
}

function tokensOf(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Undefined where the way there breaks off. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value
  for (const token of tokensOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return undefined
    at = (at as Record<string, unknown>)[token]
  }
  return at
}

/** A copy with another value there; undefined where the way there breaks off. */
export function withValueAt(value: unknown, pointer: string, wanted: unknown): unknown {
  const [token, ...rest] = tokensOf(pointer)
  if (token === undefined) return wanted
  if (Array.isArray(value)) {
    const inner = withValueAt(value[Number(token)], toPointer(rest), wanted)
    return inner === undefined ? undefined : value.with(Number(token), inner)
  }
  if (!isSchema(value)) return undefined
  const below = Object.hasOwn(value, token) ? value[token] : rest.length > 0 ? {} : undefined
  const inner = withValueAt(below, toPointer(rest), wanted)
  return inner === undefined
    ? undefined
    : Object.fromEntries([...Object.entries(value).filter(([name]) => name !== token), [token, inner]])
}

function toPointer(tokens: string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join('')
}
