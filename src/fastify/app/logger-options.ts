/** The options of the logger and the factory of request loggers, with the names of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type {
  Bindings,
  ChildLoggerOptions,
  FastifyBaseLogger,
  FastifyLoggerStreamDestination,
} from '../base/logger.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '../base/names.ts'
import type {
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyError } from '../base/schema.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'

export interface FastifyLoggerOptions<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest = FastifyRequest<any, RawServer, RawRequestDefaultExpression<RawServer>, any, any>,
  RawReply = FastifyReply<
    RawServer,
    RawRequestDefaultExpression<RawServer>,
    RawReplyDefaultExpression<RawServer>,
    any
  >,
> {
  level?: string
  file?: string
  stream?: FastifyLoggerStreamDestination
  genReqId?: (request: RawRequest) => string
  serializers?: {
    req?: (request: RawRequest) => {
      method?: string
      url?: string
      version?: string
      hostname?: string
      remoteAddress?: string
      remotePort?: number
      [field: string]: unknown
    }
    res?: (reply: RawReply) => { statusCode?: string | number; [field: string]: unknown }
    err?: (error: FastifyError) => { type: string; message: string; stack: string; [field: string]: unknown }
  }
}

/** Makes the logger of a request. */
export type FastifyChildLoggerFactory<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RawReply extends RawReplyDefaultExpression<RawServer> = RawReplyDefaultExpression<RawServer>,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (
  this: FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>,
  logger: Logger,
  bindings: Bindings,
  options: ChildLoggerOptions,
  rawRequest: RawRequest,
) => Logger
