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
