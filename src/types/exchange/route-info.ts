/** The route of a request, as `request.routeOptions` shows it, and the application's own data on it. No runtime. */
import type { HttpMethod } from '../http.ts'
import type { RouteSchema } from '../schema.ts'

/** Your own data on a route: merge members in to give them types. The framework never reads it. */
export interface RouteConfig {
  /**
   * Any key.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * declare module 'touchstone' {
   *   interface RouteConfig {
   *     scope?: 'read' | 'write'
   *   }
   * }
   * const app = touchstone()
   * app.addHook('onRequest', async (request) => {
   *   console.log(request.routeOptions.config.scope) // read
   * })
   * app.get('/', { config: { scope: 'read' } }, async () => 'hello')
   * await app.inject('/')
   * ```
   */
  [key: string]: unknown
}

/** The route that was chosen for a request. Frozen. */
export interface RouteInfo {
  /**
   * The method of the route; undefined if no route was found.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/users/:id', { bodyLimit: 1000, config: { role: 'admin' } }, async ({ routeOptions: of }) =>
   *   [of.method, of.url, of.bodyLimit, of.config.role])
   * console.log((await app.inject('/users/7')).body) // ["GET","/users/:id",1000,"admin"]
   * ```
   */
  method: HttpMethod | readonly HttpMethod[] | undefined
  /** The path with the prefixes of all contexts; undefined if no route was found.
   * @see `method` */
  url: string | undefined
  /** The longest body in bytes.
   * @default 1048576
   * @see `method` */
  bodyLimit: number
  /** The milliseconds to the answer. @default 0: no limit @see RouteSettings.handlerTimeout */
  handlerTimeout: number
  /**
   * Whether a request that breaks its schema reaches the handler.
   * @default false
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { attachValidation: true, logLevel: 'warn', prefixTrailingSlash: 'slash' }, async ({ routeOptions: of }) =>
   *   [of.attachValidation, of.logLevel, of.exposeHeadRoute, of.prefixTrailingSlash])
   * console.log((await app.inject('/')).body) // [true,"warn",true,"slash"]
   * ```
   */
  attachValidation: boolean
  /**
   * The level of the request's logger.
   * @default `''`: the level of the application's logger
   * @see attachValidation
   */
  logLevel: string
  /**
   * The version that the client asks for in `Accept-Version`, if a route of the application has a version constraint.
   * @default undefined
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { constraints: { version: '1.2.0' } }, async ({ routeOptions: of }) =>
   *   [of.version, of.constraints])
   * console.log((await app.inject({ url: '/', headers: { 'accept-version': '1.x' } })).body) // ["1.x",{"version":"1.2.0"}]
   * ```
   */
  version: string | undefined
  /**
   * Whether a GET route answers HEAD requests too.
   * @default true
   * @see attachValidation
   */
  exposeHeadRoute: boolean
  /**
   * Which forms of the path `/` in a context with a prefix are routes.
   * @default 'both'
   * @see attachValidation
   */
  prefixTrailingSlash: 'slash' | 'no-slash' | 'both'
  /** The `config` of the route.
   * @default an object with `url` and `method`
   * @see `method` */
  config: RouteConfig
  /**
   * The `schema` of the route.
   * @default undefined
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const schema = { querystring: { n: { type: 'integer' } } } as const
   * app.get('/', { schema }, async ({ routeOptions }) => routeOptions.schema?.querystring)
   * console.log((await app.inject('/')).body) // {"type":"object","properties":{"n":{"type":"integer"}}}
   * ```
   */
  schema: RouteSchema | undefined
  /**
   * The handler of the route.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async function hello({ routeOptions }): Promise<boolean> {
   *   return routeOptions.handler === hello
   * })
   * console.log((await app.inject('/')).body) // true
   * ```
   */
  handler: unknown
  /**
   * The constraints of the route.
   * @default undefined
   * @see version
   */
  constraints: Readonly<Record<string, unknown>> | undefined
}
