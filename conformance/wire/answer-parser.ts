// Reads HTTP/1.1 answers from bytes, as they came: status, headers, body (by length, in chunks, to the end), trailers.

import type { WireAnswer } from '../contract/adapter.ts'

export interface ParsedAnswer extends WireAnswer {
  /** How many bytes of the input belong to this answer. */
  size: number
  chunked: boolean
}

export class AnswerError extends Error {}

interface Head {
  status: number
  headers: WireAnswer['headers']
  bodyAt: number
}

/**
 * The first whole answer in `bytes`, or null while there is not one yet. `ended` says that no more bytes will come, which ends
 * a body without a length, and breaks any other that is not whole. Interim (1xx) answers are passed over.
 */
export function parseAnswer(bytes: Buffer, method: string, ended: boolean): ParsedAnswer | null {
  let at = 0
  for (;;) {
    const head = parseHead(bytes, at)
    if (!head) return ended && bytes.length > at ? broken(bytes) : null
    if (head.status < 200 && head.status !== 101) {
      at = head.bodyAt
      continue
    }
    return parseBody(bytes, head, method, ended)
  }
}

function broken(bytes: Buffer, head?: Head): ParsedAnswer {
  const body = head ? bytes.subarray(head.bodyAt) : bytes
  return {
    status: head?.status ?? 0,
    headers: head?.headers ?? {},
    body,
    trailers: {},
    broken: true,
    size: bytes.length,
    chunked: false,
  }
}

function parseHead(bytes: Buffer, from: number): Head | null {
  const end = bytes.indexOf('\r\n\r\n', from)
  if (end < 0) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)
  if (!status) throw new AnswerError(`not a status line: ${JSON.stringify(statusLine)}`)
  return { status: Number(status[1]), headers: parseFields(lines), bodyAt: end + 4 }
}

/** Header or trailer lines; a name that comes again is joined with a comma, but for set-cookie. */
export function parseFields(lines: string[]): WireAnswer['headers'] {
  const headers: WireAnswer['headers'] = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) throw new AnswerError(`not a header line: ${JSON.stringify(line)}`)
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers[name]
    if (name === 'set-cookie')
      headers[name] = before === undefined ? [value] : [...(before as string[]), value]
    else headers[name] = before === undefined ? value : `${String(before)}, ${value}`
  }
  return headers
}

function parseBody(bytes: Buffer, head: Head, method: string, ended: boolean): ParsedAnswer | null {
  const whole = (
    body: Buffer,
    size: number,
    trailers: Record<string, string> = {},
    chunked = false,
  ): ParsedAnswer => ({
    status: head.status,
    headers: head.headers,
    body,
    trailers,
    size,
    chunked,
  })
  if (method === 'HEAD' || head.status === 204 || head.status === 304 || head.status === 101)
    return whole(Buffer.alloc(0), head.bodyAt)
  if (String(head.headers['transfer-encoding'] ?? '').includes('chunked')) {
    const found = parseChunks(bytes, head.bodyAt)
    if (!found) return ended ? broken(bytes, head) : null
    return whole(found.body, found.end, found.trailers, true)
  }
  const length = head.headers['content-length']
  if (length !== undefined) {
    const end = head.bodyAt + Number(length)
    if (bytes.length >= end) return whole(bytes.subarray(head.bodyAt, end), end)
    return ended ? broken(bytes, head) : null
  }
  return ended ? whole(bytes.subarray(head.bodyAt), bytes.length) : null
}

interface Chunks {
  body: Buffer
  end: number
  trailers: Record<string, string>
}

function parseChunks(bytes: Buffer, from: number): Chunks | null {
  const pieces: Buffer[] = []
  let at = from
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const line = bytes.toString('latin1', at, lineEnd)
    if (!/^[0-9a-fA-F]+(;.*)?$/.test(line)) throw new AnswerError(`not a chunk size: ${JSON.stringify(line)}`)
    const size = Number.parseInt(line, 16)
    at = lineEnd + 2
    if (size === 0) return parseTrailers(bytes, at, Buffer.concat(pieces))
    if (bytes.length < at + size + 2) return null
    pieces.push(bytes.subarray(at, at + size))
    at += size + 2
  }
}

function parseTrailers(bytes: Buffer, from: number, body: Buffer): Chunks | null {
  if (bytes.toString('latin1', from, from + 2) === '\r\n') return { body, end: from + 2, trailers: {} }
  const end = bytes.indexOf('\r\n\r\n', from)
  if (end < 0) return null
  const fields = parseFields(bytes.toString('latin1', from, end).split('\r\n'))
  const trailers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return { body, end: end + 4, trailers }
}
