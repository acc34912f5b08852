/** Writes scalars as fast-json-stringify does. Each function returns the position behind what it has written. */
import { type Output, Unknown } from './output.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Longer texts are copied by node: a call costs as much as so many turns of the loop. */
const SHORT = 64
/** What a text cannot hold as it is: JSON escapes it. Of surrogates, those without a partner. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const SPECIAL = /[\u0000-\u001f"\\\ud800-\udfff]/

/** A text in quotes. Of other values, their text as `toString` or the library of dates gives it. */
export function writeText(out: Output, at: number, value: unknown): number {
  if (typeof value !== 'string') return writeAsText(out, at, value)
  const { length } = value
  if (length > SHORT) return writeLong(out, at, value)
  const { bytes } = out
  let end = at
  bytes[end++] = QUOTE
  for (let index = 0; index < length; index++) {
    const code = value.charCodeAt(index)
    if (code < 0x80) {
      if (code < 0x20 || code === QUOTE || code === BACKSLASH)
        return writeJson(out, at, JSON.stringify(value))
      bytes[end++] = code
    } else {
      if (code >= 0xd800 && code <= 0xdfff) return writeJson(out, at, JSON.stringify(value))
      out.isAscii = false
      if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6)
      else {
        bytes[end++] = 0xe0 | (code >> 12)
        bytes[end++] = 0x80 | ((code >> 6) & 0x3f)
      }
      bytes[end++] = 0x80 | (code & 0x3f)
    }
  }
  bytes[end++] = QUOTE
  return end
}

function writeLong(out: Output, at: number, value: string): number {
  if (SPECIAL.test(value)) return writeJson(out, at, JSON.stringify(value))
  out.grow(at, value.length * 3 + 2)
  out.bytes[at] = QUOTE
  const end = copy(out, at + 1, value)
  out.bytes[end] = QUOTE
  return end + 1
}

/** A text that is JSON already. */
export function writeJson(out: Output, at: number, json: unknown): number {
  if (typeof json !== 'string') throw new Unknown('there is no JSON for the value')
  out.grow(at, json.length * 3)
  return copy(out, at, json)
}

function copy(out: Output, at: number, text: string): number {
  const written = out.bytes.write(text, at)
  if (written !== text.length) out.isAscii = false
  return at + written
}

function writeAsText(out: Output, at: number, value: {} | null | undefined): number {
  if (value === null) return writeText(out, at, '')
  if (value instanceof Date) return writeText(out, at, value.toISOString())
  if (value instanceof RegExp) return writeText(out, at, value.source)
  if (value === undefined) throw new Unknown('undefined has no text')
  const text: unknown = value.toString() // of an object without one, fast-json-stringify throws the error
  if (typeof text !== 'string') throw new Unknown('the value has no text')
  return writeText(out, at, text)
}

/** The digits of an integer of 32 bits. */
export function writeDigits(bytes: Buffer, at: number, value: number): number {
  let left = value | 0
  if (left < 0) {
    if (left === -0x80000000) return writeAscii(bytes, at, '-2147483648') // the only one without a positive counterpart
    bytes[at++] = 0x2d
    left = -left
  }
  const end = at + digitsOf(left)
  let place = end
  do {
    const next = (left / 10) | 0
    bytes[--place] = 0x30 + (left - next * 10)
    left = next
  } while (left > 0)
  return end
}

function digitsOf(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2
    if (value < 1000) return 3
    return value < 10_000 ? 4 : 5
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7
  if (value < 100_000_000) return 8
  return value < 1_000_000_000 ? 9 : 10
}

function writeAscii(bytes: Buffer, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
  return at + text.length
}

/** How a number with a fraction becomes an integer. */
export type Round = (value: number) => number

export function writeInteger(out: Output, at: number, value: unknown, round: Round): number {
  if (typeof value === 'number' && (value | 0) === value) return writeDigits(out.bytes, at, value)
  if (typeof value === 'bigint') return writeJson(out, at, value.toString())
  const whole = Number.isInteger(value) ? Number(value) : round(value as number) // the function converts it
  if (!Number.isFinite(whole)) throw new Unknown('the value is not an integer')
  return writeAscii(out.bytes, at, String(whole))
}

export function writeNumber(out: Output, at: number, value: unknown): number {
  const { bytes } = out
  if (typeof value === 'number' && (value | 0) === value) return writeDigits(bytes, at, value)
  const number = Number(value)
  const cents = Math.round(number * 100)
  // Of all decimals of up to 15 digits, one has this value: the shortest, which JavaScript writes.
  if (cents / 100 === number && (cents | 0) === cents) return writeCents(bytes, at, cents)
  if (Number.isNaN(number)) throw new Unknown('the value is not a number')
  return writeAscii(bytes, at, Number.isFinite(number) ? String(number) : 'null')
}

/** A number with up to two decimals, as prices have them. */
function writeCents(bytes: Buffer, at: number, cents: number): number {
  const size = Math.abs(cents)
  const whole = (size / 100) | 0
  const rest = size - whole * 100
  const tens = (rest / 10) | 0
  let end = at
  if (cents < 0) bytes[end++] = 0x2d
  end = writeDigits(bytes, end, whole)
  if (rest === 0) return end
  bytes[end++] = 0x2e
  bytes[end++] = 0x30 + tens
  if (rest > tens * 10) bytes[end++] = 0x30 + rest - tens * 10
  return end
}

export function writeBoolean(out: Output, at: number, value: unknown): number {
  return writeAscii(out.bytes, at, value ? 'true' : 'false')
}

export function writeNull(out: Output, at: number): number {
  return writeAscii(out.bytes, at, 'null')
}

/** The formats that a Date has. */
export const DATES: Readonly<Record<string, (date: Date) => string>> = {
  'date-time': (date) => date.toISOString(),
  date: (date) => `${year(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  time: (date) => `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
}

function year(number: number): string {
  if (!(number >= 0 && number <= 9999)) throw new Unknown('a year of more than four digits')
  return String(number).padStart(4, '0')
}

function two(number: number): string {
  if (Number.isNaN(number)) throw new Unknown('an invalid date')
  return String(number).padStart(2, '0')
}

/** A date in its format, or a text as it is. */
export function writeDate(out: Output, at: number, value: unknown, format: (date: Date) => string): number {
  if (value instanceof Date) return writeText(out, at, format(value))
  if (typeof value !== 'string' && value !== null) throw new Unknown('the value is not a date')
  return writeText(out, at, value)
}

/** The key of a member with its colon; `first` is the brace or the comma before it. */
export function writeKey(out: Output, at: number, first: number, key: string): number {
  out.bytes[at] = first
  const end = writeText(out, at + 1, key)
  out.bytes[end] = 0x3a
  return end + 1
}
