/** Requests that are plain data: these are read as light-my-request reads them, and all others are left to it. */
import { METHODS } from 'node:http'
import type { RequestHeaders } from '../types/http.ts'
import { isFunction, isObject, type Properties } from '../values.ts'

/** A request as it arrives: everything that light-my-request adds is there. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: RequestHeaders
  readonly payload: string | Buffer | null
  readonly remoteAddress: string
}

/** The methods by how they may be written. */
export const METHOD_NAMES: ReadonlyMap<unknown, string> = new Map(
  METHODS.flatMap((name) => [
    [name, name],
    [name.toLowerCase(), name],
  ]),
)

/** Options with which the application wants something of the library. */
const OF_LIBRARY = ['simulate', 'signal', 'payloadAsStream', 'server', 'Request']

const BLANK_AT_AN_END = /^[ \t]|[ \t]$/
const BLANKS = /^[ \t]+|[ \t]+$/g

/** Removes blanks around the value of a header, as the HTTP parser of a socket does. */
export function trimmed(value: string): string {
  return BLANK_AT_AN_END.test(value) ? value.replace(BLANKS, '') : value
}

/** null: light-my-request has to make this request. Throws what it throws for a URL, a cookie or a body. */
export function askedBy(options: Properties): Asked | null {
  const { method = 'GET', url, path, query, remoteAddress, authority } = options
  const place = url ?? path
  if (typeof place !== 'string' || place === '' || (url !== undefined && path !== undefined)) return null
  const named = METHOD_NAMES.get(method)
  if (named === undefined || !isTextOrNone(remoteAddress) || !isTextOrNone(authority)) return null
  if (OF_LIBRARY.some((name) => options[name] !== undefined)) return null
  if (query !== undefined && typeof query !== 'string' && !isObject(query)) return null
  const body = options.payload || options.body || null
  if (isStream(body)) return null
  const headers = headersOf(options.headers)
  if (headers === null) return null
  const cookies = cookiesOf(options.cookies)
  if (cookies === null) return null

  const target = targetOf(place, query)
  headers.host = headers.host || authority || target.host
  if (cookies !== undefined) {
    if (headers.cookie) cookies.unshift(headers.cookie)
    headers.cookie = cookies.join('; ')
  }
  const payload = payloadOf(body, headers)
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') headers[name] = trimmed(value)
  }
  return { method: named, url: target.url, headers, payload, remoteAddress: remoteAddress || '127.0.0.1' }
}

function isTextOrNone(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

/** Streams of any kind, and forms, which the library turns into one. */
function isStream(body: unknown): boolean {
  if (!isObject(body) || Buffer.isBuffer(body)) return isFunction(body)
  return (
    isFunction(body.resume) ||
    Boolean(body._readableState) ||
    Reflect.get(body, Symbol.toStringTag) === 'FormData'
  )
}

// ── headers
function headersOf(given: unknown): RequestHeaders | null {
  const headers: RequestHeaders = {}
  if (given !== undefined) {
    if (!isObject(given)) return null
    // Inherited ones are sent, too.
    for (const name in given) {
      const value = given[name]
      const key = name.toLowerCase()
      if (typeof value === 'string') headers[key] = value
      else if (typeof value === 'number' || typeof value === 'boolean') headers[key] = String(value)
      else if (value === undefined && (key === 'user-agent' || key === 'content-type'))
        headers[key] = undefined
      else return null
    }
  }
  if (!('user-agent' in headers)) headers['user-agent'] = 'lightMyRequest'
  return headers
}

const COOKIE_NAME = /^[\w!#$%&'*.^`|~+-]+$/

function cookiesOf(given: unknown): string[] | null | undefined {
  if (given === undefined) return undefined
  if (!isObject(given)) return null
  const cookies: string[] = []
  for (const name of Object.keys(given)) {
    const value = given[name]
    if (typeof value !== 'string' || !COOKIE_NAME.test(name)) return null
    cookies.push(`${name}=${encodeURIComponent(value)}`)
  }
  return cookies
}

// ── the body
function payloadOf(body: unknown, headers: RequestHeaders): string | Buffer | null {
  if (!body) return null
  let payload: string | Buffer
  if (typeof body === 'string' || Buffer.isBuffer(body)) payload = body
  else {
    payload = JSON.stringify(body)
    if (!('content-type' in headers)) headers['content-type'] = 'application/json'
  }
  if (payload && !Object.hasOwn(headers, 'content-length'))
    headers['content-length'] = String(Buffer.byteLength(payload))
  return payload ?? null // JSON has no text for some values
}

// ── the URL
const BASE = 'http://localhost'
/** A path and a query that the parser of URLs leaves as they are: no segment begins with a dot, and none is empty. */
const AS_IT_IS = /^(?:\/(?!\.|\/|%2)[\w.~!$&'()*+,;=:@%-]*)+(?:\?[\w.~!$&()*+,;=:@/?%[\]-]+)?$/

function targetOf(place: string, query: string | Properties | undefined): { url: string; host: string } {
  if (query === undefined && AS_IT_IS.test(place)) return { url: place, host: 'localhost:80' }
  const parsed = new URL(place.startsWith('//') ? BASE + place : place, BASE)
  const { searchParams } = parsed
  if (typeof query === 'string') {
    const added = new URLSearchParams(query)
    for (const key of added.keys()) {
      searchParams.delete(key)
      for (const value of added.getAll(key)) searchParams.append(key, value)
    }
  } else if (query !== undefined) setAll(searchParams, query)
  const { pathname, search, port, host, hostname, protocol } = parsed
  const named = port ? host : hostname + (protocol === 'https:' ? ':443' : ':80')
  return { url: pathname + search, host: named }
}

function setAll(searchParams: URLSearchParams, query: Properties): void {
  const own: Properties = { ...query }
  for (const key in own) {
    const value: unknown = own[key]
    if (Array.isArray(value)) {
      searchParams.delete(key)
      for (const one of value) searchParams.append(key, one)
    } else searchParams.set(key, `${value}`)
  }
}
