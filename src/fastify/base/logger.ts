/** Loggers in the shape of pino, with the names of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types

/** Writes one line: a text with values for its placeholders, with or without an object before it. */
export interface FastifyLogFn {
  (object: unknown, message?: string, ...values: any[]): void
  (message: string, ...values: any[]): void
}
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type Bindings = Record<string, any>
export interface ChildLoggerOptions {
  level?: string
  serializers?: Record<string, (value: any) => any>
  [option: string]: any
}

export interface FastifyBaseLogger {
  level: string
  fatal: FastifyLogFn
  error: FastifyLogFn
  warn: FastifyLogFn
  info: FastifyLogFn
  debug: FastifyLogFn
  trace: FastifyLogFn
  silent: FastifyLogFn
  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger
}
/** @deprecated Use `FastifyBaseLogger`. */
export type FastifyLoggerInstance = FastifyBaseLogger

export interface FastifyLoggerStreamDestination {
  write(line: string): void
}

/** The options of pino that an application usually sets. Others are passed on. */
export interface PinoLoggerOptions {
  level?: string
  name?: string
  enabled?: boolean
  base?: Record<string, any> | null
  messageKey?: string
  errorKey?: string
  nestedKey?: string
  timestamp?: boolean | (() => string)
  customLevels?: Record<string, number>
  useOnlyCustomLevels?: boolean
  redact?: string[] | { paths: string[]; censor?: any; remove?: boolean }
  serializers?: Record<string, (value: any) => any>
  formatters?: {
    level?: (label: string, number: number) => object
    bindings?: (bindings: Bindings) => object
    log?: (object: Record<string, unknown>) => Record<string, unknown>
  }
  mixin?: (object: object, level: number, logger: any) => object
  hooks?: { logMethod?: (this: any, args: any, method: any, level: number) => void }
  transport?: any
  [option: string]: any
}
