/** Values for random programs: urls, prefixes, names, schemas and options, most of them right, some odd and some wrong. */
import fc from 'fast-check'
import type { Json } from '../../spec/case.ts'

/** Mostly one of `right`; now and then one of `wrong`. */
export function mostly(right: readonly Json[], wrong: readonly Json[] = []): fc.Arbitrary<Json> {
  if (wrong.length === 0) return fc.constantFrom(...right)
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  )
}

export const url = mostly(
  ['/', '', '/a', '/a/', '/a/b', '/:id', '/:id/x', '/a/:id?', '/:name.:ext', '/*', '*', '/a/*', '//', '/é', '/a b', '/%41', '/A', '/:n(^\\d+$)'],
  ['a', 5, null, '/a/*/b'],
) // biome-ignore format: one line of urls

export const prefix = mostly(['/p', '/p/', 'p', '/', '', '//', '/:pid', '/p/q', '/P'], [5, null, {}])

export const name = mostly(
  ['da', 'db', 'dc'],
  ['params', 'log', 'send', 'raw', 'get', 'server', 5, '', { $symbol: 's' }, 'toString', '__proto__'],
)

/** What a decorator, a payload or an argument may be. */
export const value: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom<Json>('text', 7, { a: 'b' }, { a: 1, b: 2 }, [1], true, false, ''),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Json>(
      null,
      0,
      { $undefined: true },
      { $buffer: 'bytes' },
      { $stream: { chunks: ['a', 'b'] } },
      { $stream: { chunks: [], error: 'broken' } },
      { $error: 'an error' },
      { $error: { message: 'teapot', statusCode: 418, code: 'E_TEA' } },
      { $date: '2020-01-02T03:04:05.000Z' },
      { $toJSON: { t: 1 } },
      { $function: [{ return: 'f' }] },
      { $nullPrototype: { a: 'n' } },
      { $number: 'NaN' },
      { $bigint: '5' },
      { $map: [['k', 1]] },
      { $promise: { resolve: 'settled' } },
      { statusCode: 404, message: 'plain' },
    ),
  },
)

const object = (properties: Json, more: { [key: string]: Json } = {}): Json => ({
  type: 'object',
  properties,
  ...more,
})

const full: readonly Json[] = [
  object({ n: { type: 'integer' } }),
  object({ n: { type: 'integer' } }, { required: ['n'] }),
  object({ x: { type: 'string', default: 'd' } }, { additionalProperties: false }),
  { $ref: 'sa#' },
  object({ n: { $ref: 'sb#' } }),
  true as Json,
]
const oddSchemas: readonly Json[] = [
  { n: { type: 'integer' } },
  { type: 'nothing' },
  { $ref: 'none#' },
  { $undefined: true },
  null,
  5,
  'text',
  {},
]
const part = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...full) },
  { weight: 1, arbitrary: fc.constantFrom(...oddSchemas) },
)
const responses: fc.Arbitrary<Json> = fc.dictionary(
  fc.constantFrom('200', '2xx', '4xx', 'default', '500', '404', 'x'),
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<Json>(object({ a: { type: 'string' } }), { type: 'string' }, object({ message: { type: 'string' } }), { $ref: 'sa#' }) },
    { weight: 1, arbitrary: fc.constantFrom(...oddSchemas) },
  ),
  { maxKeys: 2 },
) as fc.Arbitrary<Json> // biome-ignore format: the two choices on a line each

/** The schema container of a route. */
export const schema: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      { body: part, querystring: part, params: part, headers: part, response: responses },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Json>,
  },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, {}, 5, { query: object({ n: { type: 'integer' } }) }) },
)

export const shared: fc.Arbitrary<Json> = mostly(
  [
    { $id: 'sa', ...(object({ a: { type: 'string' } }) as object) },
    { $id: 'sb', type: 'integer' },
  ],
  [{ type: 'string' }, { $id: 'sa', type: 'number' }, 5, null, { $id: 5 }],
)

/** Options of a route, right, odd and wrong. */
export const routeOptions: fc.Arbitrary<{ [key: string]: Json }> = fc.record(
  {
    attachValidation: mostly([true, false], [5, 'x']),
    bodyLimit: mostly([1, 10, 1000], [-1, 'x', 1.5, 0]),
    config: mostly([{ c: 1 }], [5, null]),
    constraints: mostly(
      [{ version: '1.2.0' }, { host: 'example.com' }, {}],
      [{ version: 5 }, { none: 'x' }, 5],
    ),
    exposeHeadRoute: mostly([true, false], [5]),
    logLevel: mostly(['error', 'info'], [5, 'none']),
    prefixTrailingSlash: mostly(['slash', 'no-slash', 'both'], ['x', 5]),
    own: fc.constant(1),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<{ [key: string]: Json }>

/** Options of the factory. */
export const factoryOptions: fc.Arbitrary<{ [key: string]: Json }> = fc.record(
  {
    ajv: mostly([{ customOptions: { coerceTypes: false } }, { customOptions: { removeAdditional: false } }], [{ plugins: 5 }, { customOptions: 5 }]),
    bodyLimit: mostly([1, 100], [-1, 'x', 0]),
    caseSensitive: mostly([false]),
    disableRequestLogging: mostly([true], []  as Json[]),
    exposeHeadRoutes: mostly([true, false], []  as Json[]),
    ignoreDuplicateSlashes: mostly([true], []  as Json[]),
    ignoreTrailingSlash: mostly([true], []  as Json[]),
    jsonShorthand: mostly([false], []  as Json[]),
    maxParamLength: mostly([1, 50], []  as Json[]),
    onConstructorPoisoning: mostly(['remove', 'ignore']),
    onProtoPoisoning: mostly(['remove', 'ignore']),
    querystringParser: mostly([{ $function: { params: ['text'], do: [{ return: { parsed: { $get: 'text' } } }] } }]),
    requestIdHeader: mostly(['x-id', false]),
    requestIdLogLabel: mostly(['rid'], []  as Json[]),
    return503OnClosing: mostly([true, false], []  as Json[]),
    rewriteUrl: mostly([{ $function: { params: ['raw'], do: [{ return: '/a' }] } }]),
    trustProxy: mostly([true, '127.0.0.1', 1], []  as Json[]),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<{ [key: string]: Json }> // biome-ignore format: one line for each option
