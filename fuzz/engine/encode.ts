/** Values → the request that travels, and what the receiver reads from it before any schema is asked. */

import { isSchema } from '../schema/walk.ts'
import { IN_COOKIE, type Part, write } from '../schema/wire.ts'
import type { WireRequest } from '../target/target.ts'
import { type RoutePlan, TAKES_BODY, type Values } from './route-plan.ts'

export interface Encoded {
  readonly request: WireRequest
  readonly read: Partial<Record<Part, unknown>>
}

/** Headers that say how the message is framed, or what the body is: they are not for a schema to fill. */
const FRAMING = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'user-agent'],
])

/** How the name of a credential begins that a session has in the query, and not in a header. */
export const IN_QUERY = '?'

const BASE = { host: 'localhost', 'user-agent': 'touchstone-fuzz' }

/** Null where a part cannot carry its value, such as an object in a query. */
export function encode(
  plan: RoutePlan,
  values: Values,
  extra: Readonly<Record<string, string>>,
): Encoded | null {
  const params = plan.parts.has('params') ? write('params', values.params ?? {}) : null
  const path = pathOf(plan, params?.fields ?? {})
  if (path === null) return null
  const query = write('querystring', withKeys(values.querystring, extra))
  const cookies = cookiesIn(values.headers)
  const fields = write('headers', allowed(values.headers))
  if (query === null || fields === null || cookies === null) return null
  const body = values.body === undefined ? null : write('body', values.body)
  if (values.body !== undefined && body === null) return null
  const own = Object.entries(extra).filter(([name]) => !name.startsWith(IN_QUERY))
  const headers: Record<string, string> = { ...BASE, ...Object.fromEntries(own) }
  for (const [name, value] of Object.entries(fields.fields ?? {})) headers[name.toLowerCase()] = value.trim()
  const pairs = Object.entries(cookies).map(([name, value]) => `${name.slice(IN_COOKIE.length)}=${value}`)
  if (pairs.length > 0) headers['cookie'] = [headers['cookie'] ?? [], pairs].flat().join('; ')
  if (body) headers['content-type'] = 'application/json'
  const url = query.text ? `${path}?${query.text}` : path
  const { method } = plan.route
  return {
    request: { method, url, headers, ...(body?.text === undefined ? {} : { body: body.text }) },
    read: {
      params: params?.read ?? {},
      querystring: query.read,
      headers:
        body?.text === undefined
          ? { ...headers, ...cookies }
          : { ...headers, ...cookies, 'content-length': String(Buffer.byteLength(body.text)) },
      ...(body ? { body: body.read } : TAKES_BODY.has(method) ? { body: null } : {}),
    },
  }
}

function withKeys(query: unknown, extra: Readonly<Record<string, string>>): unknown {
  const keys = Object.entries(extra).filter(([name]) => name.startsWith(IN_QUERY))
  if (keys.length === 0) return query ?? {}
  return {
    ...(isSchema(query) ? query : {}),
    ...Object.fromEntries(keys.map(([name, key]) => [name.slice(1), key])),
  }
}

function allowed(headers: unknown): unknown {
  if (headers === undefined) return {}
  if (!isSchema(headers)) return headers
  const isOne = (name: string): boolean => !FRAMING.has(name.toLowerCase()) && !name.startsWith(IN_COOKIE)
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isOne(name)))
}

/** What a cookie may hold, and be called (RFC 6265). */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Null where a cookie cannot carry its value. */
function cookiesIn(headers: unknown): Record<string, string> | null {
  const found: Record<string, string> = {}
  for (const [name, value] of isSchema(headers) ? Object.entries(headers) : []) {
    if (!name.startsWith(IN_COOKIE)) continue
    const isText = ['string', 'number', 'boolean'].includes(typeof value)
    if (!isText || !COOKIE_VALUE.test(String(value)) || !COOKIE_NAME.test(name.slice(IN_COOKIE.length)))
      return null
    found[name] = String(value)
  }
  return found
}

function pathOf({ path }: RoutePlan, fields: Readonly<Record<string, string>>): string | null {
  let url = ''
  for (const piece of path) {
    if ('text' in piece) url += encodeURI(piece.text)
    else {
      const value = fields[piece.param]
      if (value === undefined) return null
      url += value
    }
  }
  return url
}
