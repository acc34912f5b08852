// The few values that requests and expectations may compute: repetition, concatenation, bytes.

import type { Json } from '../../spec/case.ts'

/** Resolves `$repeat` and `$concat`, at any depth. */
export function resolveFixed(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(resolveFixed)
  const keys = Object.keys(value)
  if (keys.length === 1 && keys[0] === '$repeat') {
    const [text, times] = value['$repeat'] as [string, number]
    return text.repeat(times)
  }
  if (keys.length === 1 && keys[0] === '$concat')
    return (resolveFixed(value['$concat'] as Json) as Json[]).join('')
  const result: Record<string, Json> = {}
  for (const key of keys) {
    const item = resolveFixed(value[key] as Json)
    Object.defineProperty(result, key, { value: item, enumerable: true, configurable: true, writable: true })
  }
  return result
}

/** The same with `$nth` as the number of the repetition. */
export function numbered<T>(value: T, nth: number): T {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => numbered(item, nth)) as T
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0]![0] === '$nth') return String(nth) as T
  return Object.fromEntries(entries.map(([key, item]) => [key, numbered(item, nth)])) as T
}

export function textOf(value: Json | undefined): string {
  return String(resolveFixed(value ?? ''))
}

/** Text as UTF-8, `{$bytes}` as the bytes themselves. */
export function bytesOf(value: Json): Buffer {
  if (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    typeof value['$bytes'] === 'string'
  ) {
    return Buffer.from(value['$bytes'], 'base64')
  }
  return Buffer.from(textOf(value))
}
