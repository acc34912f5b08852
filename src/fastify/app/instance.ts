/** The members of the instance that declare routes, plugins and decorators, named as in Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { ConstraintStrategy } from '../../types/options/constraint-strategy.ts'
import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { JudgedRoute, MethodProvider } from '../base/judged.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyReply, FastifyRequest } from '../base/names.ts'
import type {
  ContextConfigDefault,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
} from '../base/raw.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type { RouteHandlerMethod } from '../exchange/handler.ts'
import type { RouteShorthandMethod } from '../exchange/route.ts'
import type { RouteOptions } from '../exchange/route-options.ts'
import type { Decorated, DecoratorValue } from './decorate.ts'
import type { FastifyRegister } from './plugin.ts'
import type { InitialConfig, PrintRoutesOptions } from './server.ts'

/** What answers where no route matches, before the not-found handlers. */
export type DefaultRoute<Request, Reply> = (request: Request, response: Reply) => void
type WhichRoute = Pick<RouteOptions, 'method' | 'url' | 'constraints'>

declare module '../base/names.ts' {
  interface FastifyInstance<
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    RawReply extends RawReplyDefaultExpression<RawServer>,
    Logger extends FastifyBaseLogger,
    TypeProvider extends FastifyTypeProvider,
  > {
    server: RawServer
    prefix: string
    pluginName: string
    version: string
    log: Logger
    listeningOrigin: string
    initialConfig: InitialConfig

    // ── routes
    get: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, false>, Logger>
    head: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, false>, Logger>
    post: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    put: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    delete: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    options: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    patch: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    all: RouteShorthandMethod<RawServer, RawRequest, RawReply, MethodProvider<TypeProvider, true>, Logger>
    route<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig = ContextConfigDefault,
      const SchemaCompiler extends FastifySchema = FastifySchema,
      const Method extends HTTPMethods | readonly HTTPMethods[] = HTTPMethods | HTTPMethods[],
    >(
      options: RouteOptions<
        RawServer,
        RawRequest,
        RawReply,
        RouteGeneric,
        ContextConfig,
        SchemaCompiler,
        TypeProvider,
        Logger
      > & { method: Method } & JudgedRoute<SchemaCompiler, Method>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    hasRoute(options: WhichRoute): boolean
    findRoute(options: WhichRoute): {
      handler: (...args: any) => any
      params: Record<string, any>
      searchParams: Record<string, any>
    }
    withTypeProvider<Provider extends FastifyTypeProvider>(): FastifyInstance<
      RawServer,
      RawRequest,
      RawReply,
      Logger,
      Provider
    >
    setNotFoundHandler<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig extends ContextConfigDefault = ContextConfigDefault,
      TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
    >(
      handler: RouteHandlerMethod<
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
    setNotFoundHandler<
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      ContextConfig extends ContextConfigDefault = ContextConfigDefault,
      TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
      SchemaCompiler extends FastifySchema = FastifySchema,
    >(
      options: Pick<
        RouteOptions<
          RawServer,
          RawRequest,
          RawReply,
          RouteGeneric,
          ContextConfig,
          SchemaCompiler,
          TypeProvider,
          Logger
        >,
        'preValidation' | 'preHandler'
      >,
      handler: RouteHandlerMethod<
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
    /** @deprecated Use a not-found handler. */
    getDefaultRoute(): DefaultRoute<RawRequest, RawReply>
    /** @deprecated Use a not-found handler. */
    setDefaultRoute(route: DefaultRoute<RawRequest, RawReply>): void
    addConstraintStrategy(strategy: ConstraintStrategy): void
    hasConstraintStrategy(name: string): boolean
    printRoutes(options?: PrintRoutesOptions): string

    // ── plugins and decorators
    register: FastifyRegister<
      FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider> & PromiseLike<undefined>
    >
    hasPlugin(name: string): boolean
    printPlugins(): string
    /** Returns the instance with the decorator: chain it, or keep the result. */
    decorate<Self, const Name extends string | symbol, Args extends any[], Result>(
      this: Self,
      name: Name,
      value: (this: Self, ...args: Args) => Result,
      dependencies?: string[],
    ): Decorated<Self, Name, (...args: Args) => Result>
    decorate<Self, const Name extends string | symbol, Value>(
      this: Self,
      name: Name,
      value: Value,
      dependencies?: string[],
    ): Decorated<Self, Name, Value>
    decorate<T>(
      name: string | symbol,
      value?: DecoratorValue<
        T,
        FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
      > | null,
      dependencies?: string[],
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    decorateRequest<Args extends any[], Result>(
      name: string | symbol,
      value: (this: FastifyRequest, ...args: Args) => Result,
      dependencies?: string[],
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    decorateRequest<T>(
      name: string | symbol,
      value?: DecoratorValue<T, FastifyRequest> | null,
      dependencies?: string[],
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    decorateReply<Args extends any[], Result>(
      name: string | symbol,
      value: (this: FastifyReply, ...args: Args) => Result,
      dependencies?: string[],
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    decorateReply<T>(
      name: string | symbol,
      value?: DecoratorValue<T, FastifyReply> | null,
      dependencies?: string[],
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    hasDecorator(name: string | symbol): boolean
    hasRequestDecorator(name: string | symbol): boolean
    hasReplyDecorator(name: string | symbol): boolean
  }
}
