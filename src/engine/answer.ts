/** The head of an answer as text, with the same fields in the same order as node writes them. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { type AnswerHeaders, bodiless } from '../serve/wire/wire.ts'
import { nameOfStatus } from '../status-names.ts'

/** Fields that change how an answer is framed, or that node adds: an answer with one of them is written by node. */
const OF_NODE: ReadonlySet<string> = new Set(
  'connection date expect keep-alive trailer transfer-encoding upgrade'.split(' '),
)

const CLOSES = 'connection: close\r\n'

const statusLines = new Map<number, string>()

function statusLine(status: number): string {
  let line = statusLines.get(status)
  if (line === undefined)
    statusLines.set(status, (line = `HTTP/1.1 ${status} ${nameOfStatus(status) ?? 'unknown'}\r\n`))
  return line
}

/** Lines that were valid before: most answers have the same few. */
const lines = new Map<string, string>()
const MOST_LINES = 500

function typeLine(type: string): string {
  let line = lines.get(type)
  if (line !== undefined) return line
  validateHeaderValue('content-type', type)
  line = `content-type: ${type}\r\n`
  if (lines.size < MOST_LINES) lines.set(type, line)
  return line
}

/** Names that were valid before. */
const names = new Set<string>()

function checkName(name: string): void {
  if (names.has(name)) return
  validateHeaderName(name)
  if (names.size < MOST_LINES) names.add(name)
}

/**
 * The status line and the fields of the application. Throws what node throws for a field that is not one of HTTP. null: node has to
 * write this answer.
 */
export function headOf(
  status: number,
  headers: AnswerHeaders,
  isHead: boolean,
  last: boolean,
): string | null {
  if (status < 200) return null
  let text = statusLine(status)
  if (last) text += CLOSES
  let framed = isHead || bodiless(status)
  for (const name in headers) {
    const value = headers[name]
    if (name === 'content-type' && typeof value === 'string') {
      text += typeLine(value)
      continue
    }
    if (name === 'content-length') {
      if (!isLength(value)) return null
      framed = true
      text += `content-length: ${value}\r\n`
      continue
    }
    if (name === 'connection' && value === 'close') {
      if (!last) text += CLOSES
      continue
    }
    if (OF_NODE.has(name)) return null
    checkName(name)
    const known = linesOf(name, value)
    if (known === null) return null
    text += known
  }
  return framed ? text : null
}

function isLength(value: unknown): boolean {
  return typeof value === 'string' ? /^\d+$/.test(value) : Number.isSafeInteger(value) && Number(value) >= 0
}

function linesOf(name: string, value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') {
    validateHeaderValue(name, String(value))
    return `${name}: ${value}\r\n`
  }
  if (!Array.isArray(value) || name === 'cookie') {
    if (value === undefined) validateHeaderValue(name, value as unknown as string) // throws: it refuses undefined
    return null
  }
  let text = ''
  for (const one of value) {
    if (typeof one !== 'string') return null
    validateHeaderValue(name, one)
    text += `${name}: ${one}\r\n`
  }
  return text
}

/** The fields that node adds behind those of the application. */
export class Tail {
  #second = 0
  #keepAliveTimeout = -1
  #kept = ''
  #last = ''
  #told = ''

  /** `told`: the fields of the application say already that the connection ends. */
  text(keeps: boolean, told: boolean, keepAliveTimeout: number): string {
    const now = Date.now()
    const second = (now - (now % 1000)) / 1000
    if (second !== this.#second || keepAliveTimeout !== this.#keepAliveTimeout) {
      this.#second = second
      this.#keepAliveTimeout = keepAliveTimeout
      const date = `Date: ${new Date(now).toUTCString()}\r\n`
      const seconds = Math.floor(keepAliveTimeout / 1000)
      const kept = keepAliveTimeout > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''
      this.#kept = `${date}Connection: keep-alive\r\n${kept}\r\n`
      this.#last = `${date}Connection: close\r\n\r\n`
      this.#told = `${date}\r\n`
    }
    if (told) return this.#told
    return keeps ? this.#kept : this.#last
  }
}
