/** What the hot path works with: the flat, frozen plan of a route and the record of one exchange. No runtime. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export type HttpPart = 'params' | 'body' | 'querystring' | 'headers'
export type Loose = Record<PropertyKey, unknown>
export type Fn = (...args: unknown[]) => unknown
/** A hook or handler, already bound to its instance. */
export type Step = (...args: unknown[]) => unknown
export type Serialize = (payload: unknown) => unknown
export type Validate = ((data: unknown) => unknown) & { errors?: unknown }

export type ValidatorCompiler = (part: {
  schema: unknown
  method: string
  url: string
  httpPart?: string
}) => Validate
export type SerializerCompiler = (part: {
  schema: unknown
  method: string
  url: string
  httpStatus?: string
  contentType?: string
}) => Serialize
export type ReplySerializer = (payload: unknown, statusCode: number) => unknown

/** The part of a pino logger that the framework uses. */
export interface Logger {
  child(bindings: object, options?: object): Logger
  trace(...args: unknown[]): void
  debug(...args: unknown[]): void
  info(...args: unknown[]): void
  warn(...args: unknown[]): void
  error(...args: unknown[]): void
  fatal(...args: unknown[]): void
}

/** One link of the error-handler chain, child to parent. `handler: null` is the default answer. */
export interface ErrorLink {
  readonly handler: Step | null
  readonly parent: ErrorLink | null
}

/** A media type in its one canonical form; every choice by media type uses `essence`. */
export interface MediaType {
  readonly essence: string
  readonly parameters: ReadonlyMap<string, string>
  /** essence and parameters written again: lower case, sorted, no spaces */
  readonly canonical: string
}

/** One content-type parser as the body stage uses it. */
export interface BodyParser {
  readonly as: 'string' | 'buffer' | 'stream'
  readonly limit: number
  readonly parse: Step
  /** the framework's own text parser: its strings are no JSON, so a plain body schema refuses them */
  readonly builtInText: boolean
}

/** Chooses a parser by media type; null: nothing takes it. */
export interface ParserChoice {
  choose(type: MediaType | null): BodyParser | null
}

export interface RoutePlan {
  readonly method: string | readonly string[]
  readonly url: string | undefined
  readonly config: Loose
  readonly schema: Loose | undefined
  readonly server: Loose
  readonly options: Loose
  readonly is404: boolean
  /** the automatic HEAD route of a GET, whose headers it has even where nothing is sent */
  readonly headTwin: boolean

  readonly onRequest: readonly Step[] | null
  readonly preParsing: readonly Step[] | null
  readonly preValidation: readonly Step[] | null
  readonly preHandler: readonly Step[] | null
  readonly preSerialization: readonly Step[] | null
  readonly onSend: readonly Step[] | null
  readonly onResponse: readonly Step[] | null
  readonly onError: readonly Step[] | null
  readonly onTimeout: readonly Step[] | null
  readonly onRequestAbort: readonly Step[] | null

  readonly handler: Step
  readonly Request: new (x: Exchange, params: unknown, query: unknown) => RequestView
  readonly Reply: new (x: Exchange, request: RequestView) => ReplyView

  readonly parsers: ParserChoice
  readonly bodyLimit: number | null
  /** null: no schema for the body; 'plain': one that describes JSON; a map: one for each media type */
  readonly bodySchema: null | 'plain' | ReadonlyMap<string, Validate>
  /** every validated part in its order; null: nothing to validate */
  readonly validate: ((x: Exchange) => Invalid | null | PromiseLike<Invalid | null>) | null
  readonly attachValidation: boolean
  readonly validators: Readonly<Partial<Record<HttpPart, Validate>>>
  readonly serializers: ResponseSerializers | null
  readonly replySerializer: ReplySerializer | null
  readonly errors: ErrorLink
  readonly notFound: RoutePlan | null
  readonly compileValidator: (
    schema: unknown,
    part: string | undefined,
    method: string,
    url: string,
  ) => Validate
  readonly compileSerializer: (
    schema: unknown,
    httpStatus: string | undefined,
    contentType: string | undefined,
    method: string,
    url: string,
  ) => Serialize
  /** functions compiled at request time, by schema object */
  readonly compiled: {
    validators: WeakMap<object, Validate> | null
    serializers: WeakMap<object, Serialize> | null
  }
  readonly logLevel: string
  readonly logSerializers: object | null
  readonly app: AppSettings
}

/** What a validator said against one part. */
export interface Invalid {
  readonly error: Error
}

/** The serializers of one route by status key. */
export interface ResponseSerializers {
  readonly byStatus: ReadonlyMap<string, Serialize | ReadonlyMap<string, Serialize>>
  /** the level of each status that was sent so far */
  readonly known: Map<number, Serialize | ReadonlyMap<string, Serialize> | null>
  warned: boolean
}

/** What the whole application decided once, for every request. */
export interface AppSettings {
  readonly logger: Logger
  readonly logged: boolean
  readonly requestLogging: boolean
  readonly requestIdLogLabel: string
  readonly requestIdHeader: string | false
  readonly genReqId: ((raw: IncomingMessage) => string) | null
  readonly bodyLimit: number
  readonly strictResponses: boolean
  readonly trust: ((address: string, hop: number) => boolean) | null
  readonly poisoning: 'error' | 'remove' | 'ignore'
  readonly return503OnClosing: boolean
  readonly http2: boolean
  closing: boolean
  counter: number
}

export type HeaderValue = string | number | string[] | undefined

/** The record of one exchange. The corridor reads and writes it; users see its two faces, request and reply. */
export interface Exchange {
  plan: RoutePlan
  readonly raw: IncomingMessage
  readonly res: ServerResponse
  request: RequestView
  reply: ReplyView
  headers: Record<string, HeaderValue>
  trailers: Map<string, Step> | null
  serializer: Serialize | null
  errorLink: ErrorLink | null | undefined
  stream: unknown
  mediaType: MediaType | null
  status: 'open' | 'answering' | 'written' | 'hijacked'
  statusSet: boolean
  inOnError: boolean
  timed: boolean
  startedAt: number
  endedAt: number
  id: string | undefined
  readonly ordinal: number
  log: Logger | null
}

/** A request as the corridor sees it. */
export interface RequestView {
  params: unknown
  query: unknown
  body: unknown
  headers: Record<string, unknown>
  validationError: Error | undefined
  readonly log: Logger
}

/** A reply as the corridor sees it. */
export interface ReplyView {
  readonly sent: boolean
  readonly log: Logger
  send(payload?: unknown): unknown
}

export type HttpServer = Server
