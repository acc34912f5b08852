/** Values that an application made in one answer and that later requests carry: ids, keys, tokens. */
import { escapeToken, isSchema } from '../schema/walk.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Alteration, alterationTo, altered } from './altered.ts'

/** `value` of the request `to` comes from the answer to the request `from`. */
export interface Link {
  from: number
  to: number
  /** Where it is in the answer; `location` for the last segment of that header. */
  pointer: string
  /** As the request carries it. */
  value: string
  /** What the request has of it, where that is not all. */
  altered?: Alteration
}

const MOST_LEAVES = 400
const MADE = /(^|[_-])(id|ids|key|token|uuid|slug|code|number|index|cursor|name)$|(Id|Key|Token|Code|Number)$/

/** A log is read again and again. */
const leaves = new WeakMap<object, ReadonlyMap<string, string>>()
const carried = new WeakMap<object, ReadonlySet<string>>()

/** The scalars of an answer that can be an id, by their pointers. */
export function leavesOf(answer: { body: string; location: string }): ReadonlyMap<string, string> {
  const known = leaves.get(answer)
  if (known) return known
  const { body, location } = answer
  const found = new Map<string, string>()
  const last = location.split(/[?#]/)[0]!.split('/').pop()
  if (last) found.set('location', decoded(last))
  if (/^\s*[[{"]/.test(body)) {
    try {
      collect(JSON.parse(body), '', '', found)
    } catch {
      // not JSON: nothing to take from it
    }
  }
  leaves.set(answer, found)
  return found
}

function collect(value: unknown, pointer: string, name: string, found: Map<string, string>): void {
  if (found.size >= MOST_LEAVES) return
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) collect(one, `${pointer}/${at}`, name, found)
  } else if (isSchema(value)) {
    for (const [key, one] of Object.entries(value)) collect(one, `${pointer}/${escapeToken(key)}`, key, found)
  } else if (
    typeof value === 'string'
      ? value.length >= 6 || MADE.test(name)
      : Number.isInteger(value) && MADE.test(name)
  )
    if (value !== '') found.set(pointer, String(value))
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function locationOf({ headers }: Answer): string {
  const { location } = headers
  return typeof location === 'string' ? location : ''
}

/** The values that a request carries: segments of the path, values of the query and the headers, scalars of the body. */
export function valuesIn(request: WireRequest): ReadonlySet<string> {
  const known = carried.get(request)
  if (known) return known
  const { url, headers, body } = request
  const [path = '', query = ''] = url.split('?')
  const found = new Set(path.split('/').map(decoded))
  for (const pair of query.split('&')) found.add(decoded(pair.slice(pair.indexOf('=') + 1)))
  for (const [name, text] of Object.entries(headers))
    if (!OWN.has(name)) for (const word of text.split(SEPARATORS)) found.add(word)
  if (body !== undefined) for (const one of scalarsIn(body)) found.add(one)
  found.delete('')
  carried.set(request, found)
  return found
}

/** Between the values of a header. */
export const SEPARATORS = /[\s=;,]+/
const OWN = new Set(['host', 'user-agent', 'content-type', 'content-length'])

function scalarsIn(body: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(body, (_, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
      return value
    })
  } catch {
    // another media type
  }
  return found
}

/** The request with other values in the places of some: `changed` has the new one by the old one. */
export function substitute(request: WireRequest, changed: ReadonlyMap<string, string>): WireRequest {
  if (changed.size === 0) return request
  const { url, headers, body } = request
  const [path = '', query] = url.split('?')
  const swap = (text: string): string => {
    const other = changed.get(decoded(text))
    return other === undefined ? text : encodeURIComponent(other)
  }
  const pairs = query?.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? pair : pair.slice(0, at + 1) + swap(pair.slice(at + 1))
  })
  const words = (text: string): string =>
    text.replace(/[^\s=;,]+/g, (word) => changed.get(word) ?? alteredOne(word, changed) ?? word)
  return {
    ...request,
    url: path.split('/').map(swap).join('/') + (pairs === undefined ? '' : `?${pairs.join('&')}`),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, OWN.has(name) ? text : words(text)]),
    ),
    ...(body === undefined ? {} : { body: substituteIn(body, changed) }),
  }
}

function alteredOne(word: string, changed: ReadonlyMap<string, string>): string | undefined {
  for (const [value, other] of changed) {
    const how = alterationTo(word, value)
    if (how) return altered(other, how)
  }
  return undefined
}

/** The words of the headers that can be a key. */
export function keysIn({ headers }: WireRequest): string[] {
  return Object.entries(headers).flatMap(([name, text]) => (OWN.has(name) ? [] : text.split(SEPARATORS)))
}

function substituteIn(body: string, changed: ReadonlyMap<string, string>): string {
  try {
    let any = false
    const value: unknown = JSON.parse(body, (_, one: unknown) => {
      const other = typeof one === 'string' || typeof one === 'number' ? changed.get(String(one)) : undefined
      if (other === undefined) return one
      any = true
      return typeof one === 'number' ? Number(other) : other
    })
    return any ? JSON.stringify(value) : body
  } catch {
    return body
  }
}

/** Which values of the requests the application made itself, in earlier answers. */
export function linksOf(requests: readonly WireRequest[], answers: readonly (Answer | null)[]): Link[] {
  const links: Link[] = []
  const given = new Set<string>()
  const made = new Map<string, { from: number; pointer: string }>()
  for (const [to, request] of requests.entries()) {
    for (const value of valuesIn(request)) {
      const source = made.get(value)
      if (source) links.push({ ...source, to, value })
      else given.add(value)
    }
    for (const word of keysIn(request)) {
      if (made.has(word)) continue
      for (const [value, source] of made) {
        const how = alterationTo(word, value)
        if (how) links.push({ ...source, to, value: word, altered: how })
        if (how) break
      }
    }
    const answer = answers[to]
    if (!answer || answer.status >= 400) continue
    for (const [pointer, value] of leavesOf({ body: answer.body, location: locationOf(answer) }))
      if (!given.has(value) && !made.has(value)) made.set(value, { from: to, pointer })
  }
  return links
}

/** Values of an answer that can be the id of what it tells of, the likeliest first. */
export function idsIn(answer: Answer, param: string): string[] {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const rank = (pointer: string): number => {
    const name = plain(pointer.split('/').at(-1)!)
    const depth = pointer.split('/').length
    if (name === plain(param)) return depth
    if (name === 'id') return depth + 0.5
    if (pointer === 'location') return 3
    if (['uuid', 'key', 'slug', 'name', 'number', 'index', 'code'].includes(name)) return depth + 4
    return name.endsWith('id') ? depth + 8 : 99
  }
  const leaves = [...leavesOf({ body: answer.body, location: locationOf(answer) })]
  const sorted = leaves
    .filter(([pointer]) => rank(pointer) < 99)
    .sort(([left], [right]) => rank(left) - rank(right))
  return [...new Set(sorted.map(([, value]) => value))]
}
