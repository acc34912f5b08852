/** The functions that declare routes, with the names and generics of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types

import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { Judged, ProviderOf } from '../base/judged.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance } from '../base/names.ts'
import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type { RouteHandlerMethod } from './handler.ts'
import type { RouteShorthandOptions, RouteShorthandOptionsWithHandler } from './route-options.ts'

/** `get`, `post` and so on. */
export interface RouteShorthandMethod<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RawReply extends RawReplyDefaultExpression<RawServer> = RawReplyDefaultExpression<RawServer>,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
> {
  <
    RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
    ContextConfig = ContextConfigDefault,
    const SchemaCompiler extends FastifySchema = FastifySchema,
  >(
    path: string,
    options: RouteShorthandOptions<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      ProviderOf<TypeProvider>,
      Logger
    > &
      Judged<SchemaCompiler, TypeProvider>,
    handler: RouteHandlerMethod<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      ProviderOf<TypeProvider>,
      Logger
    >,
  ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, ProviderOf<TypeProvider>>
  <
    RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
    ContextConfig = ContextConfigDefault,
    const SchemaCompiler extends FastifySchema = FastifySchema,
  >(
    path: string,
    handler: RouteHandlerMethod<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      ProviderOf<TypeProvider>,
      Logger
    >,
  ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, ProviderOf<TypeProvider>>
  <
    RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
    ContextConfig = ContextConfigDefault,
    const SchemaCompiler extends FastifySchema = FastifySchema,
  >(
    path: string,
    options: RouteShorthandOptionsWithHandler<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      ProviderOf<TypeProvider>,
      Logger
    > &
      Judged<SchemaCompiler, TypeProvider>,
  ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, ProviderOf<TypeProvider>>
}
