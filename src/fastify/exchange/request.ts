/** The request with the names and generics of Fastify 4.17. Plugins merge their members in. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
// biome-ignore-all lint/suspicious/noEmptyInterface: plugins merge members in
import type {
  FastifyContext,
  FastifyContextConfig,
  FastifyRequestContext,
  FastifyRouteConfig,
  FastifySchema,
  RouteGenericInterface,
} from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance } from '../base/names.ts'
import type { ContextConfigDefault, RawRequestDefaultExpression, RawServerBase } from '../base/raw.ts'
import type { FastifySchemaValidationError } from '../base/schema.ts'
import type { FastifyRequestType, FastifyTypeProvider } from '../base/type-provider.ts'

/** The route of a request. */
export interface RequestRouteOptions<ContextConfig = ContextConfigDefault, SchemaCompiler = FastifySchema> {
  method: string
  url: string
  bodyLimit: number
  handlerTimeout: number
  attachValidation: boolean
  logLevel: string
  version: string | undefined
  exposeHeadRoute: boolean
  prefixTrailingSlash: string
  config: FastifyContextConfig & FastifyRouteConfig & ContextConfig
  schema?: SchemaCompiler
  handler: (...args: any) => any
}

export interface ValidationFunction {
  (input: any): boolean
  errors?: FastifySchemaValidationError[] | null
}
type RequestPart = 'body' | 'query' | 'querystring' | 'params' | 'headers'
type AnySchema = Record<string, any>

declare module '../base/names.ts' {
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
    id: any
    body: RequestType['body']
    query: RequestType['query']
    params: RequestType['params']
    headers: RawRequest['headers'] & RequestType['headers']
    raw: RawRequest
    log: Logger
    server: FastifyInstance
    /** The error of a request that broke its schema, if the route has `attachValidation`. */
    validationError?: Error & { validation: any; validationContext: string }
    readonly method: string
    readonly url: string
    readonly originalUrl: string
    readonly hostname: string
    readonly protocol: 'http' | 'https'
    readonly ip: string
    readonly ips?: string[]
    readonly is404: boolean
    readonly socket: RawRequest['socket']
    readonly routeOptions: Readonly<RequestRouteOptions<ContextConfig, SchemaCompiler>>
    /** @deprecated Use `routeOptions.url`. */
    readonly routerPath: string
    /** @deprecated Use `routeOptions.method`. */
    readonly routerMethod: string
    /** @deprecated Use `routeOptions.config`. */
    routeConfig: FastifyContext<ContextConfig>['config']
    /** @deprecated Use `routeOptions.schema`. */
    routeSchema?: FastifySchema
    /** @deprecated Use `routeOptions`. */
    context: FastifyRequestContext<ContextConfig>
    /** @deprecated Use `raw`. */
    readonly req: RawRequest & RouteGeneric['Headers']
    /** @deprecated Use `socket`. */
    readonly connection: RawRequest['socket']

    getValidationFunction(httpPart: RequestPart): ValidationFunction
    getValidationFunction(schema: AnySchema): ValidationFunction
    compileValidationSchema(schema: AnySchema, httpPart?: RequestPart): ValidationFunction
    validateInput(input: any, schema: AnySchema, httpPart?: RequestPart): boolean
    validateInput(input: any, httpPart?: RequestPart): boolean
  }
}
