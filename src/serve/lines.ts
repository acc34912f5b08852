/** The lines of the framework about a request: its own, or what the LogController of the application makes of them. */
import { SafeLog, warnOfLogger } from '../safe-log.ts'
import type { Logger } from '../types/logger.ts'
import type { LogController } from '../types/options/log-controller.ts'
import { isThenable } from '../values.ts'
import { type Exchange, kExchange, type RoutePlan } from './exchange.ts'
import type { AnyReply, AnyRequest } from './plan.ts'

/** Calls a method that may be of the application: an error of it would end the process or change the answer. */
function guard(call: () => unknown): unknown {
  try {
    const result = call()
    if (isThenable(result)) result.then(undefined, warnOfLogger)
    return result
  } catch (error) {
    warnOfLogger(error)
  }
  return undefined
}

// Any value can be thrown. The methods of a controller say Error, as on 5.
const thrown = (error: unknown): Error => error as Error

export function incoming(x: Exchange): void {
  const { logController: own } = x.plan.app
  if (own === null) x.log.info({ req: x.request }, 'incoming request')
  else guard(() => own.incomingRequest(x.request, x.reply))
}

/** `error`: that of an onResponse hook or of the connection; undefined or null: none. */
export function completed(x: Exchange, error: unknown): void {
  const { requestLogging, logController: own } = x.plan.app
  if (own !== null) {
    guard(() => own.requestCompleted(thrown(error), x.request, x.reply))
    return
  }
  const failed = error !== undefined && error !== null
  if (!requestLogging && !failed) return
  const responseTime = x.endedAt - x.startedAt
  if (failed) x.log.error({ res: x.reply, err: error, responseTime }, 'request errored')
  else x.log.info({ res: x.reply, responseTime }, 'request completed')
}

/** How a request without an answer has ended. There may be no reply, whose status a line could have. */
export function endedEarly(x: Exchange, line: string): void {
  const { requestLogging, logController: own } = x.plan.app
  if (!requestLogging || (own !== null && isDisabled(own, x.request))) return
  x.log.info({ req: x.request, responseTime: x.endedAt - x.startedAt }, line)
}

function isDisabled(own: LogController, request: AnyRequest): boolean {
  return Boolean(guard(() => own.isLogDisabled(request)))
}

/** The default error handler answers. */
export function defaultError(x: Exchange, error: unknown, message: string | undefined): void {
  const { logController: own } = x.plan.app
  if (own !== null) guard(() => own.defaultErrorLog(thrown(error), x.request, x.reply))
  else if (x.wire.statusCode < 500) x.log.info({ res: x.reply, err: error }, message)
  else x.log.error({ req: x.request, res: x.reply, err: error }, message)
}

/** The client has left before the end of a stream. */
export function streamClosed(x: Exchange, error: Error): void {
  const { logController: own } = x.plan.app
  if (own === null) x.log.info({ res: x.reply }, 'stream closed prematurely')
  else guard(() => own.streamError(error, x.request, x.reply))
}

/** A stream failed behind its first bytes. */
export function streamFailed(x: Exchange, error: unknown): void {
  const { logController: own } = x.plan.app
  if (own === null) x.log.warn({ err: error }, 'response terminated with an error with headers already sent')
  else {
    const reason = thrown(error ?? new Error('the stream ended before its last byte'))
    guard(() => own.streamError(reason, x.request, x.reply))
  }
}

export function routeNotFound(request: AnyRequest, reply: AnyReply, message: string): void {
  const { app } = (request as AnyRequest & { readonly [kExchange]: Exchange })[kExchange].plan // each request has one
  const { logController: own } = app
  if (own !== null) guard(() => own.routeNotFound(request, reply))
  else if (reply.log) new SafeLog(reply.log).info(message) // null: the value of a decorator
}

/** The headers of the last error reply cannot be sent. */
export function headRefused(x: Exchange, error: unknown): void {
  const { logController: own } = x.plan.app
  if (own !== null) guard(() => own.writeHeadError(thrown(error), x.request, x.reply))
}

export function serializerFailed(x: Exchange, error: unknown, statusCode: number): void {
  const { logController: own } = x.plan.app
  if (own === null) x.log.error({ err: error, statusCode }, 'The serializer for the given status code failed')
  else guard(() => own.serializerError(thrown(error), x.request, x.reply, { statusCode }))
}

/** A closing server refuses a request. `logOf` makes the logger of the request, which has no exchange. */
export function serviceUnavailable({ app, server }: RoutePlan, logOf: () => Logger): void {
  const { logger, logController: own } = app
  if (own !== null) guard(() => own.serviceUnavailable(logOf(), server))
  else
    new SafeLog(logger).info(
      { res: { statusCode: 503 } },
      'request aborted - refusing to accept new requests as server is closing',
    )
}
