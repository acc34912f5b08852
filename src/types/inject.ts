/** Requests without a socket: what `inject` takes and answers, in the shape of light-my-request. No runtime. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { RawRequest, RawResponse } from './http.ts'

/** A body to send: text, bytes, a stream, or a value that is sent as JSON with its content type. */
export type InjectPayload = string | object | Uint8Array | NodeJS.ReadableStream

/** A URL in pieces. */
export interface InjectUrl {
  /** The path, without a query. @see InjectOptions.url */
  pathname: string
  /** The protocol, `http` or `https`. @see InjectOptions.url */
  protocol?: string
  /** The host of the `host` header. @see InjectOptions.url */
  hostname?: string
  /** The port of the `host` header. @see InjectOptions.url */
  port?: string | number
  /** The query, as text or as an object. @see InjectOptions.url */
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
  /** The same as `url`. @see url */
  path?: string | InjectUrl
  /** The method, in upper or lower case. @default `'GET'` @throws `FST_ERR_INJECT_INVALID` for an unknown one @see url */
  method?: string
  /** The headers. Names may be in upper or lower case. @see url */
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /** Added to the query of the URL. @see url */
  query?: string | Record<string, string | string[]>
  /** Sent as one `cookie` header. @see url */
  cookies?: Record<string, string>
  /** The body. An object is sent as JSON; text, bytes and a stream as they are. @see url */
  payload?: InjectPayload
  /** The same as `payload`. @see url */
  body?: InjectPayload
  /** The `host` header, if none is given. @default `'localhost:80'` @see url */
  authority?: string
  /** The address that `request.ip` returns. @default `'127.0.0.1'` @see url */
  remoteAddress?: string
  /** Events of the connection to imitate. @see url */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  /** Whether the options themselves are checked. @default `true` @see url */
  validate?: boolean
  /** Aborts the request. @see url */
  signal?: AbortSignal
  /** Whether to resolve as soon as the head of the response exists; read the rest with `stream()`. @default `false` @see url */
  payloadAsStream?: boolean
}

/** A cookie that the answer sets. */
export interface InjectCookie {
  /** The name of the cookie. @see InjectResponse.statusCode */
  name: string
  /** The value, decoded. @see InjectResponse.statusCode */
  value: string
  /** The attribute `Expires`. @see InjectResponse.statusCode */
  expires?: Date
  /** Seconds. @see InjectResponse.statusCode */
  maxAge?: number
  /** The attribute `Domain`. @see InjectResponse.statusCode */
  domain?: string
  /** The attribute `Path`. @see InjectResponse.statusCode */
  path?: string
  /** Whether `Secure` is set. @see InjectResponse.statusCode */
  secure?: boolean
  /** Whether `HttpOnly` is set. @see InjectResponse.statusCode */
  httpOnly?: boolean
  /** The attribute `SameSite`. @see InjectResponse.statusCode */
  sameSite?: string
  /** Any other attribute. @see InjectResponse.statusCode */
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
  /** The trailers, by name in lower case. @see statusCode */
  trailers: Record<string, string>
  /** The body as text. @see statusCode */
  body: string
  /** The same as `body`. @see statusCode */
  payload: string
  /** The body as it was sent. @see statusCode */
  rawPayload: Buffer
  /** The `set-cookie` headers, parsed. @see statusCode */
  cookies: InjectCookie[]
  /** The body, parsed as JSON. The type is your promise; nothing checks it. @throws a SyntaxError if the body is not JSON @see statusCode */
  json<T = unknown>(): T
  /** The body as a stream. @see statusCode */
  stream(): Readable
  /** The request and the response that Node.js would have made. @see statusCode */
  raw: { req: RawRequest; res: RawResponse }
}

/** Called once with the answer, or with what went wrong before there was one. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

/** A request that is built up call by call and sent by `end()` or `await`. */
export interface InjectChain extends Promise<InjectResponse> {
  /** Sets the method to DELETE, and the URL. @see post */
  delete(url: string): InjectChain
  /** Sets the method to GET, and the URL. @see post */
  get(url: string): InjectChain
  /** Sets the method to HEAD, and the URL. @see post */
  head(url: string): InjectChain
  /** Sets the method to OPTIONS, and the URL. @see post */
  options(url: string): InjectChain
  /** Sets the method to PATCH, and the URL. @see post */
  patch(url: string): InjectChain
  /**
   * Sets the method to POST, and the URL.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async (request) => [request.query, request.body])
   * const answer = await app.inject().post('/').query({ a: '1' }).payload({ b: 2 }).end()
   * console.log(answer.body) // [{"a":"1"},{"b":2}]
   * ```
   */
  post(url: string): InjectChain
  /** Sets the method to PUT, and the URL. @see post */
  put(url: string): InjectChain
  /** Sets the method to TRACE, and the URL. @see post */
  trace(url: string): InjectChain
  /** Sets the body; the same as `payload`. @see post */
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
