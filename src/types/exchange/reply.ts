/** The reply, its payload typed by status from the response schemas. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users

import type { Ctx, GlobalReply } from '../context-type.ts'
import type { RawResponse } from '../http.ts'
import type { Logger } from '../logger.ts'
import type { LaterReply } from './later-members.ts'
import type { Payload, PayloadFor, Sendable, Sent } from './payload.ts'
import type { ReplyHeaders } from './reply-headers.ts'
import type { ReplySerialization } from './reply-serialization.ts'
import type { RequestOf } from './request.ts'

/**
 * What every reply has. `R`: the response schemas of the route; `K`: the status that is set; `Self`: the instance that
 * owns the route. Methods return the reply itself, but for those that ask.
 * @ts-ignore TS2636: declared covariant on purpose; schemas in parameters make it formally something else */
export interface ReplyCore<out C extends Ctx, R, K extends number, Self>
  extends GlobalReply,
    Sent,
    ReplyHeaders<ReplyOf<C, R, K, Self>>,
    LaterReply<ReplyOf<C, R, K, Self>>,
    ReplySerialization {
  /**
   * The response object of Node.js, the same for every hook. Call `hijack()` before you write to it.
   * @see hijack
   */
  readonly raw: RawResponse
  /**
   * The request that this reply answers.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorateReply('echo', function () {
   *   return this.send(this.request.url)
   * })
   * app.get('/a', async (_request, reply) => reply.echo())
   * console.log((await app.inject('/a')).body) // /a
   * ```
   */
  readonly request: RequestOf<C, {}, string, Self>
  /**
   * The logger of the request.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const app = touchstone({ logger: { stream }, disableRequestLogging: true })
   * app.get('/', async () => 'hello')
   * app.addHook('onResponse', async (_request, reply) => reply.log.info('answered'))
   * await app.inject('/')
   * console.log(lines.map((line) => JSON.parse(line)).map(({ reqId, msg }) => `${reqId} ${msg}`)) // [ 'req-1 answered' ]
   * ```
   */
  log: Logger
  /**
   * The instance that owns the route.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorate('greeting', 'hello')
   * app.get('/', async (_request, reply) => reply.server.greeting)
   * console.log((await app.inject('/')).body) // hello
   * ```
   */
  readonly server: Self
  /** @deprecated Use `request.routeOptions`. */
  readonly context: RequestOf<C, {}, string, Self>['context']
  /**
   * Whether it was sent or hijacked.
   * @default false
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRequest', async (_request, reply) => {
   *   console.log(reply.sent) // false
   * })
   * app.addHook('onResponse', async (_request, reply) => {
   *   console.log(reply.sent) // true
   * })
   * await app.inject('/')
   * ```
   */
  readonly sent: boolean
  /**
   * The status of the response. Assigning is the same as `code`.
   * @default 200
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => {
   *   const before = reply.statusCode
   *   reply.statusCode = 202
   *   return [before, reply.statusCode]
   * })
   * const answer = await app.inject('/')
   * console.log(answer.statusCode, answer.body) // 202 [200,202]
   * ```
   * @throws `FST_ERR_BAD_STATUS_CODE` for anything but a number from 100 to 599.
   */
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
  /**
   * The same as `code`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => reply.status(404).send('no such user'))
   * console.log((await app.inject('/')).statusCode) // 404
   * ```
   * @throws `FST_ERR_BAD_STATUS_CODE` for anything but a number from 100 to 599.
   */
  status<N extends number>(code: N): ReplyOf<C, R, N, Self>
  /**
   * Sends the response. Objects, arrays, numbers, booleans and null become JSON, by the response schema of the status;
   * strings are sent as text; bytes, streams and a `Response` as they are; an Error goes to the error handler; `undefined`
   * is an empty response. A second call is logged and ignored. A function that is put in its place on a reply gets what handlers
   * return, and the errors before the answer, too.
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
  /**
   * Milliseconds from the arrival of the request to the end of the response, or until now. 0 if the time is not measured:
   * requests are not logged, and the route has no `onResponse` hook.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onResponse', async (_request, reply) => {
   *   const took = reply.getResponseTime()
   *   console.log(took > 0, reply.elapsedTime === took) // true true
   * })
   * await app.inject('/')
   * ```
   */
  getResponseTime(): number
  /**
   * The same as `getResponseTime()`.
   * @see getResponseTime
   */
  readonly elapsedTime: number
  /**
   * Awaiting the reply waits until the response has ended.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', (_request, reply) => {
   *   setImmediate(() => reply.send('hello'))
   *   reply.then(() => {
   *     console.log(reply.sent) // true
   *   })
   * })
   * await app.inject('/')
   * ```
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: what an async function that returns the reply resolves to
  then(fulfilled: (value: void) => void, rejected?: (error: Error) => void): void
}

/** The reply of a route in a context `C`, with its decorators. */
export type ReplyOf<C extends Ctx, R, K extends number, Self> = ReplyCore<C, R, K, Self> & C['rep']
