/** Checks and conversions of values that come from applications and clients. */

import { STATUS_CODES } from 'node:http'
import { inspect } from 'node:util'

/** A function of the application. Its parameters depend on where it is declared; it may return anything. */
export type UserFunction = (...args: unknown[]) => unknown

/** The properties of an object of the application, each of unknown type. */
export interface Properties {
  [name: PropertyKey]: unknown
}

/** Any object, such as `{}` or `new Class()`, but no array and no function. */
export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * An object that is data: made by `{}` or `JSON.parse`, or without a prototype, as query parsers make it. Instances of
 * classes are not plain: they have their own behaviour, so nothing copies or reads their properties.
 */
export function isPlainObject(value: unknown): value is Properties {
  if (!isObject(value)) return false
  const proto = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** As `isPlainObject`, for an object of any realm: test runners load files in realms of their own. */
export function isData(value: unknown): value is Properties {
  if (!isObject(value)) return false
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === null || Object.getPrototypeOf(proto) === null
}

/**
 * A copy of data of the application, so that nothing that it does to its objects later has an effect. Instances of classes and functions
 * are kept: they have their own behaviour, and may not be copyable.
 */
export function copyOf<T>(value: T): T
export function copyOf(value: unknown): unknown {
  return copied(value, new Map())
}

function copied(value: unknown, known: Map<object, unknown>): unknown {
  if (!Array.isArray(value) && !isData(value)) return value
  const before = known.get(value)
  if (before !== undefined) return before
  if (Array.isArray(value)) {
    const list: unknown[] = []
    known.set(value, list)
    for (const one of value) list.push(copied(one, known))
    return list
  }
  const made: Properties = Object.create(Object.getPrototypeOf(value))
  known.set(value, made)
  for (const key of Reflect.ownKeys(value)) {
    const enumerable = Object.prototype.propertyIsEnumerable.call(value, key) // libraries hide marks in their documents
    const own = { value: copied(value[key], known), writable: true, enumerable, configurable: true }
    Object.defineProperty(made, key, own) // `__proto__` may be a key
  }
  return made
}

/** Writes into data what its copy has become. */
export function writeBack(value: unknown, copy: unknown): void {
  if (!(isData(value) && isData(copy)) && !(Array.isArray(value) && Array.isArray(copy))) return
  for (const key of Reflect.ownKeys(copy)) {
    const [own, now]: unknown[] = [Reflect.get(value, key), Reflect.get(copy, key)]
    if (own === now) continue
    if (typeof own === 'object' && typeof now === 'object') writeBack(own, now)
    else Reflect.set(value, key, now)
  }
  for (const key of Reflect.ownKeys(value)) if (!Object.hasOwn(copy, key)) Reflect.deleteProperty(value, key)
}

export function isFunction(value: unknown): value is UserFunction {
  return typeof value === 'function'
}

/** Whether a value has to be awaited. A value whose `then` throws when read is one too: awaiting it rejects. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  try {
    return typeof (value as Partial<PromiseLike<unknown>>).then === 'function' // read, not tested with `in`: a proxy may differ
  } catch {
    return true
  }
}

/**
 * Handles the rejection of a promise that nothing awaits, so that it does not end the process: a function that must be
 * synchronous has returned it, which is a mistake. Returns whether the value is a promise.
 */
export function disown(value: unknown): boolean {
  if (!isThenable(value)) return false
  Promise.resolve(value).catch(() => {})
  return true
}

/** The value, unless it is a promise: what needs it now cannot wait, and a promise is never a yes. */
export function inTime<T>(value: T, name: string): T {
  if (disown(value)) throw new TypeError(`${name} returned a promise, and has to be synchronous`)
  return value
}

const deprecations = new Set<string>()

/** Warns once in a process that something of 4.x is deprecated. The codes are those of 4.17. */
export function deprecate(code: string, advice: string): void {
  if (deprecations.has(code)) return
  deprecations.add(code)
  process.emitWarning(advice, { type: 'FastifyDeprecation', code })
}

let warned = false

/** Tells once in a process that a function of a logger failed: the log cannot tell it. */
export function warnOfLogger(error: unknown): void {
  if (warned) return
  warned = true
  process.emitWarning(
    `a logger failed, and lines are lost: ${isError(error) ? error.message : textOf(error)}`,
  )
}

/** A callback of which only the first call has an effect. It returns whether the call was the first. */
export function once<A extends unknown[]>(fn: (...args: A) => void): (...args: A) => boolean {
  let called = false
  return (...args) => {
    if (called) return false
    called = true
    fn(...args)
    return true
  }
}

/** A wrong value as text for an error message: `5 (number)`, `null`, `'x' (string)`. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  const text = inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 80 })
  return `${text.length > 100 ? `${text.slice(0, 100)}…` : text} (${typeof value})`
}

/**
 * The pattern without the flags g and y: with them it keeps its `lastIndex`, and does not match a second equal text. One with y matches at
 * the beginning of a text only, which `^` would not say beside the flag m.
 */
export function stateless(pattern: RegExp): RegExp {
  const source = pattern.sticky ? `(?<![^])(?:${pattern.source})` : pattern.source
  return new RegExp(source, pattern.flags.replace(/[gy]/g, ''))
}

/** Whether a value is an Error, also one of another realm. */
export function isError(value: unknown): value is Error {
  try {
    return (
      value instanceof Error ||
      (typeof value === 'object' &&
        value !== null &&
        Object.prototype.toString.call(value) === '[object Error]')
    )
  } catch {
    return false // a proxy, or a getter that throws
  }
}

/** Any value as text. It never throws, so that an error with a strange value still gets a reply. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'a value that cannot be converted to text'
  }
}

/** Catches the errors of log serializers: some lines are logged where nothing catches an error, which would end the process. */
export function guardSerializers(all: Record<PropertyKey, unknown>): Record<PropertyKey, unknown> {
  const guarded = Reflect.ownKeys(all).map((key) => {
    const serialize = all[key]
    if (!isFunction(serialize)) return [key, serialize] as const
    const guard = function (this: unknown, value: unknown): unknown {
      try {
        const text = serialize.call(this, value)
        return disown(text) ? 'the serializer returned a promise' : text
      } catch (error) {
        return `the serializer failed: ${isError(error) ? error.message : textOf(error)}`
      }
    }
    return [key, guard] as const
  })
  return Object.fromEntries(guarded)
}

/** The name that HTTP has for a status; undefined if it has none. */
export function nameOfStatus(status: number): string | undefined {
  return STATUS_CODES[status]
}

/** A name as a step of a JSON pointer. */
export const pointerStep = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1')
