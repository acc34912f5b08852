/** Injected requests that are built call by call. No runtime. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { InjectPayload } from './inject.ts'
import type { InjectCallback, InjectResponse } from './inject-response.ts'

/** A request that is built up call by call and sent by `end()` or `await`. */
export interface InjectChain extends Promise<InjectResponse> {
  /**
   * Sets the method to DELETE, and the URL.
   * @see get
   */
  delete(url: string): InjectChain
  /**
   * Sets the method to GET, and the URL.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.all('/', async (request, reply) => reply.header('x-method', request.method).send())
   * const answers = [
   *   await app.inject().get('/'),
   *   await app.inject().head('/'),
   *   await app.inject().put('/'),
   *   await app.inject().patch('/'),
   *   await app.inject().delete('/'),
   *   await app.inject().options('/'),
   * ]
   * console.log(answers.map(({ headers }) => headers['x-method']).join(' ')) // GET HEAD PUT PATCH DELETE OPTIONS
   * ```
   */
  get(url: string): InjectChain
  /**
   * Sets the method to HEAD, and the URL.
   * @see get
   */
  head(url: string): InjectChain
  /**
   * Sets the method to OPTIONS, and the URL.
   * @see get
   */
  options(url: string): InjectChain
  /**
   * Sets the method to PATCH, and the URL.
   * @see get
   */
  patch(url: string): InjectChain
  /**
   * Sets the method to POST, and the URL.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async ({ query, body, headers }) => [query, body, headers['x-trace'], headers.cookie])
   * const chain = app.inject().post('/').query({ a: '1' }).payload({ b: 2 }).headers({ 'X-Trace': 'abc' })
   * console.log((await chain.cookies({ id: '7' }).end()).body) // [{"a":"1"},{"b":2},"abc","id=7"]
   * ```
   */
  post(url: string): InjectChain
  /**
   * Sets the method to PUT, and the URL.
   * @see get
   */
  put(url: string): InjectChain
  /**
   * Sets the method to TRACE, and the URL.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.route({ method: 'TRACE', url: '/', handler: async (request) => request.method })
   * console.log((await app.inject().trace('/')).body) // TRACE
   * ```
   */
  trace(url: string): InjectChain
  /**
   * Sets the body; the same as `payload`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async (request) => request.body)
   * console.log((await app.inject().post('/').body({ a: 1 })).body) // {"a":1}
   * ```
   */
  body(body: InjectPayload): InjectChain
  /** Sets the body. @see post */
  payload(payload: InjectPayload): InjectChain
  /** Sets the headers. @see post */
  headers(headers: IncomingHttpHeaders | OutgoingHttpHeaders): InjectChain
  /** Sets the query. @see post */
  query(query: string | Record<string, string | string[]>): InjectChain
  /** Sets the `cookie` header. @see post */
  cookies(cookies: Record<string, string>): InjectChain
  /** Sends the request. @see post */
  end(): Promise<InjectResponse>
  end(callback: InjectCallback): void
}
