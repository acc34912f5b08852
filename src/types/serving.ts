/** The members of an instance that concern the running server: listen, inject, ready, close, and what can be looked up. No runtime. */
import type { AddressInfo } from 'node:net'
import type { ErrorCodes } from './errors.ts'
import type { HttpMethod, RawRequest, RawResponse, RawServer } from './http.ts'
import type { InjectCallback, InjectChain, InjectOptions, InjectResponse } from './inject.ts'
import type { Logger } from './logger.ts'
import type { Options } from './options.ts'

/** Where to listen. Anything but an object: `FST_ERR_LISTEN_OPTIONS_INVALID`. */
export interface ListenOptions {
  /** Default 0: any port that is free. */
  port?: number
  /** Default `'localhost'`: every address that the name has. */
  host?: string
  /** A Unix socket or a Windows pipe, in place of port and host. */
  path?: string
  /** Connections that may wait for acceptance. Default 511. */
  backlog?: number
  /** Whether workers of a cluster do not share the port. Default `false`. */
  exclusive?: boolean
  /** Whether a socket of IPv6 takes no connections of IPv4. Default `false`. */
  ipv6Only?: boolean
  /** Whether everybody may read the pipe at `path`. Default `false`. */
  readableAll?: boolean
  /** Whether everybody may write to the pipe at `path`. Default `false`. */
  writableAll?: boolean
  /** Closes the application when it aborts. */
  signal?: AbortSignal
  /** Makes the line that the log says when the server listens. */
  listenTextResolver?: (address: string) => string
}

/** Called when the server listens, with its first address, or with the error that kept it from it. */
export type ListenCallback = (error: Error | null, address: string) => void

/** Which route is meant. */
export interface RouteQuestion {
  /** In any case. */
  method: HttpMethod | Lowercase<HttpMethod>
  /** As it was declared, with prefixes. */
  url: string
  /** The constraints that the route was declared with. */
  constraints?: Readonly<Record<string, unknown>>
}

/** A route as the router knows it. Changing it changes nothing. */
export interface FoundRoute {
  /** The handler that it was declared with. */
  handler: unknown
  /** The `config` of the route, with its `url` and `method`. */
  store: unknown
  /** The names of its parameters. */
  params: string[]
}

/** Members about serving. `Here` is the instance itself, `Ready` what it is once all plugins have loaded. */
export interface Serving<Here, Ready> {
  /**
   * Gets ready, then listens. Resolves to the address, `'http://127.0.0.1:8080'`.
   * Errors: whatever fails `ready()`, the system's (`EADDRINUSE`), `FST_ERR_REOPENED_SERVER` for a second call,
   * `FST_ERR_REOPENED_CLOSE_SERVER` after `close()`.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async () => ({ hello: 'world' }))
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * console.log(await (await fetch(address)).json()) // { hello: 'world' }
   * await app.close()
   * ```
   */
  listen(options?: ListenOptions): Promise<string>
  listen(options: ListenOptions, callback: ListenCallback): void
  listen(callback: ListenCallback): void
  /** @deprecated Use `listen({ port, host, backlog })`. */
  listen(port: number | string, host?: string, backlog?: number): Promise<string>
  /** @deprecated Use `listen({ port, host, backlog }, callback)`. */
  listen(port: number | string, callback: ListenCallback): void
  /** @deprecated Use `listen({ port, host, backlog }, callback)`. */
  listen(port: number | string, host: string, callback: ListenCallback): void
  /**
   * Sends a request without a socket, through the same stages as one over a socket. Gets ready first.
   * A string is the URL of a GET; without arguments the request is built call by call.
   * Errors: whatever fails `ready()`, and `FST_ERR_REOPENED_CLOSE_SERVER` after `close()`.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.post('/echo', async (request) => ({ got: request.body }))
   * const answer = await app.inject({ method: 'POST', url: '/echo', payload: { n: 1 } })
   * console.log(answer.statusCode, answer.body) // 200 {"got":{"n":1}}
   * ```
   */
  inject(request: string | InjectOptions): Promise<InjectResponse>
  inject(request: string | InjectOptions, callback: InjectCallback): void
  inject(): InjectChain
  /**
   * * Loads all plugins, compiles all schemas and runs the `onReady` hooks; the second call waits for the first.
   * Errors: what a plugin failed with, `FST_ERR_PLUGIN_TIMEOUT`, `FST_ERR_HOOK_TIMEOUT`, `FST_ERR_SCH_VALIDATION_BUILD`,
   * `FST_ERR_SCH_SERIALIZATION_BUILD`. An application that failed stays failed.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.register(async () => {
   *   throw new Error('no database')
   * })
   * const failure = await app.ready().then(() => null, (error) => error.message)
   * console.log(failure) // no database
   * ```
   */
  ready(): Promise<Ready>
  ready(callback: (error: Error | null, instance: Ready, done: () => void) => void): Here
  /**
   * * Stops taking requests, waits for those that run, closes the server and runs the `onClose` hooks.
   * May be called at any time and again.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onClose', async () => {
   *   console.log('released') // released
   * })
   * await app.ready()
   * await app.close()
   * ```
   */
  close(): Promise<undefined>
  close(callback: () => void): void
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
  /** Runs when the application closes, like an `onClose` hook: for plugins that know the boot queue. */
  onClose(close: (instance: Here, done: () => void) => unknown): Here

  /** The server of Node.js: there before `listen()`. */
  readonly server: RawServer
  /** Every address that the server listens on. */
  addresses(): AddressInfo[]
  /** Answers a request of Node.js: for another server in front. Only once the application is ready. */
  routing(request: RawRequest, response: RawResponse): void
  /** The logger of this context. Without the `logger` option it writes nothing. */
  readonly log: Logger
  /** The version of the interface, a 4.x: plugins check against it. */
  readonly version: string
  /** The version of this package. */
  readonly touchstoneVersion: string
  /** The prefixes of this context and those around it. */
  readonly prefix: string
  /** The name of this context's plugin. */
  readonly pluginName: string
  /** The options of the factory with their defaults, frozen. */
  readonly initialConfig: Readonly<Options>
  /** The constructors of all errors by code. */
  readonly errorCodes: ErrorCodes

  /**
   * Whether a route was declared just so: `/users/:id` is, `/users/7` is not. Throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ`.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/users/:id', async () => 'user')
   * console.log(app.hasRoute({ method: 'GET', url: '/users/:id' }), app.hasRoute({ method: 'GET', url: '/users/7' })) // true false
   * ```
   */
  hasRoute(route: RouteQuestion): boolean
  /**
   * A route that was declared just so, or null. Throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ` for anything but `{ method, url }`.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/users/:id', { config: { open: true } }, async (request) => request.params.id)
   * const route = app.findRoute({ method: 'GET', url: '/users/:id' })
   * console.log(route?.params, app.findRoute({ method: 'GET', url: '/users/7' })) // [ 'id' ] null
   * ```
   */
  findRoute(route: RouteQuestion): FoundRoute | null
  /** Whether a plugin of this name is registered in this context or around it. */
  hasPlugin(name: string): boolean
  /** @deprecated Use `setNotFoundHandler`. What answers where no route does. */
  getDefaultRoute(): unknown
  /** @deprecated Use `setNotFoundHandler`. Anything but a function: `FST_ERR_DEFAULT_ROUTE_INVALID_TYPE`. */
  setDefaultRoute(route: (request: RawRequest, response: RawResponse) => void): void
  /** The routes as a tree, to read. */
  printRoutes(options?: PrintRoutesOptions): string
  /** The plugins as a tree, with the milliseconds that each took, to read. */
  printPlugins(): string
}

/** How routes are printed. */
export interface PrintRoutesOptions {
  /** Only these. */
  method?: HttpMethod
  /** Names of hooks, or `true` for all: what is printed beside each route. */
  includeMeta?: boolean | readonly (string | symbol)[]
  /** Whether to print the hooks of each route. Default `false`. */
  includeHooks?: boolean
  /** Whether to print the tree of the router itself. Default `true`. */
  commonPrefix?: boolean
}
