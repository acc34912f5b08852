/** The reply with the names and generics of Fastify 4.17. Plugins merge their members in. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReplyContext, FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance, FastifyRequest } from '../base/names.ts'
import type { RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerBase } from '../base/raw.ts'
import type {
  FastifyReplyType,
  FastifyTypeProvider,
  ReplyKeysToCodes,
  ResolveReplyTypeWithRouteGeneric,
} from '../base/type-provider.ts'

type HeaderValue = number | string | string[] | undefined
/** The name of a header; the known ones are completed by editors. */
export type HttpHeader =
  | keyof { [K in keyof OutgoingHttpHeaders as string extends K ? never : K]: 1 }
  | (string & Record<never, never>)
type Serialize = (payload: { [key: string]: unknown }) => string
type SchemaOfReply = { [keyword: string]: unknown }

declare module '../base/names.ts' {
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
    raw: RawReply
    request: FastifyRequest<RouteGeneric, RawServer, RawRequest, SchemaCompiler, TypeProvider>
    server: FastifyInstance
    log: FastifyBaseLogger
    statusCode: number
    sent: boolean
    elapsedTime: number
    /** @deprecated Use `request.routeOptions`. */
    context: FastifyReplyContext<ContextConfig>

    code<Code extends ReplyKeysToCodes<keyof RouteGeneric['Reply']>>(
      statusCode: Code,
    ): FastifyReply<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      ResolveReplyTypeWithRouteGeneric<RouteGeneric['Reply'], Code, SchemaCompiler, TypeProvider>
    >
    status<Code extends ReplyKeysToCodes<keyof RouteGeneric['Reply']>>(
      statusCode: Code,
    ): FastifyReply<
      RawServer,
      RawRequest,
      RawReply,
      RouteGeneric,
      ContextConfig,
      SchemaCompiler,
      TypeProvider,
      ResolveReplyTypeWithRouteGeneric<RouteGeneric['Reply'], Code, SchemaCompiler, TypeProvider>
    >
    send(payload?: ReplyType): this
    header(name: HttpHeader, value: any): this
    headers(values: Partial<Record<HttpHeader, HeaderValue>> | { [name: string]: any }): this
    type(contentType: string): this
    redirect(url: string, statusCode?: number): this
    redirect(statusCode: number, url: string): this
    hijack(): this
    callNotFound(): void
    serializer(serialize: (payload: any) => string): this
    trailer(
      name: string,
      compute:
        | ((reply: FastifyReply, payload: string | Buffer | null) => Promise<string>)
        | ((
            reply: FastifyReply,
            payload: string | Buffer | null,
            done: (error: Error | null, value?: string) => void,
          ) => void),
    ): this
    removeTrailer(name: string): this
    removeHeader(name: HttpHeader): this
    hasTrailer(name: string): boolean
    hasHeader(name: HttpHeader): boolean
    getHeader(name: HttpHeader): HeaderValue
    getHeaders(): Record<HttpHeader, HeaderValue>
    /** @deprecated Use `elapsedTime`. */
    getResponseTime(): number

    serialize(payload: any): string | ArrayBuffer | Buffer
    getSerializationFunction(httpStatus: string, contentType?: string): Serialize
    getSerializationFunction(schema: SchemaOfReply): Serialize
    compileSerializationSchema(schema: SchemaOfReply, httpStatus?: string, contentType?: string): Serialize
    serializeInput(
      input: { [key: string]: unknown },
      schema: SchemaOfReply,
      httpStatus?: string,
      contentType?: string,
    ): string
    serializeInput(input: { [key: string]: unknown }, httpStatus: string, contentType?: string): unknown
    // biome-ignore lint/suspicious/noConfusingVoidType: what an async handler that returns the reply resolves to
    then(fulfilled: (value: void) => void, rejected: (error: Error) => void): void
  }
}
