/** The factory's options: their defaults, what is refused, and the part of them that plugins may read. */
import { checkFormatter, schemaFactories } from './declare/instance.ts'
import { checkBodyLimit } from './declare/route.ts'
import { SchemaStore } from './declare/schema-store.ts'
import { errorCodes, shown } from './errors.ts'
import { createLogger } from './log.ts'
import { trustOf } from './serve/proxies.ts'
import type { AppSettings, Loose } from './types/plan.ts'

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
} as const

const POISONING = ['error', 'remove', 'ignore']

/** Everything that the options decide, checked. */
export interface Settings {
  readonly options: Loose
  readonly initialConfig: Loose
  readonly app: AppSettings
  readonly ajv: { customOptions: Loose; plugins: unknown[]; onCreate?: (ajv: unknown) => void; mode?: string }
  readonly factories: ReturnType<typeof schemaFactories>
}

export function readOptions(given: unknown): Settings {
  const own = given ?? {}
  if (typeof own !== 'object' || Array.isArray(own))
    throw new errorCodes.FST_ERR_OPTIONS_NOT_OBJ(shown(given))
  const options: Loose = { ...DEFAULTS }
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && value !== null) options[name] = value
  refuseWrong(options)

  const ajv = { customOptions: {}, plugins: [], ...(options['ajv'] as object | undefined) }
  if (Object.prototype.toString.call(ajv.customOptions) !== '[object Object]') {
    throw new errorCodes.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ(typeof ajv.customOptions)
  }
  if (!Array.isArray(ajv.plugins))
    throw new errorCodes.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR(typeof ajv.plugins)
  const none = {
    buildValidator: null,
    buildSerializer: null,
    bucket: (initial?: Record<string, unknown>) => new SchemaStore(initial),
  }
  return {
    options,
    initialConfig: initialConfig(options),
    app: appSettings(options),
    ajv,
    factories: schemaFactories(options['schemaController'] as Loose | undefined, none),
  }
}

function refuseWrong(options: Loose): void {
  const { querystringParser, schemaErrorFormatter } = options
  if (querystringParser && typeof querystringParser !== 'function') {
    throw new errorCodes.FST_ERR_QSP_NOT_FN(typeof querystringParser)
  }
  checkBodyLimit(options['bodyLimit'])
  if (schemaErrorFormatter) checkFormatter(schemaErrorFormatter)
  for (const [name, right] of Object.entries(DEFAULTS)) {
    const value = options[name]
    if (name === 'requestIdHeader' && value === false) continue
    if (typeof value !== typeof right) throw wrong(name, value, typeof right)
    if (typeof value === 'number' && !(Number.isInteger(value) && value >= 0))
      throw wrong(name, value, 'an integer >= 0')
  }
  for (const name of ['onProtoPoisoning', 'onConstructorPoisoning']) {
    if (!POISONING.includes(options[name] as string))
      throw wrong(name, options[name], `one of ${POISONING.join(', ')}`)
  }
  for (const name of ['ajv', 'https', 'http', 'schemaController', 'serializerOpts', 'constraints']) {
    const value = options[name]
    if (value !== undefined && value !== false && typeof value !== 'object')
      throw wrong(name, value, 'an object')
  }
  const { logger } = options
  if (logger !== undefined && typeof logger !== 'object' && typeof logger !== 'boolean') {
    throw wrong('logger', logger, 'a boolean, the options of pino or a logger')
  }
  for (const name of ['genReqId', 'rewriteUrl', 'frameworkErrors', 'clientErrorHandler', 'serverFactory']) {
    const value = options[name]
    if (value && typeof value !== 'function') throw wrong(name, value, 'a function')
  }
}

function wrong(name: string, value: unknown, right: string): Error {
  return new errorCodes.FST_ERR_INIT_OPTS_INVALID(`${name} is ${shown(value)} and must be ${right}`)
}

function initialConfig(options: Loose): Loose {
  const config: Loose = {}
  for (const name of Object.keys(DEFAULTS)) config[name] = options[name]
  if (options['http2'] !== undefined) config['http2'] = options['http2']
  const tls = options['https'] as Loose | undefined
  if (tls !== undefined)
    config['https'] = tls['allowHTTP1'] === undefined ? true : { allowHTTP1: tls['allowHTTP1'] }
  return Object.freeze(config)
}

function appSettings(options: Loose): AppSettings {
  const { logger, logged } = createLogger(options['logger'])
  const header = options['requestIdHeader'] as string | false
  return {
    logger,
    logged,
    requestLogging: logged && options['disableRequestLogging'] === false,
    requestIdLogLabel: options['requestIdLogLabel'] as string,
    requestIdHeader: header === false ? false : header.toLowerCase(),
    genReqId: (options['genReqId'] as AppSettings['genReqId'] | undefined) ?? null,
    bodyLimit: options['bodyLimit'] as number,
    strictResponses: options['strictResponses'] === true,
    trust: trustOf(options['trustProxy']),
    poisoning: options['onProtoPoisoning'] as AppSettings['poisoning'],
    return503OnClosing: options['return503OnClosing'] !== false,
    http2: options['http2'] === true && (options['https'] as Loose | undefined)?.['allowHTTP1'] !== true,
    closing: false,
    counter: 0,
  }
}
