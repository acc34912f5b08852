/** One difference between two outcomes of a program, and how values and errors are compared. */
import type { Json } from '../../../spec/case.ts'
import type { Scenario } from '../../property/property.ts'
import type { Outcome } from './outcome.ts'

/** Which part of an outcome differs: `boot`, `routes`, `answer 2 status`, … */
export interface Difference {
  part: string
  ours: Json
  theirs: Json
  /** the number of the request; -1 outside of requests */
  at: number
}

export interface Compared {
  scenario: Scenario
  peer: string
  ours: Outcome
  theirs: Outcome
}

/** Refusals of declarations that come too late have one of several codes. */
const LATE = /^(AVV_ERR_ROOT_PLG_BOOTED|FST_ERR_ROOT_PLG_BOOTED|FST_ERR_INSTANCE_ALREADY_LISTENING)$/
/** Codes of avvio that have a code of the table here. */
const CODES: Readonly<Record<string, string>> = {
  AVV_ERR_PLUGIN_NOT_VALID: 'FST_ERR_PLUGIN_NOT_VALID',
  AVV_ERR_CALLBACK_NOT_FN: 'FST_ERR_PLUGIN_CALLBACK_NOT_FN',
  AVV_ERR_PLUGIN_EXEC_TIMEOUT: 'FST_ERR_PLUGIN_TIMEOUT',
}

/** Caught errors by their code: the words of messages may differ. */
export function withoutWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, it]): [string, Json] =>
    key === 'threw' ? [key, codeOf(it)] : [key, withoutWords(it)],
  )
  return Object.fromEntries(entries)
}

/** The code of an error, or what is left of its message without the words that libraries choose. */
export function codeOf(error: Json): string {
  if (error === null) return 'none'
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (code !== undefined) return LATE.test(code) ? 'too late' : (CODES[code] ?? code)
  return `${name ?? 'thrown'}: ${message ?? JSON.stringify(error)}`
}

/** Equal texts mean equal values: the order of keys does not count. */
export function plain(value: unknown): string {
  return JSON.stringify(value, (_key, it) =>
    typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  )
}

/** Differences of one kind look alike: the same part, and the same two values at the first place that differs. */
export function kindOf({ part, ours, theirs }: Difference): string {
  const [path, a, b] = firstDifference(withoutWords(ours), withoutWords(theirs), '')
  const short = (value: Json | undefined): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80)
  return `${part}${path.replace(/\d+/g, '#')}: ${short(a)} / ${short(b)}`
}

function firstDifference(a: Json, b: Json, path: string): [string, Json | undefined, Json | undefined] {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return [path, a, b]
  const [mine, other] = [a, b] as [{ [key: string]: Json }, { [key: string]: Json }]
  for (const key of new Set([...Object.keys(mine), ...Object.keys(other)])) {
    const [x, y] = [mine[key], other[key]]
    if (plain(x) === plain(y)) continue
    return x === undefined || y === undefined
      ? [`${path}.${key}`, x, y]
      : firstDifference(x, y, `${path}.${key}`)
  }
  return [path, a, b]
}
