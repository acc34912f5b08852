/** Parts of schemas as data. */

export interface Properties {
  [name: PropertyKey]: unknown
}

export function isPlainObject(value: unknown): value is Properties {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
