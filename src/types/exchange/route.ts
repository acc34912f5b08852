/** Routes: their options, their handlers, and the ways to declare them. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users
import type { Ctx, GlobalRouteOptions } from '../context-type.ts'
import type { HandledError } from '../errors.ts'
import type { HttpMethod } from '../http.ts'
import type { LogLevel } from '../logger.ts'
import type { RouteSchema, SchemaErrorFormatter, SerializerRequest, ValidatorRequest } from '../schema.ts'
import type { RouteHooks } from './hooks.ts'
import type { ReplyOf, ResponsesOf, Returned } from './reply.ts'
import type { RequestOf, RouteConfig } from './request.ts'

/** Replies to a request: returns a payload or a promise of one, or calls `reply.send`. `this` is the instance that owns the
 * route (not in arrow functions). What it throws goes to the error handler. */
export type Handler<C extends Ctx, S, P extends string, Self> = (
  this: Self,
  request: RequestOf<C, S, P, Self>,
  reply: ReplyOf<C, ResponsesOf<S>, 200, Self>,
) => Returned<ResponsesOf<S>, C['schemas']>

/** Replies to a request that failed. If it throws, the error handler of the parent context runs. */
export type ErrorHandler<C extends Ctx, Self, E extends Error = HandledError> = (
  this: Self,
  error: E,
  request: RequestOf<C, {}, string, Self>,
  reply: ReplyOf<C, {}, 200, Self>,
) => unknown

/** The options of a route that stand beside its path, method and handler. */
export interface RouteSettings<C extends Ctx, S, P extends string, Self>
  extends RouteHooks<Self, RequestOf<C, {}, P, Self>, ReplyOf<C, {}, 200, Self>, RequestOf<C, S, P, Self>>,
    GlobalRouteOptions {
  /**
   * The schemas of the request parts and of the responses. They type the handler.
   * @default no validation
   * @throws `FST_ERR_SCH_VALIDATION_BUILD` or `FST_ERR_SCH_SERIALIZATION_BUILD` fails `ready()` if a schema does not compile.
   * @throws `FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED` if a GET or HEAD route has a schema for the body.
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
  schema?: S
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
  /** Compiles the response schemas of this route.
   * @default the compiler of the context
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function. */
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
  /** The level of the request's logger.
   * @default the level of the context */
  logLevel?: LogLevel | (string & {})
  /** Serializers of the request's logger.
   * @default those of the context */
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
  /** The path, as `url` in `RouteOptions`. */
  path: P
}

/** Declares a route: `get(path, handler)`, `get(path, options, handler)`, or `get(path, { …options, handler })`.
 * `Here` is the instance that is returned, `Self` the one that handlers have as `this`.
 * @throws `FST_ERR_DUPLICATED_ROUTE` if the route exists.
 * @throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ` if the options are not an object.
 * @throws `FST_ERR_ROUTE_DUPLICATED_HANDLER` if there are two handlers.
 * @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application has started.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface RouteMethod<out C extends Ctx, Here, Self> {
  <P extends string>(path: P, handler: Handler<C, {}, P, Self>): Here
  <P extends string, const S extends RouteSchema>(
    path: P,
    options: RouteSettings<C, S, P, Self>,
    handler: Handler<C, S, P, Self>,
  ): Here
  <P extends string, const S extends RouteSchema>(
    path: P,
    options: RouteSettings<C, S, P, Self> & { handler: Handler<C, S, P, Self> },
  ): Here
}

/**
 * Declares a route from one object, with its path as `url` or `path`.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface RouteFunction<out C extends Ctx, Here, Self> {
  <P extends string, const S extends RouteSchema = {}>(options: RouteOptions<C, S, P, Self>): Here
  <P extends string, const S extends RouteSchema = {}>(options: PathRouteOptions<C, S, P, Self>): Here
}

/** A declared route as an `onRoute` hook finds it: the live object, in which plugins may exchange handler and hooks. */
export interface DeclaredRoute<C extends Ctx, Self>
  extends RouteHooks<
    Self,
    RequestOf<C, {}, string, Self>,
    ReplyOf<C, {}, 200, Self>,
    RequestOf<C, {}, string, Self>
  > {
  /**
   * The method, or the list of methods.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onRoute', ({ method, url, routePath, prefix }) => {
   *   console.log(method, url, routePath, prefix) // GET /v1/users /users /v1
   * })
   * app.register(async (v1) => v1.get('/users', { exposeHeadRoute: false }, async () => []), { prefix: '/v1' })
   * await app.ready()
   * ```
   */
  method: HttpMethod | HttpMethod[]
  /** The path with the prefixes of all contexts.
   * @see `method` */
  url: string
  /** The same as `url`. */
  path: string
  /** The path as it was declared, without prefixes.
   * @see `method` */
  routePath: string
  /** The prefixes of all contexts.
   * @see `method` */
  prefix: string
  /** The handler. An `onRoute` hook may replace it. */
  handler: Handler<C, {}, string, Self>
  /** The schemas of the route.
   * @default undefined */
  schema?: RouteSchema
  /** The `config` of the route.
   * @default undefined */
  config?: RouteConfig
  /** The longest body in bytes.
   * @default the `bodyLimit` of the factory */
  bodyLimit?: number
  /** The level of the request's logger. */
  logLevel?: string
  /** The constraints of the route.
   * @default undefined */
  constraints?: Readonly<Record<string, unknown>>
  /** Keys of plugins, as the route was declared with them. */
  [key: string]: unknown
}
