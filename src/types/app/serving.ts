/** The members of an instance that concern the running server: listen, inject, ready, close, and what can be looked up. No runtime. */
import type { AddressInfo } from 'node:net'
import type { ErrorCodes } from '../errors.ts'
import type { RawRequest, RawResponse, RawServer } from '../http.ts'
import type { InjectOptions } from '../inject/inject.ts'
import type { InjectChain } from '../inject/inject-chain.ts'
import type { InjectCallback, InjectResponse } from '../inject/inject-response.ts'
import type { Logger } from '../logger.ts'
import type { ListenCallback, ListenOptions } from '../options/listen.ts'
import type { Options } from '../options/options.ts'
import type { FoundRoute, PrintRoutesOptions, RouteQuestion } from './route-questions.ts'

/** Members about serving. `Here` is the instance itself, `Ready` what it is once all plugins have loaded. */
export interface Serving<Here, Ready> {
  /**
   * Gets ready, then listens. Resolves to the address, such as `'http://127.0.0.1:8080'`.
   * @throws whatever fails `ready()`, and errors of the system, such as `EADDRINUSE`
   * @throws `FST_ERR_REOPENED_SERVER` for a second call
   * @throws `FST_ERR_REOPENED_CLOSE_SERVER` after `close()`
   * @throws `FST_ERR_LISTEN_OPTIONS_INVALID` for anything but an object
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
   * @throws whatever fails `ready()`
   * @throws `FST_ERR_REOPENED_CLOSE_SERVER` after `close()`
   * @throws `FST_ERR_INJECT_INVALID` without a URL, and for an unknown method
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
   * Loads all plugins, compiles all schemas and runs the `onReady` hooks. A second call waits for the first. An
   * application that failed stays failed.
   * @throws the error of a plugin or of a hook
   * @throws `FST_ERR_PLUGIN_TIMEOUT`, `FST_ERR_HOOK_TIMEOUT` if one takes longer than `pluginTimeout`
   * @throws `FST_ERR_SCH_VALIDATION_BUILD`, `FST_ERR_SCH_SERIALIZATION_BUILD` for an invalid schema
   * @throws `FST_ERR_PLUGIN_CALLBACK_NOT_FN` for a callback that is no function
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
   * Stops taking requests, waits for those that run, closes the server and runs the `onClose` hooks.
   * It may be called at any time, and more than once.
   * @throws `FST_ERR_PLUGIN_CALLBACK_NOT_FN` for a callback that is no function
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
  /**
   * The same as `close()`, for `await using`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onClose', async () => {
   *   console.log('released') // released
   * })
   * await app[Symbol.asyncDispose]() // a block with `await using app = touchstone()` ends with this call
   * ```
   */
  [Symbol.asyncDispose](): Promise<void>
  /**
   * Runs when the application closes, like an `onClose` hook. Plugins written for the boot queue use it.
   * @throws `FST_ERR_HOOK_INVALID_HANDLER` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.onClose((_instance, done) => {
   *   console.log('released') // released
   *   done()
   * })
   * await app.close()
   * ```
   */
  onClose(close: (instance: Here, done: () => void) => unknown): Here

  /**
   * The server of Node.js. It exists before `listen()`. Under `http2` and `https` it has the type of that module's server beside that of node:http's,
   * which helpers and plugins take.
   * @see addresses
   */
  readonly server: RawServer
  /**
   * Every address that the server listens on. As on Fastify that of a Unix socket or a pipe is its path, a string, which the type does not say.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * await app.ready()
   * console.log(app.addresses(), app.server.listening) // [] false
   * ```
   */
  addresses(): AddressInfo[]
  /**
   * Answers a request of Node.js, for another server in front. The application must be ready.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { createServer } from 'node:http'
   * const app = touchstone()
   * await app.ready()
   * const front = createServer((request, response) => app.routing(request, response))
   * console.log(front.listenerCount('request')) // 1
   * ```
   */
  routing(request: RawRequest, response: RawResponse): void
  /** The logger of this context. Without the `logger` option it writes nothing. @see version */
  readonly log: Logger
  /**
   * The version of the interface, a 4.x. Plugins check it.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ bodyLimit: 100 })
   * console.log(app.version.split('.')[0], app.touchstoneVersion.split('.').length) // 4 3
   * console.log(app.initialConfig.bodyLimit, app.log.level, app.prefix === '') // 100 silent true
   * app.register(async function users(context) {
   *   console.log(context.prefix, context.pluginName) // /v1 users
   *   console.log(context.hasPlugin('users'), new context.errorCodes.FST_ERR_NOT_FOUND().statusCode) // true 404
   * }, { prefix: '/v1' })
   * await app.ready()
   * ```
   */
  readonly version: string
  /** The version of this package. @see version */
  readonly touchstoneVersion: string
  /** The prefixes of this context and of those around it. @default `''` on the root @see version */
  readonly prefix: string
  /** The name of the plugin of this context. @see version */
  readonly pluginName: string
  /** The options of the factory with their defaults, frozen. @see version */
  readonly initialConfig: Readonly<Options>
  /** The constructors of all errors, by code. @see version */
  readonly errorCodes: ErrorCodes

  /**
   * Whether a route was declared with exactly this path: `/users/:id` is, `/users/7` is not.
   * @throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ` for anything but `{ method, url }`
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
   * The route that was declared with exactly this path, or null.
   * @throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ` for anything but `{ method, url }`
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
  /** Whether a plugin of this name is registered in this context or around it. @see version */
  hasPlugin(name: string): boolean
  /** @deprecated Use `setNotFoundHandler`. What answers where no route does. */
  getDefaultRoute(): unknown
  /** @deprecated Use `setNotFoundHandler`. Sets it. @throws `FST_ERR_DEFAULT_ROUTE_INVALID_TYPE` for anything but a function */
  setDefaultRoute(route: (request: RawRequest, response: RawResponse) => void): void
  /**
   * The routes as a tree, for people to read.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/users', async () => [])
   * app.register(async function admin() {})
   * await app.ready()
   * console.log(app.printRoutes({ method: 'GET' }).includes('users (GET)')) // true
   * console.log(app.printPlugins().includes('admin')) // true
   * ```
   */
  printRoutes(options?: PrintRoutesOptions): string
  /** The plugins as a tree with the milliseconds that each took, for people to read. @see printRoutes */
  printPlugins(): string
}
