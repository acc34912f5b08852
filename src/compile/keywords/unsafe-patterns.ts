/** Finds regular expressions in a schema that take very long for some texts. The analysis is that of scslre. */
import { createRequire } from 'node:module'
import { SafeLog } from '../../safe-log.ts'
import type { AjvOptions } from '../../types/ajv-options.ts'
import type { Logger } from '../../types/logger.ts'
import { isObject } from '../../values.ts'

const load = createRequire(import.meta.url)

interface Report {
  readonly exponential: boolean
}
interface Library {
  analyse(pattern: { source: string; flags: string }): { readonly reports: readonly Report[] }
}
let library: Library | null = null // loaded for the first pattern that needs it: that takes 30 ms

/** A text of this length takes milliseconds, also if the time grows with its cube. */
const SHORT = 256
/** The analysis of a longer pattern can take seconds. */
const LONGEST = 2000

/** Why a pattern is unsafe. */
type Danger = 'exponential' | 'polynomial'

interface Unsafe {
  readonly pattern: string
  readonly danger: Danger
  readonly part: string
  readonly pointer: string
  readonly method: string
  readonly url: string
}
/** What becomes of an unsafe pattern. */
export type ReportUnsafe = (unsafe: Unsafe) => void

type Mode = 'off' | 'warn' | 'throw'

/** What the option `unsafePatterns` says. Null: nothing looks for such patterns. */
export function reportUnsafe(
  options: { readonly unsafePatterns?: Mode | undefined; readonly ajv: Pick<AjvOptions, 'customOptions'> },
  log: { readonly logger: Logger; readonly logged: boolean },
): ReportUnsafe | null {
  const { unsafePatterns: mode = 'warn', ajv } = options
  const code = ajv.customOptions?.code
  const own = isObject(code) && code.regExp !== undefined // another engine for regular expressions, such as RE2
  if (mode === 'off' || own) return null
  return ({ pattern, danger, part, pointer, method, url }) => {
    const advice = ADVICE[danger]
    const message = `The pattern '${pattern}' takes ${danger} time for some texts, so a small request can hold the event loop. ${advice}`
    if (mode === 'throw') throw new Error(`${message}. It is at ${pointer}`)
    const place = `It is at ${pointer} in the ${part} schema of ${method}:${url}`
    warn(log, 'TSTWRN001', { pattern, danger, part, pointer, method, url }, `${message}. ${place}`)
  }
}

/** Writes a line of the log, or a warning of the process where nothing is logged. */
export function warn(
  { logged, logger }: { readonly logger: Logger; readonly logged: boolean },
  code: string,
  fields: object,
  message: string,
): void {
  if (logged) new SafeLog(logger).warn(fields, message)
  else process.emitWarning(message, { type: 'TouchstoneWarning', code })
}

const ADVICE: Readonly<Record<Danger, string>> = {
  exponential: 'Rewrite it so that each text can match in one way only',
  polynomial: `Rewrite it so that each text can match in one way only, or give the text a maxLength of at most ${SHORT}`,
}

/** The unsafe patterns of one schema without its subschemas. `short`: its texts cannot be long, wherever they come from. */
export function unsafePatterns(
  schema: Readonly<Record<string, unknown>>,
  short: boolean,
): { pattern: string; danger: Danger }[] {
  const limited = short || (typeof schema.maxLength === 'number' && schema.maxLength <= SHORT)
  const { patternProperties } = schema
  const patterns = [
    ...(typeof schema.pattern === 'string' ? [{ pattern: schema.pattern, limited }] : []),
    ...(isObject(patternProperties)
      ? Object.keys(patternProperties).map((pattern) => ({ pattern, limited: short }))
      : []),
  ]
  return patterns.flatMap((one) => {
    const danger = dangerOf(one.pattern)
    return danger === null || (danger === 'polynomial' && one.limited)
      ? []
      : [{ pattern: one.pattern, danger }]
  })
}

function read(): Library {
  return load('scslre')
}

const UNLIMITED = /[*+]|\{\d+,\}/
/** Begins at the start of the text, and repeats one thing only, at the end: there is one way to match. */
const ONE_WAY = /^\^[^*+?{}()|]*[*+]\$?$/

/** Null for a pattern whose time grows with the length of the text only, as far as the analysis sees. */
export function dangerOf(source: string): Danger | null {
  if (!UNLIMITED.test(source) || ONE_WAY.test(source) || source.length > LONGEST) return null
  try {
    library ??= read()
    const { reports } = library.analyse({ source, flags: 'u' }) // as ajv creates it
    if (reports.length === 0) return null
    return reports.some(({ exponential }) => exponential) ? 'exponential' : 'polynomial'
  } catch {
    return null // no regular expression: the compiler refuses it with a better message
  }
}
