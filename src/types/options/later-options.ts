/** Options of the factory that came after 4.17. No runtime. */

import type { ChildLoggerFactory, Logger } from '../logger.ts'
import type { LogController } from './log-controller.ts'
import type { RouterPlace } from './router-options.ts'

/** `O`: the options of the factory. */
export interface LaterOptions<O> extends RouterPlace<O> {
  /**
   * A logger, as the option `logger` takes one too.
   * @default undefined
   * @throws `FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED` beside `logger`
   * @throws `FST_ERR_LOG_INVALID_LOGGER_INSTANCE` for anything but a logger, `FST_ERR_LOG_INVALID_LOGGER` for one without some methods
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import pino from 'pino'
   * const lines: string[] = []
   * const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
   * const app = touchstone({ loggerInstance: logger })
   * app.get('/', async () => 'hello')
   * await app.inject('/')
   * console.log(lines) // [ 'incoming request', 'request completed' ]
   * ```
   */
  loggerInstance?: Logger
  /**
   * Writes the lines of the framework, also where there is no logger. `disableRequestLogging` and `requestIdLogLabel` are
   * options of the controller then, and refused beside it.
   * @default the lines of the framework
   * @throws `FST_ERR_LOG_INVALID_LOG_CONTROLLER` for anything but a `LogController`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for `disableRequestLogging` or `requestIdLogLabel` beside it
   * @see LogController
   */
  logController?: LogController
  /**
   * Makes the logger of each request. A context and a route can have another one.
   * @default the `child` of the application's logger
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: { tenant: string }[] = []
   * const app = touchstone({
   *   logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
   *   childLoggerFactory: (logger, bindings, options, request) =>
   *     logger.child({ ...bindings, tenant: request.headers['x-tenant'] }, options),
   * })
   * app.get('/', async () => 'hello')
   * await app.inject({ url: '/', headers: { 'x-tenant': 'a' } })
   * console.log(lines.map(({ tenant }) => tenant)) // [ 'a', 'a' ]
   * ```
   */
  childLoggerFactory?: ChildLoggerFactory
  /**
   * The address of the client of a request that came through `fetch`, which `request.ip` is then. Gets the arguments of `fetch`. The first
   * time that it throws, or gives anything but a text or nothing, is logged.
   * @default no address: `request.ip` is undefined, and no proxy is trusted but with `trustProxy: true`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ clientAddress: (_request, info: { hostname: string }) => info.hostname })
   * app.get('/', async (request) => request.ip)
   * const answer = await app.fetch(new Request('http://localhost/'), { hostname: '203.0.113.7' }) // as Deno calls it
   * console.log(await answer.text()) // 203.0.113.7
   * ```
   */
  clientAddress?(request: Request, ...platform: unknown[]): string | undefined
  /**
   * Whether `setErrorHandler` may be called twice in one context. @default `true`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ allowErrorHandlerOverride: false })
   * app.setErrorHandler(() => 'first')
   * try {
   *   app.setErrorHandler(() => 'second')
   * } catch (error) {
   *   console.log(Object(error).code) // FST_ERR_ERROR_HANDLER_ALREADY_SET
   * }
   * ```
   */
  allowErrorHandlerOverride?: boolean
}
