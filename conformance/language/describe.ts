// Shows any JavaScript value as JSON, so that traces, probes and errors can be compared as data.

import type { Json } from '../../spec/case.ts'

/** The type of a value, more precise than `typeof`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  if (Array.isArray(value)) return 'array'
  if (Buffer.isBuffer(value)) return 'buffer'
  if (ArrayBuffer.isView(value)) return 'typedArray'
  if (isError(value)) return 'error'
  if (value instanceof Date) return 'date'
  if (value instanceof RegExp) return 'regexp'
  if (value instanceof Map) return 'map'
  if (value instanceof Set) return 'set'
  if (value instanceof Promise) return 'promise'
  if (typeof (value as { pipe?: unknown }).pipe === 'function') return 'stream'
  if (typeof (value as { getReader?: unknown }).getReader === 'function') return 'webStream'
  return 'object'
}

export function isError(value: unknown): value is Error & Record<string, unknown> {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

export function describe(value: unknown, depth = 0, seen: object[] = []): Json {
  switch (typeof value) {
    case 'undefined':
      return '<undefined>'
    case 'function':
      return '<function>'
    case 'symbol':
      return `<symbol ${value.description ?? ''}>`
    case 'bigint':
      return `<bigint ${value}>`
    case 'number':
      return Number.isFinite(value) ? (Object.is(value, -0) ? '<-0>' : value) : `<${value}>`
    case 'string':
    case 'boolean':
      return value
  }
  if (value === null) return null
  if (seen.includes(value as object)) return '<circular>'
  if (depth > 12) return '<deep>'
  return describeObject(value as object, depth + 1, [...seen, value as object])
}

function describeObject(value: object, depth: number, seen: object[]): Json {
  switch (typeOf(value)) {
    case 'array':
      return (value as unknown[]).map((item) => describe(item, depth, seen))
    case 'error':
      return describeError(value as Error, depth, seen)
    case 'buffer':
    case 'typedArray': {
      const view = value as Uint8Array
      return `<bytes ${Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('hex')}>`
    }
    case 'date':
      return Number.isNaN((value as Date).getTime())
        ? '<date invalid>'
        : `<date ${(value as Date).toISOString()}>`
    case 'regexp':
      return `<regexp ${String(value)}>`
    case 'map':
      return { '<map>': [...(value as Map<unknown, unknown>)].map((pair) => describe(pair, depth, seen)) }
    case 'set':
      return { '<set>': [...(value as Set<unknown>)].map((item) => describe(item, depth, seen)) }
    case 'promise':
      return '<promise>'
    case 'stream':
      return '<stream>'
    case 'webStream':
      return '<webStream>'
  }
  const named = value.constructor?.name
  if (named && named !== 'Object' && !isPlain(value)) return `<${named}>`
  return describeEntries(value, Object.keys(value), depth, seen)
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

function describeError(error: Error, depth: number, seen: object[]): Json {
  const own = Object.keys(error).filter((key) => key !== 'stack')
  const base = { name: describe(error.name, depth, seen), message: describe(error.message, depth, seen) }
  const code = (error as { code?: unknown }).code
  const status = (error as { statusCode?: unknown }).statusCode
  const inherited: Record<string, Json> = {}
  if (code !== undefined) inherited['code'] = describe(code, depth, seen)
  if (status !== undefined) inherited['statusCode'] = describe(status, depth, seen)
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause, depth, seen) }
  return { ...base, ...inherited, ...cause, ...(describeEntries(error, own, depth, seen) as object) }
}

function describeEntries(value: object, keys: string[], depth: number, seen: object[]): Json {
  const shown: Record<string, Json> = {}
  for (const key of keys) {
    let item: Json
    try {
      item = describe((value as Record<string, unknown>)[key], depth, seen)
    } catch (error) {
      item = `<throws ${String((error as Error)?.message)}>`
    }
    Object.defineProperty(shown, key, { value: item, enumerable: true, configurable: true, writable: true })
  }
  return shown
}
