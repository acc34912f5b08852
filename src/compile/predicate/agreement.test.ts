/**
 * The predicates beside ajv, over random schemas and values. `PREDICATE_PAIRS=100000 node --test` with this file runs that many
 * pairs of a schema and a value, and `FUZZ_SEED` draws others.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { fitting } from '../../../fuzz/schema/fitting.ts'
import * as schemas from '../../../property-tests/arbitraries/schemas.ts'
import { SEED } from '../../../property-tests/property/settings.ts'
import { ajvCompiler, libraryOf } from '../ajv.ts'
import { SchemaScope } from '../scope.ts'
import { Turns } from '../turns.ts'
import { Predicates } from './plain.ts'
import { type Changing, NO, UNSURE, YES } from './verdict.ts'

const PAIRS = Number(process.env['PREDICATE_PAIRS'] ?? 2400)

const shared = {
  scalar: { $id: 'scalar', type: 'string', maxLength: 3 },
  list: {
    $id: 'list',
    type: 'object',
    properties: { a: { $ref: 'scalar#' }, b: { type: 'array', items: { $ref: '#' } } },
    definitions: { few: { type: 'integer', minimum: 1, default: 2 }, own: { $ref: '#/definitions/few' } },
  },
  broken: {
    $id: 'broken',
    type: 'object',
    smallest: 1,
    definitions: { a: { type: 'string', default: 'a' } },
  },
  topped: {
    $id: 'topped',
    type: 'object',
    default: {},
    definitions: { a: { type: 'string', default: 'a' } },
  },
  'http://example.com/far': { $id: 'http://example.com/far', type: 'integer', enum: [1, 2] },
}
const scope = new SchemaScope(shared)
const route = { method: 'POST', url: '/', httpPart: 'body' } as const

/** The default compiler, without predicates: a plugin that does nothing makes its ajv one of the application. */
const createCompiler = (changing: Changing) =>
  ajvCompiler(new SchemaScope(shared), { customOptions: { ...changing }, plugins: [() => {}] }, new Turns())
const DEFAULTS = { coerceTypes: 'array', useDefaults: true, removeAdditional: true } as const
const CONFIGURATIONS: readonly Changing[] = [
  ...[DEFAULTS, DEFAULTS, DEFAULTS, DEFAULTS],
  { ...DEFAULTS, coerceTypes: true },
  { ...DEFAULTS, coerceTypes: false },
  { ...DEFAULTS, useDefaults: false },
  { ...DEFAULTS, removeAdditional: false },
]
const configurations = CONFIGURATIONS.map((changing) => ({ changing, compile: createCompiler(changing) }))
type Configuration = (typeof configurations)[number]

interface Compiled {
  readonly validate: ((value: unknown, place?: object) => unknown) | null
  readonly warnings: readonly string[]
}

function compiled(schema: unknown, own: Configuration): Compiled {
  if (counts.plain % 50 === 49) own.compile = createCompiler(own.changing) // ajv keeps all that it has compiled
  const { warn, error } = console
  const warnings: string[] = []
  console.warn = console.error = (text: string) => void warnings.push(text)
  try {
    return { validate: own.compile({ schema, ...route }) as Compiled['validate'], warnings }
  } catch {
    return { validate: null, warnings }
  } finally {
    Object.assign(console, { warn, error })
  }
}

const counts = { schemas: 0, plain: 0, pairs: 0, yes: 0, no: 0, unsure: 0 }

/** Throws where the predicate of a schema and ajv say different things of the schema, or of one of the values. */
function compare(schema: unknown, values: readonly unknown[]): void {
  counts.schemas++
  const own = one(configurations)
  const plain = new Predicates(libraryOf(scope), own.changing).of(schema)
  if (plain === null) return
  const { validate, warnings } = compiled(schema, own)
  assert.ok(validate, `ajv refuses a schema that has a predicate ${JSON.stringify(own.changing)}`)
  assert.deepEqual(
    warnings.filter((text) => !/use allowUnionTypes/.test(text)),
    [],
  )
  counts.plain++
  for (const value of values) {
    counts.pairs++
    const mine = structuredClone(value)
    const verdict = plain.judge(mine)
    assert.deepEqual(mine, value, 'a predicate changes nothing')
    counts[verdict === YES ? 'yes' : verdict === NO ? 'no' : 'unsure']++
    if (verdict === UNSURE) continue
    if (verdict === YES) plain.fill?.(mine)
    const parentData = { root: structuredClone(value) }
    const place = { instancePath: '', parentData, parentDataProperty: 'root', rootData: parentData.root }
    assert.equal(validate(parentData.root, place), verdict === YES, JSON.stringify([own.changing, value]))
    if (verdict === YES || plain.fill === null) assert.deepEqual(parentData.root, mine)
  }
}

/** Numbers that look random, the same for a seed. */
let state = SEED
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}
const one = <T>(list: readonly T[]): T => list[below(list.length)]!
const some = <T>(list: readonly T[], most: number): T[] =>
  Array.from({ length: list.length > 0 ? below(most + 1) : 0 }, () => one(list)).filter(
    (item, at, all) => all.indexOf(item) === at,
  )

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
    pattern: right(() => one([...schemas.PATTERNS, '\\p{L}']), '(', '\\-', 'a\\Z'),
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

/** Any keyword anywhere: many of these schemas have a mistake, or something that ajv warns of. */
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

/** Values made for a schema; none where a keyword is wrong, or where the values of a recursive schema become large. */
function madeFor(schema: unknown, seed: number): unknown[] {
  if (typeof schema !== 'object' || /"(#|list)/.test(JSON.stringify(schema))) return []
  const whole = schema as schemas.Schema
  try {
    return fc.sample(fitting(whole, { root: whole, shared }), { numRuns: 4, seed })
  } catch {
    return []
  }
}

function compareTold(schema: unknown, values: readonly unknown[]): void {
  try {
    compare(schema, values)
  } catch (error) {
    throw new Error(`${error}: ${JSON.stringify(schema)}`, { cause: error })
  }
}

test('the schemas of the fuzzer: what the predicate is sure of, ajv says too', (t) => {
  const all = fc.oneof(...Object.values(schemas.OBJECTS), schemas.ANY, schemas.combinator)
  for (let seed = SEED; counts.pairs < PAIRS / 2; seed++) {
    const drawn = fc.sample(all, { numRuns: 20, seed })
    const values = fc.sample(schemas.value, { numRuns: 60, seed })
    for (const [at, schema] of drawn.entries())
      compareTold(schema, [...values.slice(at, at + 8), ...madeFor(schema, seed)])
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.yes > counts.pairs / 10, JSON.stringify(counts))
})

test('every keyword anywhere, with mistakes: what has a predicate compiles, without a new warning', (t) => {
  const { yes, pairs } = counts
  while (counts.pairs < PAIRS) {
    const schema = wildRoot()
    compareTold(
      schema,
      Array.from({ length: 10 }, () => near()),
    )
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.yes - yes > (counts.pairs - pairs) / 20, JSON.stringify(counts))
})

const SUITE = fileURLToPath(
  new URL('../../../../../shared/data/json-schema-test-suite/tests/draft7', import.meta.url),
)

test('the JSON Schema Test Suite, and each of its schemas as a property', (t) => {
  if (!existsSync(SUITE)) return t.diagnostic('the JSON Schema Test Suite is not beside this checkout')
  const before = { ...counts }
  const files = readdirSync(SUITE, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    for (const { schema, tests } of JSON.parse(readFileSync(`${SUITE}/${file}`, 'utf8'))) {
      const values = tests.map(({ data }: { data: unknown }) => data)
      compare(schema, values)
      compare(
        { type: 'object', properties: { a: schema } },
        values.map((a: unknown) => ({ a })),
      )
    }
  }
  t.diagnostic(`${counts.plain - before.plain} of ${counts.schemas - before.schemas} schemas have predicates`)
  assert.ok(counts.plain - before.plain > 150)
})
