/** The answer to an injected request. No runtime. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { RawRequest, RawResponse } from '../http.ts'

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
