// Two OpenAPI documents by their operations and components.

import { isDeepStrictEqual } from 'node:util'

export type Document = { readonly [key: string]: unknown }

export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed'
  /** `GET /users/{id}`, `schema user`. */
  readonly name: string
  /** What changed, each with its place. */
  readonly details: readonly string[]
}

/** So many places of one operation or component are shown, each with so many characters of a value. */
const MOST_DETAILS = 5
const LONGEST = 80

export const isRecord = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `now` has that `before` has not, and the other way round. The order of keys makes no difference. */
export function differencesOf(before: Document, now: Document): Difference[] {
  const [old, fresh] = [partsOf(before), partsOf(JSON.parse(JSON.stringify(now)))]
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort()
  return names.flatMap((name): Difference[] => {
    if (!old.has(name)) return [{ kind: 'added', name, details: [] }]
    if (!fresh.has(name)) return [{ kind: 'removed', name, details: [] }]
    const details = changesIn(old.get(name), fresh.get(name), '')
    if (details.length === 0) return []
    const more = details.length - MOST_DETAILS
    const shown = more > 0 ? [...details.slice(0, MOST_DETAILS), `and ${more} more`] : details
    return [{ kind: 'changed', name, details: shown }]
  })
}

/** The operations and components by name. */
function partsOf({ paths, components }: Document): Map<string, unknown> {
  const parts = new Map<string, unknown>()
  for (const [path, item] of entriesOf(paths))
    for (const [method, operation] of entriesOf(item)) parts.set(`${method.toUpperCase()} ${path}`, operation)
  for (const [kind, map] of entriesOf(components))
    for (const [name, one] of entriesOf(map)) parts.set(`${NAMES[kind] ?? kind} ${name}`, one)
  return parts
}

const NAMES: Readonly<Record<string, string>> = { schemas: 'schema', securitySchemes: 'security scheme' }

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])

function changesIn(before: unknown, now: unknown, place: string): string[] {
  if (isDeepStrictEqual(before, now)) return []
  if (!isRecord(before) || !isRecord(now))
    return [`${place || 'all of it'}: ${textOf(before)} → ${textOf(now)}`]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return keys.flatMap((key) => changesIn(before[key], now[key], place === '' ? key : `${place}.${key}`))
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
