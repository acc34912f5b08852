/** Creates the logger: a silent one by default, pino with the given options, or the given logger with the methods of pino. */
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { errorCodes } from './errors.ts'
import { guardSerializers, warnOfLogger } from './safe-log.ts'
import type { Logger, LoggerOptions } from './types/logger.ts'
import type { Options } from './types/options/options.ts'
import { isFunction, isObject, isThenable, type Properties, shown, type UserFunction } from './values.ts'

const METHODS = ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'child'] as const

const nothing = (): void => {}

/** The logger of an application without one. Each has its own: a plugin may replace its methods. */
function silentLogger(): Logger {
  const logger: Logger = {
    child: () => logger,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    fatal: nothing,
  }
  return Object.assign(logger, { silent: nothing, level: 'silent' })
}

interface Loggable {
  method?: string
  url?: string
  headers?: Record<string, unknown>
  hostname?: string
  host?: string
  ip?: string
  socket?: { remotePort?: number }
}

/** How a request and a reply are written to the log. `host`: the name under which its host stands. */
const serializersOf = (host: 'hostname' | 'host') => ({
  req: (request: Loggable) => ({
    method: request.method,
    url: request.url,
    version: request.headers?.['accept-version'],
    [host]: request[host],
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  }),
  res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
})

/** Under this symbol a logger of pino has its serializers (`pino.symbols.serializersSym`). */
const kSerializers = Symbol.for('pino.serializers')

/** The logger of the server for the options `logger` and `loggerInstance`, and whether it logs at all. */
export function createLogger({
  logger,
  loggerInstance: instance,
  logHostAs,
}: Pick<Options, 'logger' | 'loggerInstance'> & Required<Pick<Options, 'logHostAs'>>) {
  const serializers = serializersOf(logHostAs)
  if (instance === undefined) return loggerOf(logger, serializers)
  if (logger) throw new errorCodes.FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED()
  if (!isObject(instance) || !METHODS.some((name) => isFunction(Reflect.get(instance, name))))
    throw new errorCodes.FST_ERR_LOG_INVALID_LOGGER_INSTANCE(shown(instance))
  return loggerOf(instance, serializers)
}

function loggerOf(option: Options['logger'], serializers: object): { logger: Logger; logged: boolean } {
  if (!option) return { logger: silentLogger(), logged: false }
  const given = option === true ? {} : option
  if (!isLogger(given)) return { logger: createPino(given, serializers), logged: true }
  const own = { ...Object(Reflect.get(given, kSerializers)), ...Object(Reflect.get(given, 'serializers')) }
  const child = given.child({}, { serializers: guardSerializers({ ...serializers, ...own }) })
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

interface Pino {
  (options: object, stream?: unknown): Logger
  destination(file: unknown): unknown
  stdSerializers: { err: unknown }
}

/** The function, whose promise does not end the process when it rejects. In place of a promise it returns nothing. */
function settled(fn: UserFunction, nothing?: () => unknown): UserFunction {
  return function (this: unknown, ...args) {
    const result = fn.apply(this, args)
    if (!isThenable(result)) return result
    result.then(undefined, warnOfLogger)
    return nothing?.()
  }
}

/** The functions among the options of pino, and its stream, which may be asynchronous although pino does not wait for them. */
function settledOptions({ mixin, hooks, ...others }: Properties): Properties {
  const made: Properties = { ...others }
  if (mixin !== undefined) made.mixin = isFunction(mixin) ? settled(mixin, () => ({})) : mixin // pino writes into it
  const logMethod = isObject(hooks) ? hooks.logMethod : undefined
  if (hooks !== undefined)
    made.hooks = isFunction(logMethod) ? { ...Object(hooks), logMethod: settled(logMethod) } : hooks
  return made
}

// A stream of node returns no promise. pino also writes properties, such as the level of the line, which `write` reads.
function settledStream(stream: unknown): unknown {
  if (!isObject(stream) || stream instanceof Writable || !isFunction(stream.write)) return stream
  let made = { of: stream.write, write: settled(stream.write.bind(stream)) }
  return new Proxy(stream, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'write' || !isFunction(value)) return isFunction(value) ? value.bind(target) : value
      if (made.of !== value) made = { of: value, write: settled(value.bind(target)) }
      return made.write
    },
  })
}

function createPino({ stream, file, ...options }: LoggerOptions, serializers: object): Logger {
  if (stream && file) throw new errorCodes.FST_ERR_LOG_INVALID_DESTINATION()
  const pino: Pino = createRequire(import.meta.url)('pino')
  const whole = {
    ...settledOptions(options),
    level: options.level || 'info', // an environment variable that is not set is undefined
    serializers: guardSerializers({ ...serializers, err: pino.stdSerializers.err, ...options.serializers }),
  }
  return pino(whole, file ? pino.destination(file) : settledStream(stream))
}
