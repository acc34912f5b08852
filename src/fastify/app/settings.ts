/** The members of the instance beside its declarations, named as in Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from '../../types/inject/inject.ts'
import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyReply, FastifyRequest } from '../base/names.ts'
import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
} from '../base/raw.ts'
import type {
  FastifyError,
  FastifySchemaCompiler,
  FastifySchemaControllerOptions,
  FastifySerializerCompiler,
  SchemaErrorFormatter,
} from '../base/schema.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type {
  AddContentTypeParser,
  FastifyBodyParser,
  getDefaultJsonParser,
  hasContentTypeParser,
  removeAllContentTypeParsers,
  removeContentTypeParser,
} from '../exchange/parser.ts'
import type { FastifyChildLoggerFactory } from './logger-options.ts'
import type {
  FastifyListenOptions,
  LightMyRequestCallback,
  LightMyRequestChain,
  LightMyRequestResponse,
} from './server.ts'

type ListenCallback = (error: Error | null, address: string) => void
declare module '../base/names.ts' {
  interface FastifyInstance<
    RawServer extends RawServerBase,
    RawRequest extends RawRequestDefaultExpression<RawServer>,
    RawReply extends RawReplyDefaultExpression<RawServer>,
    Logger extends FastifyBaseLogger,
    TypeProvider extends FastifyTypeProvider,
  > {
    // ── errors, loggers and ids
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
    setErrorHandler<
      TError extends Error = FastifyError,
      RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
      SchemaCompiler extends FastifySchema = FastifySchema,
      TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
    >(
      handler: (
        this: FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>,
        error: TError,
        request: FastifyRequest<RouteGeneric, RawServer, RawRequest, SchemaCompiler, TypeProvider>,
        reply: FastifyReply<
          RawServer,
          RawRequest,
          RawReply,
          RouteGeneric,
          ContextConfigDefault,
          SchemaCompiler,
          TypeProvider
        >,
      ) => any,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    childLoggerFactory: FastifyChildLoggerFactory<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    setChildLoggerFactory(
      factory: FastifyChildLoggerFactory<RawServer, RawRequest, RawReply, Logger, TypeProvider>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    setGenReqId(
      generate: (request: RawRequestDefaultExpression<RawServer>) => string,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>

    // ── schemas and bodies
    addSchema(schema: unknown): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    getSchema(schemaId: string): unknown
    getSchemas(): Record<string, unknown>
    validatorCompiler: FastifySchemaCompiler<any> | undefined
    setValidatorCompiler<T = FastifySchema>(
      compiler: FastifySchemaCompiler<T>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    serializerCompiler: FastifySerializerCompiler<any> | undefined
    setSerializerCompiler<T = FastifySchema>(
      compiler: FastifySerializerCompiler<T>,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    setSchemaController(
      options: FastifySchemaControllerOptions,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    setSchemaErrorFormatter(
      formatter: SchemaErrorFormatter,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    setReplySerializer(
      serialize: (payload: unknown, statusCode: number) => string,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    addContentTypeParser: AddContentTypeParser<
      RawServer,
      RawRequest,
      RouteGenericInterface,
      FastifySchema,
      TypeProvider
    >
    hasContentTypeParser: hasContentTypeParser
    removeContentTypeParser: removeContentTypeParser
    removeAllContentTypeParsers: removeAllContentTypeParsers
    getDefaultJsonParser: getDefaultJsonParser
    defaultTextParser: FastifyBodyParser<string>

    // ── from start to end
    after(): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider> & PromiseLike<undefined>
    after(
      listener: (error: Error) => void,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    ready(): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider> & PromiseLike<undefined>
    ready(
      listener: (error: Error) => void,
    ): FastifyInstance<RawServer, RawRequest, RawReply, Logger, TypeProvider>
    listen(options: FastifyListenOptions, callback: ListenCallback): void
    listen(options?: FastifyListenOptions): Promise<string>
    listen(callback: ListenCallback): void
    /** @deprecated Use `listen(options)`. */
    listen(port: number | string, address: string, backlog: number, callback: ListenCallback): void
    /** @deprecated Use `listen(options)`. */
    listen(port: number | string, address: string, callback: ListenCallback): void
    /** @deprecated Use `listen(options)`. */
    listen(port: number | string, callback: ListenCallback): void
    /** @deprecated Use `listen(options)`. */
    listen(port: number | string, address?: string, backlog?: number): Promise<string>
    addresses(): AddressInfo[]
    routing(request: RawRequest, response: RawReply): void
    inject(options: InjectOptions | string, callback: LightMyRequestCallback): void
    inject(options: InjectOptions | string): Promise<LightMyRequestResponse>
    inject(): LightMyRequestChain
    close(): Promise<undefined>
    close(listener: () => void): undefined
    [Symbol.asyncDispose](): Promise<undefined>
  }
}
