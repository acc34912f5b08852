/** The options of the factory, with their units, defaults and errors. No runtime. */
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { SecureServerOptions } from 'node:http2'
import type { ServerOptions as HttpsOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Root } from './context-type.ts'
import type { FrameworkError } from './errors.ts'
import type { RawRequest, RawServer } from './http.ts'
import type { Logger, LoggerOptions } from './logger.ts'
import type { PoisonAction } from './parser.ts'
import type { ReplyOf } from './reply.ts'
import type { RequestOf } from './request.ts'
import type { AjvOptions, SchemaControllerOptions, SchemaErrorFormatter } from './schema.ts'

/** How routes are told apart beside method and path. The shape is find-my-way's. */
export interface ConstraintStrategy {
  /** The key in `constraints`. */
  name: string
  /** Makes the place where the handlers of one path are kept by value. */
  storage(): {
    get(value: never): unknown
    set(value: never, handler: never): void
    del?(value: never): void
    empty?(): void
  }
  /** Reads the value from a request; with `done`, asynchronously. */
  deriveConstraint(request: never, context?: never, done?: never): unknown
  /** Throws where a route gives a value that makes no sense. */
  validate?(value: unknown): void
  /** Whether a request with a value matches only routes that have the constraint. Default `false`. */
  mustMatchWhenDerived?: boolean
}

/** The error of a connection that sent no HTTP. */
export interface ClientError extends Error {
  /** The code of Node.js, such as `HPE_INVALID_METHOD`. */
  code: string
  /** How many bytes of the packet were read. */
  bytesParsed?: number
  /** The packet that was being read. */
  rawPacket?: Buffer
}

/** The factory takes these. Anything but an object: `FST_ERR_OPTIONS_NOT_OBJ`. Times are in milliseconds, sizes in bytes. */
export interface Options {
  // ── limits
  /** The longest body; a longer one gets a 413. Default 1 MiB. An integer above 0, else `FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT`. */
  bodyLimit?: number
  /** The longest parameter of a path; a path with a longer one is not found. Default 100. */
  maxParamLength?: number
  /** How long a socket may be silent. Default 0: forever. */
  connectionTimeout?: number
  /** How long a whole request may take to arrive. Default 0: forever. */
  requestTimeout?: number
  /** How long a socket is kept for the next request. Default 72000. */
  keepAliveTimeout?: number
  /** How many requests one socket may send. Default 0: any number. */
  maxRequestsPerSocket?: number
  /** How long a session of HTTP/2 may be silent. Default 72000. */
  http2SessionTimeout?: number
  /** How long a plugin or an `onReady` hook may take, else `FST_ERR_PLUGIN_TIMEOUT` or `FST_ERR_HOOK_TIMEOUT`. Default 10000; 0: forever. */
  pluginTimeout?: number

  // ── schemas
  /** The default validator. */
  ajv?: AjvOptions
  /** Options of the default serializer, fast-json-stringify. */
  serializerOpts?: Record<string, unknown>
  /** Makes the Errors of requests that broke their schema. Not async: `FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN`. */
  schemaErrorFormatter?: SchemaErrorFormatter
  /** Replaces storage and compilation of schemas. */
  schemaController?: SchemaControllerOptions
  /** Whether a bag of properties counts as the schema of an object. Default `true`. */
  jsonShorthand?: boolean
  /** Whether a response whose media type its content map does not declare is a 500, instead of being sent without a schema. Default `false`. */
  strictResponses?: boolean

  // ── routes
  /** Whether `/A` and `/a` are two paths. Default `true`. */
  caseSensitive?: boolean
  /** Whether `/a` and `/a/` are one path. Default `false`. */
  ignoreTrailingSlash?: boolean
  /** Whether `/a//b` and `/a/b` are one path. Default `false`. */
  ignoreDuplicateSlashes?: boolean
  /** Whether a `;` begins the query, as `?` does. Default `true`. */
  useSemicolonDelimiter?: boolean
  /** Whether paths may have regular expressions that could take forever. Default `false`. */
  allowUnsafeRegex?: boolean
  /** Whether GET routes answer HEAD too. Default `true`. */
  exposeHeadRoutes?: boolean
  /** Strategies for the `constraints` of routes, by name. `version` and `host` are built in. */
  constraints?: Readonly<Record<string, ConstraintStrategy>>
  /** Reads the query string. Default: node:querystring's. Anything but a function: `FST_ERR_QSP_NOT_FN`. */
  querystringParser?: (text: string) => Record<string, unknown>
  /** Exchanges the URL before a route is looked for. Anything but a string: `FST_ERR_ROUTE_REWRITE_NOT_STR`. */
  rewriteUrl?: (request: RawRequest) => string

  // ── requests
  /** What to do with the key `__proto__` in a body. Default `'error'`: a 400. */
  onProtoPoisoning?: PoisonAction
  /** What to do with a `constructor` that has a `prototype` in a body. Default `'error'`: a 400. */
  onConstructorPoisoning?: PoisonAction
  /** The header that a request brings its id in; `false`: none. Default `'request-id'`. */
  requestIdHeader?: string | false
  /** The name of the id in the log. Default `'reqId'`. */
  requestIdLogLabel?: string
  /** Makes the id of a request that brings none. Default: `req-1`, `req-2`… */
  genReqId?: (request: RawRequest) => string
  /** Which proxies are believed about address, host and protocol: all, none, by address, by number, or by a function. Default `false`. */
  trustProxy?: boolean | number | string | string[] | ((address: string, hop: number) => boolean)

  // ── log
  /** `true`, options, or a logger of your own. Default `false`: nothing is written. */
  logger?: boolean | LoggerOptions | Logger
  /** Whether the lines about each request and answer are left out. Default `false`. */
  disableRequestLogging?: boolean

  // ── server
  /** Options of node:http's server. */
  http?: ServerOptions | null
  /** Options of node:https's server: makes one; with `http2: true` those of node:http2's. */
  https?: HttpsOptions | SecureServerOptions | null
  /** Whether to speak HTTP/2. Default `false`. */
  http2?: boolean
  /** Makes the server: called with the function that answers requests, and these options. */
  serverFactory?: (
    handler: RequestListener<typeof IncomingMessage, typeof ServerResponse>,
    options: Options,
  ) => RawServer
  /** Whether requests that come while the server closes get a 503. Default `true`. */
  return503OnClosing?: boolean
  /** What `close()` does to open connections: ends all, those at rest, or none. Default `'idle'`. */
  forceCloseConnections?: boolean | 'idle'
  /**
   * How long `close()` waits for answers that are still leaving before it ends their connections, in milliseconds. The log says
   * how many it ended. Default 30000; 0: no limit.
   */
  closeTimeout?: number
  /** Answers a connection that sent no HTTP. Default: a 400, or a 408 after a time-out. */
  clientErrorHandler?: (error: ClientError, socket: Socket) => void
  /** Answers requests that have no route to answer them: a broken URL, an asynchronous constraint that failed. */
  frameworkErrors?: (
    error: FrameworkError,
    request: RequestOf<Root, {}, string, unknown>,
    reply: ReplyOf<Root, {}, 200, unknown>,
  ) => unknown
}
