/** The guard between the framework and a logger of the application: no other file of `src/` calls a method of a logger. */
import type { Logger } from './types/logger.ts'
import { disown, isError, isFunction, isThenable, textOf } from './values.ts'

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

let warned = false

/** Tells once in a process that a function of a logger failed: the log cannot tell it. */
export function warnOfLogger(error: unknown): void {
  if (warned) return
  warned = true
  process.emitWarning(
    `a logger failed, and lines are lost: ${isError(error) ? error.message : textOf(error)}`,
  )
}

/** Catches the errors of log serializers: some lines are logged where nothing catches an error, which would end the process. */
export function guardSerializers(all: Record<PropertyKey, unknown>): Record<PropertyKey, unknown> {
  const guarded = Reflect.ownKeys(all).map((key) => {
    const serialize = all[key]
    if (!isFunction(serialize)) return [key, serialize] as const
    const guard = function (this: unknown, value: unknown): unknown {
      try {
        const text = serialize.call(this, value)
        return disown(text) ? 'the serializer returned a promise' : text
      } catch (error) {
        return `the serializer failed: ${isError(error) ? error.message : textOf(error)}`
      }
    }
    return [key, guard] as const
  })
  return Object.fromEntries(guarded)
}
