/** What a value is: the questions that are asked of values that applications and clients hand in. */

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
