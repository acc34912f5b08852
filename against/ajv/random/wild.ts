/** Any keyword anywhere: many of these schemas have a mistake, or something that ajv warns of. */
import { PATTERNS } from '../../../property-tests/arbitraries/schemas.ts'
import { Draws } from '../../inputs/draws.ts'
import type { Schema } from '../../inputs/entry.ts'

/** The draws of the schema that is made: its makers are tables, which have no argument for them. */
let draws = new Draws(0)
const below = (limit: number): number => draws.below(limit)
const one = <T>(list: readonly T[]): T => draws.one(list)
const some = <T>(list: readonly T[], most: number): T[] => draws.some(list, most)

/** Shared schemas of which one has a mistake, and one a default where ajv allows none. */
export const WILD_SHARED: readonly Schema[] = [
  { $id: 'scalar', type: 'string', maxLength: 3 },
  {
    $id: 'list',
    type: 'object',
    properties: { a: { $ref: 'scalar#' }, b: { type: 'array', items: { $ref: '#' } } },
    definitions: { few: { type: 'integer', minimum: 1, default: 2 }, own: { $ref: '#/definitions/few' } },
  },
  {
    $id: 'broken',
    type: 'object',
    smallest: 1,
    definitions: { a: { type: 'string', default: 'a' } },
  },
  {
    $id: 'topped',
    type: 'object',
    default: {},
    definitions: { a: { type: 'string', default: 'a' } },
  },
  { $id: 'http://example.com/far', type: 'integer', enum: [1, 2] },
]

const JSON_VALUES = [0, 1, '', 'a', '1', null, true, {}, { a: 1 }, [], [1], ['a', { b: [] }]]
const REFS = [
  '#',
  '#/definitions/a',
  '#/definitions/b',
  '#/properties/a',
  '#/items',
  'scalar#',
  'scalar',
  'list#',
]
const MORE_REFS = [
  'list#/definitions/own',
  'http://example.com/far#',
  'http://example.com/far',
  '#/nowhere',
  'none#',
  'broken#/definitions/a',
  'topped#/definitions/a',
  'topped#',
]
const FORMATS = ['date', 'email', 'int32', 'double', 'password', 'uuid', 'regex', 'date-time']

type Make = (depth: number) => unknown
/** One of the right values, or rarely a wrong one: then there must be no predicate, or the schema would not be refused. */
const right =
  (make: Make, ...wrong: unknown[]): Make =>
  (depth) =>
    below(80) === 0 ? one([...wrong, null, 5, 'x', undefined]) : make(depth)
const count = right(() => below(4), -1, 1.5)
const limit = right(() => one([-1, 0, 0.5, 2, 1e300]), Number.NaN)
const names = right(() => some(['a', 'b', 'toString', '__proto__'], 2), ['a', 'a'])
const mapOf = (keys: string[], make: Make) =>
  right((depth) => Object.fromEntries(some(keys, 2).map((key) => [key, make(depth)])), [], { a: 5 })
const list = right((depth) => Array.from({ length: 1 + below(3) }, () => wild(depth)), [])
const flag = right(() => below(2) === 0)

const OF_TYPE: Record<string, Record<string, Make>> = {
  string: {
    minLength: count,
    maxLength: count,
    pattern: right(() => one([...PATTERNS, '\\p{L}']), '(', '\\-', 'a\\Z'),
    format: right(() => one(FORMATS), 'unknown'),
  },
  number: {
    minimum: limit,
    maximum: limit,
    exclusiveMinimum: limit,
    exclusiveMaximum: limit,
    multipleOf: right(() => one([1, 2, 0.1, 0.01, 1e-7]), 0, -1),
    format: right(() => one(FORMATS), 'unknown'),
  },
  array: {
    items: wild,
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
    contains: wild,
  },
  object: {
    properties: mapOf(['a', 'b'], (depth) => wild(depth, true)),
    required: names,
    additionalProperties: (depth) => (below(2) === 0 ? below(2) === 0 : wild(depth)),
    patternProperties: mapOf(['^b', '^to', '('].slice(0, 2), wild),
    propertyNames: (depth) => (below(2) === 0 ? one([{ pattern: '^[ab]' }, { maxLength: 1 }]) : wild(depth)),
    dependencies: mapOf(['a', 'b'], (depth) => (below(2) === 0 ? names(depth) : wild(depth))),
    minProperties: count,
    maxProperties: count,
  },
}
OF_TYPE['integer'] = OF_TYPE['number']!
OF_TYPE['tuple'] = { additionalItems: wild, uniqueItems: flag, contains: wild }
const OF_ANY: Record<string, Make> = {
  not: wild,
  anyOf: list,
  oneOf: list,
  allOf: list,
  if: wild,
  then: wild,
  else: wild,
  const: () => one(JSON_VALUES),
  enum: right(
    () => [...new Set([one(JSON_VALUES), ...some(JSON_VALUES, 4)])],
    [],
    [1, 1],
    [{ a: 1 }, { a: 1 }],
  ),
  $ref: right(() => one([...REFS, ...REFS, ...MORE_REFS])),
  nullable: flag,
  examples: right(() => [1]),
  readOnly: flag,
  title: right(() => 'text'),
}
const RARE: Record<string, Make> = {
  default: () => one(JSON_VALUES),
  smallest: () => 1,
  $id: () => one(['other', '#a']),
  items: list,
  additionalItems: wild,
  definitions: () => ({}),
  type: () => one(['text', [], ['string', 'string'], ['string', 'integer'], 'null']),
}

function draw(from: Record<string, Make>, most: number, depth: number): Record<string, unknown> {
  return Object.fromEntries(some(Object.keys(from), most).map((key) => [key, from[key]!(depth - 1)]))
}

function wild(depth: number, isProperty = false): unknown {
  if (depth <= 0 || below(8) === 0)
    return one([true, false, {}, { type: 'string' }, { type: 'integer' }, { type: ['string', 'null'] }])
  const type = one([...Object.keys(OF_TYPE), 'object', 'none', 'boolean'])
  const schema = draw(type === 'none' ? OF_ANY : (OF_TYPE[type] ?? {}), 3, depth)
  if (type === 'tuple') {
    const items = Array.from({ length: 1 + below(2) }, () => wild(depth - 1))
    Object.assign(schema, { type: 'array', items, minItems: items.length })
    if (schema['additionalItems'] !== false) schema['maxItems'] = items.length + below(12) * below(2)
  } else if (type !== 'none') schema['type'] = below(12) === 0 ? [type, 'null'] : type
  if (below(4) === 0) Object.assign(schema, draw(OF_ANY, 2, depth))
  if (below(30) === 0) Object.assign(schema, draw(RARE, 1, depth))
  if (below(isProperty ? 4 : 12) === 0) schema['default'] = one(JSON_VALUES)
  if (schema['then'] === undefined && schema['if'] !== undefined) schema['then'] = wild(depth - 1)
  if (schema['if'] === undefined) {
    delete schema['then']
    delete schema['else']
  }
  return schema
}

/** A whole schema, and values that are near to what it asks for. */
export function wildOf(from: Draws): { readonly schema: unknown; readonly values: readonly unknown[] } {
  draws = from
  const schema = wildRoot()
  return { schema, values: Array.from({ length: 10 }, () => near()) }
}

function wildRoot(): unknown {
  const schema = wild(3)
  if (typeof schema !== 'object' || below(2) === 0) return schema
  if (below(8) === 0)
    Object.assign(schema as object, { $id: one(['own', 'http://example.com/own', 'scalar', '#own', 'a b']) })
  return { ...schema, definitions: { a: wild(2), ...(below(2) === 0 ? { b: wild(2) } : {}) } }
}

const SCALARS = ['abc', '😀😀', 'a@example.com', '2020-01-01', 2.5, 0.3, 0.07, 1e21, -3, false]
function near(depth = 3): unknown {
  const kind = depth === 0 ? 0 : below(5)
  if (kind < 3) return below(2) === 0 ? structuredClone(one(JSON_VALUES)) : one(SCALARS)
  if (kind === 3) return Array.from({ length: below(4) }, () => near(depth - 1))
  return Object.fromEntries(some(['a', 'b', 'c', 'to'], 3).map((key) => [key, near(depth - 1)]))
}
