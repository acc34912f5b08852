/** Every error of the framework, one row each: code → [message template, status, base class]. No other file creates one. */
import { format, inspect } from 'node:util'

type Base = new (message?: string) => Error
type Row = readonly [template: string, status?: number | Base, base?: Base]

/**
 * An error of the framework. Its code is stable; its message is for people and may change.
 * @example
 * ```ts
 * import touchstone, { type FrameworkError } from 'touchstone'
 * const app = touchstone()
 * app.post('/', { schema: { body: { type: 'no type' } } }, async () => 'ok')
 * const { code, statusCode, cause } = await app.ready().then(() => ({}) as FrameworkError, (error: FrameworkError) => error)
 * console.log(code, statusCode, cause instanceof Error) // FST_ERR_SCH_VALIDATION_BUILD 500 true
 * ```
 */
export interface FrameworkError<Code extends string = string> extends Error {
  /** The key of the error in `errorCodes`. @see FrameworkError */
  code: Code
  /** The HTTP status of the reply when a request fails with this error. @see FrameworkError */
  statusCode: number
  /** The error behind this one, such as that of a compiler. @default undefined @see FrameworkError */
  cause?: unknown
}

/**
 * Creates the error of one code, with and without `new`; the arguments fill the placeholders of its message, then `{ cause }`.
 * @example
 * ```ts
 * import { errorCodes } from 'touchstone'
 * const Unsupported = errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE
 * const error = Unsupported('text/csv')
 * console.log(Unsupported.prototype.isPrototypeOf(error), error.message) // true Unsupported Media Type: text/csv
 * ```
 */
export interface FrameworkErrorConstructor<Code extends string = string> {
  new (...values: unknown[]): FrameworkError<Code>
  (...values: unknown[]): FrameworkError<Code>
  /** The prototype of its errors, so that `instanceof` recognizes them. @see FrameworkErrorConstructor */
  readonly prototype: FrameworkError<Code>
}

/** The table, where the status is 500 if it is left out. Each `%s` is replaced in order; the text after the first sentence tells how to correct the mistake. */
export const ERROR_TABLE = {
  // ── factory options
  FST_ERR_OPTIONS_NOT_OBJ: ['Options must be an object, got %s', TypeError],
  FST_ERR_QSP_NOT_FN: ["querystringParser option should be a function, instead got '%s'"],
  FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN: [
    "schemaController.bucket option should be a function, instead got '%s'",
  ],
  FST_ERR_SCHEMA_CONTROLLER_INVALID: [
    'A schema controller must be an object { bucket, compilersFactory }, got %s',
    TypeError,
  ],
  FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN: [
    "schemaErrorFormatter option should be a non async function. Instead got '%s'. %s",
  ],
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ: ["ajv.customOptions option should be an object, instead got '%s'"],
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR: ["ajv.plugins option should be an array, instead got '%s'"],
  FST_ERR_VERSION_CONSTRAINT_NOT_STR: ['Version constraint should be a string. Got %s'],
  FST_ERR_INIT_OPTS_INVALID: ["Invalid initialization options: '%s'"],
  FST_ERR_HTTP2_INVALID_VERSION: ['HTTP2 is available only from node >= 8.8.1'],
  FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE: [
    "Cannot set forceCloseConnections to 'idle' as your HTTP server does not support closeIdleConnections method",
  ],
  FST_ERR_LOG_INVALID_DESTINATION: [
    'Cannot specify both logger.stream and logger.file options. Keep one of them',
  ],
  FST_ERR_LOG_INVALID_LOGGER: [
    "Invalid logger object provided. The logger instance should have these functions(s): '%s'.",
  ],
  FST_ERR_LOG_INVALID_LOGGER_INSTANCE: ['The option loggerInstance takes a logger, got %s', TypeError],
  FST_ERR_LOG_INVALID_LOGGER_CONFIG: ['The option logger takes options, got %s', TypeError],
  FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED: [
    'Both logger and loggerInstance are given. Leave one of them out',
    TypeError,
  ],
  FST_ERR_LOG_INVALID_LOG_CONTROLLER: ['The option logController takes a LogController, got %s', TypeError],
  // ── content-type parsers
  FST_ERR_CTP_ALREADY_PRESENT: [
    "Content type parser '%s' already present. Remove it first, or add yours in a child context",
  ],
  FST_ERR_CTP_INVALID_TYPE: ['The content type should be a string or a RegExp, got %s', TypeError],
  FST_ERR_CTP_EMPTY_TYPE: ["The content type cannot be an empty string. '*' takes any type", TypeError],
  FST_ERR_CTP_INVALID_HANDLER: ["The content type handler should be a function, got %s for '%s'", TypeError],
  FST_ERR_CTP_INVALID_PARSE_TYPE: [
    "The body parser can only parse your data as 'string' or 'buffer', you asked '%s' which is not supported.",
    TypeError,
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['Request body is too large', 413, RangeError],
  FST_ERR_CTP_BODIES_TOO_LARGE: ['The bodies that are being received are too large together', 503],
  FST_ERR_CTP_BODY_TIMEOUT: ['The body of the request did not arrive in time', 408],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['Unsupported Media Type: %s', 415],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['Request body size did not match Content-Length', 400, RangeError],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["Body cannot be empty when content-type is set to 'application/json'", 400],
  FST_ERR_CTP_INSTANCE_ALREADY_STARTED: ['Cannot call "%s" when fastify instance is already started!', 400],
  FST_ERR_CTP_INVALID_JSON_BODY: ['The body is no JSON, as its content-type says', 400],
  // ── decorators
  FST_ERR_DEC_REFERENCE_TYPE: [
    "The value of the decorator '%s' is an %s. Give { getter } for one of each request",
  ],
  FST_ERR_DEC_UNDECLARED: ["The decorator '%s' is not declared on the %s. Declare it with a decorate method"],
  FST_ERR_DEC_ALREADY_PRESENT: ["The decorator '%s' has already been added!"],
  FST_ERR_DEC_DEPENDENCY_INVALID_TYPE: ["The dependencies of decorator '%s' must be of type Array, got %s."],
  FST_ERR_DEC_MISSING_DEPENDENCY: ["The decorator is missing dependency '%s'. Declare it before '%s'"],
  FST_ERR_DEC_AFTER_START: [
    "The decorator '%s' has been added after start! Declare it before ready() or listen()",
  ],
  FST_ERR_DEC_INVALID_NAME: ['The decorator name must be a non-empty string or a symbol, got %s', TypeError],
  // ── hooks
  FST_ERR_HOOK_INVALID_TYPE: ['The hook name must be a string, got %s', TypeError],
  FST_ERR_HOOK_INVALID_HANDLER: ['%s hook should be a function, instead got %s: %s', TypeError],
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER: [
    "Async function has too many arguments. Async hooks should not use the 'done' argument.",
    TypeError,
  ],
  FST_ERR_HOOK_NOT_SUPPORTED: ['%s hook not supported! The hooks are %s', TypeError],
  FST_ERR_HOOK_INVALID_PAYLOAD: ['A preParsing hook must give a readable stream, got %s', TypeError],
  FST_ERR_HOOK_TIMEOUT: [
    "A callback for '%s' hook timed out. You may have forgotten to call 'done' function or to resolve a Promise",
  ],
  FST_ERR_MISSING_MIDDLEWARE: ['You must register a plugin that handles middlewares before you use one'],
  // ── replies
  FST_ERR_REP_INVALID_PAYLOAD_TYPE: [
    "Attempted to send payload of invalid type '%s'. Expected a string or Buffer.",
    TypeError,
  ],
  FST_ERR_REP_RESPONSE_BODY_CONSUMED: ['Response.body is already consumed.'],
  FST_ERR_REP_READABLE_STREAM_LOCKED: ['The ReadableStream is locked. Release its reader before you send it'],
  FST_ERR_REP_CONTENT_LENGTH: ['The content-length is %s, and the stream has %s bytes so far'],
  FST_ERR_REP_ALREADY_SENT: ['Reply was already sent.'],
  FST_ERR_REP_INVALID_ARGUMENT: ['Called reply.%s with %s; right is %s', TypeError],
  FST_ERR_REP_SENT_VALUE: ['The only possible value for reply.sent is true, got %s.'],
  FST_ERR_REP_NOT_FINITE: ['The response has the number %s at %s, which JSON cannot write'],
  FST_ERR_SEND_INSIDE_ONERR: ['You cannot use `send` inside the `onError` hook. Answer in the error handler'],
  FST_ERR_SEND_UNDEFINED_ERR: ['Undefined error has occurred'],
  FST_ERR_BAD_STATUS_CODE: ['Called reply with an invalid status code: %s'],
  FST_ERR_BAD_TRAILER_NAME: ['Called reply.trailer with an invalid header name: %s'],
  FST_ERR_BAD_TRAILER_VALUE: [
    "Called reply.trailer('%s', fn) with an invalid type: %s. Expected a function.",
  ],
  FST_ERR_FAILED_ERROR_SERIALIZATION: ['Failed to serialize an error. Error: %s. Original error: %s'],
  FST_ERR_MISSING_SERIALIZATION_FN: ['Missing serialization function. Key "%s"'],
  FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN: ['Missing serialization function. Key "%s:%s"'],
  FST_ERR_RESPONSE_CONTENT_TYPE_UNDECLARED: [
    "The response of %s:%s with status %s has the content type '%s', which its content map does not declare: %s",
  ],
  FST_ERR_RESPONSE_VALIDATION: ['The response of %s:%s with status %s does not match its schema: %s'],
  FST_ERR_REP_ASYNC_SCHEMA: ['The schema of %s is asynchronous. Send the value instead of its text'],
  // ── requests
  FST_ERR_VALIDATION: ['%s', 400],
  FST_ERR_VALIDATOR_RESULT: [
    'The validator of the %s of %s:%s returned %s. It must return true, false, undefined, accept(value) or refuse(error)',
  ],
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: [
    'Invalid validation invocation. Missing validation function for HTTP part "%s" nor schema provided.',
  ],
  FST_ERR_NOT_FOUND: ['Not Found', 404],
  FST_ERR_MAX_PARAM_LENGTH: ["'%s' has a parameter that is longer than maxParamLength", 414, URIError],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: ["A request with the method '%s' must have a content-type", 400],
  FST_ERR_ROUTE_MISSING_CONTENT: ["A request with the method '%s' must have a body", 400],
  FST_ERR_REQ_TOO_DEEP: ['The %s is nested %s', 400, RangeError],
  FST_ERR_QUERY_POISONED: ["The query string contains the forbidden property '%s'", 400],
  // ── schemas
  FST_ERR_SCH_MISSING_ID: [
    'Missing schema $id property. A shared schema is an object with a string $id, got %s',
  ],
  FST_ERR_SCH_ALREADY_PRESENT: ["Schema with id '%s' already declared!"],
  FST_ERR_SCH_CONTENT_MISSING_SCHEMA: ["Schema is missing for the content type '%s'"],
  FST_ERR_SCH_DUPLICATE: ["Schema with '%s' already present! Declare either querystring or its alias query"],
  FST_ERR_SCH_VALIDATION_BUILD: ['Failed building the validation schema for %s: %s, due to error %s'],
  FST_ERR_SCH_SERIALIZATION_BUILD: ['Failed building the serialization schema for %s: %s, due to error %s'],
  FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX: [
    'response schemas should be nested under a valid status code, e.g { 2xx: { type: "object" } }',
  ],
  FST_ERR_COMPILER_NOT_FN: ["%s should be a function, instead got '%s': %s", TypeError],
  // ── routes
  FST_ERR_DUPLICATED_ROUTE: ["Method '%s' already declared for route '%s'"],
  FST_ERR_CODE_GENERATION: ["find-my-way generates code for the route '%s', and this process forbids it: %s"],
  FST_ERR_BAD_URL: ["'%s' is not a valid url component", 400],
  FST_ERR_ASYNC_CONSTRAINT: ['Unexpected error from async constraint'],
  FST_ERR_CONSTRAINT_STRATEGY_INVALID: [
    'A constraint strategy must be an object { name, storage, deriveConstraint }, got %s',
    TypeError,
  ],
  FST_ERR_DEFAULT_ROUTE_INVALID_TYPE: ['The defaultRoute type should be a function, got %s', TypeError],
  FST_ERR_INVALID_URL: ["URL must be a string. Received '%s': %s; a route's begins with / or *", 400],
  FST_ERR_ROUTE_OPTIONS_NOT_OBJ: ['Options for "%s:%s" route must be an object, got %s'],
  FST_ERR_ROUTE_PATTERN_INVALID: ['The path of route "%s:%s" has an invalid regular expression: %s'],
  FST_ERR_ROUTE_DUPLICATED_HANDLER: ['Duplicate handler for "%s:%s" route is not allowed!'],
  FST_ERR_ROUTE_HANDLER_NOT_FN: ['Error Handler for %s:%s route, if defined, must be a function, got %s'],
  FST_ERR_ROUTE_MISSING_HANDLER: ['Missing handler function for "%s:%s" route.'],
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: ['%s method is not supported. The methods are %s'],
  FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED: [
    'Body validation schema for %s:%s route is not supported! The body of GET and HEAD requests is not read',
  ],
  FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT: ["'bodyLimit' option must be an integer > 0. Got '%s'", TypeError],
  FST_ERR_ROUTE_REWRITE_NOT_STR: ['Rewrite url for "%s" needs to be of type "string" but received "%s"'],
  FST_ERR_NOT_FOUND_HANDLER_ALREADY_SET: [
    "Not found handler already set for Fastify instance with prefix: '%s'. Set one handler for each prefix",
  ],
  // ── handlers and life of the server
  FST_ERR_ROUTE_METHOD_INVALID: ['%s is no method that Node.js can parse: %s', TypeError],
  FST_ERR_ROUTE_LOG_LEVEL_INVALID: ["The level of the route '%s:%s' is none of the logger: %s", TypeError],
  FST_ERR_ERROR_HANDLER_ALREADY_SET: ['This context has an error handler already', TypeError],
  FST_ERR_ERROR_HANDLER_NOT_FN: ['Error Handler must be a function, got %s', TypeError],
  FST_ERR_HANDLER_TIMEOUT: ["Request timed out after %s ms on route '%s'", 503],
  FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT: [
    "'handlerTimeout' option must be an integer > 0. Got '%s'",
    TypeError,
  ],
  FST_ERR_HANDLER_NOT_FN: ['%s should be a function, instead got %s', TypeError],
  FST_ERR_LISTEN_OPTIONS_INVALID: ["Invalid listen options: '%s'", TypeError],
  FST_ERR_REOPENED_CLOSE_SERVER: [
    'Fastify has already been closed and cannot be reopened. Create a new instance',
  ],
  FST_ERR_INJECT_INVALID: [
    "inject got %s; it takes a path, or { method: 'GET', url: '/path', headers, payload, query }",
    TypeError,
  ],
  FST_ERR_REOPENED_SERVER: ['Fastify is already listening'],
  FST_ERR_INSTANCE_ALREADY_LISTENING: ['Fastify instance is already listening. %s'],
  // ── the OpenAPI document
  TST_ERR_OPENAPI_BOOTING: [
    'The routes are complete when the application is ready: call openapi() after ready(), not inside a plugin',
  ],
  TST_ERR_OPENAPI_VERSION: ['OpenAPI 3.1 and 3.0 are written, got %s', 400, TypeError],
  TST_ERR_OPENAPI_OPTIONS: [
    "openapi() takes an object such as { info: { title: 'Shop', version: '1.0.0' } }, got %s",
    TypeError,
  ],
  TST_ERR_OPENAPI_OPERATION_ID: ["The operationId '%s' names %s and %s; each operation needs its own"],
  TST_ERR_OPENAPI_SECURITY: ['secures() takes %s', TypeError],
  // ── plugins
  FST_ERR_PLUGIN_VERSION_MISMATCH: ["fastify-plugin: %s - expected '%s' fastify version, '%s' is installed"],
  FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE: ["The decorator '%s'%s is not present in %s"],
  FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED: ["The dependency '%s' of plugin '%s' is not registered"],
  FST_ERR_PLUGIN_INVALID_META: ['The %s of plugin %s should be an array of strings, got %s', TypeError],
  FST_ERR_PLUGIN_CALLBACK_NOT_FN: ["Callback for '%s' hook is not a function. Received: '%s'"],
  FST_ERR_PLUGIN_NOT_VALID: ["Plugin must be a function or a promise. Received: '%s'"],
  FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER: ['The plugin %s is async and takes done. Leave done out', TypeError],
  FST_ERR_PLUGIN_PREFIX_NOT_STR: [
    "The option prefix of register is a string such as '/v1', got %s",
    TypeError,
  ],
  FST_ERR_ROOT_PLG_BOOTED: ['Root plugin has already booted. Register plugins before ready() or listen()'],
  FST_ERR_PARENT_PLUGIN_BOOTED: ["Impossible to load plugin because the parent '%s' was already loaded"],
  FST_ERR_PLUGIN_TIMEOUT: [
    "Plugin did not start in time: '%s'. You may have forgotten to call 'done' function or to resolve a Promise%s",
  ],
  FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE: ['options.keys has to be an Array or a Set, got %s', TypeError],
  FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE: [
    'options.keys has to contain only non-empty strings, got %s',
    TypeError,
  ],
  FST_BEARER_AUTH_INVALID_AUTH_OPTION: ['options.auth has to be a function, got %s', TypeError],
} as const satisfies Record<string, Row>

/** The code of an error of the framework. */
export type ErrorCode = keyof typeof ERROR_TABLE

/**
 * Every code of the framework with the constructor of its error.
 * @example
 * ```ts
 * import touchstone, { errorCodes } from 'touchstone'
 * const app = touchstone()
 * app.get('/gone', (_request, reply) => reply.send(new errorCodes.FST_ERR_NOT_FOUND()))
 * console.log((await app.inject('/gone')).statusCode) // 404
 * ```
 */
export type ErrorCodes = { readonly [Code in ErrorCode]: FrameworkErrorConstructor<Code> }

function define(code: string, [template, second = 500, third = Error]: Row) {
  const [status, Parent] = typeof second === 'number' ? [second, third] : [500, second]
  const places = template.split('%s').length - 1
  function FastifyError(this: unknown, ...args: unknown[]): FrameworkError {
    const last = args.at(-1) // an object with a cause, as new Error() takes it
    const about = typeof last === 'object' && last !== null && 'cause' in last ? { cause: last.cause } : {}
    const given = args.length - Object.keys(about).length
    const words = Array.from({ length: places }, (_, at) => (at < given ? word(args[at]) : ''))
    const message = format(template, ...words).trimEnd() // fields of its own, as on 4.17: one may spread it, or write it as JSON
    const fields = { code, name: 'FastifyError', statusCode: status, ...about, message }
    const error = Object.setPrototypeOf(Object.assign(new Parent(), fields), FastifyError.prototype)
    Error.captureStackTrace(error, FastifyError)
    return error
  }
  FastifyError.prototype = Object.create(Parent.prototype, {
    constructor: { value: FastifyError, writable: true, configurable: true },
    toString: {
      value(this: FrameworkError) {
        return `${this.name} [${this.code}]: ${this.message}`
      },
      writable: true,
      configurable: true,
    },
  })
  return FastifyError
}

// A message shows a string as it is, and any other value as `util.inspect` prints it.
function word(value: unknown): string {
  return typeof value === 'string'
    ? value
    : inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY })
}

/** The constructors by code: `new errorCodes.FST_ERR_NOT_FOUND()`. */
export const errorCodes: ErrorCodes = Object.freeze(
  // `fromEntries` forgets the keys: there is one constructor for each row
  Object.fromEntries(Object.entries(ERROR_TABLE).map(([code, row]) => [code, define(code, row)])) as never,
)
