/** The options of the factory about the server of Node.js. No runtime. */
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { SecureServerOptions } from 'node:http2'
import type { ServerOptions as HttpsOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Root } from '../context-type.ts'
import type { FrameworkError } from '../errors.ts'
import type { ReplyOf } from '../exchange/reply.ts'
import type { RequestOf } from '../exchange/request.ts'
import type { RawServer } from '../http.ts'

/** The error of a connection that sent no valid HTTP. */
export interface ClientError extends Error {
  /** The code of Node.js, such as `HPE_INVALID_METHOD`. @see Options.serverFactory */
  code: string
  /** How many bytes of the packet were read. @see Options.serverFactory */
  bytesParsed?: number
  /** The packet that was being read. @see Options.serverFactory */
  rawPacket?: Buffer
}

/** How the server is created, what it does when it closes, and what answers where no route does. `All`: the options of the factory. */
export interface HttpServerOptions<All> {
  /** Options of node:http's server. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object @see serverFactory */
  http?: ServerOptions | null
  /** Options of node:https's server, which is then used; with `http2: true`, of node:http2's. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object @see serverFactory */
  https?: HttpsOptions | SecureServerOptions | null
  /** Whether to use HTTP/2. @default `false` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean @see serverFactory */
  http2?: boolean
  /**
   * Creates the server. It gets the function that answers requests, and these options. @default a server of node:http, node:https or node:http2
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { createServer } from 'node:http'
   *
   * const app = touchstone({
   *   serverFactory: (handler) => createServer({ maxHeaderSize: 4096 }, handler),
   *   return503OnClosing: false,
   *   forceCloseConnections: true,
   *   closeTimeout: 5000,
   *   pluginTimeout: 2000,
   *   clientErrorHandler: (error, socket) => socket.destroy(error),
   * })
   * const { pluginTimeout, keepAliveTimeout } = app.initialConfig
   * console.log(pluginTimeout, keepAliveTimeout, app.server.listening) // 2000 72000 false
   * ```
   */
  serverFactory?: (
    handler: RequestListener<typeof IncomingMessage, typeof ServerResponse>,
    options: All,
  ) => RawServer
  /** Whether requests that arrive while the server closes are answered with 503. @default `true` @see serverFactory */
  return503OnClosing?: boolean
  /** Which open connections `close()` ends: all, the idle ones, or none. @default `'idle'` @throws `FST_ERR_INIT_OPTS_INVALID` for any other value @see serverFactory */
  forceCloseConnections?: boolean | 'idle'
  /**
   * How long `close()` waits for responses that are still being sent before it ends their connections, in milliseconds. The log
   * says how many it ended. 0: no limit. @default 30000 @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an integer from 0 to 2147483647 @see serverFactory
   */
  closeTimeout?: number
  /** Answers a connection that sent no valid HTTP. @default a 400, or a 408 after a timeout @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see serverFactory */
  clientErrorHandler?: (error: ClientError, socket: Socket) => void
  /** Answers requests that have no route to answer them: an invalid URL, or an asynchronous constraint that failed. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see caseSensitive */
  frameworkErrors?: (
    error: FrameworkError,
    request: RequestOf<Root, {}, string, unknown>,
    reply: ReplyOf<Root, {}, 200, unknown>,
  ) => unknown
}
