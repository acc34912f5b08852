/** Live programs: applications that boot and answer, of many features each, and requests that meet what they declare. */
import fc from 'fast-check'
import type { App, Json, Program, SendForm, Statement } from '../../spec/case.ts'
import type { Scenario } from '../property/property.ts'
import { errorHandler, handler, hook } from './bodies.ts'
import { declaration } from './declarations.ts'
import { given, namesOf } from './given.ts'

/** A route of a context: its statement, and how it is asked. */
interface Route {
  statement: Statement
  method: string
  url: string
  host: string | null
}

interface Context {
  before: Program[]
  routes: Route[]
  after: Program[]
  children: { prefix: string; wrapped: boolean; context: Context }[]
}

const object = (properties: Json, more: { [key: string]: Json } = {}): Json => ({
  type: 'object',
  properties,
  ...more,
})
const part: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: given('numbers', 'texts') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Json>(
      object({ n: { type: 'integer' } }, { required: ['n'] }),
      object({ n: { type: 'integer', default: 4 }, a: { type: 'string' } }, { additionalProperties: false }),
      object({ n: { $ref: '#/definitions/d' } }, { definitions: { d: { type: 'integer' } } }),
      object({ n: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
      object({ id: { type: 'integer' }, n: { type: 'string' } }),
    ),
  },
)
const body: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: part },
  { weight: 1, arbitrary: fc.constantFrom<Json>({ type: 'integer' }, { $ref: '#/definitions/d', definitions: { d: { type: 'integer' } } }, { type: 'array', items: { type: 'integer' }, uniqueItems: true }) },
) // biome-ignore format: one line for each choice
const answer: fc.Arbitrary<Json> = fc.oneof(
  part,
  fc.constantFrom<Json>(
    { type: 'string' },
    object({ a: { type: 'string' }, message: { type: 'string' } }),
    object({ a: { type: 'string', format: 'date-time' }, n: { type: 'number' } }),
    object({ seen: {}, message: {} }),
    object({ error: { type: 'string' } }, { required: ['error'] }),
  ),
)
const responses = fc.dictionary(fc.constantFrom('200', '201', '2xx', '4xx', '500', 'default'), answer, {
  maxKeys: 3,
  noNullPrototype: true,
}) as fc.Arbitrary<Json>

const schema: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ body, querystring: part, headers: part, response: responses }, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Json> },
  { weight: 2, arbitrary: given('queried', 'answers', 'short') },
  { weight: 1, arbitrary: responses.map((response): Json => ({ query: object({ n: { type: 'integer' } }), response })) },
) // biome-ignore format: one line for each choice

const options = fc.record(
  {
    attachValidation: fc.constant(true),
    bodyLimit: fc.constantFrom(6, 30),
    config: given('config'),
    constraints: fc.constantFrom<Json>({ host: 'a.example' }, { host: 'b.example' }),
    exposeHeadRoute: fc.boolean(),
    logLevel: fc.constantFrom('error', 'silent'),
    prefixTrailingSlash: fc.constantFrom('slash', 'no-slash', 'both'),
    errorHandler: fc.constant<Json>({ $function: { style: 'sync', params: ['error', 'request', 'reply'], do: [{ trace: 'of the options' }, { send: 'handled' }] } }),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<{ [key: string]: Json }> // biome-ignore format: one line for each option

/** Once in so many times. */
const rarely = <T>(one: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: one })

const route: fc.Arbitrary<Route> = fc
  .record({
    how: fc.constantFrom('get', 'get', 'get', 'post', 'post', 'delete', 'head', 'all', 'route'),
    url: fc.constantFrom('/r0', '/r0', '/r1', '/', '/x/:id', '/w/*'),
    options: rarely(options, 3),
    schema: rarely(schema, 3),
    hooks: rarely(fc.array(hook, { minLength: 1, maxLength: 2 }), 3),
    errorHandler: rarely(errorHandler, 6),
    handler,
  })
  .map((r): Route => {
    const more: Statement = {
      ...(r.options === null ? {} : { options: r.options }),
      ...(r.schema === null ? {} : { schema: r.schema }),
      ...(r.hooks === null ? {} : { hooks: r.hooks }),
      ...(r.errorHandler === null ? {} : { errorHandler: r.errorHandler }),
      do: r.handler,
    }
    const host = (Object(r.options?.['constraints']) as { host?: string }).host ?? null
    const statement: Statement =
      r.how === 'route'
        ? { route: { method: ['PUT', 'PATCH'], url: r.url }, ...more }
        : ({ [r.how]: r.url, ...more } as Statement)
    const method = r.how === 'route' ? 'PUT' : r.how === 'all' ? 'POST' : r.how.toUpperCase()
    return { statement, method, url: r.url, host }
  })

const routes = (least: number, most: number): fc.Arbitrary<Route[]> =>
  fc.uniqueArray(route, {
    minLength: least,
    maxLength: most,
    selector: ({ method, url, host }) => `${method} ${url} ${host}`,
  })

function context(depth: number): fc.Arbitrary<Context> {
  const child = fc.record({
    prefix: fc.constantFrom('/p', '/q'),
    wrapped: fc.constantFrom(false, false, false, true),
    context: depth === 0 ? fc.constant<Context | null>(null) : context(depth - 1),
  })
  return fc
    .record({
      before: fc.array(declaration, { maxLength: depth === 2 ? 4 : 2 }),
      routes: routes(depth === 2 ? 1 : 0, 3),
      after: fc.array(declaration, { maxLength: 1 }),
      children: fc.uniqueArray(child, { maxLength: depth === 0 ? 0 : 2, selector: ({ prefix }) => prefix }),
    })
    .map(({ children, ...rest }) => ({
      ...rest,
      children: children.filter((one) => one.context !== null) as Context['children'],
    }))
}

function programOf({ before, routes: all, after, children }: Context): Program {
  return [
    ...before.flat(),
    ...all.map(({ statement }) => statement),
    ...children.map(
      ({ prefix, wrapped, context: inner }): Statement => ({
        register: { prefix, ...(wrapped ? { wrap: true } : {}), do: programOf(inner) },
      }),
    ),
    ...after.flat(),
  ]
}

interface Place extends Route {
  path: string
}

function placesOf({ routes: all, children }: Context, prefix = ''): Place[] {
  return [
    ...all.map((one) => ({ ...one, path: `${prefix}${one.url}` })),
    ...children.flatMap(({ prefix: own, wrapped, context: inner }) =>
      placesOf(inner, wrapped ? prefix : `${prefix}${own}`),
    ),
  ]
}

interface Ask {
  which: number
  method: string | null
  search: string
  body: Partial<SendForm>
  headers: { [name: string]: Json }
  elsewhere: boolean
}

const ask: fc.Arbitrary<Ask> = fc.record({
  which: fc.nat(20),
  method: rarely(fc.constantFrom('HEAD', 'HEAD', 'HEAD', 'GET', 'POST', 'OPTIONS'), 4),
  search: fc.constantFrom('', '', '', '?n=1', '?n=x', '?n=2&n=3', '?a=1&b=%C3%A9'),
  body: fc.constantFrom<Partial<SendForm>>(
    {}, { json: { n: 1 } }, { json: { n: '7', a: 't', more: true } }, { json: { n: 'x' } }, { json: { n: 0, a: null } }, { json: '5' }, { json: [1, '1'] }, { json: 5 },
    { text: '{', contentType: 'application/json' }, { text: '{"n":2}', contentType: 'Application/JSON; charset=utf-8' }, { text: 'plain', contentType: 'text/plain' },
    { text: 'x', contentType: 'a/b' }, { text: 'x', contentType: 'a/b; v=X' }, { text: 'x', contentType: 'a/b; v=x' }, { text: 'x', contentType: 'A/B;v=X' }, { text: 'x', contentType: 'a/c' },
    { text: '', contentType: 'application/json' }, { json: { a: 'a long text that is more than some limits' } },
  ),
  headers: fc.constantFrom<{ [name: string]: Json }>({}, {}, { 'x-a': '1' }, { host: 'a.example' }, { host: 'b.example' }, { n: '5' }, { n: 'x' }, { 'request-id': 'given' }, { authorization: 'Bearer k1' }, { authorization: 'Bearer k2' }),
  elsewhere: fc.constantFrom(false, false, false, false, false, true),
}).chain((one) => fc.constantFrom('0', '1').map((v) => ({ ...one, headers: { ...one.headers, 'x-v': v } }))) // biome-ignore format: one line for each part

function sendOf(one: Ask, places: readonly Place[]): SendForm {
  const place = places[one.which % places.length] as Place
  const method = one.method ?? place.method
  const host = place.host !== null && one.which % 3 > 0 ? { host: place.host } : {}
  const path = one.elsewhere ? `${place.path}/none` : place.path.replace(':id', '7').replace('*', 'any')
  return {
    ...(method === 'GET' ? {} : { method }),
    url: `${path}${one.search}`,
    ...(method === 'GET' || method === 'HEAD' ? {} : one.body),
    headers: { ...host, ...one.headers },
  }
}

/** Options of the factory that change what requests get. */
const factory = fc.record(
  {
    bodyLimit: fc.constant(40),
    caseSensitive: fc.constant(false),
    disableRequestLogging: fc.constant(true),
    exposeHeadRoutes: fc.boolean(),
    ignoreTrailingSlash: fc.constant(true),
    requestIdHeader: fc.constantFrom<Json>('x-a', false),
    requestIdLogLabel: fc.constant('rid'),
    rewriteUrl: fc.constant<Json>({ $function: { params: ['raw'], do: [{ if: { $eq: [{ $get: 'raw.url' }, '/r1'] }, then: [{ return: '/r0' }] }, { return: { $get: 'raw.url' } }] } }),
    trustProxy: fc.constant(true),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<{ [key: string]: Json }> // biome-ignore format: one line for each option

/** `more`: options that only some implementations have. */
export function liveScenario(
  more: fc.Arbitrary<{ [key: string]: Json }> = fc.constant({}),
): fc.Arbitrary<Scenario> {
  return fc
    .record({
      options: rarely(factory, 3),
      more,
      root: context(2),
      asks: fc.array(ask, { minLength: 2, maxLength: 8 }),
    })
    .map(({ options: own, more: others, root, asks }): Scenario => {
      const places = placesOf(root)
      const program = programOf(root)
      const handlerOfRoot: Statement = { let: ['handlerOfRoot', { $get: 'app.errorHandler' }] }
      const app: App = {
        options: { ...(own ?? {}), ...others, logger: { $logger: 'info' } },
        do: [...namesOf(program), handlerOfRoot, ...program],
      }
      return { app, sends: asks.map((one) => sendOf(one, places)) }
    })
}

/** Live programs that Fastify 4.17 can run too: it knows no `Response`. */
export const LIVE_OF_BOTH: fc.Arbitrary<Scenario> = liveScenario().map(
  (one) =>
    JSON.parse(JSON.stringify(one).replace(/\{"\$response":\{[^}]*\}[^}]*\}\}/g, '"text"')) as Scenario,
)
