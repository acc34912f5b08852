/** The reply as handlers and hooks see it, its payload typed by status from the response schemas. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users
import type { Ctx, GlobalReply } from '../context-type.ts'
import type { BypassPayload, HeaderValue, RawResponse } from '../http.ts'
import type { TypeOf } from '../infer.ts'
import type { Logger } from '../logger.ts'
import type { RequestOf } from './request.ts'

/** A reply that may be returned from a handler, in place of a payload. */
export interface Sent {
  readonly '~reply': true
}

/**
 * What every reply has. `R`: the response schemas of the route; `K`: the status that is set; `Self`: the instance that
 * owns the route. Methods return the reply itself, but for those that ask.
 * @ts-ignore TS2636: declared covariant on purpose; schemas in parameters make it formally something else */
export interface ReplyCore<out C extends Ctx, R, K extends number, Self> extends GlobalReply, Sent {
  /** The response object of Node.js. Every hook sees the same object. Call `hijack()` before you write to it. */
  readonly raw: RawResponse
  /** The request that this reply answers. */
  readonly request: RequestOf<C, {}, string, Self>
  /** The logger of the request. */
  log: Logger
  /** The instance that owns the route. */
  readonly server: Self
  /** @deprecated Use `request.routeOptions`. */
  readonly context: RequestOf<C, {}, string, Self>['context']
  /** Whether the response has been sent, or the reply was hijacked.
   * @default false */
  readonly sent: boolean
  /** The status of the response. Assigning is the same as `code`.
   * @default 200
   * @see `code` */
  statusCode: number
  /**
   * Sets the status. The schema of that status then describes the payload.
   * @throws `FST_ERR_BAD_STATUS_CODE` for anything but a number from 100 to 599.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (_request, reply) => reply.code(202).send({ queued: true }))
   * const answer = await app.inject('/')
   * console.log(answer.statusCode, answer.body) // 202 {"queued":true}
   * ```
   */
  code<N extends number>(code: N): ReplyOf<C, R, N, Self>
  /** The same as `code`. */
  status<N extends number>(code: N): ReplyOf<C, R, N, Self>
  /**
   * Sends the response. Objects, arrays, numbers, booleans and null become JSON, by the response schema of the status;
   * strings are sent as text; bytes, streams and a `Response` as they are; an Error goes to the error handler; `undefined`
   * is an empty response. A second call is logged and ignored.
   * @throws `FST_ERR_SEND_INSIDE_ONERR` in an `onError` hook.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', (_request, reply) => {
   *   setImmediate(() => reply.send(['a', 'b']))
   * })
   * console.log((await app.inject('/')).body) // ["a","b"]
   * ```
   */
  send(...payload: Sendable<PayloadFor<R, K, C['schemas']>>): ReplyOf<C, R, K, Self>
  /**
   * Sets a header. A second `set-cookie` is added to the first.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` if the name is not a non-empty string.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (_request, reply) => reply.header('X-Trace', 'abc').type('text/html').send('<p>hello</p>'))
   * const { headers } = await app.inject('/')
   * console.log(headers['x-trace'], headers['content-type']) // abc text/html
   * ```
   */
  header(name: string, value?: unknown): ReplyOf<C, R, K, Self>
  /**
   * Sets several headers.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` for anything but an object.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (_request, reply) => {
   *   reply.headers({ 'X-A': '1', 'X-B': '2' }).removeHeader('x-b')
   *   return [reply.getHeader('X-A'), reply.hasHeader('x-b'), reply.getHeaders()]
   * })
   * console.log((await app.inject('/')).body) // ["1",false,{"x-a":"1"}]
   * ```
   */
  headers(values: Readonly<Record<string, unknown>>): ReplyOf<C, R, K, Self>
  /** Returns a header that was set by `header` or on the raw response; undefined if there is none.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` if the name is not a non-empty string.
   * @see `headers` */
  getHeader(name: string): HeaderValue
  /** Returns all headers that are set, by name in lower case.
   * @see `headers` */
  getHeaders(): Record<string, HeaderValue>
  /** Whether a header is set.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` if the name is not a non-empty string.
   * @see `headers` */
  hasHeader(name: string): boolean
  /** Removes a header.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` if the name is not a non-empty string.
   * @see `headers` */
  removeHeader(name: string): ReplyOf<C, R, K, Self>
  /** Sets the content type. If the response schema has a map of contents, it chooses the schema.
   * @see `header` */
  type(contentType: string): ReplyOf<C, R, K, Self>
  /**
   * Sends a redirect with the status that was set.
   * @default status 302
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` if there is no URL.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/old', async (_request, reply) => reply.redirect(301, '/new'))
   * const answer = await app.inject('/old')
   * console.log(answer.statusCode, answer.headers.location) // 301 /new
   * ```
   */
  redirect(url: string): ReplyOf<C, R, K, Self>
  redirect(code: number, url: string): ReplyOf<C, R, K, Self>
  /**
   * Passes the request to the not-found handler of the context.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/items/:id', async (request, reply) => (request.params.id === '1' ? 'one' : reply.callNotFound()))
   * console.log((await app.inject('/items/2')).statusCode) // 404
   * ```
   */
  callNotFound(): ReplyOf<C, R, K, Self>
  /**
   * The framework sends nothing from here on: write to `raw`. The `onSend` hooks and the error handler do not run.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', (_request, reply) => {
   *   reply.hijack()
   *   reply.raw.end('written by hand')
   * })
   * console.log((await app.inject('/')).body) // written by hand
   * ```
   */
  hijack(): ReplyOf<C, R, K, Self>
  /**
   * Adds a header that follows the body. The function gets the reply and the payload; it calls `done(error, value)` or
   * returns a promise.
   * @throws `FST_ERR_BAD_TRAILER_NAME` for a field that cannot follow a body.
   * @throws `FST_ERR_BAD_TRAILER_VALUE` if `make` is not a function.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (_request, reply) =>
   *   reply.trailer('x-length', (_reply, payload, done) => done(null, String(payload?.length))).send('four'),
   * )
   * console.log((await app.inject('/')).trailers) // { 'x-length': '4' }
   * ```
   */
  trailer(
    name: string,
    make: (
      reply: ReplyOf<C, R, K, Self>,
      payload: string | Uint8Array | null,
      done: (error: Error | null, value: string) => void,
    ) => unknown,
  ): ReplyOf<C, R, K, Self>
  /** Whether a trailer is set.
   * @see `trailer` */
  hasTrailer(name: string): boolean
  /** Removes a trailer.
   * @see `trailer` */
  removeTrailer(name: string): ReplyOf<C, R, K, Self>
  /**
   * Serializes the payload of this reply, in place of the response schema.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` for anything but a function or null.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/', async (_request, reply) =>
   *   reply.type('text/csv').serializer((rows: number[]) => rows.join(';')).send([1, 2]),
   * )
   * console.log((await app.inject('/')).body) // 1;2
   * ```
   */
  serializer<T>(serialize: (payload: T) => string | Uint8Array): ReplyOf<C, { default: Payload<T> }, K, Self>
  /** Serializes a value as the payload of this reply.
   * @see `serializer` */
  serialize(payload: unknown): string | Uint8Array
  /** Returns the serializer of a status of this route, or the one that was compiled for this schema object before.
   * @see `serializeInput` */
  getSerializationFunction(
    status: string | number | object,
    contentType?: string,
  ): ((payload: unknown) => string) | undefined
  /** Compiles a schema with the serializer compiler of the route. The same object is compiled once.
   * @see `serializeInput` */
  compileSerializationSchema(
    schema: object,
    status?: string,
    contentType?: string,
  ): (payload: unknown) => string
  /**
   * Serializes a value by the response schema of a status of this route, or by a schema.
   * @throws `FST_ERR_MISSING_SERIALIZATION_FN` if the status has no schema.
   * @throws `FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN` if it has none for the content type.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const schema = { type: 'object', properties: { a: { type: 'integer' } } }
   * app.get('/', async (_request, reply) => reply.serializeInput({ a: 1, secret: 2 }, schema))
   * console.log((await app.inject('/')).body) // {"a":1}
   * ```
   */
  serializeInput(input: unknown, status: string | number, contentType?: string): string
  serializeInput(input: unknown, schema: object, status?: string | number, contentType?: string): string
  /** Milliseconds from the arrival of the request to the end of the response, or until now. 0 if the time is not measured. */
  getResponseTime(): number
  /** The same as `getResponseTime()`. */
  readonly elapsedTime: number
  /** Awaiting the reply waits until the response has ended. */
  // biome-ignore lint/suspicious/noConfusingVoidType: what an async function that returns the reply resolves to
  then(fulfilled: (value: void) => void, rejected?: (error: Error) => void): void
}

/** The reply of a route in a context `C`, with its decorators. */
export type ReplyOf<C extends Ctx, R, K extends number, Self> = ReplyCore<C, R, K, Self> & C['rep']

// ── payloads

/** A type in the place of a schema. */
export interface Payload<T> {
  readonly '~standard': { readonly types?: { readonly input: T; readonly output: T } }
}
/** The response map of a route. */
export type ResponsesOf<S> = S extends { response: infer R } ? R : {}

type ClassOf<K extends number> = `${K}` extends `${infer Digit}${string}`
  ? `${Digit}xx` | `${Digit}XX`
  : never
/** The schema of a status: exact, then its class, then `default`; undefined where nothing is declared. */
type SchemaFor<R, K extends number> = K extends keyof R
  ? R[K]
  : `${K}` extends keyof R
    ? R[`${K}`]
    : ClassOf<K> & keyof R extends infer X extends keyof R
      ? [X] extends [never]
        ? R extends { default: infer D }
          ? D
          : undefined
        : R[X]
      : undefined
type OneResponse<X, Reg> = X extends { content: infer Map }
  ? { [T in keyof Map]: Map[T] extends { schema: infer Y } ? TypeOf<Y, Reg, 'out'> : unknown }[keyof Map]
  : TypeOf<X, Reg, 'out'>

/** What may be sent with the status `K`. */
export type PayloadFor<R, K extends number, Reg> =
  SchemaFor<R, K> extends infer X
    ? X extends undefined
      ? unknown
      : OneResponse<X, Reg> | BypassPayload
    : never
/** The arguments of `send`: without one only where an empty answer is within the schema. */
type Sendable<X> = unknown extends X
  ? [payload?: unknown]
  : null extends X
    ? [payload?: X | undefined]
    : [payload: X]

/** What a handler may return: any response that is declared, or anything where none is. */
export type AnyPayload<R, Reg> = {} extends R
  ? unknown
  : { [K in keyof R]: OneResponse<R[K], Reg> }[keyof R] | BypassPayload
/** All that a handler may return. With `undefined` it has sent, or will send, by itself. */
export type Returned<R, Reg> = Answer<R, Reg> | Promise<Answer<R, Reg>>
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that only sends returns nothing
type Answer<R, Reg> = AnyPayload<R, Reg> | Sent | void
