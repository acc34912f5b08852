/** The hooks of the application: what happens to it between its first declaration and its end. No runtime. */
import type { Ctx } from '../context-type.ts'
import type { DeclaredRoute } from '../exchange/declared-route.ts'
import type { Done } from '../http.ts'
import type { RegisterOptions } from '../plugin.ts'

/*
 *  while plugins load: onRegister (a context is made), onRoute (a route is declared)
 *  ready():  onReady — root first, then children;   listen(): onListen
 *  close():  preClose — root first;  the server closes;  onClose — the youngest child first
 */

/** Every application hook. `Self` is the instance that added it, `Any` whichever instance an event is about. */
export interface AppHooks<C extends Ctx, Self, Any> {
  /**
   * Runs when a route is declared in this context or below. Synchronous. It may change the route, and declare others.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onRoute', (route) => {
   *   if (route.url === '/old') route.url = '/new'
   * })
   * app.get('/old', async () => 'moved')
   * console.log((await app.inject('/new')).body) // moved
   * ```
   */
  onRoute: (this: Any, route: DeclaredRoute<C, Self>) => void
  /**
   * Runs when a child context is created, before its plugin. Wrapped plugins create none. Synchronous.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onRegister', (_child, options) => {
   *   console.log(options.prefix) // /v1
   * })
   * app.register(async () => {}, { prefix: '/v1' })
   * await app.ready()
   * ```
   */
  onRegister: (this: Any, instance: Any, options: RegisterOptions & Record<string, unknown>) => void
  /**
   * Runs when all plugins have loaded. An Error fails `ready()`.
   * @throws `FST_ERR_HOOK_TIMEOUT` fails `ready()` if the hook does not end within `pluginTimeout`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onReady', async () => {
   *   console.log('ready') // ready
   * })
   * app.addHook('preClose', async () => {
   *   console.log('closing') // closing
   * })
   * app.addHook('onClose', async () => {
   *   console.log('closed') // closed
   * })
   * await app.ready()
   * await app.close()
   * ```
   */
  onReady: (this: Self, done: Done) => unknown
  /**
   * Runs when the server listens, and so not for `ready()` and `inject`. An Error is logged.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onListen', async function () {
   *   console.log(this.server.listening) // true
   * })
   * await app.listen({ port: 0, host: '127.0.0.1' })
   * await app.close()
   * ```
   */
  onListen: (this: Self, done: Done) => unknown
  /** Runs when `close()` is called and the server still accepts requests. End here what would keep connections open.
   * An Error is logged and rejects `close()`; the other hooks run.
   * @see `onReady` */
  preClose: (this: Self, done: Done) => unknown
  /** Runs when the server has closed. Release here what plugins hold.
   * @see `onReady` */
  onClose: (this: Self, instance: Self, done: Done) => unknown
}

/** The name of an application hook. */
export type AppHookName = keyof AppHooks<Ctx, never, never>
