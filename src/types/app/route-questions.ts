/** How routes are looked up and printed. No runtime. */
import type { HttpMethod } from '../http.ts'

/** The route to look up. */
export interface RouteQuestion {
  /** The method, in upper or lower case. @see Serving.hasRoute */
  method: HttpMethod | Lowercase<HttpMethod>
  /** The path as it was declared, with prefixes. @see Serving.hasRoute */
  url: string
  /**
   * The constraints that the route was declared with.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { constraints: { version: '1.0.0' } }, async () => 'hello')
   * const has = (version: string) => app.hasRoute({ method: 'GET', url: '/', constraints: { version } })
   * console.log(has('1.0.0'), has('2.0.0')) // true false
   * ```
   */
  constraints?: Readonly<Record<string, unknown>>
}

/**
 * A route as the router knows it. Changing it changes nothing.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * const show = async () => 'user'
 * app.get('/users/:id', { config: { open: true } }, show)
 * const { handler, store, params } = app.findRoute({ method: 'GET', url: '/users/:id' })!
 * console.log(handler === show, store, params) // true { open: true, url: '/users/:id', method: 'GET' } [ 'id' ]
 * ```
 */
export interface FoundRoute {
  /**
   * The handler that the route was declared with.
   * @see FoundRoute
   */
  handler: unknown
  /**
   * The `config` of the route, with its `url` and `method`.
   * @see FoundRoute
   */
  store: unknown
  /**
   * The names of its parameters.
   * @see FoundRoute
   */
  params: string[]
}

/** How routes are printed. */
export interface PrintRoutesOptions {
  /** Prints only the routes of this method. @see Serving.printRoutes */
  method?: HttpMethod
  /**
   * What to print below each route: names of hooks, `'errorHandler'` and `'logLevel'`, or `true` for all.
   * @default `false`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRequest', async function authenticate() {})
   * app.post('/users', async () => 'created')
   * await app.ready()
   * console.log(app.printRoutes({ includeMeta: ['onRequest'], commonPrefix: false }).trim().split('\n')) // [ '└── /users (POST)', '    • (onRequest) ["authenticate()"]' ]
   * console.log(app.printRoutes({ includeHooks: true }).includes('authenticate()')) // true
   * ```
   */
  includeMeta?: boolean | readonly (string | symbol)[]
  /**
   * Whether to print the hooks of each route.
   * @default `false`
   * @see includeMeta
   */
  includeHooks?: boolean
  /**
   * Whether to print the tree of the router itself.
   * @default `true`
   * @see includeMeta
   */
  commonPrefix?: boolean
}
