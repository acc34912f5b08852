/** The request as handlers and hooks see it, its parts typed by the schemas of its route. No runtime. */
import type { Ctx, GlobalRequest } from './context-type.ts'
import type { ValidationError } from './errors.ts'
import type { HttpMethod, HttpPart, RawRequest, RequestHeaders } from './http.ts'
import type { TypeOf } from './infer.ts'
import type { Logger } from './logger.ts'
import type { RouteSchema, Validator } from './schema.ts'

/** Your own data on a route: merge members in to give them types. The framework never reads it. */
export interface RouteConfig {
  /** Any key. */
  [key: string]: unknown
}

/** The route that was chosen for a request. Frozen. */
export interface RouteInfo {
  /** Undefined where no route was found. */
  method: HttpMethod | readonly HttpMethod[] | undefined
  /** With the prefixes of all contexts; undefined where no route was found. */
  url: string | undefined
  /** Bytes. */
  bodyLimit: number
  /** Whether invalid requests reach the handler. */
  attachValidation: boolean
  /** The level of the request's logger. */
  logLevel: string
  /** What the client asked for in `Accept-Version`, where version constraints are in use. */
  version: string | undefined
  /** Whether a GET route answers HEAD too. */
  exposeHeadRoute: boolean
  /** Which forms of the path `/` in a prefix are routes. */
  prefixTrailingSlash: 'slash' | 'no-slash' | 'both'
  /** The `config` of the route. */
  config: RouteConfig
  /** The `schema` of the route. */
  schema: RouteSchema | undefined
  /** The handler of the route. */
  handler: unknown
  /** The constraints of the route. */
  constraints: Readonly<Record<string, unknown>> | undefined
}

/** What every request has. `Self` is the instance that owns the route. */
export interface RequestCore<Body, Query, Params, Headers, Self> extends GlobalRequest {
  /** `undefined` before the body is read and for a request without one; validated from `preHandler` on. */
  body: Body
  /** The query string, read by `querystringParser`; validated from `preHandler` on. */
  query: Query
  /** The parameters of the path, decoded; validated from `preHandler` on. */
  params: Params
  /** Names in lower case. Assigning adds to the headers that came. */
  headers: Headers
  /** From the request-id header, else from `genReqId`, else `req-1`, `req-2`… */
  readonly id: string
  /** The request of Node.js: the same object in every hook. */
  readonly raw: RawRequest
  /** The logger of this request: each of its lines carries the id. */
  log: Logger
  /** The instance that owns the route. */
  readonly server: Self
  /** The path with its query, as it came (after `rewriteUrl`). */
  readonly url: string
  /** The method of the request. */
  readonly method: HttpMethod
  /** The address of the client; behind a trusted proxy what that says in `X-Forwarded-For`. */
  readonly ip: string
  /** Every address between client and server, nearest first; only with `trustProxy`. */
  readonly ips?: string[] | undefined
  /** The host with its port, as the client wrote it. */
  readonly hostname: string
  /** `https` for a TLS connection; behind a trusted proxy, what `X-Forwarded-Proto` says. */
  readonly protocol: 'http' | 'https'
  /** The socket of the connection. */
  readonly socket: RawRequest['socket']
  /** @deprecated Use `socket`. */
  readonly connection: RawRequest['socket']
  /** Whether no route was found: the handler for that case runs. */
  readonly is404: boolean
  /** The route that was chosen. */
  readonly routeOptions: RouteInfo
  /** The `config` of the route. */
  readonly routeConfig: RouteConfig
  /** The `schema` of the route. */
  readonly routeSchema: RouteSchema | undefined
  /** The URL of the route, with its parameters' names. */
  readonly routerPath: string | undefined
  /** The method of the route. */
  readonly routerMethod: HttpMethod | readonly HttpMethod[] | undefined
  /** @deprecated Use `routeOptions`. */
  readonly context: {
    readonly config: RouteConfig
    readonly schema: RouteSchema | undefined
    readonly server: Self
    readonly handler: unknown
  }
  /**
   * What was wrong with the request: only with `attachValidation: true` on the route, where the handler decides.
   * The parts may then be anything, whatever their types say.
   */
  validationError?: ValidationError | undefined
  /** The validator of a part of this route, or the one that was compiled from this very schema object before. */
  getValidationFunction(part: HttpPart | 'query' | object): Validator | undefined
  /** Compiles a schema with the validator compiler of the route; the same object is compiled once. */
  compileValidationSchema(schema: object, part?: HttpPart): Validator
  /**
   * * Checks any value as one part of this route, or against a schema.
   * Throws `FST_ERR_REQ_INVALID_VALIDATION_INVOCATION` where the part has no schema.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const schema = { type: 'object', properties: { n: { type: 'integer' } } }
   * app.get('/', async (request) => [request.validateInput({ n: 1 }, schema), request.validateInput({ n: 'x' }, schema)])
   * console.log((await app.inject('/')).body) // [true,false]
   * ```
   */
  validateInput(input: unknown, part: HttpPart | 'query'): unknown
  validateInput(input: unknown, schema: object, part?: HttpPart): unknown
}

// ── the parts

/** A schema for one media type each, or one for JSON. */
type BodyType<X, Reg> = X extends { content: infer Map }
  ? { [T in keyof Map]: Map[T] extends { schema: infer Y } ? TypeOf<Y, Reg> : unknown }[keyof Map]
  : TypeOf<X, Reg>
type PartType<S, K extends string, Reg, Otherwise> = S extends { [P in K]: infer X }
  ? TypeOf<X, Reg>
  : Otherwise

/** The parameters that a path names, where no schema says more. */
export type PathParams<P extends string> = string extends P
  ? { [name: string]: string }
  : [Optional<P>] extends [never]
    ? { [K in Named<P>]: string }
    : { [K in Named<P>]: string } & { [K in Optional<P>]?: string }
type Named<P extends string> = P extends `${infer A}/${infer B}` ? Named<A> | Named<B> : InSegment<P>
type Optional<P extends string> = P extends `${string}?` ? Last<P> : never
type Last<P extends string> = P extends `${string}/${infer B}`
  ? Last<B>
  : P extends `${string}:${infer N}?`
    ? N
    : never
type InSegment<T extends string> = T extends `${infer A}::${infer B}` // a colon that is meant
  ? InSegment<A> | InSegment<B>
  : T extends `${string}:${infer N}`
    ? N extends `${infer A}(${string})${infer B}`
      ? Cut<A> | InSegment<B>
      : N extends `${infer A}:${infer B}`
        ? Cut<A> | InSegment<`:${B}`>
        : Cut<N>
    : T extends `${string}*`
      ? '*'
      : never
type Cut<N extends string> = N extends `${infer A}-${string}`
  ? Cut<A>
  : N extends `${infer A}.${string}`
    ? Cut<A>
    : N extends `${string}?`
      ? never
      : N

/** The request of a route with the schemas `S` at the path `P`, in a context `C`. */
export type RequestOf<C extends Ctx, S, P extends string, Self> = RequestCore<
  S extends { body: infer X } ? BodyType<X, C['schemas']> : unknown,
  S extends { query: infer X } | { querystring: infer X } ? TypeOf<X, C['schemas']> : unknown,
  PartType<S, 'params', C['schemas'], PathParams<P>>,
  PartType<S, 'headers', C['schemas'], {}> & RequestHeaders,
  Self
> &
  C['req']
