/** Parsers of bodies with the names and generics of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyRequest } from '../base/names.ts'
import type { RawRequestDefaultExpression, RawServerBase, RawServerDefault } from '../base/raw.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'

type Done = (error: Error | null, body?: any) => void
type ContentType = string | string[] | RegExp

/** Parses a body that has been read. */
export type FastifyBodyParser<
  RawBody extends string | Buffer,
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
  SchemaCompiler extends FastifySchema = FastifySchema,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = Parser<FastifyRequest<RouteGeneric, RawServer, RawRequest, SchemaCompiler, TypeProvider>, RawBody>
/** Reads the stream of a body and parses it. */
export type FastifyContentTypeParser<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
  SchemaCompiler extends FastifySchema = FastifySchema,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = Parser<FastifyRequest<RouteGeneric, RawServer, RawRequest, SchemaCompiler, TypeProvider>, RawRequest>
type Parser<Request, Payload> =
  | ((request: Request, payload: Payload, done: Done) => void)
  | ((request: Request, payload: Payload) => Promise<any>)

export interface AddContentTypeParser<
  RawServer extends RawServerBase = RawServerDefault,
  RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
  RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
  SchemaCompiler extends FastifySchema = FastifySchema,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
> {
  (
    contentType: ContentType,
    parser: FastifyContentTypeParser<RawServer, RawRequest, RouteGeneric, SchemaCompiler, TypeProvider>,
  ): void
  (
    contentType: ContentType,
    options: { bodyLimit?: number },
    parser: FastifyContentTypeParser<RawServer, RawRequest, RouteGeneric, SchemaCompiler, TypeProvider>,
  ): void
  <parseAs extends string | Buffer>(
    contentType: ContentType,
    options: { parseAs: parseAs extends Buffer ? 'buffer' : 'string'; bodyLimit?: number },
    parser: FastifyBodyParser<parseAs, RawServer, RawRequest, RouteGeneric, SchemaCompiler, TypeProvider>,
  ): void
}
export type hasContentTypeParser = (contentType: string | RegExp) => boolean
export type removeContentTypeParser = (contentType: string | RegExp | (string | RegExp)[]) => void
export type removeAllContentTypeParsers = () => void

export type ProtoAction = 'error' | 'remove' | 'ignore'
export type ConstructorAction = 'error' | 'remove' | 'ignore'
export type getDefaultJsonParser = (
  onProtoPoisoning: ProtoAction,
  onConstructorPoisoning: ConstructorAction,
) => FastifyBodyParser<string>
