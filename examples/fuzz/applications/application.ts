/** What an application of the measurement is: its routes, its seeded defects, and the part of a framework that it uses. */

/** Of which kind a defect is. At least one of the applications has each of them. */
export const KINDS = [
  'boundary',
  'rare-value',
  'missing-schema',
  'schema-hole',
  'dropped-property',
  'lossy-answer',
  'wrong-answer-schema',
  'undeclared-status',
  'auth-missing',
  'auth-altered',
  'other-identity',
  'use-after-delete',
  'read-your-write',
  'idempotency',
  'lost-update',
  'request-state-leak',
  'pagination',
  'memory-growth',
  'slow-input',
  'late-crash',
  'conditional',
  'deep-state',
] as const
export type Kind = (typeof KINDS)[number]

/** A mistake that can be put into an application. */
export interface SeededDefect {
  /** In kebab-case; no other defect of the application has it. */
  readonly id: string
  readonly kind: Kind
  /** Where it shows: `GET /orders/:id`, as declared, with its prefix. */
  readonly route: string
  /** What is wrong, in one sentence. */
  readonly what: string
}

export type JsonSchema = { readonly [keyword: string]: unknown }

/** The types of the parts of a request of one route. */
export interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: unknown
}

/** A part whose type is not given can hold anything. */
type Given<P extends Parts, Name extends keyof Parts> = P extends { [N in Name]: infer Type } ? Type : unknown

/** What handlers and hooks use of a request. */
export interface Request<P extends Parts = Parts> {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly params: Given<P, 'params'>
  readonly query: Given<P, 'query'>
  readonly body: Given<P, 'body'>
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & Given<P, 'headers'>
}

/** What handlers and hooks use of a reply. */
export interface Reply {
  readonly statusCode: number
  readonly sent: boolean
  code(status: number): Reply
  header(name: string, value: string | number): Reply
  type(mediaType: string): Reply
  send(payload?: unknown): Reply
}

/** What the error handlers use of an error. */
export interface Failure extends Error {
  statusCode?: number
  code?: string
  validation?: readonly unknown[]
  validationContext?: string
}

export type Handler<P extends Parts = Parts> = (request: Request<P>, reply: Reply) => unknown
export type Hook = (request: Request, reply: Reply) => Promise<unknown>

/** The options of a route. Each status that a route can answer is declared in `response`. */
export interface RouteSettings {
  schema?: {
    params?: JsonSchema
    querystring?: JsonSchema
    headers?: JsonSchema
    body?: JsonSchema
    response?: Readonly<Record<string, JsonSchema>>
    [about: string]: unknown
  }
  bodyLimit?: number
  attachValidation?: boolean
  onRequest?: Hook | Hook[]
  preValidation?: Hook | Hook[]
  preHandler?: Hook | Hook[]
}

type Declare = <P extends Parts = Parts>(url: string, settings: RouteSettings, handler: Handler<P>) => unknown
export type Plugin = (app: App, options: { prefix?: string }) => Promise<void>

/** A request that is made without a socket. */
export interface Injected {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  payload?: string
}

export interface Injection {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly payload: string
}

/** The part of an instance that the applications use: touchstone and Fastify 4 and 5 have all of it. */
export interface App {
  get: Declare
  post: Declare
  put: Declare
  patch: Declare
  delete: Declare
  register(plugin: Plugin, options?: { prefix?: string }): unknown
  addSchema(schema: JsonSchema): unknown
  addHook(name: 'onRequest' | 'preValidation' | 'preHandler', hook: Hook): unknown
  addHook(name: 'onRoute', hook: (route: { method: string | string[]; url: string }) => void): unknown
  addHook(
    name: 'onSend',
    hook: (request: Request, reply: Reply, payload: unknown) => Promise<unknown>,
  ): unknown
  addHook(name: 'onResponse', hook: Hook): unknown
  addContentTypeParser(
    mediaType: string,
    options: { parseAs: 'string'; bodyLimit?: number },
    parser: (request: Request, body: string) => Promise<unknown>,
  ): unknown
  setErrorHandler(handler: (error: Failure, request: Request, reply: Reply) => unknown): unknown
  setNotFoundHandler(handler: (request: Request, reply: Reply) => unknown): unknown
  inject(request: Injected): Promise<Injection>
  listen(options: { port: number; host: string }): Promise<string>
  ready(): PromiseLike<unknown>
  close(): PromiseLike<unknown>
}

/** What an application is built on: touchstone, or Fastify of a 4.x or 5.x version. */
export type Framework = (options?: Readonly<Record<string, unknown>>) => App

/** Somebody who may use an application: what a configuration of the fuzzer would say of them. */
export interface Identity {
  readonly name: string
  /** Headers that are ready, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>
  /** The same for the query. */
  readonly query?: Readonly<Record<string, string>>
  /** A request that gives a token, where in its answer that is, and how it is sent: `{ authorization: 'Bearer {token}' }`. */
  readonly login?: {
    readonly method: 'POST'
    readonly url: string
    readonly body: Readonly<Record<string, unknown>>
    /** A JSON pointer into the answer. */
    readonly token: string
    readonly headers: Readonly<Record<string, string>>
  }
}

export interface FuzzApplication {
  readonly name: string
  /** Which published document its routes and schemas follow: the package with its version, and the title. */
  readonly origin: string
  readonly defects: readonly SeededDefect[]
  readonly identities?: readonly Identity[]
  /** A fresh application with these of its defects in it, before `ready()`. With none it is right. */
  build(framework: Framework, defects: ReadonlySet<string>): App
}

/** Builds `application` with all of its defects. */
export function withAllDefects(application: FuzzApplication): ReadonlySet<string> {
  return new Set(application.defects.map(({ id }) => id))
}
