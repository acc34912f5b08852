// Exit codes, and the error for wrong usage.

/** `files`: a file could not be written, as on a full disk; the old one is kept. `nothing`: a run says nothing, as nothing ran. `setup`: a function of the configuration failed. */
export const EXIT = {
  ...{ ok: 0, unexpected: 1, adapter: 2, usage: 3, suite: 4, files: 5, nothing: 6, setup: 7 },
} as const

/** An argument is wrong, or names a file that cannot be used. The message says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** What is printed below the message. */
  readonly help: string | undefined

  constructor(message: string, help?: string) {
    super(message)
    this.help = help
  }
}

/** A number of an option that counts something. */
export function countOf(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--${option} is a number such as ${fallback}, not "${text}".`)
  return Number(text)
}

/** A number of an option that multiplies something. */
export function factorOf(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const factor = /^\d{1,4}(\.\d{1,4})?$/.test(text) ? Number(text) : 0
  if (factor <= 0) throw new UsageError(`--${option} is a factor such as 2 or 0.5, not "${text}".`)
  return factor
}

/** Milliseconds of the option --max-time. */
export function timeOf(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,7})(ms|s|m|h)?$/.exec(text) ?? []
  if (number === undefined) throw new UsageError(`--max-time is a time such as 30s or 10m, not "${text}".`)
  return Number(number) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit]!
}

/** A value of an option that takes one of a few. */
export function oneOf<T extends string>(option: string, value: string, right: readonly T[]): T {
  if (right.includes(value as T)) return value as T
  throw new UsageError(`--${option} is one of ${right.join(', ')}, not "${value}".`)
}

/** The error itself, or what is said where the port cannot be had. */
export function toldOfPort(port: number, error: unknown): unknown {
  const { code, message } = Object(error) as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  const why = code === 'EACCES' ? 'is not allowed' : 'is taken'
  return new UsageError(`The port ${port} ${why}: name another, or none for a free one (${message}).`)
}
