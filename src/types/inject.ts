/** Requests without a socket: what `inject` takes and answers, in the shape of light-my-request. No runtime. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { RawRequest, RawResponse } from './http.ts'

/** A body to send: text, bytes, a stream, or a value that is sent as JSON with its content type. */
export type InjectPayload = string | object | Uint8Array | NodeJS.ReadableStream

/**
 * A URL in pieces.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.get('/where', async ({ hostname, query }) => [hostname, query])
 * const url = { protocol: 'http', hostname: 'a.example', port: 8080, pathname: '/where', query: { n: '1' } }
 * console.log((await app.inject({ url })).body) // ["a.example:8080",{"n":"1"}]
 * ```
 */
export interface InjectUrl {
  /**
   * The path, without a query.
   * @see InjectUrl
   */
  pathname: string
  /**
   * The protocol, `http` or `https`.
   * @see InjectUrl
   */
  protocol?: string
  /**
   * The host of the `host` header.
   * @see InjectUrl
   */
  hostname?: string
  /**
   * The port of the `host` header.
   * @see InjectUrl
   */
  port?: string | number
  /**
   * The query, as text or as an object.
   * @see InjectUrl
   */
  query?: string | Record<string, string | string[]>
}

/** One request. */
export interface InjectOptions {
  /**
   * The path with its query, a whole URL, or its pieces. Either `url` or `path` is required. @throws `FST_ERR_INJECT_INVALID` without either
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.put('/', async (request) => ({ query: request.query, cookie: request.headers.cookie, ip: request.ip }))
   * const url = { pathname: '/', query: { a: '1' } }
   * const answer = await app.inject({ method: 'PUT', url, cookies: { b: '2' }, remoteAddress: '192.0.2.1' })
   * console.log(answer.body) // {"query":{"a":"1"},"cookie":"b=2","ip":"192.0.2.1"}
   * ```
   */
  url?: string | InjectUrl
  /**
   * The same as `url`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (request) => request.query)
   * console.log((await app.inject({ path: '/?a=1', query: { b: '2' } })).body) // {"a":"1","b":"2"}
   * ```
   */
  path?: string | InjectUrl
  /** The method, in upper or lower case. @default `'GET'` @throws `FST_ERR_INJECT_INVALID` for an unknown one @see url */
  method?: string
  /**
   * The headers. Names may be in upper or lower case.
   * @see payload
   */
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /**
   * Added to the query of the URL.
   * @see path
   */
  query?: string | Record<string, string | string[]>
  /** Sent as one `cookie` header. @see url */
  cookies?: Record<string, string>
  /**
   * The body. An object is sent as JSON; text, bytes and a stream as they are.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async ({ headers, body }) => [headers['content-type'], body])
   * const json = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
   * const text = await app.inject({ method: 'POST', url: '/', body: 'a', headers: { 'Content-Type': 'text/plain' } })
   * console.log(json.body, text.body) // ["application/json",{"a":1}] ["text/plain","a"]
   * ```
   */
  payload?: InjectPayload
  /**
   * The same as `payload`.
   * @see payload
   */
  body?: InjectPayload
  /**
   * The `host` header, if none is given.
   * @default `'localhost:80'`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (request) => request.hostname)
   * console.log((await app.inject('/')).body, (await app.inject({ url: '/', authority: 'a.example' })).body) // localhost:80 a.example
   * ```
   */
  authority?: string
  /** The address that `request.ip` returns. @default `'127.0.0.1'` @see url */
  remoteAddress?: string
  /**
   * Events of the connection to imitate.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async () => 'never called')
   * const broken = { simulate: { error: true }, headers: { 'content-type': 'application/json' } }
   * const answer = await app.inject({ method: 'POST', url: '/', payload: '{}', ...broken })
   * console.log(answer.statusCode, answer.json<Error>().message) // 400 Simulated
   * ```
   */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  /**
   * Whether light-my-request checks the options. `false` saves the time of the check.
   * @default `true`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * console.log((await app.inject({ url: '/', validate: false })).body) // hello
   * ```
   */
  validate?: boolean
  /**
   * Aborts the request.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const client = new AbortController()
   * app.get('/slow', () => client.abort()) // never replies
   * console.log(await app.inject({ url: '/slow', signal: client.signal }).catch((error) => error.name)) // AbortError
   * ```
   */
  signal?: AbortSignal
  /**
   * Whether to resolve as soon as the head of the response exists; read the rest with `stream()`.
   * @default `false`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * const answer = await app.inject({ url: '/', payloadAsStream: true })
   * let text = ''
   * for await (const bytes of answer.stream()) text += bytes
   * console.log(answer.statusCode, text) // 200 hello
   * ```
   */
  payloadAsStream?: boolean
}

/**
 * A cookie that the answer sets.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * const text = 'id=a%20b; Max-Age=60; Domain=a.example; Path=/; Secure; HttpOnly; SameSite=Lax; Expires=Thu, 01 Jan 2099 00:00:00 GMT'
 * app.get('/', async (_request, reply) => reply.header('set-cookie', `${text}; Priority=High`).send())
 * const cookie = (await app.inject('/')).cookies[0]!
 * console.log(cookie.name, cookie.value, cookie.domain, cookie.path, cookie.sameSite) // id a b a.example / Lax
 * console.log(cookie.maxAge, cookie.secure, cookie.httpOnly, cookie.expires?.getUTCFullYear()) // 60 true true 2099
 * ```
 */
export interface InjectCookie {
  /**
   * The name of the cookie.
   * @see InjectCookie
   */
  name: string
  /**
   * The value, decoded.
   * @see InjectCookie
   */
  value: string
  /**
   * The attribute `Expires`.
   * @see InjectCookie
   */
  expires?: Date
  /**
   * Seconds.
   * @see InjectCookie
   */
  maxAge?: number
  /**
   * The attribute `Domain`.
   * @see InjectCookie
   */
  domain?: string
  /**
   * The attribute `Path`.
   * @see InjectCookie
   */
  path?: string
  /**
   * Whether `Secure` is set.
   * @see InjectCookie
   */
  secure?: boolean
  /**
   * Whether `HttpOnly` is set.
   * @see InjectCookie
   */
  httpOnly?: boolean
  /**
   * The attribute `SameSite`.
   * @see InjectCookie
   */
  sameSite?: string
  /**
   * Any other attribute.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => reply.header('set-cookie', 'id=7; Priority=High').send())
   * const { cookies } = await app.inject('/')
   * console.log(cookies[0]?.['priority']) // High
   * ```
   */
  [attribute: string]: unknown
}

/** The whole answer to one request. */
export interface InjectResponse {
  /**
   * The status code of the response.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => {
   *   reply.header('set-cookie', 'id=7; Path=/; HttpOnly')
   *   return { a: 1 }
   * })
   * const answer = await app.inject('/')
   * console.log(answer.statusCode, answer.statusMessage, answer.headers['content-length']) // 200 OK 7
   * console.log(answer.body, answer.json(), answer.rawPayload.length) // {"a":1} { a: 1 } 7
   * console.log(answer.cookies[0]?.name, answer.cookies[0]?.httpOnly) // id true
   * ```
   */
  statusCode: number
  /** The text that belongs to the status. @see statusCode */
  statusMessage: string
  /** Names in lower case; a header sent several times is an array. @see statusCode */
  headers: OutgoingHttpHeaders
  /**
   * The trailers, by name in lower case.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (_request, reply) => reply.trailer('X-Length', async () => '4').send('four'))
   * console.log((await app.inject('/')).trailers) // { 'x-length': '4' }
   * ```
   */
  trailers: Record<string, string>
  /** The body as text. @see statusCode */
  body: string
  /**
   * The same as `body`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * const answer = await app.inject('/')
   * console.log(answer.payload, answer.payload === answer.body, answer.rawPayload.length) // hello true 5
   * ```
   */
  payload: string
  /** The body as it was sent. @see statusCode */
  rawPayload: Buffer
  /** The `set-cookie` headers, parsed. @see statusCode */
  cookies: InjectCookie[]
  /** The body, parsed as JSON. The type is your promise; nothing checks it. @throws a SyntaxError if the body is not JSON @see statusCode */
  json<T = unknown>(): T
  /**
   * The body as a stream.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * const answer = await app.inject('/')
   * for await (const bytes of answer.stream()) {
   *   console.log(String(bytes)) // hello
   * }
   * ```
   */
  stream(): Readable
  /**
   * The request and the response that Node.js would have made.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * const { raw } = await app.inject('/')
   * console.log(raw.req.url, raw.res.statusCode) // / 200
   * ```
   */
  raw: { req: RawRequest; res: RawResponse }
}

/** Called once with the answer, or with what went wrong before there was one. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

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
