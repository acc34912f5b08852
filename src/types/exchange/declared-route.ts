/** A route as an `onRoute` hook finds it. No runtime. */
import type { Ctx } from '../context-type.ts'
import type { HttpMethod } from '../http.ts'
import type { RouteSchema } from '../schema.ts'
import type { Handler } from './handler.ts'
import type { RouteHooks } from './hooks.ts'
import type { ReplyOf } from './reply.ts'
import type { RequestOf } from './request.ts'
import type { RouteConfig } from './route-info.ts'

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
  /**
   * The same as `url`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRoute', ({ path, url }) => {
   *   console.log(path, url) // /users /users
   * })
   * app.post('/users', async () => 'created')
   * ```
   */
  path: string
  /** The path as it was declared, without prefixes.
   * @see `method` */
  routePath: string
  /** The prefixes of all contexts.
   * @see `method` */
  prefix: string
  /**
   * The handler. An `onRoute` hook may replace it.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRoute', (route) => {
   *   const { handler } = route
   *   route.handler = async function (request, reply) {
   *     return { data: await handler.call(this, request, reply) }
   *   }
   * })
   * app.get('/', async () => [1, 2])
   * console.log((await app.inject('/')).body) // {"data":[1,2]}
   * ```
   */
  handler: Handler<C, {}, string, Self>
  /**
   * The schemas of the route.
   * @default undefined
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRoute', (route) => {
   *   route.schema = { ...route.schema, headers: { type: 'object', required: ['x-tenant'] } }
   * })
   * app.get('/', async () => 'hello')
   * console.log((await app.inject('/')).statusCode) // 400
   * ```
   */
  schema?: RouteSchema
  /**
   * The `config` of the route.
   * @default undefined
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRoute', ({ config, bodyLimit, logLevel, constraints }) => {
   *   console.log(config?.open, bodyLimit, logLevel, constraints) // true 1000 warn { version: '1.0.0' }
   * })
   * const options = { config: { open: true }, bodyLimit: 1000, logLevel: 'warn', constraints: { version: '1.0.0' } }
   * app.post('/', options, async () => 'hello')
   * ```
   */
  config?: RouteConfig
  /**
   * The longest body in bytes.
   * @default undefined: the `bodyLimit` of the factory
   * @see config
   */
  bodyLimit?: number
  /**
   * The level of the request's logger.
   * @default `''`: the level of the application's logger
   * @see config
   */
  logLevel?: string
  /**
   * The constraints of the route.
   * @default undefined
   * @see config
   */
  constraints?: Readonly<Record<string, unknown>>
  /**
   * Keys of plugins, as the route was declared with them.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * declare module 'touchstone' {
   *   interface GlobalRouteOptions {
   *     cacheSeconds?: number
   *   }
   * }
   * const app = touchstone()
   * app.addHook('onRoute', (route) => {
   *   console.log(route.url, route['cacheSeconds']) // / 60
   * })
   * app.post('/', { cacheSeconds: 60 }, async () => 'hello')
   * ```
   */
  [key: string]: unknown
}
