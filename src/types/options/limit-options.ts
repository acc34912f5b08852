/** The options of the factory that limit sizes and times. No runtime. */

/** How large, how slow and how costly requests may be. Times are in milliseconds, sizes in bytes. */
export interface LimitOptions {
  /**
   * The longest body in bytes. A longer one is answered with 413. @default 1048576 (1 MiB)
   * @throws `FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT` for anything but an integer above 0
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ bodyLimit: 4, maxParamLength: 3 })
   * app.post('/', async () => 'ok')
   * app.get('/:id', async () => 'ok')
   * console.log((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).statusCode) // 413
   * console.log((await app.inject('/abcd')).statusCode) // 404
   * ```
   */
  bodyLimit?: number
  /** The milliseconds that each route has for its answer; a route can have another limit. @default 0: no limit @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer >= 0 @see RouteSettings.handlerTimeout */
  handlerTimeout?: number
  /**
   * How deep the lists and objects of a JSON body may nest. A deeper body is answered with 400
   * (`FST_ERR_REQ_TOO_DEEP`): functions that recurse over it would exceed the stack of calls. 0: no limit.
   * @default 1000
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer >= 0
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ jsonDepthLimit: 2 })
   * app.post('/', async () => 'ok')
   * console.log((await app.inject({ method: 'POST', url: '/', payload: { a: [1] } })).statusCode) // 200
   * console.log((await app.inject({ method: 'POST', url: '/', payload: { a: [[1]] } })).statusCode) // 400
   * ```
   */
  jsonDepthLimit?: number
  /**
   * How many bytes all bodies may hold together while they are received; 0: no limit. A body beyond it is answered with 503. A body that
   * is alone is limited by `bodyLimit` only.
   * @default 268435456 (256 MiB)
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer >= 0
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ totalBodyLimit: 64 * 1_048_576, connectionBodyLimit: 4 * 1_048_576 })
   * console.log(app.initialConfig.totalBodyLimit) // 67108864
   * ```
   */
  totalBodyLimit?: number
  /**
   * The same for the bodies of one connection of HTTP/2, on which several arrive at the same time; 0: no limit.
   * @default 16777216 (16 MiB)
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer >= 0
   * @see totalBodyLimit
   */
  connectionBodyLimit?: number
  /**
   * How long a body may take to arrive, in milliseconds, plus a second for each 1000 bytes of it that arrived; 0: no limit. A slower one is
   * answered with 408. A client that takes no byte of a reply for as long loses its connection.
   * @default 60000
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { once } from 'node:events'
   * import { connect } from 'node:net'
   * const app = touchstone({ bodyTimeout: 50 })
   * app.post('/', async () => 'never')
   * const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
   * const client = connect(Number(port), '127.0.0.1')
   * client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n[') // and no more
   * console.log(String(await once(client, 'data')).slice(0, 28)) // HTTP/1.1 408 Request Timeout
   * await app.close()
   * ```
   */
  bodyTimeout?: number
  /**
   * What `ready()` does about a `pattern` or `patternProperties` of a request schema that takes very long for some texts, such as `^(a+)+$`:
   * `'warn'` logs it, or warns the process where there is no logger; `'throw'` fails with `FST_ERR_SCH_VALIDATION_BUILD`. A pattern whose
   * time grows with a power of the length is safe below a `maxLength` of 256. The analysis does not find all such patterns. Nothing is
   * checked with an own `ajv.customOptions.code.regExp`. @default `'warn'`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for another value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ unsafePatterns: 'throw' })
   * app.get('/', { schema: { query: { a: { type: 'string', pattern: '^(a+)+$' } } } }, async () => 'ok')
   * console.log(await app.ready().then(() => 'ready', (error) => error.code)) // FST_ERR_SCH_VALIDATION_BUILD
   * ```
   */
  unsafePatterns?: 'off' | 'warn' | 'throw'
  /** The longest parameter of a path. A path with a longer one is not found. @default 100 @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer >= 0 @see bodyLimit */
  maxParamLength?: number
  /**
   * How long a socket, or a session of HTTP/2, may be silent, in milliseconds; 0: no limit.
   * @default 0
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ connectionTimeout: 30_000, requestTimeout: 10_000, keepAliveTimeout: 5000, maxRequestsPerSocket: 100 })
   * const { timeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket } = app.server
   * console.log(timeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket) // 30000 10000 5000 100
   * ```
   */
  connectionTimeout?: number
  /**
   * How long a whole request may take to arrive, its head included, in milliseconds; 0: no limit. It may stand in `http` or `https` instead.
   * @default 0
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647, and where `http` or `https` has another one
   * @see connectionTimeout
   */
  requestTimeout?: number
  /**
   * How long a socket is kept for the next request, in milliseconds. It may stand in `http` or `https` instead.
   * @default 72000
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647, and where `http` or `https` has another one
   * @see connectionTimeout
   */
  keepAliveTimeout?: number
  /**
   * How many requests one socket may send; 0: any number.
   * @default 0
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer >= 0
   * @see connectionTimeout
   */
  maxRequestsPerSocket?: number
  /**
   * How long a session of HTTP/2 may be silent, in milliseconds.
   * @default 72000
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647
   * @see HttpServerOptions.http2
   */
  http2SessionTimeout?: number
  /**
   * How long a plugin or an `onReady` hook may take, in milliseconds; 0: no limit. A longer one fails `ready()` with
   * `FST_ERR_PLUGIN_TIMEOUT` or `FST_ERR_HOOK_TIMEOUT`.
   * @default 10000
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ pluginTimeout: 50 })
   * app.register((_context, _options, _done) => {}) // never calls done
   * console.log(await app.ready().catch((error) => error.code)) // FST_ERR_PLUGIN_TIMEOUT
   * ```
   */
  pluginTimeout?: number
}
