/** Routes: their options, their handlers, and the ways to declare them. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users
import type { Ctx, GlobalRouteOptions } from './context-type.ts'
import type { HandledError } from './errors.ts'
import type { RouteHooks } from './hooks.ts'
import type { HttpMethod } from './http.ts'
import type { LogLevel } from './logger.ts'
import type { ReplyOf, ResponsesOf, Returned } from './reply.ts'
import type { RequestOf, RouteConfig } from './request.ts'
import type { RouteSchema, SchemaErrorFormatter, SerializerRequest, ValidatorRequest } from './schema.ts'

/**
 * Answers a request: returns a payload, or a promise of one, or calls `reply.send`. `this` is the instance that owns the route
 * (not in arrow functions). What it throws goes to the error handler.
 */
export type Handler<C extends Ctx, S, P extends string, Self> = (
  this: Self,
  request: RequestOf<C, S, P, Self>,
  reply: ReplyOf<C, ResponsesOf<S>, 200, Self>,
) => Returned<ResponsesOf<S>, C['schemas']>

/** Answers for a request that failed. Falls through to the parent's where it throws. */
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
  /** The schemas of the request's parts and of the responses. They type the handler. */
  schema?: S
  /** Whether a request that breaks its schema reaches the handler, with `request.validationError`. Default `false`. */
  attachValidation?: boolean
  /** Compiles the schemas of this route's requests. Default: the context's. */
  validatorCompiler?: (route: ValidatorRequest<never>) => (data: never) => unknown
  /** Compiles the schemas of this route's responses. Default: the context's. */
  serializerCompiler?: (route: SerializerRequest<never>) => (payload: never) => string
  /** Makes the Error of a request that broke its schema. Default: the context's. */
  schemaErrorFormatter?: SchemaErrorFormatter<Self>
  /** Answers for requests to this route that failed. Default: the context's. */
  errorHandler?: ErrorHandler<C, Self>
  /** The longest body in bytes; a longer one gets a 413. Default: the factory's, 1 MiB. An integer above 0, else `FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT`. */
  bodyLimit?: number
  /** Your own data, at `request.routeOptions.config`. */
  config?: RouteConfig
  /** What else a request must have, by strategy: `{ version: '1.x' }`, `{ host: 'a.example' }`, or your own. */
  constraints?: Readonly<Record<string, unknown>>
  /** The level of the request's logger. */
  logLevel?: LogLevel | (string & {})
  /** Serializers of the request's logger. */
  logSerializers?: Readonly<Record<string, (value: never) => unknown>>
  /** Whether a GET route answers HEAD too. Default: the factory's, `true`. */
  exposeHeadRoute?: boolean
  /** For the path `'/'` in a context with a prefix: with a slash, without, or both. Default `'both'`. */
  prefixTrailingSlash?: 'slash' | 'no-slash' | 'both'
}

/** A whole route, for `route()`. */
export interface RouteOptions<C extends Ctx, S, P extends string, Self> extends RouteSettings<C, S, P, Self> {
  /** In upper case; several are one route each. Another one: `FST_ERR_ROUTE_METHOD_NOT_SUPPORTED`. */
  method: HttpMethod | readonly HttpMethod[]
  /** The path, after the prefixes of the contexts. `:name` is a parameter, `*` the rest. */
  url: P
  /** Answers the requests of the route. */
  handler: Handler<C, S, P, Self>
}
/** The same with the path under its other name. */
export interface PathRouteOptions<C extends Ctx, S, P extends string, Self>
  extends Omit<RouteOptions<C, S, P, Self>, 'url'> {
  /** The path, as `url` in `RouteOptions`. */
  path: P
}

/**
 * Declares a route: `get(path, handler)`, `get(path, options, handler)`, or `get(path, { …options, handler })`.
 * `Here` is the instance that is returned, `Self` that which handlers find as `this`.
 * Throws `FST_ERR_DUPLICATED_ROUTE`, `FST_ERR_ROUTE_MISSING_HANDLER`, `FST_ERR_INVALID_URL`, and, once the application
 * is ready, `FST_ERR_INSTANCE_ALREADY_LISTENING`.
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
  /** The method, or the list of methods. */
  method: HttpMethod | HttpMethod[]
  /** With the prefixes of all contexts. */
  url: string
  /** The same as `url`. */
  path: string
  /** As the route was declared, without prefixes. */
  routePath: string
  /** The prefixes of all contexts. */
  prefix: string
  /** The handler. An `onRoute` hook may replace it. */
  handler: Handler<C, {}, string, Self>
  /** The schemas of the route. */
  schema?: RouteSchema
  /** The `config` of the route. */
  config?: RouteConfig
  /** The longest body in bytes. */
  bodyLimit?: number
  /** The level of the request's logger. */
  logLevel?: string
  /** The constraints of the route. */
  constraints?: Readonly<Record<string, unknown>>
  /** Keys of plugins, as the route was declared with them. */
  [key: string]: unknown
}
