/** Requests without a socket: what `inject` takes and answers, in the shape of light-my-request. No runtime. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { RawRequest, RawResponse } from './http.ts'

/** A body to send: text, bytes, a stream, or a value that is sent as JSON with its content type. */
export type InjectPayload = string | object | Uint8Array | NodeJS.ReadableStream

/** A URL in pieces. */
export interface InjectUrl {
  pathname: string
  protocol?: string
  hostname?: string
  port?: string | number
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
  name: string
  value: string
  expires?: Date
  /** Seconds. */
  maxAge?: number
  domain?: string
  path?: string
  secure?: boolean
  httpOnly?: boolean
  sameSite?: string
  [attribute: string]: unknown
}

/** The whole answer to one request. */
export interface InjectResponse {
  statusCode: number
  statusMessage: string
  /** Names in lower case; a header sent several times is an array. */
  headers: OutgoingHttpHeaders
  trailers: Record<string, string>
  /** The body as text. */
  body: string
  /** The same as `body`. */
  payload: string
  /** The body as it was sent. */
  rawPayload: Buffer
  cookies: InjectCookie[]
  /** The body read as JSON. Throws a SyntaxError where it is none. The type is your promise, nothing checks it. */
  json<T = unknown>(): T
  /** The body as a stream. */
  stream(): Readable
  raw: { req: RawRequest; res: RawResponse }
}

/** Called once with the answer, or with what went wrong before there was one. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

/** A request that is built up call by call and sent by `end()` or `await`. */
export interface InjectChain extends Promise<InjectResponse> {
  delete(url: string): InjectChain
  get(url: string): InjectChain
  head(url: string): InjectChain
  options(url: string): InjectChain
  patch(url: string): InjectChain
  post(url: string): InjectChain
  put(url: string): InjectChain
  trace(url: string): InjectChain
  body(body: InjectPayload): InjectChain
  payload(payload: InjectPayload): InjectChain
  headers(headers: IncomingHttpHeaders | OutgoingHttpHeaders): InjectChain
  query(query: string | Record<string, string | string[]>): InjectChain
  cookies(cookies: Record<string, string>): InjectChain
  end(): Promise<InjectResponse>
  end(callback: InjectCallback): void
}
