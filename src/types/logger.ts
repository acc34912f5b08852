/** The shape of a logger: what the framework asks of one, and the options of the one it makes. No runtime. */
import type { RawRequest } from './http.ts'

/** Writes one line: a message, or an object and a message, with values for its `%s` places. */
export interface LogFn {
  (message: string, ...values: unknown[]): void
  (bindings: unknown, message?: string, ...values: unknown[]): void
}

/** The levels from loudest to quietest; `silent` writes nothing. A custom logger may have more. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/**
 * A logger in the shape of pino's. Any object with these members will do; one that lacks a method is refused
 * by the factory with `FST_ERR_LOG_INVALID_LOGGER`.
 */
export interface Logger {
  /**
   * The level below which nothing is written. Loggers that do not filter have none.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ logger: { level: 'warn', stream: { write: () => {} } } })
   * console.log(app.log.level, touchstone().log.level) // warn silent
   * ```
   */
  level?: string
  /**
   * The server cannot continue.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const { log } = touchstone({ logger: { level: 'trace', stream } })
   * log.fatal('the server cannot continue')
   * log.error(new Error('no database'), 'the query failed')
   * log.warn('%d of %d connections are used', 9, 10)
   * log.info({ users: 7 }, 'imported')
   * log.debug('cached')
   * log.trace('looked up')
   * console.log(lines.map((line) => JSON.parse(line).level)) // [ 60, 50, 40, 30, 20, 10 ]
   * ```
   */
  fatal: LogFn
  /**
   * A request or a hook failed.
   * @see fatal
   */
  error: LogFn
  /**
   * Something may become an error later.
   * @see fatal
   */
  warn: LogFn
  /**
   * Requests that arrived and responses that were sent.
   * @see fatal
   */
  info: LogFn
  /**
   * For debugging.
   * @see fatal
   */
  debug: LogFn
  /**
   * Every step.
   * @see fatal
   */
  trace: LogFn
  /**
   * Creates a logger that adds `bindings` to each of its lines. Each request gets one.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const serializers = { user: (user: { id: number }) => user.id }
   * const app = touchstone({ logger: { level: 'warn', stream, serializers } })
   * app.log.child({ part: 'db' }).warn({ user: { id: 7 } }, 'took %d ms', 90)
   * app.log.info('below the level')
   * const { part, user, msg } = JSON.parse(lines.join(''))
   * console.log(part, user, msg) // db 7 took 90 ms
   * ```
   */
  child(bindings: Record<string, unknown>, options?: Record<string, unknown>): Logger
}

/** Options of the logger that the framework makes: pino's own, and where to write. */
export interface LoggerOptions {
  /** The level below which nothing is written. @default `'info'` @see Logger.child */
  level?: LogLevel | (string & {})
  /** Where lines go. @default standard output @throws `FST_ERR_LOG_INVALID_DESTINATION` together with `file` @see Logger.child */
  stream?: { write(line: string): unknown }
  /**
   * A file that lines are appended to.
   * @throws `FST_ERR_LOG_INVALID_DESTINATION` together with `stream`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
   * import { tmpdir } from 'node:os'
   * import { join } from 'node:path'
   * const folder = mkdtempSync(join(tmpdir(), 'log-'))
   * const file = join(folder, 'server.log')
   * touchstone({ logger: { file } }).log.info('started')
   * process.on('exit', () => {
   *   console.log(JSON.parse(readFileSync(file, 'utf8')).msg) // started
   *   rmSync(folder, { recursive: true })
   * })
   * ```
   */
  file?: string
  /** How a value is written under a key: `req`, `res` and `err` have a default each. @see Logger.child */
  serializers?: Record<string, (value: never) => unknown>
  /**
   * Any other option of pino.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const app = touchstone({ logger: { stream, base: null, timestamp: false, redact: ['password'] } })
   * app.log.info({ user: 'ada', password: 'secret' })
   * console.log(lines.join('').trim()) // {"level":30,"user":"ada","password":"[Redacted]"}
   * ```
   */
  [option: string]: unknown
}

/** Makes the logger of a request; its `this` is the instance of the context. */
export type ChildLoggerFactory = (
  logger: Logger,
  bindings: Record<string, unknown>,
  options: { level?: string; serializers?: Record<string, unknown> },
  request: RawRequest,
) => Logger
