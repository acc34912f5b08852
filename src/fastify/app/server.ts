/** The options of the factory, of its server and of `listen`, with the names of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type {
  ServerOptions as HttpOptions,
  Server as HttpServer,
  IncomingMessage,
  ServerResponse,
} from 'node:http'
import type {
  Http2SecureServer,
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  SecureServerOptions,
} from 'node:http2'
import type { ServerOptions as HttpsOptions, Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { InjectChain } from '../../types/inject/inject-chain.ts'
import type { InjectResponse } from '../../types/inject/inject-response.ts'
import type { ConstraintStrategy } from '../../types/options/constraint-strategy.ts'
import type { LineOptions } from '../../types/options/line-options.ts'
import type { Options } from '../../types/options/options.ts'
import type { RouterFunctions, RouterNames } from '../../types/options/router-options.ts'
import type { FastifyContextConfig, FastifySchema, RequestGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger, PinoLoggerOptions } from '../base/logger.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '../base/names.ts'
import type {
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyError, FastifySchemaControllerOptions, SchemaErrorFormatter } from '../base/schema.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type { ConstructorAction, ProtoAction } from '../exchange/parser.ts'
import type { LogController } from './log-controller.ts'
import type { FastifyLoggerOptions } from './logger-options.ts'

/** The options of the router. */
export type FastifyRouterOptions<_RawServer extends RawServerBase = RawServerDefault> = Pick<
  Options,
  RouterNames
> &
  RouterFunctions

/** The options of the factory, whatever the server. */
export type FastifyServerOptions<
  RawServer extends RawServerBase = RawServerDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = LineOptions & {
  ajv?: {
    customOptions?: Record<string, any>
    plugins?: (Function | [Function, unknown])[]
  }
  allowErrorHandlerOverride?: boolean
  allowUnsafeRegex?: boolean
  bodyLimit?: number
  handlerTimeout?: number
  caseSensitive?: boolean
  clientErrorHandler?: (error: ConnectionError, socket: Socket) => void
  connectionTimeout?: number
  constraints?: { [name: string]: ConstraintStrategy }
  disableRequestLogging?: boolean | ((request: FastifyRequest) => boolean)
  exposeHeadRoutes?: boolean
  forceCloseConnections?: boolean | 'idle'
  frameworkErrors?: <
    RequestGeneric extends RequestGenericInterface = RequestGenericInterface,
    TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
    SchemaCompiler extends FastifySchema = FastifySchema,
  >(
    error: FastifyError,
    request: FastifyRequest<
      RequestGeneric,
      RawServer,
      RawRequestDefaultExpression<RawServer>,
      FastifySchema,
      TypeProvider
    >,
    reply: FastifyReply<
      RawServer,
      RawRequestDefaultExpression<RawServer>,
      RawReplyDefaultExpression<RawServer>,
      RequestGeneric,
      FastifyContextConfig,
      SchemaCompiler,
      TypeProvider
    >,
  ) => void
  genReqId?: (request: RawRequestDefaultExpression<RawServer>) => string
  ignoreDuplicateSlashes?: boolean
  ignoreTrailingSlash?: boolean
  jsonShorthand?: boolean
  keepAliveTimeout?: number
  logger?: boolean | (FastifyLoggerOptions<RawServer> & PinoLoggerOptions) | Logger
  logController?: LogController
  loggerInstance?: Logger
  maxParamLength?: number
  maxRequestsPerSocket?: number
  onConstructorPoisoning?: ConstructorAction
  onProtoPoisoning?: ProtoAction
  pluginTimeout?: number
  querystringParser?: (text: string) => { [key: string]: unknown }
  requestIdHeader?: string | false
  requestIdLogLabel?: string
  requestTimeout?: number
  return503OnClosing?: boolean
  routerOptions?: FastifyRouterOptions<RawServer>
  rewriteUrl?: (request: RawRequestDefaultExpression<RawServer>) => string
  schemaController?: FastifySchemaControllerOptions
  schemaErrorFormatter?: SchemaErrorFormatter
  serializerOpts?: Record<string, unknown>
  serverFactory?: FastifyServerFactory<RawServer>
  trustProxy?: boolean | string | string[] | number | TrustProxyFunction
  /** @deprecated Use `constraints`. */
  versioning?: {
    storage(): {
      get(version: string): string | null
      set(version: string, store: Function): void
      del(version: string): void
      empty(): void
    }
    deriveVersion<Context>(request: Object, context?: Context): string
  }
}
export type TrustProxyFunction = (address: string, hop: number) => boolean

/** An error of a connection that brought no request. */
export interface ConnectionError extends Error {
  code: string
  bytesParsed: number
  rawPacket: { type: string; data: number[] }
}

export type FastifyHttpOptions<
  Server extends HttpServer,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = FastifyServerOptions<Server, Logger> & { http?: HttpOptions | null }
export type FastifyHttpsOptions<
  Server extends HttpsServer,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = FastifyServerOptions<Server, Logger> & { https: HttpsOptions | null }
export type FastifyHttp2Options<
  Server extends Http2Server,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = FastifyServerOptions<Server, Logger> & { http2: true; http2SessionTimeout?: number }
export type FastifyHttp2SecureOptions<
  Server extends Http2SecureServer,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = FastifyServerOptions<Server, Logger> & {
  http2: true
  https: SecureServerOptions
  http2SessionTimeout?: number
}

/** The listener of requests that a server factory gets. */
export type FastifyServerFactoryHandler<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RawReply extends RawReplyDefaultExpression<RawServer> = RawReplyDefaultExpression<RawServer>,
> = RawServer extends HttpServer | HttpsServer
  ? (request: IncomingMessage & RawRequest, response: ServerResponse & RawReply) => void
  : (request: Http2ServerRequest & RawRequest, response: Http2ServerResponse & RawReply) => void
export type FastifyServerFactory<RawServer extends RawServerBase = RawServerDefault> = (
  handler: FastifyServerFactoryHandler<RawServer>,
  options: Record<string, unknown>,
) => RawServer

export interface FastifyListenOptions {
  port?: number
  host?: string
  path?: string
  backlog?: number
  exclusive?: boolean
  readableAll?: boolean
  writableAll?: boolean
  ipv6Only?: boolean
  signal?: AbortSignal
  listenTextResolver?: (address: string) => string
}
export interface PrintRoutesOptions {
  method?: HTTPMethods
  includeMeta?: boolean | (string | symbol)[]
  includeHooks?: boolean
  commonPrefix?: boolean
}

/** What the server was created with. Frozen. */
export type InitialConfig = Readonly<
  Pick<
    FastifyServerOptions,
    | 'allowUnsafeRegex'
    | 'bodyLimit'
    | 'caseSensitive'
    | 'connectionTimeout'
    | 'disableRequestLogging'
    | 'ignoreDuplicateSlashes'
    | 'ignoreTrailingSlash'
    | 'keepAliveTimeout'
    | 'maxParamLength'
    | 'onConstructorPoisoning'
    | 'onProtoPoisoning'
    | 'pluginTimeout'
    | 'requestIdHeader'
    | 'requestIdLogLabel'
  > & {
    forceCloseConnections?: boolean
    http2?: boolean
    http2SessionTimeout?: number
    https?: boolean | Readonly<{ allowHTTP1: boolean }>
  }
>

/** The answer to an injected request. */
export interface LightMyRequestResponse extends InjectResponse {
  json<T = any>(): T
}
export type LightMyRequestCallback = (
  error: Error | undefined,
  response: LightMyRequestResponse | undefined,
) => void
/** A request that is built call by call. */
export interface LightMyRequestChain extends ChainCalls, Promise<LightMyRequestResponse> {
  end(): Promise<LightMyRequestResponse>
  end(callback: LightMyRequestCallback): void
}
type ChainCalls = {
  [Call in Exclude<keyof InjectChain, keyof Promise<unknown> | 'end'>]: (
    ...args: Parameters<InjectChain[Call]>
  ) => LightMyRequestChain
}

/** What the factory returns: an instance that can be awaited. */
export type Created<
  Server extends RawServerBase,
  Request extends RawRequestDefaultExpression<Server>,
  Reply extends RawReplyDefaultExpression<Server>,
  Logger extends FastifyBaseLogger,
  TypeProvider extends FastifyTypeProvider,
> = FastifyInstance<Server, Request, Reply, Logger, TypeProvider> &
  PromiseLike<FastifyInstance<Server, Request, Reply, Logger, TypeProvider>>
/** The major version of HTTP that a constraint strategy is for. */
export type FindMyWayVersion<RawServer extends RawServerBase> = RawServer extends HttpServer ? 'V1' : 'V2'
