/** Plugins and their registration with the names and generics of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { FastifyBaseLogger, LogLevel } from '../base/logger.ts'
import type { FastifyInstance } from '../base/names.ts'
import type {
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'

export type FastifyPluginOptions = Record<string, any>

/** A plugin that calls `done`. */
export type FastifyPluginCallback<
  Options extends FastifyPluginOptions = Record<never, never>,
  Server extends RawServerBase = RawServerDefault,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = (
  instance: FastifyInstance<
    Server,
    RawRequestDefaultExpression<Server>,
    RawReplyDefaultExpression<Server>,
    Logger,
    TypeProvider
  >,
  options: Options,
  done: (error?: Error) => void,
) => void
/** A plugin that returns a promise. */
export type FastifyPluginAsync<
  Options extends FastifyPluginOptions = Record<never, never>,
  Server extends RawServerBase = RawServerDefault,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> = (
  instance: FastifyInstance<
    Server,
    RawRequestDefaultExpression<Server>,
    RawReplyDefaultExpression<Server>,
    Logger,
    TypeProvider
  >,
  options: Options,
) => Promise<void>
/** @deprecated Options cannot be inferred from it: use one of the two. */
export type FastifyPlugin<Options extends FastifyPluginOptions = Record<never, never>> =
  | FastifyPluginCallback<Options>
  | FastifyPluginAsync<Options>

/** What `register` takes beside the options of the plugin. */
export interface RegisterOptions {
  prefix?: string
  logLevel?: LogLevel
  logSerializers?: Record<string, (value: any) => string>
}
export type FastifyRegisterOptions<Options> =
  | (RegisterOptions & Options)
  | ((instance: FastifyInstance) => RegisterOptions & Options)

/** `register`: the options are those of the plugin. */
export interface FastifyRegister<
  T = void,
  RawServer extends RawServerBase = RawServerDefault,
  TypeProviderDefault extends FastifyTypeProvider = FastifyTypeProvider,
  LoggerDefault extends FastifyBaseLogger = FastifyBaseLogger,
> {
  <
    Options extends FastifyPluginOptions,
    Server extends RawServerBase = RawServer,
    TypeProvider extends FastifyTypeProvider = TypeProviderDefault,
    Logger extends FastifyBaseLogger = LoggerDefault,
  >(
    plugin: FastifyPluginCallback<Options, Server, TypeProvider, Logger>,
    options?: FastifyRegisterOptions<Options>,
  ): T
  <
    Options extends FastifyPluginOptions,
    Server extends RawServerBase = RawServer,
    TypeProvider extends FastifyTypeProvider = TypeProviderDefault,
    Logger extends FastifyBaseLogger = LoggerDefault,
  >(
    plugin: FastifyPluginAsync<Options, Server, TypeProvider, Logger>,
    options?: FastifyRegisterOptions<Options>,
  ): T
  <
    Options extends FastifyPluginOptions,
    Server extends RawServerBase = RawServer,
    TypeProvider extends FastifyTypeProvider = TypeProviderDefault,
    Logger extends FastifyBaseLogger = LoggerDefault,
  >(
    plugin:
      | FastifyPluginCallback<Options, Server, TypeProvider, Logger>
      | FastifyPluginAsync<Options, Server, TypeProvider, Logger>
      | Promise<{ default: FastifyPluginCallback<Options, Server, TypeProvider, Logger> }>
      | Promise<{ default: FastifyPluginAsync<Options, Server, TypeProvider, Logger> }>,
    options?: FastifyRegisterOptions<Options>,
  ): T
}
