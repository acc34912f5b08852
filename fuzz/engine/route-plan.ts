/** A route, compiled once: an oracle and generators for each part, and the shape of its path. */

import { type Broken, breaking } from '../schema/breaking.ts'
import { type Arbitrary, fc } from '../schema/fast-check.ts'
import { fitting } from '../schema/fitting.ts'
import { isOfLibrary, LibraryOracle } from '../schema/library-oracle.ts'
import { Oracle, type OracleOptions, type PartOracle } from '../schema/oracle.ts'
import { follow, isSchema, type Schema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import { IN_COOKIE, type Part } from '../schema/wire.ts'
import type { TargetRoute } from '../target/target.ts'

export const PARTS: readonly Part[] = ['params', 'body', 'querystring', 'headers']
export const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The values of the parts of one request, before they are written down; a part that is absent is not sent. */
export type Values = Partial<Record<Part, unknown>>

export interface PartPlan {
  readonly schema: SchemaOrBoolean
  readonly around: Surroundings
  /** Null if it cannot be judged: there is no schema, or it is not JSON Schema. */
  readonly oracle: PartOracle | null
  readonly fitting: Arbitrary<unknown>
  readonly breaking: Arbitrary<Broken> | null
}

export interface RoutePlan {
  readonly at: number
  /** `POST /users/:id` */
  readonly name: string
  readonly route: TargetRoute
  readonly path: readonly PathPiece[]
  readonly parts: ReadonlyMap<Part, PartPlan>
  /** Whether a property that an answer drops is declared by another schema for such things; every one counts without it. */
  readonly forgets?: (pointer: string) => boolean
  /** Each status has to be declared, also those that a framework and its hooks give by themselves. */
  readonly isStrict?: boolean
}

/** A literal piece of a path, or the name of a parameter. */
export type PathPiece = { text: string } | { param: string }

export function planRoute(route: TargetRoute, at: number, notes: string[]): RoutePlan {
  const name = `${route.method} ${route.url}`
  const path = piecesOf(route.url)
  const parts = new Map<Part, PartPlan>()
  for (const part of PARTS) {
    const schema = route.schemas[part]
    if (schema !== undefined) parts.set(part, planPart(part, schema, route, name, notes))
  }
  for (const part of route.opaque)
    notes.push(`${name}: the ${part} schema is not JSON Schema; its values are not judged.`)
  const names = path.flatMap((piece) => ('param' in piece ? [piece.param] : []))
  if (names.length > 0 && !parts.has('params')) parts.set('params', plain(paramsOf(names)))
  if (TAKES_BODY.has(route.method) && !parts.has('body')) parts.set('body', plain(ANY_BODY))
  return { at, name, route, path, parts }
}

const ANY_BODY = fc.oneof(
  fc.constant(undefined),
  fc.dictionary(fc.constantFrom('a', 'id', 'name', 'value'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
)

function paramsOf(names: string[]): Arbitrary<unknown> {
  const text = fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      '-1',
      'a',
      'null',
      'undefined',
      '__proto__',
      'a b',
      'ü',
      '%',
      "'",
      '9007199254740993',
    ),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  return fc.record(Object.fromEntries(names.map((name) => [name, text])), { noNullPrototype: true })
}

function plain(values: Arbitrary<unknown>): PartPlan {
  return { schema: true, around: { root: true, shared: {} }, oracle: null, fitting: values, breaking: null }
}

function planPart(
  part: Part,
  declared: SchemaOrBoolean,
  route: TargetRoute,
  name: string,
  notes: string[],
): PartPlan {
  if (isOfLibrary(declared)) {
    const around: Surroundings = { root: declared, shared: {} }
    const comment = isSchema(declared) ? declared['$comment'] : undefined
    if (typeof comment === 'string') notes.push(`${name}: the values of ${part} are not aimed: ${comment}`)
    const oracle = new LibraryOracle(declared)
    return {
      schema: declared,
      around,
      oracle,
      fitting: fitting(declared, around),
      breaking: breaking(declared, around),
    }
  }
  const found = part === 'headers' ? caseless(declared, { root: declared, shared: route.shared }) : null
  const schema = found?.schema ?? declared
  const around: Surroundings = { root: schema, shared: route.shared }
  let oracle: Oracle | null = null
  try {
    oracle = new Oracle(schema, route.shared, part === 'body' ? optionsOf(route) : {})
  } catch (error) {
    notes.push(`${name}: the ${part} schema is not judged: ${(error as Error).message}`)
  }
  return { schema, around, oracle, fitting: fitting(schema, around), breaking: breaking(schema, around) }
}

function optionsOf({ reading }: TargetRoute): OracleOptions {
  if (reading === undefined) return {}
  const { coercion, additional } = reading
  const isAjv = coercion === 'ajv'
  // What is kept is not looked at: the request is as valid as without it.
  return {
    ...{ coercion: isAjv, defaults: isAjv, removal: additional !== 'refuse' },
    ...{ anyScalar: coercion === 'any', anyAdditional: additional === 'any' },
  }
}

/** Header names have no case: the schema in lower case, and what a reference at its root leads to. */
function caseless(schema: SchemaOrBoolean, around: Surroundings): { schema: SchemaOrBoolean } {
  if (typeof schema === 'boolean') return { schema }
  if (typeof schema['$ref'] === 'string') {
    const target = follow(schema['$ref'], around)
    if (target && target.schema !== schema) {
      const inner = caseless(target.schema, target.around).schema
      const root = target.around.root
      const definitions = isSchema(root) ? root['definitions'] : undefined
      return {
        schema: isSchema(inner) ? { ...(definitions ? { definitions } : {}), ...withoutId(inner) } : inner,
      }
    }
    return { schema }
  }
  // Those of cookies have.
  const named = (name: string): string => (name.startsWith(IN_COOKIE) ? name : name.toLowerCase())
  const lower = (map: unknown): Schema =>
    Object.fromEntries(Object.entries(map as Schema).map(([key, one]) => [named(key), one]))
  const { required, properties } = schema
  return {
    schema: {
      ...schema,
      ...(isSchema(properties) ? { properties: lower(properties) } : {}),
      ...(Array.isArray(required) ? { required: required.map((one) => named(String(one))) } : {}),
    },
  }
}

function withoutId({ $id: _id, ...rest }: Schema): Schema {
  return rest
}

/** `/users/:id/files/*` in its pieces; `:id(regex)`, `:a-:b` and `:id?` too. A doubled colon is a colon. */
export function piecesOf(url: string): PathPiece[] {
  const pieces: PathPiece[] = []
  let text = ''
  for (let at = 0; at < url.length; at++) {
    const letter = url[at]!
    if (letter === ':' && url[at + 1] === ':') {
      text += ':'
      at++
    } else if (letter === ':') {
      const [, name = ''] = /^:(\w+)/.exec(url.slice(at)) ?? []
      pieces.push({ text }, { param: name })
      text = ''
      at += name.length
      if (url[at + 1] === '(') at = closing(url, at + 1)
      if (url[at + 1] === '?') at++
    } else if (letter === '*') {
      pieces.push({ text }, { param: '*' })
      text = ''
    } else text += letter
  }
  pieces.push({ text })
  return pieces.filter((piece) => !('text' in piece) || piece.text !== '')
}

function closing(url: string, open: number): number {
  let depth = 0
  for (let at = open; at < url.length; at++) {
    if (url[at] === '\\') at++
    else if (url[at] === '(') depth++
    else if (url[at] === ')' && --depth === 0) return at
  }
  return url.length
}
