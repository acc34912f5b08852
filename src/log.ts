/** Creates the logger: a silent one by default, pino with the given options, or the given logger with the methods of pino. */
import { createRequire } from 'node:module'
import { errorCodes } from './errors.ts'
import type { Logger, LoggerOptions } from './types/logger.ts'
import type { Options } from './types/options/options.ts'
import { isError, isFunction, textOf } from './values.ts'

const METHODS = ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'child'] as const

const nothing = (): void => {}
const silent: Logger = {
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
Object.assign(silent, { silent: nothing, level: 'silent' })

interface Loggable {
  method?: string
  url?: string
  headers?: Record<string, unknown>
  hostname?: string
  ip?: string
  socket?: { remotePort?: number }
}

/** How a request and a reply are written to the log. */
const serializers = {
  req: (request: Loggable) => ({
    method: request.method,
    url: request.url,
    version: request.headers?.['accept-version'],
    hostname: request.hostname,
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  }),
  res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
}

/** Under this symbol a logger of pino has its serializers (`pino.symbols.serializersSym`). */
const kSerializers = Symbol.for('pino.serializers')

/** The logger of the server for the option `logger`, and whether it logs at all. */
export function createLogger(option: Options['logger']): { logger: Logger; logged: boolean } {
  if (!option) return { logger: silent, logged: false }
  const given = option === true ? {} : option
  if (!isLogger(given)) return { logger: createPino(given), logged: true }
  const own = { ...Object(Reflect.get(given, kSerializers)), ...Object(Reflect.get(given, 'serializers')) }
  const child = given.child({}, { serializers: safe({ ...serializers, ...own }) })
  return { logger: child ?? given, logged: true }
}

/** Whether an object is a logger, that is, has all the methods. Throws for an object with only some of them. */
function isLogger(given: Logger | LoggerOptions): given is Logger {
  const missing = METHODS.filter((name) => typeof given[name] !== 'function')
  if (missing.length > 0 && missing.length < METHODS.length) {
    throw new errorCodes.FST_ERR_LOG_INVALID_LOGGER(missing.join(','))
  }
  return missing.length === 0
}

/** Catches the errors of log serializers: some lines are logged where nothing catches an error, which would end the process. */
function safe(all: Record<PropertyKey, unknown>): Record<PropertyKey, unknown> {
  const guarded = Reflect.ownKeys(all).map((key) => {
    const serialize = all[key]
    if (!isFunction(serialize)) return [key, serialize] as const
    const guard = (value: unknown): unknown => {
      try {
        return serialize(value)
      } catch (error) {
        return `the serializer failed: ${isError(error) ? error.message : textOf(error)}`
      }
    }
    return [key, guard] as const
  })
  return Object.fromEntries(guarded)
}

interface Pino {
  (options: object, stream?: unknown): Logger
  destination(file: unknown): unknown
  stdSerializers: { err: unknown }
}

function createPino({ stream, file, ...options }: LoggerOptions): Logger {
  if (stream && file) throw new errorCodes.FST_ERR_LOG_INVALID_DESTINATION()
  const pino: Pino = createRequire(import.meta.url)('pino')
  const whole = {
    level: 'info',
    ...options,
    serializers: safe({ ...serializers, err: pino.stdSerializers.err, ...options.serializers }),
  }
  return pino(whole, file ? pino.destination(file) : stream)
}
