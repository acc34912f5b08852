/** The options of routes with the names and generics of Fastify 4.17. Plugins merge in the options that they read. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { FastifyContextConfig, FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger, LogLevel } from '../base/logger.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '../base/names.ts'
import type {
  ContextConfigDefault,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type {
  FastifyError,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  SchemaErrorFormatter,
} from '../base/schema.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type { RouteHandlerMethod } from './handler.ts'
import type {
  onErrorHookHandler,
  onRequestAbortHookHandler,
  onSendHookHandler,
  preParsingHookHandler,
  preSerializationHookHandler,
} from './payload-hooks.ts'
import type {
  onRequestHookHandler,
  onResponseHookHandler,
  onTimeoutHookHandler,
  preHandlerHookHandler,
  preValidationHookHandler,
} from './request-hooks.ts'

type OneOrMore<T> = T | T[]
/** The type itself, in a place from which none is inferred. */
type NotInferred<T> = { [K in keyof T]: T[K] }

/** The options of `get`, `post` and so on. */
export interface RouteShorthandOptions<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RawReply extends RawReplyDefaultExpression<RawServer> = RawReplyDefaultExpression<RawServer>,
  RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
  ContextConfig = ContextConfigDefault,
  SchemaCompiler extends FastifySchema = FastifySchema,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> {
  schema?: SchemaCompiler
  config?: FastifyContextConfig & ContextConfig
  constraints?: { [name: string]: any }
  /** @deprecated Use `constraints.version`. */
  version?: string
  attachValidation?: boolean
  bodyLimit?: number
  handlerTimeout?: number
  exposeHeadRoute?: boolean
  logLevel?: LogLevel
  prefixTrailingSlash?: 'slash' | 'no-slash' | 'both'
  validatorCompiler?: FastifySchemaCompiler<NotInferred<SchemaCompiler>>
  serializerCompiler?: FastifySerializerCompiler<NotInferred<SchemaCompiler>>
  schemaErrorFormatter?: SchemaErrorFormatter
  errorHandler?: (
    this: FastifyInstance,
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => void

  onRequest?: OneOrMore<
    onRequestHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  preParsing?: OneOrMore<
    preParsingHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  preValidation?: OneOrMore<
    preValidationHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  preHandler?: OneOrMore<
    preHandlerHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  preSerialization?: OneOrMore<
    preSerializationHookHandler<
      unknown,
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  onSend?: OneOrMore<
    onSendHookHandler<
      unknown,
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  onResponse?: OneOrMore<
    onResponseHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  onTimeout?: OneOrMore<
    onTimeoutHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  onError?: OneOrMore<
    onErrorHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      FastifyError,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
  onRequestAbort?: OneOrMore<
    onRequestAbortHookHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      Logger
    >
  >
}

/** The options of `get(path, options)`. */
export interface RouteShorthandOptionsWithHandler<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RawReply extends RawReplyDefaultExpression<RawServer> = RawReplyDefaultExpression<RawServer>,
  RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
  ContextConfig = ContextConfigDefault,
  SchemaCompiler extends FastifySchema = FastifySchema,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> extends RouteShorthandOptions<
    RawServer,
    RawRequest,
    RawReply,
    RouteGeneric,
    ContextConfig,
    SchemaCompiler,
    TypeProvider,
    Logger
  > {
  handler: RouteHandlerMethod<
    RawServer,
    RawRequest,
    RawReply,
    RouteGeneric,
    ContextConfig,
    SchemaCompiler,
    TypeProvider,
    Logger
  >
}

/** The options of `route`. */
export interface RouteOptions<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RawReply extends RawReplyDefaultExpression<RawServer> = RawReplyDefaultExpression<RawServer>,
  RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
  ContextConfig = ContextConfigDefault,
  SchemaCompiler extends FastifySchema = FastifySchema,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> extends RouteShorthandOptions<
    RawServer,
    RawRequest,
    RawReply,
    RouteGeneric,
    ContextConfig,
    SchemaCompiler,
    TypeProvider,
    Logger
  > {
  method: HTTPMethods | HTTPMethods[]
  url: string
  handler: RouteHandlerMethod<
    RawServer,
    RawRequest,
    RawReply,
    RouteGeneric,
    ContextConfig,
    SchemaCompiler,
    TypeProvider,
    Logger
  >
}
