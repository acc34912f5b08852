/** The headers of a request as node has them: `rawHeaders`, and the object in which some are joined and some are kept once. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import type { RequestHeaders } from '../../types/http.ts'

/** Of these, node keeps the first one. */
const ONCE: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

/** Names and values in turn, as they were sent. */
export function rawHeadersOf(bytes: Buffer, places: readonly number[]): string[] {
  const list: string[] = []
  for (let at = 0; at < places.length; at += 2)
    list.push(bytes.toString('latin1', places[at], places[at + 1]))
  return list
}

export function headersOf(raw: readonly string[]): RequestHeaders {
  const headers: RequestHeaders = {}
  for (let at = 0; at < raw.length; at += 2) add(headers, raw[at]!.toLowerCase(), raw[at + 1]!)
  return headers
}

function add(headers: RequestHeaders, name: string, value: string): void {
  const known = headers[name]
  if (name === 'set-cookie') {
    if (Array.isArray(known)) known.push(value)
    else headers[name] = [value]
  } else if (typeof known !== 'string') headers[name] = value
  else if (!ONCE.has(name)) headers[name] = known + (name === 'cookie' ? '; ' : ', ') + value
}

/** All values of each name, whatever it is: as with node the object has no prototype. */
export function distinctOf(raw: readonly string[]): Record<string, string[]> {
  const headers = Object.create(null) as Record<string, string[]> // a new object, whose type nothing knows
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase()
    const known = headers[name]
    if (Array.isArray(known)) known.push(raw[at + 1]!)
    else headers[name] = [raw[at + 1]!]
  }
  return headers
}

/** The value of a header, whose name is given in lower case, in headers as `writeHead` takes them. */
export function valueIn(
  headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
  name: string,
): unknown {
  if (headers === undefined) return undefined
  if (!Array.isArray(headers)) {
    const key = Object.keys(headers).find((one) => one.toLowerCase() === name)
    return key === undefined ? undefined : headers[key]
  }
  const at = headers.findIndex((one, index) => index % 2 === 0 && String(one).toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

/** The text of a header, which an application may have set to something else. */
export function fieldIn(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return value === undefined ? undefined : String(value)
}
