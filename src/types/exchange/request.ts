/** The request as handlers and hooks see it, its parts typed by the schemas of its route. No runtime. */
import type { Ctx, GlobalRequest } from '../context-type.ts'
import type { ValidationError } from '../errors.ts'
import type { HttpMethod, HttpPart, RawRequest, RequestHeaders } from '../http.ts'
import type { TypeOf } from '../infer.ts'
import type { Logger } from '../logger.ts'
import type { RouteSchema } from '../schema.ts'
import type { Validator } from '../schema-compilers.ts'
import type { LaterRequest } from './later-members.ts'
import type { RouteConfig, RouteInfo } from './route-info.ts'

/** What every request has. `Self` is the instance that owns the route. */
export interface RequestCore<Body, Query, Params, Headers, Self> extends GlobalRequest, LaterRequest {
  /**
   * The parsed body; `undefined` before it is read and for a request without one. It is valid from `preHandler` on.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const body = { type: 'object', properties: { age: { type: 'integer' } } } as const
   * app.post('/ages', { schema: { body } }, async (request) => ({ next: (request.body.age ?? 0) + 1 }))
   * const answer = await app.inject({ method: 'POST', url: '/ages', payload: { age: '41' } })
   * console.log(answer.body) // {"next":42}
   * ```
   */
  body: Body
  /**
   * The query string, as `querystringParser` reads it. It is valid from `preHandler` on.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/search/:area', async ({ params, query, headers }) => [params.area, query, headers['x-trace']])
   * const answer = await app.inject({ url: '/search/books?q=node', headers: { 'X-Trace': 'abc' } })
   * console.log(answer.body) // ["books",{"q":"node"},"abc"]
   * ```
   */
  query: Query
  /** The decoded parameters of the path. They are valid from `preHandler` on.
   * @see `query` */
  params: Params
  /** The request headers, by name in lower case. An assigned object is merged into the received headers.
   * @see `query` */
  headers: Headers
  /**
   * The id of the request: its request-id header, else the result of `genReqId`.
   * @default `req-1`, `req-2` and so on
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (request) => request.id)
   * console.log((await app.inject('/')).body) // req-1
   * console.log((await app.inject({ url: '/', headers: { 'request-id': 'abc' } })).body) // abc
   * ```
   */
  readonly id: string
  /**
   * The request object of Node.js. Every hook and the handler see the same object.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/where', async ({ raw, method, url, hostname, protocol, ip, is404 }) =>
   *   [raw.method, method, url, hostname, protocol, ip, is404].join(' '),
   * )
   * console.log((await app.inject('/where?a=1')).body) // GET GET /where?a=1 localhost:80 http 127.0.0.1 false
   * ```
   */
  readonly raw: RawRequest
  /**
   * The logger of this request. Each of its lines contains the request id.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const app = touchstone({ logger: { stream }, disableRequestLogging: true })
   * app.get('/:id', async (request) => {
   *   request.log.info({ user: request.params.id }, 'found')
   *   return 'done'
   * })
   * await app.inject('/7')
   * console.log(lines.map((line) => JSON.parse(line)).map(({ reqId, user, msg }) => [reqId, user, msg])) // [ [ 'req-1', '7', 'found' ] ]
   * ```
   */
  log: Logger
  /**
   * The instance that owns the route.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorate('greeting', 'hello')
   * app.get('/', async ({ server }) => server.greeting)
   * console.log((await app.inject('/')).body) // hello
   * ```
   */
  readonly server: Self
  /** The path with its query, as it was received or as `rewriteUrl` returned it.
   * @see `raw` */
  readonly url: string
  /** The method of the request.
   * @see `raw` */
  readonly method: HttpMethod
  /** The address of the client. With `trustProxy` it is the first address of `ips` that is not trusted, else the last.
   * @see `raw` */
  readonly ip: string
  /**
   * The addresses from the server to the client, the nearest first.
   * @default undefined: it is set only with `trustProxy`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone({ trustProxy: true })
   * app.get('/', async (request) => [request.ip, request.ips])
   * const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.1' } })
   * console.log(answer.body) // ["192.0.2.1",["127.0.0.1","192.0.2.1"]]
   * ```
   */
  readonly ips?: string[] | undefined
  /** The host with its port (without it, where the option `portInHostname` is `false`), from the `Host` header. From a trusted proxy, `X-Forwarded-Host` has precedence.
   * @see `raw` */
  readonly hostname: string
  /** `https` for a TLS connection. From a trusted proxy, `X-Forwarded-Proto` has precedence.
   * @see `raw` */
  readonly protocol: 'http' | 'https'
  /**
   * The socket of the connection.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (request) => request.socket.remoteAddress)
   * console.log((await app.inject({ url: '/', remoteAddress: '192.0.2.1' })).body) // 192.0.2.1
   * ```
   */
  readonly socket: RawRequest['socket']
  /** @deprecated Use `socket`. */
  readonly connection: RawRequest['socket']
  /** Whether no route was found, so that the not-found handler runs.
   * @see `raw` */
  readonly is404: boolean
  /** The route that was chosen.
   * @see `RouteInfo.method` */
  readonly routeOptions: RouteInfo
  /**
   * The `config` of the route.
   * @see routerPath
   */
  readonly routeConfig: RouteConfig
  /**
   * The `schema` of the route; undefined if it has none.
   * @see routerPath
   */
  readonly routeSchema: RouteSchema | undefined
  /**
   * The path of the route, with the names of its parameters; undefined if no route was found.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/users/:id', { config: { open: true } }, async (request) => {
   *   const { routerPath, routerMethod, routeConfig, routeSchema } = request
   *   return [routerPath, routerMethod, routeConfig.open, routeSchema === undefined]
   * })
   * console.log((await app.inject('/users/7')).body) // ["/users/:id","GET",true,true]
   * ```
   */
  readonly routerPath: string | undefined
  /**
   * The method of the route; undefined if no route was found.
   * @see routerPath
   */
  readonly routerMethod: HttpMethod | readonly HttpMethod[] | undefined
  /** @deprecated Use `routeOptions`. */
  readonly context: {
    readonly config: RouteConfig
    readonly schema: RouteSchema | undefined
    readonly server: Self
    readonly handler: unknown
  }
  /**
   * The error of a request that broke its schema, if the route has `attachValidation: true`. The parts of the
   * request may then have other types than declared.
   * @default undefined
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const querystring = { type: 'object', properties: { n: { type: 'integer' } } } as const
   * app.get('/', { attachValidation: true, schema: { querystring } }, async (request) => request.validationError?.message)
   * console.log((await app.inject('/?n=x')).body) // querystring/n must be integer
   * ```
   */
  validationError?: ValidationError | undefined
  /**
   * Returns the validator of a part of this route, or the one that was compiled for this schema object before.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (request) => {
   *   const schema = { type: 'integer' }
   *   const validate = request.compileValidationSchema(schema)
   *   return [validate(7), validate('x'), request.getValidationFunction(schema) === validate]
   * })
   * console.log((await app.inject('/')).body) // [true,false,true]
   * ```
   */
  getValidationFunction(part: HttpPart | 'query' | object): Validator | undefined
  /** Compiles a schema with the validator compiler of the route. The same object is compiled once.
   * @see `getValidationFunction` */
  compileValidationSchema(schema: object, part?: HttpPart): Validator
  /**
   * Validates a value against one part of this route, or against a schema.
   * @throws `FST_ERR_REQ_INVALID_VALIDATION_INVOCATION` if the part has no schema and none is given.
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

/** The headers that a schema describes, and all others: also one that Node.js knows has the type of its schema. */
export type HeadersWith<H> = H & {
  [K in keyof RequestHeaders as K extends keyof H ? never : K]: RequestHeaders[K]
}

/** The headers of any request. A schema may make numbers of a few that Node.js knows: those are as any other. */
export type AnyHeaders = { [K in keyof RequestHeaders as K extends Numeric ? never : K]: RequestHeaders[K] }
type Numeric = 'access-control-max-age' | 'age' | 'content-length' | 'max-forwards' | 'retry-after'

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
  S extends { headers: infer X } ? HeadersWith<TypeOf<X, C['schemas']>> : RequestHeaders,
  Self
> &
  C['req']
