/** The options of the factory: their defaults, their checks, and what is derived from them. */

import { copyOf } from './copies.ts'
import { checkBodyLimit } from './declare/route-checks.ts'
import { type CompilerFactories, checkFormatter, factoriesOf, SchemaStore } from './declare/schema-store.ts'
import { errorCodes } from './errors.ts'
import { LINE_VALUES, LINES } from './line.ts'
import { createLogger } from './log.ts'
import { isOptions, wrongStrategy, wrongValue } from './option-values.ts'
import { adoptRouterOptions, shownRouterOptions } from './router/router-options.ts'
import { Bodies } from './serve/bodies/bodies.ts'
import { isLogController, LogController } from './serve/log-controller.ts'
import type { Application } from './serve/plan.ts'
import { trustOf } from './serve/proxies.ts'
import { adoptTimes, checkHeadTime, wrongOption } from './transport/times.ts'
import type { AjvOptions } from './types/ajv-options.ts'
import type { LogController as PublicLogController } from './types/options/log-controller.ts'
import type { Options } from './types/options/options.ts'
import { isFunction, isObject, type Properties, shown } from './values.ts'

export const DEFAULTS = {
  connectionTimeout: 0,
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 0,
  requestTimeout: 0,
  bodyLimit: 1_048_576,
  caseSensitive: true,
  allowUnsafeRegex: false,
  disableRequestLogging: false,
  jsonShorthand: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 100,
  onProtoPoisoning: 'error',
  onConstructorPoisoning: 'error',
  pluginTimeout: 10_000,
  requestIdHeader: 'request-id',
  requestIdLogLabel: 'reqId',
  http2SessionTimeout: 72_000,
  exposeHeadRoutes: true,
  useSemicolonDelimiter: true,
} as const satisfies Options

/** Options that 4.17 does not have. They are in `initialConfig` only if the application sets them. */
const OWN_DEFAULTS = {
  closeTimeout: 30_000, // orchestrators end a process after about the same time
  bodyTimeout: 60_000,
  handlerTimeout: 0,
  jsonDepthLimit: 1000,
  connectionBodyLimit: 16_777_216,
  totalBodyLimit: 268_435_456,
  codeGeneration: true,
  ...LINES[4],
} as const satisfies Options

const LABELS = ['requestIdHeader', 'requestIdLogLabel'] as const

/** Booleans without a default. */
const OWN_BOOLEANS = ['http2', 'hideServerErrors', 'strictResponses', 'return503OnClosing']

type Defaulted = keyof typeof DEFAULTS | keyof typeof OWN_DEFAULTS

/** The checked options of an application, with all defaults filled in. */
export interface Settings
  extends Readonly<Omit<Options, Defaulted | 'ajv' | 'https'>>,
    Readonly<Required<Pick<Options, Defaulted>>> {
  readonly https?: Exclude<Options['https'], true | undefined>
  readonly ajv: Required<Pick<AjvOptions, 'customOptions' | 'plugins'>> & AjvOptions
}

/** Everything that is derived from the options. */
export interface Decided {
  readonly settings: Settings
  readonly initialConfig: Readonly<Options>
  readonly app: Application
  readonly factories: CompilerFactories
}

export function readOptions(given: unknown): Decided {
  const own = given || {} // as on 4.17, `false` is no options
  if (!isObject(own)) throw new errorCodes.FST_ERR_OPTIONS_NOT_OBJ(shown(given))
  const defaults = { ...DEFAULTS, ...OWN_DEFAULTS, ...lineOf(own.line) }
  const options: Properties = { ...defaults }
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && value !== null) options[name] = value
  adoptTimes(options, own)
  adoptRouterOptions(options, own)
  for (const [name, right] of Object.entries(defaults))
    if (name !== 'bodyLimit') options[name] = fromText(options[name], right) // checkBodyLimit refuses text, as on routes
  for (const name of LABELS) if (options[name] === '') options[name] = defaults[name] // as on 4.17
  for (const name of OWN_BOOLEANS) options[name] = fromText(options[name], true)
  if (options.requestIdHeader === true) options.requestIdHeader = DEFAULTS.requestIdHeader
  if (options.line === 5 && typeof options.requestIdHeader === 'string')
    options.requestIdHeader = options.requestIdHeader.toLowerCase() // initialConfig shows it so
  if (options.https === true) options.https = {}
  options.ajv = ajvOf(options.ajv)
  if (options.logController) refuseBesideController(own)
  for (const name of COPIED) options[name] = copyOf(options[name])
  for (const name of FUNCTIONS) if (!options[name]) delete options[name] // false or '' switch them off
  assertRight(options)
  const settings = Object.freeze(options)
  return {
    settings,
    initialConfig: initialConfig(settings, own),
    app: applicationOf(settings),
    factories: factoriesOf(settings.schemaController, {
      buildValidator: null,
      buildSerializer: null,
      bucket: (initial) => new SchemaStore(initial),
    }),
  }
}

/** What is an option of the controller, too, would have no effect. */
function refuseBesideController(own: Properties): void {
  for (const name of ['disableRequestLogging', 'requestIdLogLabel'])
    if (own[name]) throw wrongOption(name, own[name], 'left out beside logController, which has it')
}

/** The defaults of a line, which may be written as text; an unknown one is refused with all other options. */
function lineOf(given: unknown): (typeof LINES)[4 | 5] {
  return LINES[fromText(given, 4) === 5 ? 5 : 4]
}

function ajvOf(given: unknown): Settings['ajv'] {
  if (given && !isOptions(given)) throw wrongOption('ajv', given, 'an object')
  const ajv = { customOptions: {}, plugins: [], ...Object(given) }
  if (Object.prototype.toString.call(ajv.customOptions) !== '[object Object]') {
    throw new errorCodes.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ(typeof ajv.customOptions)
  }
  if (!Array.isArray(ajv.plugins))
    throw new errorCodes.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR(typeof ajv.plugins)
  return ajv
}

/** Options often come from environment variables, so a number or a boolean may be written as text. */
function fromText(value: unknown, right: unknown): unknown {
  if (typeof value !== 'string') return value
  if (typeof right === 'number' && value.trim() !== '' && Number.isInteger(Number(value)))
    return Number(value)
  if (typeof right === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const TIMEOUTS = [
  'closeTimeout',
  'bodyTimeout',
  'pluginTimeout',
  'connectionTimeout',
  'keepAliveTimeout',
  'requestTimeout',
  'http2SessionTimeout',
]
const LONGEST = 2 ** 31 - 1

/** Options that are functions, or are left out. */
const FUNCTIONS = [
  'genReqId',
  'rewriteUrl',
  'frameworkErrors',
  'clientErrorHandler',
  'clientAddress',
  'serverFactory',
  'serverTiming',
  'querystringParser',
  'schemaErrorFormatter',
  'childLoggerFactory',
]

/** Options that are read again after the factory has returned: when a schema is compiled, or a further server is created. */
const COPIED = ['ajv', 'serializerOpts', 'http', 'https']

const ENGINES: readonly unknown[] = [undefined, 'node', 'fast']
const POISONING: readonly unknown[] = ['error', 'remove', 'ignore']

/** Throws if an option has an invalid value. */
function assertRight(options: Properties): asserts options is Properties & Settings {
  const { querystringParser, schemaErrorFormatter } = options
  if (querystringParser !== undefined && !isFunction(querystringParser)) {
    throw new errorCodes.FST_ERR_QSP_NOT_FN(typeof querystringParser)
  }
  checkBodyLimit(options.bodyLimit)
  if (schemaErrorFormatter !== undefined) checkFormatter(schemaErrorFormatter)
  for (const [name, values] of Object.entries(LINE_VALUES))
    if (!values.includes(options[name])) throw wrongOption(name, options[name], values.map(text).join(' or '))
  for (const [name, right] of Object.entries({ ...DEFAULTS, ...OWN_DEFAULTS })) {
    const value = options[name]
    if (name === 'requestIdHeader' && value === false) continue
    if (name === 'codeGeneration' && value === 'ready') continue
    if (name === 'disableRequestLogging' && isFunction(value)) continue
    if (typeof value !== typeof right)
      throw wrongOption(name, value, name === 'codeGeneration' ? "true, false or 'ready'" : typeof right)
    if (typeof value === 'number' && !(Number.isInteger(value) && value >= 0))
      throw wrongOption(name, value, 'an integer >= 0')
  }
  for (const name of ['onProtoPoisoning', 'onConstructorPoisoning']) {
    if (!POISONING.includes(options[name]))
      throw wrongOption(name, options[name], `one of ${POISONING.join(', ')}`)
  }
  const wrongOne =
    wrongValue('factory', options) ??
    wrongValue('ajv', Object(options.ajv)) ??
    wrongStrategy(options.constraints)
  if (wrongOne !== null) throw new errorCodes.FST_ERR_INIT_OPTS_INVALID(wrongOne)
  checkHeadTime(options)
  const beside = options.https && !options.serverFactory ? Object.keys(Object(options.http)) : []
  if (beside.length > 0) throw wrongOption('http', options.http, 'left out beside https')
  const large: unknown = Object(options.serializerOpts).largeArrayMechanism
  if (large === 'json-stringify')
    throw wrongOption(
      'serializerOpts.largeArrayMechanism',
      large,
      "'default': large lists would be written without their schema",
    )
  const modes: readonly unknown[] = ['off', 'warn', 'throw', undefined]
  for (const name of ['responseValidation', 'unsafePatterns'])
    if (!modes.includes(options[name])) throw wrongOption(name, options[name], "'off', 'warn' or 'throw'")
  const { forceCloseConnections: force } = options
  for (const name of TIMEOUTS) {
    const value = options[name]
    if (typeof value === 'number' && value > LONGEST)
      throw wrongOption(name, value, `at most ${LONGEST}: a longer timer of Node.js fires at once`)
  }
  if (!ENGINES.includes(options.engine)) throw wrongOption('engine', options.engine, "'node' or 'fast'")
  if (force !== undefined && typeof force !== 'boolean' && force !== 'idle')
    throw wrongOption('forceCloseConnections', force, "a boolean or 'idle'")
  if (options.versioning !== undefined)
    throw wrongOption('versioning', options.versioning, 'left out. Use constraints: { version: … }')
}

const text = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** Options without a default, which plugins see in `initialConfig` if the application sets them. */
const SHOWN_IF_SET = ['http2', 'forceCloseConnections', 'hideServerErrors', 'unsafePatterns']

function initialConfig(settings: Settings, given: Properties): Readonly<Options> {
  const config: Properties = {}
  for (const name of Object.keys(DEFAULTS)) config[name] = Reflect.get(settings, name)
  for (const name of [...Object.keys(OWN_DEFAULTS), ...SHOWN_IF_SET])
    if (given[name] !== undefined && given[name] !== null) config[name] = Reflect.get(settings, name)
  const strategies = settings.constraints && frozenCopy(settings.constraints)
  if (strategies !== undefined) config.constraints = strategies
  config.routerOptions = shownRouterOptions(settings, strategies)
  const tls = settings.https
  if (tls !== undefined) {
    const both = allowsHttp1(tls)
    config.https = both === undefined ? true : Object.freeze({ allowHTTP1: both })
  }
  return Object.freeze(config)
}

// The strategies of the application stay as they are: only the copies that plugins see are frozen.
function frozenCopy(strategies: object): object {
  const copies = Object.entries(strategies).map(([name, one]) => [name, Object.freeze({ ...one })])
  return Object.freeze(Object.fromEntries(copies))
}

function versionsOf({ http2, https }: Settings): readonly string[] {
  const older = http2 === true && allowsHttp1(https) !== true ? [] : ['1.1', '1.0']
  return http2 === true ? ['2.0', ...older] : older
}

function allowsHttp1(tls: Settings['https']): boolean | undefined {
  return tls && 'allowHTTP1' in tls ? tls.allowHTTP1 : undefined
}

/** Classes of requests, as node names them in its servers. */
const REQUESTS = ['IncomingMessage', 'Http1IncomingMessage', 'Http2ServerRequest']

/** Whether code of the application sees a request before this framework does. */
function ownsRequests({ rewriteUrl, serverFactory, http, https }: Settings): boolean {
  const given = [http, https].some((options) => options && REQUESTS.some((name) => name in options))
  return given || Boolean(rewriteUrl) || Boolean(serverFactory)
}

/** The controller of the application, or one for a function that leaves lines out; null: the framework writes its lines. */
function controllerOf({
  logController: own,
  disableRequestLogging,
  requestIdLogLabel,
}: Settings): PublicLogController | null {
  if (own) {
    if (isLogController(own)) return own
    throw new errorCodes.FST_ERR_LOG_INVALID_LOG_CONTROLLER(shown(own))
  }
  return isFunction(disableRequestLogging)
    ? new LogController({ disableRequestLogging, requestIdLogLabel })
    : null
}

function applicationOf(settings: Settings): Application {
  const { logger, logged } = createLogger(settings)
  const logController = controllerOf(settings)
  const { requestIdHeader: header, childLoggerFactory: childLogger } = settings
  return {
    logger,
    logged,
    requestLogging: logController !== null || (logged && !settings.disableRequestLogging),
    logController,
    requestIdLogLabel: logController?.requestIdLogLabel ?? settings.requestIdLogLabel,
    requestIdHeader: typeof header === 'string' ? header.toLowerCase() : false,
    genReqId: settings.genReqId ?? null,
    childLogger: isFunction(childLogger) ? childLogger : null,
    bodyLimit: settings.bodyLimit,
    handlerTimeout: settings.handlerTimeout,
    bodies: new Bodies({
      connection: settings.connectionBodyLimit,
      total: settings.totalBodyLimit,
      timeout: settings.bodyTimeout,
    }),
    strictResponses: settings.strictResponses === true,
    hideServerErrors: settings.hideServerErrors === true,
    strictBodies: settings.strictBodies,
    queryContext: settings.queryContext,
    trust: trustOf(settings.trustProxy, settings.trustHops, logger),
    poisoning: settings.onProtoPoisoning,
    return503OnClosing: settings.return503OnClosing !== false,
    versions: settings.serverFactory ? null : versionsOf(settings),
    headersMayChange: ownsRequests(settings),
    bodyMethods: null,
    closing: false,
    counter: 0,
  }
}
