/** The headers and the trailers of a reply. No runtime. */
import type { HeaderValue } from '../http.ts'

/** Members about headers and trailers. `This` is the reply, which setters return. */
export interface ReplyHeaders<This> {
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
  header(name: string, value?: unknown): This
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
  headers(values: Readonly<Record<string, unknown>>): This
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
  /** Removes a header that was set by `header` or on the raw response.
   * @throws `FST_ERR_REP_INVALID_ARGUMENT` if the name is not a non-empty string.
   * @see `headers` */
  removeHeader(name: string): This
  /** Sets the content type. If the response schema has a map of contents, it chooses the schema.
   * @see `header` */
  type(contentType: string): This
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
      reply: This,
      payload: string | Uint8Array | null,
      done: (error: Error | null, value: string) => void,
    ) => unknown,
  ): This
  /**
   * Whether a trailer is set.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => {
   *   reply.trailer('x-length', async () => '4')
   *   const before = reply.hasTrailer('X-Length')
   *   reply.removeTrailer('x-length')
   *   return [before, reply.hasTrailer('x-length')]
   * })
   * console.log((await app.inject('/')).body) // [true,false]
   * ```
   */
  hasTrailer(name: string): boolean
  /**
   * Removes a trailer.
   * @see hasTrailer
   */
  removeTrailer(name: string): This
}
