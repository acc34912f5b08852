/** What Fastify 4.17's types call raw: Node.js servers and their messages. And the defaults of its generics. No runtime. */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Http2SecureServer, Http2Server, Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'

/** A method of HTTP, in upper or lower case. */
export type HTTPMethods = Uppercase<Method> | Lowercase<Method>
type Method =
  | 'GET'
  | 'HEAD'
  | 'POST'
  | 'PUT'
  | 'PATCH'
  | 'DELETE'
  | 'OPTIONS'
  | 'TRACE'
  | 'COPY'
  | 'LOCK'
  | 'MKCOL'
  | 'MOVE'
  | 'PROPFIND'
  | 'PROPPATCH'
  | 'SEARCH'
  | 'UNLOCK'

export type RawServerBase = HttpServer | HttpsServer | Http2Server | Http2SecureServer
export type RawServerDefault = HttpServer
/** The request class of a server. */
export type RawRequestDefaultExpression<RawServer extends RawServerBase = RawServerDefault> =
  RawServer extends HttpServer | HttpsServer
    ? IncomingMessage
    : RawServer extends Http2Server | Http2SecureServer
      ? Http2ServerRequest
      : never
/** The response class of a server. */
export type RawReplyDefaultExpression<RawServer extends RawServerBase = RawServerDefault> = RawServer extends
  | HttpServer
  | HttpsServer
  ? ServerResponse
  : RawServer extends Http2Server | Http2SecureServer
    ? Http2ServerResponse
    : never

export type RequestBodyDefault = unknown
export type RequestQuerystringDefault = unknown
export type RequestParamsDefault = unknown
export type RequestHeadersDefault = unknown
export type ContextConfigDefault = unknown
export type ReplyDefault = unknown
