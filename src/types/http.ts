/** The words of HTTP as the interface uses them: methods, parts of a request, raw objects, headers, payloads. No runtime. */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** The methods that a route may name, in upper case. Another one is refused with `FST_ERR_ROUTE_METHOD_NOT_SUPPORTED`. */
export type HttpMethod =
  | 'DELETE'
  | 'GET'
  | 'HEAD'
  | 'PATCH'
  | 'POST'
  | 'PUT'
  | 'OPTIONS'
  | 'PROPFIND'
  | 'PROPPATCH'
  | 'MKCOL'
  | 'COPY'
  | 'MOVE'
  | 'LOCK'
  | 'UNLOCK'
  | 'TRACE'
  | 'SEARCH'
  | 'QUERY'

/** The four parts of a request that a route can have a schema for, as compilers and formatters name them. */
export type HttpPart = 'body' | 'querystring' | 'params' | 'headers'

/** The same parts as an error names them in `validationContext`: the query string is `query` there, or as the option `queryContext` says. */
export type ValidationContext = 'body' | 'query' | 'querystring' | 'params' | 'headers'

/** The request of Node.js behind ours. Under `http2: true` it is the compatible `Http2ServerRequest`. */
export type RawRequest = IncomingMessage
/** The response of Node.js behind our reply. Under `http2: true` it is the compatible `Http2ServerResponse`. */
export type RawResponse = ServerResponse
/** The server of Node.js. With `https` or `http2` it is that module's server. */
export type RawServer = Server

/** A response header as it can be read back. */
export type HeaderValue = number | string | string[] | undefined

/** The values of request headers, by name in lower case. Those that Node.js knows have the types that it gives them. */
export interface RequestHeaders extends IncomingHttpHeaders {
  /**
   * A header by its name in lower case; a list where Node.js keeps several.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async ({ headers }) => [headers['x-trace'], headers['X-Trace'] === undefined])
   * console.log((await app.inject({ url: '/', headers: { 'X-Trace': 'abc' } })).body) // ["abc",true]
   * ```
   */
  [name: string]: string | string[] | undefined
}

/** The stream that a `preParsing` hook receives and may replace. */
export interface RequestPayload extends Readable {
  /**
   * Bytes that came over the wire, where the stream is longer or shorter than that (after decompression). Compared with
   * `content-length`, and counted against `bodyLimit`.
   * @default the bytes of the stream
   * @see RequestHooks.preParsing
   */
  receivedEncodedLength?: number
}

/** What goes out as it is, past every response schema: bytes, streams, a `Response`, and Errors, which go to the error handler. */
export type BypassPayload = Error | Uint8Array | NodeJS.ReadableStream | ReadableStream<Uint8Array> | Response

/** `done`: call it once, with an error to fail. Only for functions that return no promise. */
export type Done = (error?: Error | null) => void

/** `done` of a function that may also hand on a new value. */
export type DoneWith = (error?: Error | null, value?: unknown) => void
