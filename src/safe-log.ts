/** The guard between the framework and a logger of the application: no other file of `src/` calls a method of a logger. */
import type { Logger } from './types/logger.ts'
import { isThenable, warnOfLogger } from './values.ts'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error'
const UNLOGGABLE = 'a value cannot be logged: it throws when it is read'

/**
 * Calls a logger for the framework. Lines are logged where nothing catches an error, which would end the process: a logger that
 * throws, or returns a promise that rejects, is told once to `process.emitWarning`.
 */
export class SafeLog {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }
  #write(level: Level, bindings: unknown, message?: string): void {
    try {
      this.#call(level, message === undefined ? [bindings] : [bindings, message])
    } catch (error) {
      this.#writeText(level, message ?? UNLOGGABLE, error)
    }
  }

  // A value that throws when it is read is left out of the line. If the logger itself throws, it throws again.
  #writeText(level: Level, text: string, error: unknown): void {
    try {
      this.#call(level, [text])
    } catch {
      warnOfLogger(error)
    }
  }
  #call(level: Level, args: unknown[]): void {
    const result: unknown = Reflect.apply(this.#logger[level], this.#logger, args)
    if (isThenable(result)) result.then(undefined, warnOfLogger)
  }
  trace(bindings: unknown, message?: string): void {
    this.#write('trace', bindings, message)
  }
  debug(bindings: unknown, message?: string): void {
    this.#write('debug', bindings, message)
  }
  info(bindings: unknown, message?: string): void {
    this.#write('info', bindings, message)
  }
  warn(bindings: unknown, message?: string): void {
    this.#write('warn', bindings, message)
  }
  error(bindings: unknown, message?: string): void {
    this.#write('error', bindings, message)
  }
}
