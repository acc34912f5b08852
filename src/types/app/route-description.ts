/** The routes of an application as data. No runtime. */

/** A route as data: what a tool needs to call it, to document it or to try it. */
export interface RouteDescription {
  /** One of the methods that it was declared for. @see RoutesOf */
  readonly method: string
  /** With its prefixes: `/users/:id`. @see RoutesOf */
  readonly url: string
  /** The schemas of its parts and responses, in their full form.
   * @default undefined
   * @see RoutesOf */
  readonly schema: Readonly<Record<string, unknown>> | undefined
  /** The `config` of the route. @see RoutesOf */
  readonly config: Readonly<Record<string, unknown>>
  /** The way to its context: `root -> users -> admin`. @see RoutesOf */
  readonly context: string
  /** The shared schemas that its references see, by `$id`. @see RoutesOf */
  readonly sharedSchemas: Readonly<Record<string, unknown>>
  /** The content types whose bodies its context parses: `application/json`, `/^text\\/x-/` of a RegExp, `*`; in the order of choice. @see RoutesOf */
  readonly contentTypes: readonly string[]
  /** Whether its handler also gets requests that break its schema. @see RoutesOf */
  readonly attachValidation: boolean
  /** The longest body in bytes, if the route has a limit of its own.
   * @default undefined: the limit of the factory
   * @see RoutesOf */
  readonly bodyLimit?: number
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
