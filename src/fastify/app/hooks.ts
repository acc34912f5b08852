/**
 * `addHook` with the names and generics of Fastify 4.17. Hooks that are called alike share an overload. An async hook is
 * assignable to the type of one with a callback, and a union of both would give its parameters no types. No runtime.
 */
import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
} from '../base/raw.ts'
import type { FastifyError } from '../base/schema.ts'
import type { FastifyTypeProvider } from '../base/type-provider.ts'
import type {
  onErrorHookHandler,
  onRequestAbortHookHandler,
  onSendHookHandler,
  preParsingHookHandler,
} from '../exchange/payload-hooks.ts'
import type { onRequestHookHandler } from '../exchange/request-hooks.ts'
import type {
  onCloseHookHandler,
  onReadyHookHandler,
  onRegisterHookHandler,
  onRouteHookHandler,
} from './app-hooks.ts'

declare module '../base/names.ts' {
  interface FastifyInstance<
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    RawReply extends RawReplyDefaultExpression<RawServer>,
    Logger extends FastifyBaseLogger,
    TypeProvider extends FastifyTypeProvider,
  > {
    addHook<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
      Logger extends FastifyBaseLogger = FastifyBaseLogger,
    >(
      name: 'onRequest' | 'preValidation' | 'preHandler' | 'onResponse' | 'onTimeout',
      hook: onRequestHookHandler<
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        SchemaCompiler,
        TypeProvider,
        Logger
      >,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
      Logger extends FastifyBaseLogger = FastifyBaseLogger,
    >(
      name: 'preParsing',
      hook: preParsingHookHandler<
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        SchemaCompiler,
        TypeProvider,
        Logger
      >,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook<
      Payload = unknown,
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
      Logger extends FastifyBaseLogger = FastifyBaseLogger,
    >(
      name: 'preSerialization' | 'onSend',
      hook: onSendHookHandler<
        Payload,
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        SchemaCompiler,
        TypeProvider,
        Logger
      >,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
      Logger extends FastifyBaseLogger = FastifyBaseLogger,
    >(
      name: 'onError',
      hook: onErrorHookHandler<
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        FastifyError,
        SchemaCompiler,
        TypeProvider,
        Logger
      >,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
      Logger extends FastifyBaseLogger = FastifyBaseLogger,
    >(
      name: 'onRequestAbort',
      hook: onRequestAbortHookHandler<
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        SchemaCompiler,
        TypeProvider,
        Logger
      >,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
      Logger extends FastifyBaseLogger = FastifyBaseLogger,
    >(
      name: 'onRoute',
      hook: onRouteHookHandler<
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        SchemaCompiler,
        TypeProvider,
        Logger
      >,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook(
      name: 'onRegister',
      hook: onRegisterHookHandler<RawServer, RawRequest, RawReply, Logger, TypeProvider>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook(
      name: 'onReady' | 'onListen' | 'preClose',
      hook: onReadyHookHandler<RawServer, RawRequest, RawReply, Logger, TypeProvider>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addHook(
      name: 'onClose',
      hook: onCloseHookHandler<RawServer, RawRequest, RawReply, Logger, TypeProvider>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
  }
}
