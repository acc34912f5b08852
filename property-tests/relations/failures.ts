/** M7 and F24: an error goes from handler to handler as the model says; two spellings of an answer, or of a header, do the same. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { fitting } from '../../fuzz/schema/fitting.ts'
import type { App, Json, Program, SendForm, Statement } from '../../spec/case.ts'
import { MEETING } from '../arbitraries/meeting.ts'
import { QUIET, SCALARS, type Schema } from '../arbitraries/schemas.ts'
import { observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'

type How = 'answers' | 'throws' | 'passes on'

/** Contexts, each inside the one before. */
interface Level {
  handlers: How[]
  notFound: 'none' | 'answers' | 'throws'
  /** the not-found handler is set before the error handlers */
  notFoundFirst: boolean
}

interface Nested {
  levels: Level[]
  /** what the route of the innermost context does */
  route: 'throws' | 'is not found'
}

const handlerAt = (level: number, at: number, how: How): Statement => ({
  setErrorHandler: {
    style: 'async',
    do: [
      { trace: [`handler ${level}.${at}`, { $get: 'error.message' }] },
      how === 'answers'
        ? { send: `by ${level}.${at}` }
        : { throw: how === 'passes on' ? { $get: 'error' } : { $error: `of ${level}.${at}` } },
    ],
  },
})

function programOf({ levels, route }: Nested, level = 0): Program {
  const own = levels[level]
  if (own === undefined)
    return [
      { get: '/route', do: [route === 'throws' ? { throw: { $error: 'thrown' } } : { callNotFound: true }] },
    ]
  const handlers = own.handlers.map((how, at) => handlerAt(level, at, how))
  const notFound: Program =
    own.notFound === 'none'
      ? []
      : [
          {
            setNotFoundHandler: [
              { trace: `not found ${level}` },
              own.notFound === 'throws' ? { throw: { $error: `not found ${level}` } } : { code: 404 },
              { send: `not found ${level}` },
            ],
          },
        ]
  const inner: Statement = { register: { prefix: `/${level}`, do: programOf({ levels, route }, level + 1) } }
  return own.notFoundFirst ? [...notFound, ...handlers, inner] : [...handlers, ...notFound, inner]
}

const prefixAt = (level: number): string => Array.from({ length: level }, (_, at) => `/${at}`).join('')

function sendsOf({ levels }: Nested): SendForm[] {
  const missing = levels.map((_, level) => ({ url: `${prefixAt(level)}/missing` }))
  return [{ url: `${prefixAt(levels.length)}/route` }, ...missing]
}

interface Told {
  trace: Json[]
  text: string | null
}

/** From the innermost handler outwards, the one that was set last first. */
function failing({ levels }: Nested, level: number, message: string, trace: Json[]): Told {
  for (let at = Math.min(level, levels.length - 1); at >= 0; at--)
    for (const [index, how] of [...levels[at]!.handlers.entries()].reverse()) {
      trace.push([`handler ${at}.${index}`, message])
      if (how === 'answers') return { trace, text: `by ${at}.${index}` }
      if (how === 'throws') message = `of ${at}.${index}`
    }
  return { trace, text: null }
}

function notFoundAt(nested: Nested, level: number): Told {
  for (let at = Math.min(level, nested.levels.length - 1); at >= 0; at--) {
    const { notFound } = nested.levels[at]!
    if (notFound === 'none') continue
    const trace = [`not found ${at}`]
    if (notFound === 'answers') return { trace, text: `not found ${at}` }
    return failing(nested, at, `not found ${at}`, trace)
  }
  return { trace: [], text: null }
}

function expectedOf(nested: Nested): Told[] {
  const { levels, route } = nested
  const first =
    route === 'throws' ? failing(nested, levels.length, 'thrown', []) : notFoundAt(nested, levels.length)
  return [first, ...levels.map((_, level) => notFoundAt(nested, level))]
}

export const failures: Property<Nested> = {
  id: 'M7',
  title:
    'an error goes from one error handler to the next as the model says, also that of a not-found handler',
  precondition: 'handlers are declared before the routes that they are for',
  catches: 'a handler that is left out, replaced or asked twice, a not-found handler of another level',
  rules: ['ERA-6', 'NF-5'],
  runs: 60,
  arbitrary: fc.record({
    levels: fc.array(
      fc.record({
        handlers: fc.array(fc.constantFrom<How>('answers', 'throws', 'throws', 'passes on'), {
          maxLength: 2,
        }),
        notFound: fc.constantFrom<Level['notFound']>('none', 'answers', 'throws'),
        notFoundFirst: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    route: fc.constantFrom<Nested['route']>('throws', 'is not found'),
  }),
  async check(nested, world) {
    const seen = await observe(scenarioOf(nested), world)
    assert.equal(seen.boot, null)
    const sends = sendsOf(nested)
    for (const [at, { trace, text }] of expectedOf(nested).entries()) {
      const one = seen.exchanges[at]!
      assert.deepEqual(one.trace, trace, `what ${sends[at]!.url} runs`)
      if (text !== null) assert.equal(one.answer?.text, text, `what ${sends[at]!.url} gets`)
    }
  },
  scenarios: (nested) => [scenarioOf(nested)],
}

const scenarioOf = (nested: Nested): Scenario => ({ app: { do: programOf(nested) }, sends: sendsOf(nested) })

interface Spelled {
  schema: Schema
  place: string
  values: { [name: string]: string }[]
}

/** Where in the schema of headers the names stand. */
const PLACES: Readonly<Record<string, (schema: Schema) => Schema>> = {
  root: (schema) => schema,
  allOf: (schema) => ({ type: 'object', allOf: [schema] }),
  'second of allOf': (schema) => ({ type: 'object', allOf: [{ type: 'object' }, schema] }),
  then: (schema) => ({ type: 'object', if: { type: 'object' }, then: schema }),
  definition: (schema) => ({
    type: 'object',
    allOf: [{ $ref: '#/definitions/d' }],
    definitions: { d: schema },
  }),
}

/** Names of properties in upper case, wherever a schema has some. */
function upper(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(upper)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'required') return [key, (value as string[]).map((name) => name.toUpperCase())]
      if (key === 'properties' || key === 'dependencies')
        return [key, Object.fromEntries(Object.entries(value as Schema).map(([name, one]) => [name.toUpperCase(), key === 'dependencies' && Array.isArray(one) ? one.map((it: string) => it.toUpperCase()) : upper(one)]))]
      return [key, upper(value)]
    }),
  )
} // biome-ignore format: one line for each keyword

const headersApp = (schema: unknown): App => ({
  options: QUIET,
  do: [{ get: '/', schema: { headers: schema as Json }, do: [{ send: { $pick: [{ $get: 'request.headers' }, ['a', 'b', 'c', 'd']] } }] }],
}) // biome-ignore format: one route

function spelledAs({ schema, place, values }: Spelled): [Scenario, Scenario] {
  const sends = values.map((headers): SendForm => ({ url: '/', headers }))
  const placed = PLACES[place]!(schema)
  return [
    { app: headersApp(placed), sends },
    { app: headersApp(upper(placed)), sends },
  ]
}

export const headerNames: Property<Spelled> = {
  id: 'F24',
  title: 'the names of headers in a schema mean the same in upper and in lower case, wherever they stand',
  precondition: 'names in properties, required and dependencies',
  catches: 'names that are lowered in some places of a schema',
  rules: ['RSC-headers'],
  runs: 30,
  arbitrary: fc
    .oneof({ weight: 2, arbitrary: SCALARS }, { weight: 1, arbitrary: MEETING.scalars })
    .map((schema) => JSON.parse(JSON.stringify({ ...schema, additionalProperties: undefined, propertyNames: undefined })) as Schema)
    .chain((schema) =>
      fc.record({
        schema: fc.constant(schema),
        place: fc.constantFrom(...Object.keys(PLACES)),
        values: fc.array(
          fitting(schema, { root: schema, shared: {} }).map((value) =>
            Object.fromEntries(
              Object.entries(Object(value) as object)
                .filter(([name]) => /^[abcd]$/.test(name))
                .map(([name, one]) => [name, encodeURIComponent(String(one))]),
            ),
          ),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    ), // biome-ignore format: one line for each part
  async check(value, world) {
    const [lower, other] = spelledAs(value)
    const [one, two] = [await observe(lower, world), await observe(other, world)]
    const message = (text: string | undefined): string => String(text).toLowerCase()
    assert.equal(two.boot === null, one.boot === null, 'the boot')
    for (const [at, { answer }] of one.exchanges.entries()) {
      assert.equal(two.exchanges[at]?.answer?.status, answer?.status)
      assert.equal(message(two.exchanges[at]?.answer?.text), message(answer?.text))
    }
  },
  scenarios: (value) => spelledAs(value),
}
