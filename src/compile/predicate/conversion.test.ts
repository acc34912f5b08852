/**
 * What a predicate converts, beside ajv: objects of scalars and lists of scalars, as params, query and headers are.
 * `PREDICATE_PAIRS=100000 node --test` with this file runs that many pairs of a schema and a value, and `FUZZ_SEED` draws others.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEED } from '../../../property-tests/property/settings.ts'
import { ajvCompiler, libraryOf } from '../ajv.ts'
import { SchemaScope } from '../scope.ts'
import { Turns } from '../turns.ts'
import { Predicates } from './plain.ts'
import { type Changing, NO } from './verdict.ts'

const PAIRS = Number(process.env['PREDICATE_PAIRS'] ?? 12000)
/** Values for one schema. */
const EACH = 60

const SHARED = {
  few: { $id: 'few', type: 'integer', minimum: 1 },
  page: {
    $id: 'page',
    type: 'object',
    properties: { n: { $ref: 'few#' }, list: { $ref: '#/definitions/list' } },
  },
}
Object.assign(SHARED.page, { definitions: { list: { type: 'array', items: { type: 'number' } } } })
/** The default compiler, without predicates: a plugin that does nothing makes its ajv one of the application. */
const createCompiler = (changing: Changing) =>
  ajvCompiler(new SchemaScope(SHARED), { customOptions: { ...changing }, plugins: [() => {}] }, new Turns())
const OPTIONS = { coerceTypes: 'array', useDefaults: true, removeAdditional: true } as const
const CONFIGURATIONS: readonly Changing[] = [
  OPTIONS,
  OPTIONS,
  { ...OPTIONS, coerceTypes: true },
  { ...OPTIONS, coerceTypes: false },
  { ...OPTIONS, useDefaults: false },
  { ...OPTIONS, removeAdditional: false },
]
const route = { method: 'GET', url: '/', httpPart: 'querystring' } as const

/** Numbers that look random, the same for a seed. */
let state = SEED
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}
const one = <T>(list: readonly T[]): T => list[below(list.length)]!
const chance = (of: number): boolean => below(of) === 0
const some = <T>(list: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: list.length > 0 ? below(most + 1) : 0 }, () => one(list))),
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

const copy = (from: object): object =>
  Object.assign(Object.create(Object.getPrototypeOf(from)), structuredClone({ ...from }))

test('what a predicate accepts is as ajv leaves it, and what it does not is as it came', (t) => {
  const counts = { schemas: 0, plain: 0, pairs: 0, settled: 0, converted: 0, accepted: 0 }
  const made = CONFIGURATIONS.map((changing) => ({
    changing,
    predicates: new Predicates(libraryOf(new SchemaScope(SHARED)), changing, true),
    compile: createCompiler(changing),
  }))
  while (counts.pairs < PAIRS) {
    const schema = flat()
    counts.schemas++
    const own = one(made)
    const plain = own.predicates.of(schema)
    const settle = plain?.settle
    if (!plain || settle === undefined) continue
    const { changing } = own
    const declared = Object.keys(Object(Reflect.get(schema, 'properties')))
    if (counts.plain++ % 100 === 99) own.compile = createCompiler(changing) // ajv keeps all that it has compiled
    const { warn } = console
    console.warn = () => {}
    const validate = own.compile({ schema, ...route })
    console.warn = warn
    for (let at = 0; at < EACH; at++) {
      counts.pairs++
      const came = query(declared)
      const [mine, theirs] = [copy(came), copy(came)]
      const lists = Object.entries(mine).filter(([, list]) => Array.isArray(list))
      const verdict = settle(mine)
      const row = [changing, schema, came].map((part) => JSON.stringify(part)).join(' ')
      const accepted = validate(theirs) === true
      if (accepted) counts.accepted++
      assert.ok(!accepted || plain.judge(came) !== NO, row)
      if (!verdict) {
        assert.deepEqual(mine, came, row)
        continue
      }
      counts.settled++
      assert.ok(accepted, row)
      assert.deepEqual(mine, theirs, row)
      assert.deepEqual(Object.keys(mine), Object.keys(theirs), row)
      if (JSON.stringify(mine) !== JSON.stringify(came)) counts.converted++
      for (const [name, given] of lists) {
        const now: unknown = Reflect.get(mine, name)
        assert.ok(!Array.isArray(now) || now === given, `${row}: a list stays the same list`)
      }
    }
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.converted > counts.pairs / 20, JSON.stringify(counts))
  assert.ok(counts.settled > counts.accepted * 0.9, `ajv is asked too often: ${JSON.stringify(counts)}`)
})

test('a forbidden NaN, which equals nothing, stays removed beside a pattern', () => {
  const schema = { type: 'object', additionalProperties: false, patternProperties: { '^x': {} } }
  const value = { a: Number.NaN, x: Number.NaN }
  assert.equal(new Predicates(libraryOf(new SchemaScope({}))).of(schema)?.settle?.(value), true)
  assert.deepEqual(value, { x: Number.NaN })
})
