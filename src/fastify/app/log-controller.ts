/** The class of the option `logController`, with the names of Fastify 5. No runtime. */
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '../base/names.ts'

export interface LogControllerOptions {
  disableRequestLogging?: boolean | ((request: FastifyRequest) => boolean)
  requestIdLogLabel?: string
}

export declare class LogController {
  disableRequestLogging: boolean | ((request: FastifyRequest) => boolean)
  requestIdLogLabel: string
  constructor(options?: LogControllerOptions)
  isLogDisabled(request: FastifyRequest): boolean
  incomingRequest(request: FastifyRequest, reply: FastifyReply, metadata?: Record<string, unknown>): void
  requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    metadata?: Record<string, unknown>,
  ): void
  defaultErrorLog(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
    metadata?: Record<string, unknown>,
  ): void
  streamError(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
    metadata?: Record<string, unknown>,
  ): void
  routeNotFound(request: FastifyRequest, reply: FastifyReply, metadata?: Record<string, unknown>): void
  writeHeadError(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
    metadata?: Record<string, unknown>,
  ): void
  serializerError(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
    metadata: { statusCode: number },
  ): void
  serviceUnavailable(logger: FastifyBaseLogger, server: FastifyInstance): void
}
