/** Members of requests and replies that came after 4.17. A decorator may take the name of each. No runtime. */

/** Members about decorators that both have. */
export interface Decorated {
  /**
   * The value of a decorator, as a `T`. A function is bound.
   * @throws `FST_ERR_DEC_UNDECLARED` for a name that is not declared
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorateRequest('user', 'nobody')
   * app.addHook('onRequest', async (request) => request.setDecorator('user', 'ada'))
   * app.get('/', async (request) => request.getDecorator<string>('user'))
   * console.log((await app.inject('/')).body) // ada
   * ```
   */
  getDecorator<T>(name: string | symbol): T
}

/** Later members of a request. */
export interface LaterRequest extends Decorated {
  /** Sets the value of a decorator. @throws `FST_ERR_DEC_UNDECLARED` for a name that is not declared @see Decorated.getDecorator */
  setDecorator<T = unknown>(name: string | symbol, value: T): void
  /**
   * The URL as the client sent it, before `rewriteUrl`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ rewriteUrl: (request) => request.url!.replace('/v1', '') })
   * app.post('/users', async (request) => [request.originalUrl, request.url, request.host, request.mediaType])
   * const answer = await app.inject({ method: 'POST', url: '/v1/users', payload: {} })
   * console.log(answer.body) // ["/v1/users","/users","localhost:80","application/json"]
   * ```
   */
  readonly originalUrl: string
  /** The host with its port, as `hostname` of 4.x: that of a trusted proxy, else the header; undefined for a request without one. @see originalUrl */
  readonly host: string
  /**
   * The port of the host, where `hostname` is without it; null where the host has none. Undefined with `portInHostname`, the default of
   * `line: 4`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ portInHostname: false })
   * app.get('/', async (request) => request.port)
   * console.log((await app.inject({ url: '/', headers: { host: 'a:8080' } })).body) // 8080
   * ```
   */
  readonly port?: number | null
  /** The media type of the body without its parameters, in lower case; undefined without a content type, and for one that is none. @see originalUrl */
  readonly mediaType: string | undefined
  /**
   * Aborted when the client leaves before its answer, and when the time of `handlerTimeout` is over; never because a body or an answer
   * is complete. Made when it is read.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async ({ signal }) => signal.aborted)
   * console.log((await app.inject('/')).body) // false
   * ```
   */
  readonly signal: AbortSignal
  /**
   * What the runtime has given to `fetch` after the `Request`: `[env, ctx]` on Workers, `[server]` on Bun, `[info]` on Deno. Empty for a
   * request that came another way.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async ({ platform: [env] }) => env)
   * const answer = await app.fetch(new Request('http://localhost/'), { region: 'eu' })
   * console.log(await answer.text(), (await app.inject('/')).body) // {"region":"eu"}
   * ```
   */
  readonly platform: readonly unknown[]
}

/** Later members of a reply. `This` is the reply. */
export interface LaterReply<This> extends Decorated {
  /** The media type that is set, without its parameters, in lower case. @default undefined @see LaterRequest.originalUrl */
  readonly mediaType: string | undefined
  /**
   * Sends a 103 with headers that the client may use before the answer comes; calls back once they are written.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { once } from 'node:events'
   * import { get } from 'node:http'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => {
   *   reply.writeEarlyHints({ link: '</style.css>; rel=preload' })
   *   return 'hello'
   * })
   * const request = get(await app.listen({ port: 0, host: '127.0.0.1' }))
   * const [{ statusCode, headers }] = await once(request, 'information')
   * console.log(statusCode, headers.link) // 103 </style.css>; rel=preload
   * request.destroy()
   * await app.close()
   * ```
   */
  writeEarlyHints(hints: Record<string, string | string[]>, done?: () => void): This
}
