/** The routes of an application as data. No runtime. */
import type { SecurityMark } from './security.ts'

/**
 * A route as data: what a tool needs to call it, to document it or to try it.
 * @example
 * ```ts
 * import touchstone, { routesOf } from 'touchstone'
 * const app = touchstone().addSchema({ $id: 'id', type: 'integer' })
 * const schema = { body: { type: 'object' } }
 * app.put('/:id', { schema, config: { open: true }, attachValidation: true, bodyLimit: 100 }, async () => 'ok')
 * const [route] = (await routesOf(app))!
 * console.log(route!.method, route!.url, route!.context, route!.schema) // PUT /:id root { body: { type: 'object' } }
 * console.log(route!.config['open'], Object.keys(route!.sharedSchemas), route!.contentTypes) // true [ 'id' ] [ 'application/json', 'text/plain' ]
 * console.log(route!.attachValidation, route!.bodyLimit) // true 100
 * ```
 */
export interface RouteDescription {
  /**
   * One of the methods that it was declared for.
   * @see RouteDescription
   */
  readonly method: string
  /**
   * With its prefixes: `/users/:id`.
   * @see RouteDescription
   */
  readonly url: string
  /**
   * The schemas of its parts and responses, in their full form.
   * @default undefined
   * @see RouteDescription
   */
  readonly schema: Readonly<Record<string, unknown>> | undefined
  /**
   * The `config` of the route.
   * @see RouteDescription
   */
  readonly config: Readonly<Record<string, unknown>>
  /**
   * The way to its context: `root -> users -> admin`.
   * @see RouteDescription
   */
  readonly context: string
  /**
   * The shared schemas that its references see, by `$id`.
   * @see RouteDescription
   */
  readonly sharedSchemas: Readonly<Record<string, unknown>>
  /**
   * The content types whose bodies its context parses: `application/json`, `/^text\\/x-/` of a RegExp, `*`; in the order of
   * choice.
   * @see RouteDescription
   */
  readonly contentTypes: readonly string[]
  /**
   * Whether its handler also gets requests that break its schema.
   * @see RouteDescription
   */
  readonly attachValidation: boolean
  /**
   * The longest body in bytes, if the route has a limit of its own.
   * @default undefined: the limit of the factory
   * @see RouteDescription
   */
  readonly bodyLimit?: number
  /**
   * What else a request must have, by strategy.
   * @default none: an empty object
   * @example
   * ```ts
   * import touchstone, { bearerAuth, routesOf } from 'touchstone'
   * const app = touchstone()
   * app.register(bearerAuth, { keys: ['a-key'] })
   * app.get('/', { constraints: { version: '1.2.0' } }, async () => 'ok')
   * const [route] = (await routesOf(app))!
   * console.log(route!.constraints, route!.security[0]!.name) // { version: '1.2.0' } bearerAuth
   * ```
   */
  readonly constraints: Readonly<Record<string, unknown>>
  /**
   * What its hooks check, as `secures` has marked them.
   * @see constraints
   */
  readonly security: readonly SecurityMark[]
}

/**
 * The routes of an application, once it is ready, in the order of their declaration: without automatic HEAD routes and handlers of
 * what is not found. Undefined for anything that is no instance of this framework. Rejects as `ready()` does.
 *
 * @example
 * ```ts
 * import touchstone, { routesOf } from 'touchstone'
 *
 * const app = touchstone()
 * app.get('/users/:id', { schema: { params: { id: { type: 'integer' } } } }, async (request) => request.params)
 * const routes = await routesOf(app)
 * console.log(routes?.map(({ method, url }) => `${method} ${url}`)) // [ 'GET /users/:id' ]
 * ```
 */
export type RoutesOf = (instance: unknown) => Promise<readonly RouteDescription[] | undefined>
