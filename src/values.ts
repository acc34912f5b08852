/** What a value is: the questions that are asked of values that applications and clients hand in. */

import { inspect } from 'node:util'

/** A function of the application, called with whatever belongs to its place. What it returns is not known. */
export type UserFunction = (...args: unknown[]) => unknown

/** The properties of an object of the application: each may be anything. */
export interface Properties {
  [name: PropertyKey]: unknown
}

/** Any object but an array: what `{}` and `new Class()` make, not what functions are. */
export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * An object that is data: made by `{}` or `JSON.parse`, or without a prototype, as query strings and maps of other libraries
 * are. Instances of classes have behaviour of their own and are not looked into.
 */
export function isPlainObject(value: unknown): value is Properties {
  if (!isObject(value)) return false
  const proto = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

export function isFunction(value: unknown): value is UserFunction {
  return typeof value === 'function'
}

/** Whether a value has to be waited for. One whose `then` throws when it is read counts: waiting for it will reject. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  try {
    return typeof (value as Partial<PromiseLike<unknown>>).then === 'function' // a proxy may have one without saying so
  } catch {
    return true
  }
}

/**
 * Takes the rejection of a promise that nobody waits for: where a function has to answer at once, one that returns a promise has
 * failed already, and its rejection must not end the process. Returns whether the value was a promise.
 */
export function disown(value: unknown): boolean {
  if (!isThenable(value)) return false
  Promise.resolve(value).catch(() => {})
  return true
}

/** A callback that counts once. It returns whether this call was the first. */
export function once<A extends unknown[]>(fn: (...args: A) => void): (...args: A) => boolean {
  let called = false
  return (...args) => {
    if (called) return false
    called = true
    fn(...args)
    return true
  }
}

/** Says what a wrong argument was, for a message: `5 (number)`, `null`, `'x' (string)`. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  const text = inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 80 })
  return `${text.length > 100 ? `${text.slice(0, 100)}…` : text} (${typeof value})`
}

/** Whether a value can be treated as an Error, also one made in another realm. */
export function isError(value: unknown): value is Error {
  try {
    return (
      value instanceof Error ||
      (typeof value === 'object' &&
        value !== null &&
        Object.prototype.toString.call(value) === '[object Error]')
    )
  } catch {
    return false // a proxy or a getter that will not be looked at
  }
}

/** Any value as text: one that cannot be turned into text must not end the answer that tells of it. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'a value that has no text'
  }
}
