/** The class LogController: the lines of the framework, each a method that an application can replace. */
import { SafeLog } from '../safe-log.ts'
import type { Logger } from '../types/logger.ts'
import type {
  LogControllerOptions,
  LoggedReply,
  LoggedRequest,
  LogController as PublicLogController,
} from '../types/options/log-controller.ts'
import { disown, isObject } from '../values.ts'

/** Marks the class. Registered: the package may be loaded twice, once as a module and once by `require`. */
const kLogController = Symbol.for('touchstone.log-controller')

export function isLogController(value: unknown): value is PublicLogController {
  return isObject(value) && kLogController in value
}

export class LogController implements PublicLogController {
  disableRequestLogging: boolean | ((request: LoggedRequest) => boolean)
  requestIdLogLabel: string

  constructor(options?: LogControllerOptions) {
    const { disableRequestLogging, requestIdLogLabel } = options ?? {}
    this.disableRequestLogging = disableRequestLogging || false
    this.requestIdLogLabel = requestIdLogLabel || 'reqId'
  }

  get [kLogController](): true {
    return true
  }

  isLogDisabled(request: LoggedRequest): boolean {
    const { disableRequestLogging: disabled } = this
    if (typeof disabled !== 'function') return disabled
    const answer: unknown = disabled(request)
    return disown(answer) || Boolean(answer)
  }

  incomingRequest(request: LoggedRequest, _reply: LoggedReply): void {
    if (this.isLogDisabled(request)) return
    new SafeLog(request.log).info({ req: request }, 'incoming request')
  }

  requestCompleted(error: Error | null | undefined, request: LoggedRequest, reply: LoggedReply): void {
    if (this.isLogDisabled(request)) return
    const log = new SafeLog(reply.log)
    const { elapsedTime: responseTime } = reply
    if (error) log.error({ res: reply, err: error, responseTime }, 'request errored')
    else log.info({ res: reply, responseTime }, 'request completed')
  }

  defaultErrorLog(error: Error, request: LoggedRequest, reply: LoggedReply): void {
    if (this.isLogDisabled(request)) return
    const log = new SafeLog(reply.log)
    if (reply.statusCode >= 500) log.error({ req: request, res: reply, err: error }, error?.message)
    else log.info({ res: reply, err: error }, error?.message)
  }

  streamError(error: Error, request: LoggedRequest, reply: LoggedReply): void {
    if (this.isLogDisabled(request)) return
    const log = new SafeLog(reply.log)
    if (Reflect.get(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE')
      log.info({ res: reply }, 'stream closed prematurely')
    else log.warn({ err: error }, 'response terminated with an error with headers already sent')
  }

  routeNotFound(request: LoggedRequest, _reply: LoggedReply): void {
    if (this.isLogDisabled(request)) return
    new SafeLog(request.log).info(`Route ${request.method}:${request.url} not found`)
  }

  writeHeadError(error: Error, request: LoggedRequest, reply: LoggedReply): void {
    if (this.isLogDisabled(request)) return
    new SafeLog(reply.log).warn({ req: request, res: reply, err: error }, error?.message)
  }

  serializerError(
    error: Error,
    request: LoggedRequest,
    reply: LoggedReply,
    metadata: { statusCode: number },
  ): void {
    if (this.isLogDisabled(request)) return
    const { statusCode } = metadata
    new SafeLog(reply.log).error(
      { err: error, statusCode },
      'The serializer for the given status code failed',
    )
  }

  serviceUnavailable(logger: Logger, _server: object): void {
    new SafeLog(logger).info(
      { res: { statusCode: 503 } },
      'request aborted - refusing to accept new requests as server is closing',
    )
  }
}
