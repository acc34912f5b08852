/** Flat schemas of texts, as query, params and headers have them, with what a parser makes of a query. */
import { Draws } from '../../inputs/draws.ts'
import type { Schema } from '../../inputs/entry.ts'

/** The draws of the schema that is made: its makers are tables, which have no argument for them. */
let draws = new Draws(0)
const below = (limit: number): number => draws.below(limit)
const one = <T>(list: readonly T[]): T => draws.one(list)
const some = <T>(list: readonly T[], most: number): T[] => draws.some(list, most)
const chance = (of: number): boolean => draws.chance(of)

export const FLAT_SHARED: readonly Schema[] = [
  { $id: 'few', type: 'integer', minimum: 1 },
  {
    $id: 'page',
    type: 'object',
    properties: { n: { $ref: 'few#' }, list: { $ref: '#/definitions/list' } },
    definitions: { list: { type: 'array', items: { type: 'number' } } },
  },
]

/** Some of the keywords, drawn. */
const drawn = (from: Record<string, () => unknown>, most: number): object =>
  Object.fromEntries(some(Object.keys(from), most).map((keyword) => [keyword, from[keyword]!()]))

const NUMBERS = [
  '0',
  '1',
  '-1',
  '5',
  '2.5',
  '1e3',
  '0x10',
  ' 5 ',
  '-0',
  '.5',
  '5.',
  '+5',
  '007',
  '1e-7',
  '10',
]
const ODD = [
  '',
  ' ',
  '\n',
  'Infinity',
  '1e999',
  'NaN',
  'null',
  '[]',
  '5a',
  '1_0',
  '٣',
  'TRUE',
  '0b1',
  '12345678901234567890',
]
const WORDS = ['a', 'b', 'abc', '😀😀', 'a@example.com', '2020-01-01', 'true', 'false', 'true', 'false']
const NO_TEXT = [
  0,
  1,
  2.5,
  -0,
  true,
  false,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  {},
  { a: '1' },
  [['1']],
  [null],
]
const NAMES = ['a', 'b', 'c', 'x-id', 'toString']

const limit = () => one([-1, 0, 1, 2.5, 5])
const count = () => below(4)
const numeric = {
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: () => one([0.5, 1, 2, 0.01]),
  enum: () => [...new Set([one([1, 5]), ...some([0, 1, 2.5, 5, 16], 3)])],
  const: () => one([0, 1, 5]),
  format: () => one(['int32', 'double']),
}
const KEYWORDS: Record<string, Record<string, () => unknown>> = {
  integer: numeric,
  number: numeric,
  boolean: { const: () => chance(2), enum: () => [true] },
  null: {},
  string: {
    minLength: count,
    maxLength: count,
    pattern: () => one(['^a', '^\\d+$', '^.$', 'e']),
    format: () => one(['date', 'email', 'int32']),
    enum: () => ['a', 'true', ...some(['5', '', 'abc'], 2)],
    const: () => one(['a', '5']),
  },
}

function scalar(): object {
  const type = one(Object.keys(KEYWORDS))
  const schema = { type, ...drawn(KEYWORDS[type]!, 1) }
  if (chance(6)) return { ...schema, nullable: true }
  if (chance(6))
    return {
      ...schema,
      type: some([type, ...Object.keys(KEYWORDS), 'array'], 2)
        .concat(type)
        .reverse()
        .filter((name, at, all) => all.indexOf(name) === at),
    }
  if (chance(12))
    return {
      ...schema,
      anyOf: [
        { ...schema, title: 'x' },
        { type, ...drawn(KEYWORDS[type]!, 1) },
      ],
    }
  if (chance(12)) return { anyOf: [{ type, ...drawn(KEYWORDS[type]!, 1) }, scalar()] }
  return chance(20) ? { $ref: one(['few#', 'page#/definitions/list']) } : schema
}

function list(): object {
  const contains = () => scalar()
  const more = drawn({ minItems: count, maxItems: () => 1 + count(), uniqueItems: () => true, contains }, 2)
  if (chance(8)) return { type: 'array', ...more }
  return { type: 'array', items: chance(10) ? list() : scalar(), ...more }
}

const value = (): object => (chance(3) ? list() : scalar())
const DEFAULTS = [1, 5, 'a', true, null, ['a'], [1]]

function flat(): object {
  if (chance(40)) return { $ref: 'page#' }
  const properties = Object.fromEntries(
    some(NAMES, 4).map((name) => [name, chance(5) ? { ...value(), default: one(DEFAULTS) } : value()]),
  )
  const more = drawn(
    {
      required: () => some(NAMES, 2),
      additionalProperties: () => (chance(2) ? false : value()),
      patternProperties: () => ({ '^[d-x]': value(), ...(chance(3) && { '^e': value() }) }),
      propertyNames: () => ({ maxLength: one([1, 4, 9]) }),
      dependencies: () => ({ a: chance(2) ? ['b', 'zz'] : { required: ['b'] } }),
      minProperties: count,
      maxProperties: () => 2 + count(),
    },
    chance(2) ? 2 : 1,
  )
  return { type: 'object', properties, ...more }
}

const text = (): string => one(chance(3) ? WORDS : chance(5) ? ODD : NUMBERS)
function sent(): unknown {
  if (chance(5)) return Array.from({ length: 1 + below(3) }, () => (chance(20) ? one(NO_TEXT) : text()))
  return chance(12) ? structuredClone(one(NO_TEXT)) : text()
}

/** What a parser of a query makes: often without a prototype. */
function query(declared: readonly string[]): object {
  const names = [...declared.filter(() => !chance(4)), ...some([...NAMES, 'd', 'e', 'zz'], 2)]
  const entries = Object.fromEntries(names.map((name) => [name, sent()]))
  return Object.assign(chance(2) ? {} : Object.create(null), entries)
}

/** How many values one schema gets. */
const EACH = 30

export function flatOf(from: Draws): { readonly schema: object; readonly values: readonly object[] } {
  draws = from
  const schema = flat()
  const declared = Object.keys(Object(Reflect.get(schema, 'properties')))
  return { schema, values: Array.from({ length: EACH }, () => query(declared)) }
}
