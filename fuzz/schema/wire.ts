/** Values as the parts of a request carry them, and what the other end reads: texts, not the values that were meant. */
import { isOfType } from './coercion.ts'

export type Part = 'body' | 'querystring' | 'params' | 'headers'

/** What a part carries once it was written down: the bytes or pairs, and the value that is read from them. */
export interface Wired {
  /** of a body: its JSON; of a query: what comes behind '?'; of params and headers: nothing */
  readonly text?: string
  /** of params: each value, percent-encoded; of headers: each value as it is sent */
  readonly fields?: Readonly<Record<string, string>>
  /** What the receiver has before any schema is asked. */
  readonly read: unknown
}

/** Null where a part has no way to carry such a value, such as an object in a query. */
export function write(part: Part, value: unknown): Wired | null {
  if (part === 'body') return writeBody(value)
  if (!isOfType(value, 'object')) return null
  const entries = Object.entries(value as Record<string, unknown>)
  if (part === 'querystring') return writeQuery(entries)
  return part === 'params' ? writeParams(entries) : writeHeaders(entries)
}

function writeBody(value: unknown): Wired | null {
  const text = hasMinusZero(value) ? withMinusZero(value) : JSON.stringify(value)
  return text === undefined ? null : { text, read: JSON.parse(text) as unknown }
}

function hasMinusZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0)
  for (const key in value) if (hasMinusZero((value as Record<string, unknown>)[key])) return true
  return false
}

/** JSON has -0, and `JSON.stringify` writes 0. */
function withMinusZero(value: unknown): string {
  const mark = '\u0000minus zero'
  const text = JSON.stringify(value, (_, one: unknown) => (Object.is(one, -0) ? mark : one))
  return text.replaceAll(JSON.stringify(mark), '-0')
}

/** A scalar as text; null where it has none. */
function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'object' || value === undefined) return null
  // Half of a surrogate pair cannot be written in UTF-8: it becomes the replacement character, as everywhere on its way.
  return (Object.is(value, -0) ? '-0' : String(value)).replace(/\p{Surrogate}/gu, '\ufffd')
}

function writeQuery(entries: [string, unknown][]): Wired | null {
  const pairs: [string, string][] = []
  for (const [name, value] of entries) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const text = textOf(one)
      if (text === null) return null
      pairs.push([name, text])
    }
  }
  const text = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const read: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    const before = read[name]
    read[name] = before === undefined ? value : [before, value].flat()
  }
  return { text, read: Object.fromEntries(Object.entries(read)) }
}

function writeParams(entries: [string, unknown][]): Wired | null {
  const fields: Record<string, string> = {}
  const read: Record<string, string> = {}
  for (const [name, value] of entries) {
    const text = textOf(value)
    // An empty segment is another route; dots are taken out of a path before it is sent.
    if (text === null || text === '' || text === '.' || text === '..') return null
    fields[name] = encodeURIComponent(text)
    read[name] = text
  }
  return { fields, read }
}

/** How the name of a value among the headers begins that is sent as a cookie. */
export const IN_COOKIE = 'cookie '

/** What a header may hold; node refuses to send anything else. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

function writeHeaders(entries: [string, unknown][]): Wired | null {
  const fields: Record<string, string> = {}
  const read: Record<string, string> = {}
  for (const [name, value] of entries) {
    const text = textOf(value)
    if (text === null || !HEADER_VALUE.test(text) || !HEADER_NAME.test(name)) return null
    fields[name] = text
    // Blanks round a value belong to the line, not to the value; names have no case.
    read[name.toLowerCase()] = text.trim()
  }
  return { fields, read }
}
