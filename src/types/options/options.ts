/** The options of the factory, with their units, defaults and errors. No runtime. */

import type { AjvOptions } from '../ajv-options.ts'
import type { RawRequest } from '../http.ts'
import type { Logger, LoggerOptions } from '../logger.ts'
import type { PoisonAction } from '../parser.ts'
import type { SchemaErrorFormatter } from '../schema.ts'
import type { SchemaControllerOptions } from '../schema-controller.ts'
import type { ConstraintStrategy } from './constraint-strategy.ts'
import type { LaterOptions } from './later-options.ts'
import type { LimitOptions } from './limit-options.ts'
import type { LineOptions } from './line-options.ts'
import type { LoggedRequest } from './log-controller.ts'
import type { HttpServerOptions } from './server-options.ts'

/** The options of the factory. Times are in milliseconds, sizes in bytes. @throws `FST_ERR_OPTIONS_NOT_OBJ` for anything but an object */
export interface Options
  extends LimitOptions,
    HttpServerOptions<Options>,
    LaterOptions<Options>,
    LineOptions {
  // ── schemas
  /** Options of the default validator. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object @see AjvOptions.customOptions */
  ajv?: AjvOptions
  /** Options of the default serializer, fast-json-stringify. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object @see schemaErrorFormatter */
  serializerOpts?: Record<string, unknown>
  /**
   * With `false` touchstone generates no code for validators and serializers, and a warning of `ready()` (`TSTWRN002`) names each schema
   * for which ajv or fast-json-stringify does, and the keyword that needs it. The other schemas are interpreted, with the errors of ajv;
   * find-my-way generates code for each route.
   *
   * With `'ready'` all code is generated until `ready()` has run, and none after it: for Workers, where code may be generated only while
   * they start. The boot takes longer. A schema that a handler compiles is interpreted, or refused with `FST_ERR_CODE_GENERATION` if it
   * needs a library. @default `true`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean and `'ready'`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ codeGeneration: 'ready' })
   * const body = { type: 'object', properties: { n: { type: 'integer' } } }
   * const own = { type: 'object', properties: { a: { $id: '#a', type: 'integer' } } } // ajv has to compile this one
   * app.post('/items/:id', { schema: { body } }, async (request) => request.compileValidationSchema(own)({ a: 1 }))
   * await app.ready() // the router, the validator and its errors: nothing is left to generate
   * const post = (payload: object) => app.inject({ method: 'POST', url: '/items/1', payload })
   * console.log((await post({ n: 'x' })).json<Error>().message) // body/n must be integer
   * console.log((await post({ n: 1 })).json<{ code: string }>().code) // FST_ERR_CODE_GENERATION
   * ```
   */
  codeGeneration?: boolean | 'ready'
  /**
   * Creates the error of a request that does not match its schema. @throws `FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN` for anything but a function, and for an async one
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   schemaErrorFormatter: (errors, part) => new Error(`${part}: ${errors[0]?.keyword}`),
   *   serializerOpts: { rounding: 'ceil' },
   *   codeGeneration: false, // warns: with these serializerOpts the library writes the answer
   * })
   * const response = { 200: { n: { type: 'integer' } } }
   * app.get('/', { schema: { query: { n: { type: 'integer' } }, response } }, async () => ({ n: 1.2 }))
   * console.log((await app.inject('/?n=x')).json<Error>().message) // querystring: type
   * console.log((await app.inject('/')).body) // {"n":2}
   * ```
   */
  schemaErrorFormatter?: SchemaErrorFormatter
  /**
   * Replaces the storage and the compilers of schemas.
   * @throws `FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN` for a `bucket` that is no function
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   schemaController: { compilersFactory: { buildValidator: () => () => () => ({ error: new Error('invalid') }) } },
   * })
   * app.get('/', { schema: { querystring: {} } }, async () => 'hello')
   * console.log((await app.inject('/')).json<Error>().message) // invalid
   * ```
   */
  schemaController?: SchemaControllerOptions
  /**
   * Whether an object of properties counts as the schema of an object.
   * @default `true`; `false` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const querystring = { n: { type: 'integer' } }
   * const results = [true, false].map(async (jsonShorthand) => {
   *   const app = touchstone({ jsonShorthand })
   *   app.get('/', { schema: { querystring } }, async () => 'hello')
   *   return app.ready().then(() => 'ready', (error) => error.code)
   * })
   * console.log(await Promise.all(results)) // [ 'ready', 'FST_ERR_SCH_VALIDATION_BUILD' ]
   * ```
   */
  jsonShorthand?: boolean
  /**
   * Whether a response with a media type that its content map does not declare is a 500
   * (`FST_ERR_RESPONSE_CONTENT_TYPE_UNDECLARED`). Otherwise it is sent without a schema. @default `false`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ strictResponses: true })
   * const content = { 'application/json': { schema: { a: { type: 'integer' } } } }
   * app.get('/', { schema: { response: { 200: { content } } } }, async (_request, reply) => {
   *   reply.type('application/hal+json')
   *   return { a: 1 }
   * })
   * console.log((await app.inject('/')).json<{ code: string }>().code) // FST_ERR_RESPONSE_CONTENT_TYPE_UNDECLARED
   * ```
   */
  strictResponses?: boolean
  /**
   * Whether payloads are checked against their response schema before undeclared properties are dropped: `'throw'` makes one that does not
   * match a 500 (`FST_ERR_RESPONSE_VALIDATION`), `'warn'` logs it and sends it. @default `'off'`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for another value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ responseValidation: 'throw' })
   * const user = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const
   * const find = (): { id: number } => JSON.parse('{"id":"7"}')
   * app.get('/', { schema: { response: { 200: user } } }, find)
   * console.log((await app.inject('/')).json<{ code: string }>().code) // FST_ERR_RESPONSE_VALIDATION
   * ```
   */
  responseValidation?: 'off' | 'warn' | 'throw'
  /**
   * Whether the message of a default answer from 500 on is the name of its status instead of the message of the error, which may show
   * paths of the file system or queries. The log has the message. @default `false`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ hideServerErrors: true })
   * app.get('/', async () => { throw new Error('no file /etc/app.conf') })
   * console.log((await app.inject('/')).json<Error>().message) // Internal Server Error
   * ```
   */
  hideServerErrors?: boolean

  // ── routes
  /**
   * Whether `/A` and `/a` are two paths. @default `true` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   caseSensitive: false,
   *   ignoreTrailingSlash: true,
   *   ignoreDuplicateSlashes: true,
   *   exposeHeadRoutes: false,
   *   frameworkErrors: (error, _request, reply) => reply.code(error.statusCode).send(error.code),
   * })
   * app.get('/a/:id', async (request) => request.params.id)
   * console.log((await app.inject('/A//b/')).body, (await app.inject('/a/%zz')).body) // b FST_ERR_BAD_URL
   * console.log((await app.inject({ method: 'HEAD', url: '/a/b' })).statusCode) // 404
   * ```
   */
  caseSensitive?: boolean
  /** Whether `/a` and `/a/` are one path. @default `false` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean @see caseSensitive */
  ignoreTrailingSlash?: boolean
  /** Whether `/a//b` and `/a/b` are one path. @default `false` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean @see caseSensitive */
  ignoreDuplicateSlashes?: boolean
  /**
   * Whether a `;` begins the query, as `?` does.
   * @default `true`; `false` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ useSemicolonDelimiter: false })
   * app.get('/:name', async (request) => request.params.name)
   * console.log((await app.inject('/a;b=1')).body) // a;b=1
   * ```
   */
  useSemicolonDelimiter?: boolean
  /**
   * Whether paths may have regular expressions that can take exponential time.
   * @default `false`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ allowUnsafeRegex: true })
   * app.get('/:id(^(a+)+$)', async (request) => request.params.id)
   * console.log((await app.inject('/aaa')).body) // aaa
   * ```
   */
  allowUnsafeRegex?: boolean
  /** Whether GET routes answer HEAD too. @default `true` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean @see caseSensitive */
  exposeHeadRoutes?: boolean
  /**
   * Strategies for the `constraints` of routes, by name. `version` and `host` are built in.
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but an object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   constraints: {
   *     tenant: {
   *       name: 'tenant',
   *       storage: () => new Map<string, unknown>(),
   *       deriveConstraint: (request: { headers: Record<string, string> }) => request.headers['x-tenant'],
   *     },
   *   },
   * })
   * app.get('/', { constraints: { tenant: 'a' } }, async () => 'for a')
   * console.log((await app.inject({ url: '/', headers: { 'x-tenant': 'a' } })).body) // for a
   * ```
   */
  constraints?: Readonly<Record<string, ConstraintStrategy>>
  /**
   * Reads the query string. @default `parse` of node:querystring @throws `FST_ERR_QSP_NOT_FN` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   querystringParser: (text) => Object.fromEntries(new URLSearchParams(text.toLowerCase())),
   *   rewriteUrl: (request) => request.url!.replace('/v1', ''),
   *   useSemicolonDelimiter: false,
   * })
   * app.get('/users', async (request) => request.query)
   * console.log((await app.inject('/v1/users?NAME=Ada')).body) // {"name":"ada"}
   * ```
   */
  querystringParser?: (text: string) => Record<string, unknown>
  /** Replaces the URL before a route is searched. If it returns anything but a string, the request fails with `FST_ERR_ROUTE_REWRITE_NOT_STR`. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see querystringParser */
  rewriteUrl?: (request: RawRequest) => string

  // ── requests
  /**
   * What to do with the key `__proto__` in a body: answer 400, remove it, or keep it. @default `'error'` @throws `FST_ERR_INIT_OPTS_INVALID` for any other value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ onProtoPoisoning: 'remove' })
   * app.post('/', async (request) => request.body)
   * const headers = { 'content-type': 'application/json' }
   * const send = (payload: string) => app.inject({ method: 'POST', url: '/', headers, payload })
   * console.log((await send('{"a":1,"__proto__":{}}')).body) // {"a":1}
   * console.log((await send('{"constructor":{"prototype":{}}}')).statusCode) // 400
   * ```
   */
  onProtoPoisoning?: PoisonAction
  /**
   * What to do with a `constructor` that has a `prototype` in a body.
   * @default `'error'`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for any other value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ onConstructorPoisoning: 'remove' })
   * app.post('/', async (request) => request.body)
   * const headers = { 'content-type': 'application/json' }
   * const payload = '{"a":1,"constructor":{"prototype":{}}}'
   * console.log((await app.inject({ method: 'POST', url: '/', headers, payload })).body) // {"a":1}
   * ```
   */
  onConstructorPoisoning?: PoisonAction
  /**
   * The header that contains the id of a request; `false`: none. A value that is longer than 128 characters, or has other than
   * visible ASCII, is not taken.
   * @default `'request-id'`; `false` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a string or a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ requestIdHeader: 'x-id', genReqId: (request) => `made for ${request.url}` })
   * app.get('/', async (request) => request.id)
   * console.log((await app.inject('/')).body, '-', (await app.inject({ url: '/', headers: { 'x-id': '7' } })).body) // made for / - 7
   * ```
   */
  requestIdHeader?: string | boolean
  /** The name of the id in the log. @default `'reqId'` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a string @see logger */
  requestIdLogLabel?: string
  /**
   * Creates the id of a request without one.
   * @default `req-1`, `req-2`, and so on
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function
   * @see requestIdHeader
   */
  genReqId?: (request: RawRequest) => string
  /**
   * Which proxies may set the address, the host and the protocol of a request: all, none, by address, by number of hops, or by
   * a function. @default `false`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ trustProxy: '10.0.0.0/8' })
   * app.get('/', async (request) => request.ip)
   * const headers = { 'x-forwarded-for': '203.0.113.7' }
   * console.log((await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).body) // 203.0.113.7
   * console.log((await app.inject({ url: '/', headers, remoteAddress: '192.0.2.1' })).body) // 192.0.2.1
   * ```
   */
  trustProxy?: boolean | number | string | string[] | ((address: string, hop: number) => boolean)

  // ── log
  /**
   * `true`, options, or a logger of your own. @default `false`: nothing is written @throws `FST_ERR_LOG_INVALID_LOGGER` for a logger that lacks a method
   * @throws `FST_ERR_LOG_INVALID_DESTINATION` for options with both `stream` and `file` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean or an object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: { msg: string; id: string }[] = []
   * const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
   * const requestId = { requestIdHeader: 'x-id', requestIdLogLabel: 'id', genReqId: () => 'new' }
   * const app = touchstone({ logger: { stream }, disableRequestLogging: true, ...requestId })
   * app.get('/', async (request) => request.log.info('working'))
   * await app.inject('/')
   * await app.inject({ url: '/', headers: { 'x-id': '7' } })
   * console.log(lines.map(({ msg, id }) => `${id} ${msg}`)) // [ 'new working', '7 working' ]
   * ```
   */
  logger?: boolean | LoggerOptions | Logger
  /**
   * Whether to leave out the lines about each request and response. A function decides for each request, and then about the line
   * of an error too.
   * @default `false`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean or a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const logger = { stream: { write: (line: string) => lines.push(JSON.parse(line).msg) } }
   * const app = touchstone({ logger, disableRequestLogging: (request) => request.url === '/health' })
   * app.get('/', async () => 'hello')
   * app.get('/health', async () => 'fine')
   * await app.inject('/health')
   * await app.inject('/')
   * console.log(lines) // [ 'incoming request', 'request completed' ]
   * ```
   */
  disableRequestLogging?: boolean | ((request: LoggedRequest) => boolean)
  /**
   * Says for which requests the answer has the header `server-timing`: the milliseconds of each stage that has run, such as
   * `onRequest;dur=0.2, handler;dur=3.1`. It is called after the onSend hooks of the application, so it can use what they and others have
   * found out about the client. Send times only to those who may see them: they tell which part of a request is costly. A function that
   * throws or returns a promise is logged as an error, and the answer has no times. Hooks that run after the answer are not in the header.
   * @default undefined: no times are taken
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function, and for an async one
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ serverTiming: (request) => request.headers['x-debug'] === '1' })
   * app.addHook('onRequest', async () => {})
   * app.get('/', async () => 'hello')
   * const { headers } = await app.inject({ url: '/', headers: { 'x-debug': '1' } })
   * console.log(String(headers['server-timing']).replace(/[\d.]+/g, 'N')) // onRequest;dur=N, handler;dur=N
   * console.log((await app.inject('/')).headers['server-timing']) // undefined
   * ```
   */
  serverTiming?: (request: LoggedRequest) => boolean
}
