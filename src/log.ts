/** The logger seam: silent by default, pino with the given options, or any logger of pino's shape. */
import { createRequire } from 'node:module'
import { errorCodes } from './errors.ts'
import type { Logger, Loose } from './types/plan.ts'

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

/** How a request, a reply and an error are written down. */
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

/** The server's logger for the option `logger`, and whether anything is logged at all. */
export function createLogger(option: unknown): { logger: Logger; logged: boolean } {
  if (!option) return { logger: silent, logged: false }
  const given = (option === true ? {} : option) as Loose
  const missing = METHODS.filter((name) => typeof given[name] !== 'function')
  if (missing.length > 0 && missing.length < METHODS.length) {
    throw new errorCodes.FST_ERR_LOG_INVALID_LOGGER(missing.join(','))
  }
  if (missing.length === 0) {
    const own = given as unknown as Logger
    const child = own.child(
      {},
      { serializers: { ...serializers, ...(given['serializers'] as object | undefined) } },
    )
    return { logger: child ?? own, logged: true }
  }
  return { logger: createPino(given), logged: true }
}

function createPino(given: Loose): Logger {
  const { stream, file, ...options } = given
  if (stream && file) throw new errorCodes.FST_ERR_LOG_INVALID_DESTINATION()
  const pino = createRequire(import.meta.url)('pino') as {
    (options: Loose, stream?: unknown): Logger
    destination(file: unknown): unknown
    stdSerializers: { err: unknown }
  }
  const own = options['serializers'] as object | undefined
  const whole = {
    level: 'info',
    ...options,
    serializers: { ...serializers, err: pino.stdSerializers.err, ...own },
  }
  return pino(whole, file ? pino.destination(file) : stream)
}
