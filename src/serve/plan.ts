/**
 * What a request needs of its route: everything is decided at ready(), so that a request looks nothing up. `X` is the type
 * of the exchange, which `exchange.ts` fills in.
 */

import type { Instance } from '../types/app/instance.ts'
import type { Root } from '../types/context-type.ts'
import type { ValidationError } from '../types/errors.ts'
import type { ReplyOf } from '../types/exchange/reply.ts'
import type { RequestOf } from '../types/exchange/request.ts'
import type { RouteConfig, RouteInfo } from '../types/exchange/route-info.ts'
import type { HttpMethod, HttpPart, RawRequest } from '../types/http.ts'
import type { Logger } from '../types/logger.ts'
import type { LogController } from '../types/options/log-controller.ts'
import type { PoisonAction } from '../types/parser.ts'
import type { RouteSchema } from '../types/schema.ts'
import type { Validator } from '../types/schema-compilers.ts'
import type { UserFunction } from '../values.ts'
import type { Bodies } from './bodies/bodies.ts'
import type { Deadlines } from './deadlines.ts'
import type { MediaType } from './media-type.ts'

/** A request and a reply of any route, as the stages of the request use them. */
export type AnyRequest = RequestOf<Root, {}, string, Instance>
export type AnyReply = ReplyOf<Root, {}, number, Instance>
/** The parameters of a path, before validation converts them. */
export type Params = AnyRequest['params']

/** The validator of one part. A custom compiler may have made it, so it may return anything: `validate.ts` checks that. */
export interface Validate extends Pick<Validator, 'errors'> {
  (data: unknown, place?: object): unknown
  /** the form for handlers, where it differs: false for an invalid value */
  readonly byHand?: Validate
}
/** The serializer of one schema. A custom one may return another type; `write.ts` refuses what it cannot send. */
export interface Serialize {
  (payload: unknown): string
  /** the same as bytes, where they are faster: for an answer that no hook looks at */
  readonly answer?: (payload: unknown) => string | Buffer
  /** that of a library, which judges every payload */
  readonly standard?: StandardSerialize
}

/** The serializer of a schema of a library. */
export interface StandardSerialize {
  /** `raw`: an output that is text is sent as it is, and not as JSON. The library may answer later. */
  readonly write: (payload: unknown, raw: boolean) => string | Later
}

/** A text that is not known yet. A class of its own: a promise of an application's serializer is a mistake. */
export class Later {
  readonly text: Promise<string | Buffer>
  constructor(text: Promise<string | Buffer>) {
    this.text = text
  }
}

/** One link of the chain of error handlers, from child to parent. `handler: null` is the default error reply. */
export interface ErrorLink {
  readonly handler: UserFunction | null
  readonly parent: ErrorLink | null
}

/** One content-type parser, as the body stage uses it. */
export interface BodyParser {
  readonly as: 'string' | 'buffer' | 'stream'
  readonly limit: number
  readonly parse: UserFunction
  /** the built-in text parser: its strings are not JSON, so a body schema without media types refuses them */
  readonly builtInText: boolean
  /** it calls back before it returns, and throws nothing */
  readonly atOnce: boolean
}

/** Chooses a parser by media type; null: there is none for it. */
export interface ParserChoice {
  choose(type: MediaType | null): BodyParser | null
}

/** The result of a validation that failed. */
export interface Invalid {
  readonly error: ValidationError
}

/** The serializers of one response: one function, or one for each media type. */
export type ResponseLevel = Serialize | ReadonlyMap<string, Serialize>

/** The serializers of one route by status key. */
export interface ResponseSerializers<X> {
  readonly byStatus: ReadonlyMap<string, ResponseLevel>
  /** no schema is of a library, and nothing is checked */
  readonly plain: boolean
  /** checks what is sent before it is written; null: `responseValidation` is off */
  readonly check: ((x: X, payload: unknown, serialize: Serialize) => void) | null
  /** the level of each status that was sent before */
  readonly known: Map<number, ResponseLevel | null>
  warned: boolean
}

/** The hook lists of one route, bound to its instance; null instead of an empty list. */
export interface PlanHooks {
  readonly onRequest: readonly UserFunction[] | null
  readonly preParsing: readonly UserFunction[] | null
  readonly preValidation: readonly UserFunction[] | null
  readonly preHandler: readonly UserFunction[] | null
  readonly preSerialization: readonly UserFunction[] | null
  readonly onSend: readonly UserFunction[] | null
  readonly onResponse: readonly UserFunction[] | null
  readonly onError: readonly UserFunction[] | null
  readonly onTimeout: readonly UserFunction[] | null
  readonly onRequestAbort: readonly UserFunction[] | null
}

/** How the parts of a request are validated. */
export interface PlanValidation<X> {
  /** validates all parts in order; null: no part has a schema */
  readonly validate: ((x: X) => Invalid | null | PromiseLike<Invalid | null>) | null
  readonly validators: Readonly<Partial<Record<HttpPart, Validate>>>
  /** null: the body has no schema; 'plain': one schema, which describes JSON; a map: one for each media type */
  readonly bodySchema: null | 'plain' | ReadonlyMap<string, Validate>
}

/** The plan of one route: flat and frozen. */
export interface Plan<X> extends PlanHooks, PlanValidation<X> {
  /** undefined: the plan of a not-found handler */
  readonly method: HttpMethod | readonly HttpMethod[] | undefined
  readonly url: string | undefined
  readonly config: RouteConfig
  readonly schema: RouteSchema | undefined
  readonly server: Instance
  /** `request.routeOptions`, without what depends on the request */
  readonly info: Omit<RouteInfo, 'version'>
  readonly is404: boolean
  /** an automatic HEAD route: it replies with the headers of its GET route, also if the payload is empty */
  readonly headTwin: boolean
  readonly handler: UserFunction
  readonly Request: new (x: X, params: Params, query: unknown) => AnyRequest
  readonly Reply: new (x: X, request: AnyRequest) => AnyReply
  readonly parsers: ParserChoice
  readonly bodyLimit: number | null
  /** the requests whose time runs; null: their time has no limit */
  readonly limit: Deadlines | null
  readonly attachValidation: boolean
  readonly serializers: ResponseSerializers<X> | null
  readonly replySerializer: ((payload: unknown, statusCode: number) => string) | null
  readonly errors: ErrorLink
  readonly notFound: Plan<X> | null
  readonly compileValidator: (schema: unknown, part: string | undefined, raw: RawRequest) => Validate
  readonly compileSerializer: (
    schema: unknown,
    httpStatus: string | undefined,
    contentType: string | undefined,
    raw: RawRequest,
  ) => Serialize
  /** validators and serializers that handlers have compiled, by schema object */
  readonly compiled: {
    validators: WeakMap<object, Validate> | null
    serializers: WeakMap<object, CompiledSerializers> | null
  }
  readonly genReqId: ((raw: RawRequest) => unknown) | null
  /** makes the logger of a request; null: the logger of the application does */
  readonly childLogger: UserFunction | null
  readonly logLevel: string
  readonly logSerializers: object | null
  readonly app: Application
}

/** The serializers of one schema: a compiler of the application gets the status and the content type, too. */
export interface CompiledSerializers {
  readonly latest: Serialize
  readonly byPlace: Map<string, Serialize>
}

/** The settings and the state of the application that every request needs. */
export interface Application {
  readonly logger: Logger
  readonly logged: boolean
  readonly requestLogging: boolean
  /** writes the lines about requests; null: the framework does */
  readonly logController: LogController | null
  readonly requestIdLogLabel: string
  readonly requestIdHeader: string | false
  readonly genReqId: ((raw: RawRequest) => string) | null
  readonly childLogger: UserFunction | null
  readonly bodyLimit: number
  readonly handlerTimeout: number
  readonly bodies: Bodies
  readonly strictResponses: boolean
  readonly hideServerErrors: boolean
  /** DELETE and OPTIONS follow the rules of POST about bodies */
  readonly strictBodies: boolean
  /** what `validationContext` calls the query string */
  readonly queryContext: 'query' | 'querystring'
  readonly trust: ((address: string, hop: number) => boolean) | null
  readonly poisoning: PoisonAction
  readonly return503OnClosing: boolean
  /** the versions of HTTP that the server speaks, the usual one first; null: a server of the application, which may speak any */
  readonly versions: readonly string[] | null
  /** whether requests may come with headers that code of the application has set, which are not in `rawHeaders` */
  headersMayChange: boolean
  /** further methods whose body is read where a header announces one; null: none */
  bodyMethods: ReadonlySet<string> | null
  closing: boolean
  counter: number
}
