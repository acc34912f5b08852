/** The shape of a logger: what the framework asks of one, and the options of the one it makes. No runtime. */

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
  /** The level below which nothing is written. Absent in loggers that do not filter. */
  level?: string
  /** The server cannot go on. */
  fatal: LogFn
  /** A request or a hook failed. */
  error: LogFn
  /** Something will be wrong one day. */
  warn: LogFn
  /** Requests that came and answers that went. */
  info: LogFn
  /** For those who look for an error. */
  debug: LogFn
  /** Every step. */
  trace: LogFn
  /** A logger that adds `bindings` to each of its lines. Each request gets one. */
  child(bindings: Record<string, unknown>, options?: Record<string, unknown>): Logger
}

/** Options of the logger that the framework makes: pino's own, and where to write. */
export interface LoggerOptions {
  /** Default `'info'`. */
  level?: LogLevel | (string & {})
  /** Where lines go. Default: standard output. Not together with `file`: `FST_ERR_LOG_INVALID_DESTINATION`. */
  stream?: { write(line: string): unknown }
  /** A file that lines are appended to. */
  file?: string
  /** How a value is written under a key: `req`, `res` and `err` have a default each. */
  serializers?: Record<string, (value: never) => unknown>
  /** Any other option of pino. */
  [option: string]: unknown
}
