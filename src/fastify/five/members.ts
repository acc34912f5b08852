/** The members of requests, replies and applications that `touchstone/5` has beside those of `touchstone/fastify`. No runtime. */
// biome-ignore-all lint/correctness/noUnusedVariables: the parameters have to be those of the interface

import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { MethodProvider } from '../base/judged.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type {
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
} from '../base/raw.ts'
import type { FastifyReplyType, FastifyRequestType, FastifyTypeProvider } from '../base/type-provider.ts'
import type { RouteShorthandMethod } from '../exchange/route.ts'

declare module '../base/names.ts' {
  interface FastifyInstance<
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    RawReply extends RawReplyDefaultExpression<RawServer>,
    Logger extends FastifyBaseLogger,
    TypeProvider extends FastifyTypeProvider,
  > {
    readonly supportedMethods: HTTPMethods[]
    addHttpMethod(
      method: string,
      options?: { hasBody?: boolean; overrideExisting?: boolean },
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    query: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    trace: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, false>, Logger>
    getDecorator<T>(name: string | symbol): T
  }
  interface FastifyRequest<
    RouteGeneric extends RouteGenericInterface,
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    SchemaCompiler extends FastifySchema,
    TypeProvider extends FastifyTypeProvider,
    ContextConfig,
    Logger extends FastifyBaseLogger,
    RequestType extends FastifyRequestType,
  > {
    /** The host with its port; empty where the request has none. */
    readonly host: string
    /** The port of the host; null where it has none. */
    readonly port: number | null
    /** The media type of the body, without parameters; undefined without one. */
    readonly mediaType: string | undefined
    getDecorator<T>(name: string | symbol): T
    setDecorator<T = unknown>(name: string | symbol, value: T): void
  }
  interface FastifyReply<
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    RawReply extends RawReplyDefaultExpression<RawServer>,
    RouteGeneric extends RouteGenericInterface,
    ContextConfig,
    SchemaCompiler extends FastifySchema,
    TypeProvider extends FastifyTypeProvider,
    ReplyType extends FastifyReplyType,
  > {
    /** The media type that is set, without parameters; undefined without one. */
    readonly mediaType: string | undefined
    getDecorator<T>(name: string | symbol): T
    writeEarlyHints(hints: Record<string, string | string[]>, done?: () => void): void
  }
}
