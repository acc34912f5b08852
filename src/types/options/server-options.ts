/** The options of the factory about the server of Node.js. No runtime. */
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { ServerOptions as Http2ServerOptions, SecureServerOptions } from 'node:http2'
import type { ServerOptions as HttpsOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Root } from '../context-type.ts'
import type { FrameworkError } from '../errors.ts'
import type { ReplyOf } from '../exchange/reply.ts'
import type { RequestOf } from '../exchange/request.ts'
import type { RawServer } from '../http.ts'

/**
 * The error of a connection that sent no valid HTTP.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * import { once } from 'node:events'
 * import { connect } from 'node:net'
 * const app = touchstone({
 *   clientErrorHandler: (error, socket) => {
 *     console.log(error.code, error.bytesParsed, error.rawPacket?.length) // HPE_INVALID_METHOD 0 11
 *     socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
 *   },
 * })
 * const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
 * const client = connect(Number(port), '127.0.0.1').resume()
 * client.end('no http\r\n\r\n')
 * await once(client, 'close')
 * await app.close()
 * ```
 */
export interface ClientError extends Error {
  /**
   * The code of Node.js, such as `HPE_INVALID_METHOD`.
   * @see ClientError
   */
  code: string
  /**
   * How many bytes of the packet were read.
   * @see ClientError
   */
  bytesParsed?: number
  /**
   * The packet that was being read.
   * @see ClientError
   */
  rawPacket?: Buffer
}

/** How the server is created, what it does when it closes, and what answers where no route does. `All`: the options of the factory. */
export interface HttpServerOptions<All> {
  /**
   * Options of node:http's server; with `http2: true` and no `https`, of node:http2's, where `settings.maxConcurrentStreams` is 100
   * unless it is set.
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object, and for options beside `https`, which would have no effect
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ http: { maxHeaderSize: 1024 } })
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * console.log((await fetch(address, { headers: { 'x-long': 'x'.repeat(2000) } })).status) // 431
   * await app.close()
   * ```
   */
  http?: ServerOptions | Http2ServerOptions | null
  /**
   * Options of node:https's server, which is then used; with `http2: true`, of node:http2's.
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { Server } from 'node:https'
   * const app = touchstone({ https: { minVersion: 'TLSv1.3' } }) // and `key` and `cert`, to listen
   * console.log(app.server instanceof Server) // true
   * ```
   */
  https?: HttpsOptions | SecureServerOptions | boolean | null
  /**
   * Whether to use HTTP/2.
   * @default `false`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { connect } from 'node:http2'
   * const app = touchstone({ http2: true, http2SessionTimeout: 5000 })
   * app.get('/', async (request) => `HTTP/${request.raw.httpVersion}`)
   * const client = connect(await app.listen({ port: 0, host: '127.0.0.1' }))
   * let text = ''
   * for await (const bytes of client.request({ ':path': '/' })) text += bytes
   * console.log(text) // HTTP/2.0
   * client.close()
   * await app.close()
   * ```
   */
  http2?: boolean
  /**
   * What reads the connections of HTTP/1: `'fast'` is a parser of this framework, which gives a connection to node:http with the
   * first byte that it does not understand in full, and when the application or a tool looks at the objects of node; `'node'` is
   * node:http alone. Servers of `http2` and of a `serverFactory` are always read by node.
   * @default `'fast'`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for another value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ engine: 'node' })
   * app.get('/', async () => 'hello')
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * console.log(await (await fetch(address)).text()) // hello
   * await app.close()
   * ```
   */
  engine?: 'node' | 'fast'
  /**
   * Creates the server. It gets the function that answers requests, and these options.
   * @default a server of node:http, node:https or node:http2
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { createServer } from 'node:http'
   * const app = touchstone({
   *   serverFactory: (handler) => createServer({ maxHeaderSize: 4096 }, handler),
   * })
   * app.get('/', async () => 'hello')
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * console.log(await (await fetch(address)).text()) // hello
   * await app.close()
   * ```
   */
  serverFactory?: (
    handler: RequestListener<typeof IncomingMessage, typeof ServerResponse>,
    options: All,
  ) => RawServer
  /**
   * Whether requests that arrive while the server closes are answered with 503.
   * @default `true`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ return503OnClosing: true, forceCloseConnections: 'idle', closeTimeout: 5000 })
   * app.get('/', async () => 'hello')
   * app.addHook('preClose', async () => {
   *   console.log((await fetch(address)).status) // 503
   * })
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * await app.close()
   * ```
   */
  return503OnClosing?: boolean
  /**
   * Which open connections `close()` ends: all, the idle ones, or none.
   * @default `'idle'`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for any other value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ forceCloseConnections: true })
   * const arrived = new Promise<void>((resolve) => {
   *   app.get('/slow', () => resolve()) // never replies
   * })
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * const answer = fetch(`${address}/slow`).catch(() => 'the connection was closed')
   * await arrived
   * await app.close()
   * console.log(await answer) // the connection was closed
   * ```
   */
  forceCloseConnections?: boolean | 'idle'
  /**
   * How long `close()` waits for responses that are still being sent before it ends their connections, and for each onClose
   * hook, in milliseconds. The log says how many connections it ended. A hook that takes longer fails with
   * `FST_ERR_HOOK_TIMEOUT`, and the next one runs. 0: no limit.
   * @default 30000
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ closeTimeout: 50 })
   * const arrived = new Promise<void>((resolve) => {
   *   app.get('/slow', () => resolve()) // never replies
   * })
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * const answer = fetch(`${address}/slow`).catch(() => 'the connection was closed')
   * await arrived
   * await app.close()
   * console.log(await answer) // the connection was closed
   * ```
   */
  closeTimeout?: number
  /**
   * Answers a connection that sent no valid HTTP.
   * @default a 400, or a 408 after a timeout
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @see ClientError
   */
  clientErrorHandler?: (error: ClientError, socket: Socket) => void
  /**
   * Answers requests that have no route to answer them: an invalid URL, or an asynchronous constraint that failed.
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   frameworkErrors: (error, request, reply) => reply.code(error.statusCode).send(`${error.code} ${request.url}`),
   * })
   * app.get('/:id', async () => 'hello')
   * const answer = await app.inject('/%zz')
   * console.log(answer.statusCode, answer.body) // 400 FST_ERR_BAD_URL /%zz
   * ```
   */
  frameworkErrors?: (
    error: FrameworkError,
    request: RequestOf<Root, {}, string, unknown>,
    reply: ReplyOf<Root, {}, 200, unknown>,
  ) => unknown
}
