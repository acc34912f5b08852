/** Requests without a socket: what `inject` takes and answers, in the shape of light-my-request. No runtime. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { RawRequest, RawResponse } from './http.ts'

/** A body to send: text, bytes, a stream, or a value that is sent as JSON with its content type. */
export type InjectPayload = string | object | Uint8Array | NodeJS.ReadableStream

/** A URL in pieces. */
export interface InjectUrl {
  /** The path, without a query. */
  pathname: string
  /** The protocol, `http` or `https`. */
  protocol?: string
  /** The host of the `host` header. */
  hostname?: string
  /** The port of the `host` header. */
  port?: string | number
  /** The query, as text or as an object. */
  query?: string | Record<string, string | string[]>
}

/** One request. */
export interface InjectOptions {
  /** Path with query, a whole URL, or its pieces. One of `url` and `path` is needed. */
  url?: string | InjectUrl
  /** The same as `url`. */
  path?: string | InjectUrl
  /** Default `'GET'`. */
  method?: string
  /** Names in any case. */
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /** Added to the query of the URL. */
  query?: string | Record<string, string | string[]>
  /** Sent as one `cookie` header. */
  cookies?: Record<string, string>
  /** The body. An object is sent as JSON; text, bytes and a stream as they are. */
  payload?: InjectPayload
  /** The same as `payload`. */
  body?: InjectPayload
  /** The `host` header where none is given. Default `'localhost:80'`. */
  authority?: string
  /** What `request.ip` says. Default `'127.0.0.1'`. */
  remoteAddress?: string
  /** Events of the connection to imitate. */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  /** Whether the options themselves are checked. Default `true`. */
  validate?: boolean
  /** Aborts the request. */
  signal?: AbortSignal
  /** Whether the answer is given when its head is there; read the rest with `stream()`. Default `false`. */
  payloadAsStream?: boolean
}

/** A cookie that the answer sets. */
export interface InjectCookie {
  /** The name of the cookie. */
  name: string
  /** The value, decoded. */
  value: string
  /** The attribute `Expires`. */
  expires?: Date
  /** Seconds. */
  maxAge?: number
  /** The attribute `Domain`. */
  domain?: string
  /** The attribute `Path`. */
  path?: string
  /** Whether `Secure` is set. */
  secure?: boolean
  /** Whether `HttpOnly` is set. */
  httpOnly?: boolean
  /** The attribute `SameSite`. */
  sameSite?: string
  /** Any other attribute. */
  [attribute: string]: unknown
}

/** The whole answer to one request. */
export interface InjectResponse {
  /** The status of the answer. */
  statusCode: number
  /** The text that belongs to the status. */
  statusMessage: string
  /** Names in lower case; a header sent several times is an array. */
  headers: OutgoingHttpHeaders
  /** The trailers, by name in lower case. */
  trailers: Record<string, string>
  /** The body as text. */
  body: string
  /** The same as `body`. */
  payload: string
  /** The body as it was sent. */
  rawPayload: Buffer
  /** The `set-cookie` headers, parsed. */
  cookies: InjectCookie[]
  /** The body read as JSON. Throws a SyntaxError where it is none. The type is your promise, nothing checks it. */
  json<T = unknown>(): T
  /** The body as a stream. */
  stream(): Readable
  /** The request and the response that Node.js would have made. */
  raw: { req: RawRequest; res: RawResponse }
}

/** Called once with the answer, or with what went wrong before there was one. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

/** A request that is built up call by call and sent by `end()` or `await`. */
export interface InjectChain extends Promise<InjectResponse> {
  /** Sets the method to DELETE, and the URL. */
  delete(url: string): InjectChain
  /** Sets the method to GET, and the URL. */
  get(url: string): InjectChain
  /** Sets the method to HEAD, and the URL. */
  head(url: string): InjectChain
  /** Sets the method to OPTIONS, and the URL. */
  options(url: string): InjectChain
  /** Sets the method to PATCH, and the URL. */
  patch(url: string): InjectChain
  /** Sets the method to POST, and the URL. */
  post(url: string): InjectChain
  /** Sets the method to PUT, and the URL. */
  put(url: string): InjectChain
  /** Sets the method to TRACE, and the URL. */
  trace(url: string): InjectChain
  /** Sets the body; the same as `payload`. */
  body(body: InjectPayload): InjectChain
  /** Sets the body. */
  payload(payload: InjectPayload): InjectChain
  /** Sets the headers. */
  headers(headers: IncomingHttpHeaders | OutgoingHttpHeaders): InjectChain
  /** Sets the query. */
  query(query: string | Record<string, string | string[]>): InjectChain
  /** Sets the `cookie` header. */
  cookies(cookies: Record<string, string>): InjectChain
  /** Sends the request. */
  end(): Promise<InjectResponse>
  end(callback: InjectCallback): void
}
