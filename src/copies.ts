/** Copies of data of the application. */

import { isData, type Properties } from './values.ts'

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
