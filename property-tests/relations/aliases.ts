/** F9 and F10: two ways of saying the same thing do the same thing. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { breaking } from '../../fuzz/schema/breaking.ts'
import { fitting } from '../../fuzz/schema/fitting.ts'
import { write } from '../../fuzz/schema/wire.ts'
import type { Json, Program, SendForm, Statement } from '../../spec/case.ts'
import { value as anyValue, OBJECTS, PLAIN, QUIET, type Schema } from '../arbitraries/schemas.ts'
import { observe } from '../property/observe.ts'
import type { Property, Scenario, World } from '../property/property.ts'

interface Said {
  body: Schema
  query: Schema
  /** bodies, and what stands behind the question mark */
  sends: { json: unknown; search: string }[]
}

const said: fc.Arbitrary<Said> = fc
  .tuple(fc.oneof({ arbitrary: OBJECTS.combinators, weight: 3 }, OBJECTS.flat, OBJECTS.nested), PLAIN)
  .chain(([body, query]) => {
    const values = (schema: Schema) =>
      fc.oneof(
        { arbitrary: fitting(schema, { root: schema, shared: {} }), weight: 3 },
        breaking(schema, { root: schema, shared: {} }).map(({ value }) => value),
        anyValue,
      )
    const one = fc.record({
      json: values(body),
      search: values(query).map((value) => write('querystring', value)?.text ?? ''),
    })
    return fc.record({
      body: fc.constant(body),
      query: fc.constant(query),
      sends: fc.array(one, { minLength: 1, maxLength: 4 }),
    })
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as Said)

function sendsOf({ sends }: Said): SendForm[] {
  return sends.map(({ json, search }) => ({
    method: 'POST',
    url: search === '' ? '/' : `/?${search}`,
    json: json as Json,
  }))
}

const ECHO: Program = [{ send: { body: { $get: 'request.body' }, query: { $get: 'request.query' } } }]

function app(value: Said, ...program: Program): Scenario {
  return { app: { options: QUIET, do: program }, sends: sendsOf(value) }
}

async function alike(world: World, [first, ...others]: [Scenario, ...Scenario[]]): Promise<void> {
  const expected = await observe(first, world)
  for (const [at, other] of others.entries())
    assert.deepEqual(await observe(other, world), expected, `way ${at + 2} and way 1`)
}

/** An object schema that the shorthand can say: nothing but its properties. */
const bare = ({ properties }: Schema): Schema => ({ type: 'object', properties })

function spellings(value: Said): [Scenario, ...Scenario[]] {
  const body = bare(value.body)
  const query = bare(value.query)
  const parts = { body, querystring: query } as Json
  const options = (one: Json): Statement => ({ post: '/', schema: one, do: ECHO })
  return [
    app(value, options(parts)),
    app(value, options({ body, query } as Json)),
    app(value, { route: { method: 'POST', url: '/' }, schema: parts, do: ECHO }),
    app(value, { route: { method: ['POST'], url: '/' }, schema: parts, do: ECHO }),
    app(value, { post: '/', schema: parts, handlerIn: 'options', do: ECHO }),
    // A property that is called as a keyword would make a shorthand a schema; these are a, b, c, d.
    ...(Object.keys(body['properties'] as object).length > 0 &&
    Object.keys(query['properties'] as object).length > 0
      ? [app(value, options({ body: body['properties'], querystring: query['properties'] } as Json))]
      : []),
  ]
}

export const aliases: Property<Said> = {
  id: 'F9',
  title: 'shorthand and full form, query and querystring, post() and route() do the same',
  precondition: 'object schemas with only properties, whose names are not keywords',
  catches: 'a spelling that takes its own code path',
  rules: ['OPS-shorthand'],
  runs: 25,
  arbitrary: said,
  check: (value, world) => alike(world, spellings(value)),
  scenarios: (value) => spellings(value),
}

function compilers(value: Said): [Scenario, ...Scenario[]] {
  const schema = { body: value.body, querystring: value.query } as Json
  const compiler: Json = {
    $behaviour: ['validator/ajv', { coerceTypes: true, strict: false, logger: false }],
  }
  const wide = compiler as { $behaviour: Json }
  return [
    app(value, { post: '/', schema, options: { validatorCompiler: compiler }, do: ECHO }),
    app(value, { setValidatorCompiler: wide }, { post: '/', schema, do: ECHO }),
    app(value, { register: { do: [{ setValidatorCompiler: wide }, { post: '/', schema, do: ECHO }] } }),
  ]
}

const noFormats = (one: Schema): Schema =>
  JSON.parse(JSON.stringify(one, (key, inner: unknown) => (key === 'format' ? undefined : inner))) as Schema

export const compilerPlaces: Property<Said> = {
  id: 'F10',
  title: 'a validator compiler has the same effect on a route and on its context',
  precondition: 'one route; no formats, which the compiler of this property does not know',
  catches: 'compilers that get other arguments, or are not called, in one of the places',
  rules: ['OPS-setValidatorCompiler'],
  runs: 25,
  arbitrary: said.map((one) => ({ ...one, body: noFormats(one.body), query: noFormats(one.query) })),
  check: (value, world) => alike(world, compilers(value)),
  scenarios: (value) => compilers(value),
}
