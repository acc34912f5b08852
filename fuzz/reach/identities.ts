/** The ways in that a user describes: headers, or a request that logs in and gives a token or a cookie. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { IN_QUERY } from '../engine/encode.ts'
import type { Headers, Session } from '../engine/guide.ts'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Answer, Injectable } from '../target/target.ts'
import { bodyOf } from './reach.ts'
import { cookieOf } from './sessions.ts'

export interface Login {
  /** Default `POST`. */
  readonly method?: string
  /** The path of the route that logs in. */
  readonly url: string
  readonly body?: unknown
  /** A JSON pointer to the token in its answer; without it the cookies of the answer are the way in. */
  readonly token?: string
  /** Headers of the requests that follow, with `{token}` in them. Default: `authorization: Bearer {token}`. */
  readonly headers?: Headers
}

export interface Identity {
  readonly name: string
  readonly headers?: Headers
  /** Credentials in the query, such as `{ key: '…' }`. */
  readonly query?: Headers
  /** A request, or a function that logs in and returns the headers; it is called again when they are refused. */
  readonly login?: Login | ((app: Injectable) => unknown)
}

/** What is wrong with the value of `identities`, and what would be right; null where it is right. */
export function faultOfIdentities(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return '"identities" is a list of at least one identity.'
  for (const [at, one] of value.entries()) {
    const place = `identities[${at}]`
    const { name, headers, query, login, ...rest } = (one ?? {}) as Record<string, unknown>
    const [unknown] = Object.keys(rest)
    if (typeof name !== 'string' || name === '') return `${place} needs a "name", which is a text.`
    if (unknown !== undefined) return `${place} has "${unknown}"; there are name, headers, query and login.`
    if ((headers === undefined && query === undefined) === (login === undefined))
      return `${place} needs "headers" (or "query") or a "login", and not both.`
    const wrong = headers === undefined ? null : faultOfHeaders(headers)
    if (wrong !== null) return `${place}.headers ${wrong}`
    const wrongQuery = query === undefined ? null : faultOfTexts(query)
    if (wrongQuery !== null) return `${place}.query ${wrongQuery}`
    if (login === undefined || typeof login === 'function') continue
    if (typeof login !== 'object' || login === null)
      return `${place}.login is an object with a "url", or a function that returns headers.`
    const { method = 'POST', url, token, headers: after = {} } = login as Record<string, unknown>
    if (typeof url !== 'string' || !url.startsWith('/'))
      return `${place}.login needs a "url", a path such as /login.`
    if (typeof method !== 'string') return `${place}.login.method is a text such as POST.`
    if (token !== undefined && !/^(\/[^/]+)+$/.test(String(token)))
      return `${place}.login.token is a JSON pointer such as /access_token, not ${JSON.stringify(token)}.`
    const wrongAfter = faultOfHeaders(after)
    if (wrongAfter !== null) return `${place}.login.headers ${wrongAfter}`
  }
  return null
}

/** A name may be any text but none: `api[key]` is one of the query. */
function faultOfTexts(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is an object of texts.'
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== 'string') return `is an object of texts, and ${JSON.stringify(name)} is none.`
    if (name === '') return 'has a text without a name, such as { "key": "…" } would have.'
  }
  return null
}

export function faultOfHeaders(value: unknown): string | null {
  const fault = faultOfTexts(value)
  if (fault !== null) return fault
  for (const [name, one] of Object.entries(value as Readonly<Record<string, string>>)) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, one)
    } catch {
      return `has ${JSON.stringify(name)}: ${JSON.stringify(one)}, which no header can be: a name of letters, digits and hyphens, and a value without line breaks.`
    }
  }
  return null
}

/** The session of an identity without a login; with one, what makes it out of the answer. */
export function sessionOf({ headers, query, login }: Identity, plan: RoutePlan | undefined): Session {
  const keys = Object.entries(query ?? {}).map(([name, key]) => [`${IN_QUERY}${name}`, key])
  if (!login || typeof login === 'function' || !plan)
    return { headers: { ...lower(headers ?? {}), ...Object.fromEntries(keys) }, login: null }
  return {
    headers: {},
    login: { plan, values: { body: login.body }, make: (answer) => headersAfter(login, answer) },
  }
}

/** Null where the answer lets nobody in. */
export function headersAfter(
  { token, headers = { authorization: 'Bearer {token}' } }: Login,
  answer: Answer,
): Headers | null {
  if (answer.status >= 300 && answer.status !== 302) return null
  const cookie = cookieOf(answer)
  if (token === undefined) return cookie === null ? null : { cookie }
  let value: unknown = bodyOf(answer)
  for (const key of token.slice(1).split('/'))
    value = (value as Record<string, unknown> | null | undefined)?.[
      key.replaceAll('~1', '/').replaceAll('~0', '~')
    ]
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const filled = Object.entries(headers).map(([name, text]) => [
    name,
    text.replaceAll('{token}', String(value)),
  ])
  return { ...(cookie === null ? {} : { cookie }), ...lower(Object.fromEntries(filled) as Headers) }
}

export function lower(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
