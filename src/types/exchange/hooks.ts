/** The hooks of a request, one row for each: the only list of their names in the types. No runtime. */
import type { HandledError } from '../errors.ts'
import type { Done, DoneWith, RequestPayload } from '../http.ts'

/*
 *  onRequest → preParsing → (body) → preValidation → (validation) → preHandler → handler
 *            → preSerialization → (serialization) → onSend → onResponse
 *  A failure anywhere goes to onError, then to the error handler, then on at preSerialization or onSend.
 *
 *  Each hook is written in one of two styles: with `done`, called once; or without it, returning a promise.
 *  An async function that takes `done` is refused with FST_ERR_HOOK_INVALID_ASYNC_HANDLER.
 *  A hook that has answered by `reply.send()` ends the way: later hooks and the handler do not run.
 */

/** A hook without a payload. */
export type RequestHook<Self, Req, Rep> = (this: Self, request: Req, reply: Rep, done: Done) => unknown
/** A hook that may replace the payload: by `done(null, payload)`, or by returning another one from a promise. */
export type PayloadHook<Self, Req, Rep, Payload = unknown> = (
  this: Self,
  request: Req,
  reply: Rep,
  payload: Payload,
  done: DoneWith,
) => unknown
/** Sees a failure before the error handler does. It cannot reply. */
export type ErrorHook<Self, Req, Rep> = (
  this: Self,
  request: Req,
  reply: Rep,
  error: HandledError,
  done: Done,
) => unknown
/** Runs when the client has closed the connection. */
export type AbortHook<Self, Req> = (this: Self, request: Req, done: Done) => unknown

/** Every request hook. `Valid` is the request once its parts have been validated, `Req` what it is before. */
export interface RequestHooks<Self, Req, Rep, Valid = Req> {
  /**
   * Runs when a request has its route, before the body is read. The place for authentication.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onRequest', async (request, reply) => {
   *   if (request.headers.authorization !== 'Bearer key') return reply.code(401).send('who are you?')
   * })
   * app.get('/', async () => 'secret')
   * console.log((await app.inject('/')).body) // who are you?
   * ```
   */
  onRequest: RequestHook<Self, Req, Rep>
  /**
   * Runs before the body is read. It may replace the stream from which the body is read.
   * @throws `FST_ERR_HOOK_INVALID_PAYLOAD` fails the request if the new payload is not a readable stream.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { createGunzip, gzipSync } from 'node:zlib'
   * const app = touchstone()
   * app.addHook('preParsing', async (request, _reply, payload) => {
   *   if (request.headers['content-encoding'] !== 'gzip') return payload
   *   const plain = Object.assign(payload.pipe(createGunzip()), { receivedEncodedLength: 0 })
   *   payload.on('data', (bytes: Buffer) => {
   *     plain.receivedEncodedLength += bytes.length // compared with the content-length
   *   })
   *   return plain
   * })
   * app.post('/', async (request) => request.body)
   * const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
   * console.log((await app.inject({ method: 'POST', url: '/', headers, payload: gzipSync('{"a":1}') })).body) // {"a":1}
   * ```
   */
  preParsing: PayloadHook<Self, Req, Rep, RequestPayload>
  /**
   * Runs when the body is parsed and nothing is validated. It may change `request.body`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('preValidation', async (request) => {
   *   request.body = { name: String(request.body) }
   * })
   * app.post('/', { preHandler: async () => {}, handler: async (request) => request.body })
   * console.log((await app.inject({ method: 'POST', url: '/', payload: 'ada', headers: { 'content-type': 'text/plain' } })).body) // {"name":"ada"}
   * ```
   */
  preValidation: RequestHook<Self, Req, Rep>
  /**
   * Runs when every part is valid. The place for asynchronous work, such as reading a database.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const find = async (id: string) => (id === '1' ? 'one' : undefined)
   * app.get('/:id', {
   *   preHandler: async (request, reply) => ((await find(request.params.id)) === undefined ? reply.callNotFound() : undefined),
   *   handler: async (request) => find(request.params.id),
   * })
   * console.log((await app.inject('/1')).body, (await app.inject('/2')).statusCode) // one 404
   * ```
   */
  preHandler: RequestHook<Self, Valid, Rep>
  /**
   * May replace a payload before it is serialized. It does not run for strings, bytes, streams and `undefined`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('preSerialization', async (_request, _reply, payload) => ({ data: payload }))
   * app.addHook('onSend', async (_request, reply, payload) => {
   *   reply.header('x-length', String(payload).length)
   * })
   * app.get('/', async () => [1, 2])
   * const answer = await app.inject('/')
   * console.log(answer.body, answer.headers['x-length']) // {"data":[1,2]} 14
   * ```
   */
  preSerialization: PayloadHook<Self, Req, Rep>
  /** May replace what is sent: text, bytes, a stream, a web stream, a `Response` or nothing. Headers can still be set.
   * @throws `FST_ERR_REP_INVALID_PAYLOAD_TYPE` fails the request if the new payload is something else.
   * @see `preSerialization` */
  onSend: PayloadHook<Self, Req, Rep>
  /**
   * Runs when the response has been sent.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onResponse', async (request, reply) => {
   *   console.log(request.url, reply.statusCode) // /missing 404
   * })
   * await app.inject('/missing')
   * ```
   */
  onResponse: RequestHook<Self, Req, Rep>
  /**
   * Runs once when a request has failed, before the error handler.
   * @throws `FST_ERR_SEND_INSIDE_ONERR` if it calls `reply.send`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addHook('onError', async (request, _reply, error) => {
   *   console.log(request.url, error.message) // / no database
   * })
   * app.get('/', async () => {
   *   throw new Error('no database')
   * })
   * await app.inject('/')
   * ```
   */
  onError: ErrorHook<Self, Req, Rep>
  /**
   * Runs when the socket has timed out (`connectionTimeout`). Nothing can be sent any more.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ connectionTimeout: 50 })
   * const timedOut = new Promise((resolve) => {
   *   app.addHook('onTimeout', async (request) => resolve(request.url))
   * })
   * app.get('/slow', () => {}) // never replies
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * const failed = await fetch(`${address}/slow`).catch(() => 'no reply')
   * console.log(await timedOut, failed) // /slow no reply
   * await app.close()
   * ```
   */
  onTimeout: RequestHook<Self, Req, Rep>
  /**
   * Runs when the client has closed the connection before the response was sent.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const aborted = new Promise((resolve) => {
   *   app.addHook('onRequestAbort', async (request) => resolve(request.url))
   * })
   * const client = new AbortController()
   * app.get('/slow', () => client.abort()) // the client leaves while the handler works
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * const failed = await fetch(`${address}/slow`, { signal: client.signal }).catch(() => 'aborted')
   * console.log(await aborted, failed) // /slow aborted
   * await app.close()
   * ```
   */
  onRequestAbort: AbortHook<Self, Req>
}

/** The name of a request hook. */
export type RequestHookName = keyof RequestHooks<never, never, never>

/** The hooks of a single route: each a function or several, run after those of the contexts. */
export type RouteHooks<Self, Req, Rep, Valid> = {
  [H in RequestHookName]?: OneOrMore<RequestHooks<Self, Req, Rep, Valid>[H]>
}
type OneOrMore<T> = T | readonly T[]
