/** What a value of an application or a client is: an object, a function, a promise, an error; and how an error message shows it. */

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
