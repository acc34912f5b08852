/** What decides about the lines of the framework: the option `logController`. No runtime. */
import type { Root } from '../context-type.ts'
import type { ReplyOf } from '../exchange/reply.ts'
import type { RequestOf } from '../exchange/request.ts'
import type { Logger } from '../logger.ts'

/** The request that a line is about. */
export type LoggedRequest = RequestOf<Root, {}, string, object>
/** The reply that a line is about. */
export type LoggedReply = ReplyOf<Root, {}, number, object>

/** The options of `LogController`. */
export interface LogControllerOptions {
  /**
   * Whether the lines of a request are left out: for all requests, or for those for which a function returns true.
   * @default `false`
   * @see LogController
   */
  disableRequestLogging?: boolean | ((request: LoggedRequest) => boolean)
  /**
   * The name of the id in the log.
   * @default `'reqId'`
   * @see LogController
   */
  requestIdLogLabel?: string
}

/**
 * Writes the lines of the framework. A class that extends it replaces single lines: what its methods throw, and promises that
 * reject, are told once to `process.emitWarning`. A method that is replaced asks `isLogDisabled` itself.
 * @example
 * ```ts
 * import touchstone, { LogController } from 'touchstone'
 * class Quiet extends LogController {
 *   incomingRequest(): void {}
 *   override requestCompleted(...[error, request]: Parameters<LogController['requestCompleted']>): void {
 *     if (!this.isLogDisabled(request)) request.log.info(error ? 'failed' : 'done')
 *   }
 * }
 * const lines: string[] = []
 * const logger = { stream: { write: (line: string) => lines.push(JSON.parse(line).msg) } }
 * const logController = new Quiet({ disableRequestLogging: (request) => request.url === '/health' })
 * const app = touchstone({ logger, logController })
 * app.get('/', async () => 'hello')
 * app.get('/health', async () => 'fine')
 * await app.inject('/health')
 * await app.inject('/')
 * console.log(lines, logController.requestIdLogLabel) // [ 'done' ] reqId
 * // The others: they write a line each.
 * const { defaultErrorLog, streamError, routeNotFound, writeHeadError, serializerError, serviceUnavailable } = logController
 * const all = [defaultErrorLog, streamError, routeNotFound, writeHeadError, serializerError, serviceUnavailable]
 * console.log(all.every((one) => typeof one === 'function')) // true
 * ```
 */
export interface LogController {
  /** The option of this name. @see LogController */
  disableRequestLogging: boolean | ((request: LoggedRequest) => boolean)
  /** The option of this name. @see LogController */
  requestIdLogLabel: string
  /** Whether the lines of a request are left out. The other methods ask it. @see LogController */
  isLogDisabled(request: LoggedRequest): boolean
  /** A request has arrived. @see LogController */
  incomingRequest(request: LoggedRequest, reply: LoggedReply, metadata?: Record<string, unknown>): void
  /** An answer has left; `error` is that of an `onResponse` hook or of the connection. @see LogController */
  requestCompleted(
    error: Error | null | undefined,
    request: LoggedRequest,
    reply: LoggedReply,
    metadata?: Record<string, unknown>,
  ): void
  /** The default error handler answers an error. @see LogController */
  defaultErrorLog(
    error: Error,
    request: LoggedRequest,
    reply: LoggedReply,
    metadata?: Record<string, unknown>,
  ): void
  /** A stream failed after its first bytes, or its client has left. @see LogController */
  streamError(
    error: Error,
    request: LoggedRequest,
    reply: LoggedReply,
    metadata?: Record<string, unknown>,
  ): void
  /** The default not-found handler answers. @see LogController */
  routeNotFound(request: LoggedRequest, reply: LoggedReply, metadata?: Record<string, unknown>): void
  /** The headers of an error reply cannot be sent. @see LogController */
  writeHeadError(
    error: Error,
    request: LoggedRequest,
    reply: LoggedReply,
    metadata?: Record<string, unknown>,
  ): void
  /** The serializer of an error reply failed, for the status in `metadata`. @see LogController */
  serializerError(
    error: Error,
    request: LoggedRequest,
    reply: LoggedReply,
    metadata: { statusCode: number },
  ): void
  /** The server is closing and answers 503. `isLogDisabled` is not asked. @see LogController */
  serviceUnavailable(logger: Logger, server: object): void
}

/** The class `LogController`. */
export interface LogControllerClass {
  new (options?: LogControllerOptions): LogController
}
