/** The options of a route. No runtime. */

import type { Ctx, GlobalRouteOptions } from '../context-type.ts'
import type { HttpMethod } from '../http.ts'
import type { KnownKeywords } from '../keywords.ts'
import type { ChildLoggerFactory, LogLevel } from '../logger.ts'
import type { SchemaErrorFormatter } from '../schema.ts'
import type { SerializerRequest, ValidatorRequest } from '../schema-compilers.ts'
import type { ErrorHandler, Handler } from './handler.ts'
import type { RouteHooks } from './hooks.ts'
import type { ReplyOf } from './reply.ts'
import type { RequestOf } from './request.ts'
import type { RouteConfig } from './route-info.ts'

/** The options of a route that stand beside its path, method and handler. */
export interface RouteSettings<C extends Ctx, S, P extends string, Self>
  extends RouteHooks<Self, RequestOf<C, {}, P, Self>, ReplyOf<C, {}, 200, Self>, RequestOf<C, S, P, Self>>,
    GlobalRouteOptions {
  /**
   * The schemas of the request parts and of the responses. They type the handler.
   * @default no validation
   * @throws `FST_ERR_SCH_VALIDATION_BUILD` or `FST_ERR_SCH_SERIALIZATION_BUILD` fails `ready()` if a schema does not compile.
   * @throws `FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED` if a GET or HEAD route has a schema for the body; it does
   * not compile either, nor does a keyword that JSON Schema does not have.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/users/:id', {
   *   schema: {
   *     params: { id: { type: 'integer' } },
   *     response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } },
   *   },
   *   handler: async ({ params }) => ({ id: params.id, secret: 'not in the schema' }),
   * })
   * console.log((await app.inject('/users/7')).body, (await app.inject('/users/x')).statusCode) // {"id":7} 400
   * ```
   */
  schema?: S & KnownKeywords<S>
  /** Whether a request that breaks its schema reaches the handler, with `request.validationError`.
   * @default false
   * @see `RequestCore.validationError` */
  attachValidation?: boolean
  /**
   * Compiles the request schemas of this route.
   * @default the compiler of the context
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', {
   *   schema: { querystring: { type: 'list', allowed: ['a', 'b'] } },
   *   validatorCompiler: ({ schema }: { schema: { allowed: string[] } }) => (query: { q: string }) =>
   *     schema.allowed.includes(query.q) ? true : { error: new Error('not allowed') },
   *   handler: async () => 'allowed',
   * })
   * console.log((await app.inject('/?q=a')).body, (await app.inject('/?q=x')).json<Error>().message) // allowed not allowed
   * ```
   */
  validatorCompiler?: (route: ValidatorRequest<never>) => (data: never) => unknown
  /**
   * Compiles the response schemas of this route.
   * @default the compiler of the context
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', {
   *   schema: { response: { 200: { type: 'rows', separator: ';' } } },
   *   serializerCompiler: ({ schema }: { schema: { separator: string } }) => (rows: number[]) => rows.join(schema.separator),
   *   handler: async () => [1, 2],
   * })
   * console.log((await app.inject('/')).body) // 1;2
   * ```
   */
  serializerCompiler?: (route: SerializerRequest<never>) => (payload: never) => string
  /**
   * Creates the Error of a request that broke its schema.
   * @default the formatter of the context
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', {
   *   schema: { querystring: { n: { type: 'integer' } } },
   *   schemaErrorFormatter: (errors, part) => new Error(`${part}: ${errors.length} mistake`),
   *   handler: async () => 'valid',
   * })
   * console.log((await app.inject('/?n=x')).json<Error>().message) // querystring: 1 mistake
   * ```
   */
  schemaErrorFormatter?: SchemaErrorFormatter<Self>
  /**
   * Replies to requests of this route that failed.
   * @default the handler of the context
   * @throws `FST_ERR_ROUTE_HANDLER_NOT_FN` for anything but a function.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const fails = async () => {
   *   throw new Error('no database')
   * }
   * app.get('/', { errorHandler: (error, _request, reply) => reply.code(503).send(error.message) }, fails)
   * const answer = await app.inject('/')
   * console.log(answer.statusCode, answer.body) // 503 no database
   * ```
   */
  errorHandler?: ErrorHandler<C, Self>
  /**
   * The longest body in bytes. A longer one is refused with status 413.
   * @default the `bodyLimit` of the factory, 1048576
   * @throws `FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT` for anything but an integer above 0.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.post('/', { bodyLimit: 3, handler: async () => 'short' })
   * const send = (payload: string) => app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'text/plain' } })
   * console.log((await send('abc')).statusCode, (await send('abcd')).statusCode) // 200 413
   * ```
   */
  bodyLimit?: number
  /**
   * The milliseconds from the arrival of a request to its answer. After them `request.signal` is aborted, and the error handlers answer a
   * 503 `FST_ERR_HANDLER_TIMEOUT`. What a hook or the handler returns later has no effect.
   * @default the `handlerTimeout` of the factory, 0: no limit
   * @throws `FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT` for anything but an integer > 0
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { setTimeout } from 'node:timers/promises'
   * const app = touchstone()
   * app.get('/', { handlerTimeout: 10, handler: async ({ signal }) => setTimeout(10_000, 'too late', { signal }) })
   * const answer = await app.inject('/')
   * console.log(answer.statusCode, JSON.parse(answer.body).code) // 503 FST_ERR_HANDLER_TIMEOUT
   * ```
   */
  handlerTimeout?: number
  /** Your own data, which requests have as `request.routeOptions.config`.
   * @default {}
   * @see `RouteInfo.method` */
  config?: RouteConfig
  /**
   * What else a request must have, by strategy: `{ version: '1.x' }`, `{ host: 'a.example' }`, or your own.
   * @default none
   * @throws `FST_ERR_VERSION_CONSTRAINT_NOT_STR` if `version` is not a string.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', { constraints: { version: '1.2.0' } }, async () => 'old')
   * app.get('/', { constraints: { version: '2.0.0' } }, async () => 'new')
   * const answer = await app.inject({ url: '/', headers: { 'accept-version': '1.x' } })
   * console.log(answer.body) // old
   * ```
   */
  constraints?: Readonly<Record<string, unknown>>
  /**
   * The level of the request's logger.
   * @default the level of the context
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const app = touchstone({ logger: { stream } })
   * app.get('/health', { logLevel: 'error' }, async () => 'ok')
   * await app.inject('/health')
   * console.log(lines.length) // 0
   * ```
   */
  logLevel?: LogLevel | (string & {})
  /** Makes the loggers of the route's requests. @default that of the context @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see LaterOptions.childLoggerFactory */
  childLoggerFactory?: ChildLoggerFactory
  /**
   * Serializers of the request's logger.
   * @default those of the context
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const app = touchstone({ logger: { stream }, disableRequestLogging: true })
   * app.get('/', {
   *   logSerializers: { user: (user: { id: number }) => user.id },
   *   handler: async (request) => request.log.info({ user: { id: 7, password: 'secret' } }),
   * })
   * await app.inject('/')
   * console.log(lines.map((line) => JSON.parse(line).user)) // [ 7 ]
   * ```
   */
  logSerializers?: Readonly<Record<string, (value: never) => unknown>>
  /**
   * Whether a GET route answers HEAD requests too.
   * @default the `exposeHeadRoutes` of the factory, true
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * app.get('/only', { exposeHeadRoute: false }, async () => 'hello')
   * const status = async (url: string) => (await app.inject({ method: 'HEAD', url })).statusCode
   * console.log(await status('/'), await status('/only')) // 200 404
   * ```
   */
  exposeHeadRoute?: boolean
  /**
   * For the path `'/'` in a context with a prefix: `'slash'` is `/prefix/`, `'no-slash'` is `/prefix`, `'both'` is both.
   * @default 'both'
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.register(async (api) => api.get('/', { prefixTrailingSlash: 'no-slash' }, async () => 'api'), { prefix: '/api' })
   * console.log((await app.inject('/api')).statusCode, (await app.inject('/api/')).statusCode) // 200 404
   * ```
   */
  prefixTrailingSlash?: 'slash' | 'no-slash' | 'both'
}

/** A whole route, for `route()`. */
export interface RouteOptions<C extends Ctx, S, P extends string, Self> extends RouteSettings<C, S, P, Self> {
  /**
   * The method in upper case, or a list of methods.
   * @throws `FST_ERR_ROUTE_METHOD_NOT_SUPPORTED` for another method.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.route({ method: ['PUT', 'PATCH'], url: '/files/*', handler: async (request) => request.params['*'] })
   * console.log((await app.inject({ method: 'PATCH', url: '/files/a/b' })).body) // a/b
   * ```
   */
  method: HttpMethod | readonly HttpMethod[]
  /** The path, after the prefixes of the contexts. `:name` is a parameter, `*` is the rest of the path.
   * @throws `FST_ERR_INVALID_URL` if it is not a string that begins with `/` or `*`.
   * @throws `FST_ERR_ROUTE_PATTERN_INVALID` if it contains an invalid regular expression.
   * @see `method` */
  url: P
  /** Replies to the requests of the route.
   * @throws `FST_ERR_ROUTE_MISSING_HANDLER` if it is missing.
   * @throws `FST_ERR_ROUTE_HANDLER_NOT_FN` for anything but a function.
   * @see `method` */
  handler: Handler<C, S, P, Self>
}
/** The same with the path under its other name. */
export interface PathRouteOptions<C extends Ctx, S, P extends string, Self>
  extends Omit<RouteOptions<C, S, P, Self>, 'url'> {
  /**
   * The path, as `url` in `RouteOptions`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.route({ method: 'GET', path: '/users/:id', handler: async (request) => request.params.id })
   * console.log((await app.inject('/users/7')).body) // 7
   * ```
   * @throws `FST_ERR_INVALID_URL` if it is not a string that begins with `/` or `*`.
   */
  path: P
}
