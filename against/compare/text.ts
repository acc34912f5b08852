/** A value as text, in which two values are equal if and only if nothing tells them apart: -0, NaN, the order of keys, prototypes. */

export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint':
      return `${value}n`
    case 'object':
      return value === null ? 'null' : objectText(value)
    default:
      return String(value)
  }
}

function objectText(value: object): string {
  if (Array.isArray(value)) {
    let text = '['
    for (let at = 0; at < value.length; at++) text += (at === 0 ? '' : ',') + textOf(value[at])
    return `${text}]`
  }
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (value instanceof RegExp) return String(value)
  let text = ''
  for (const key of Object.keys(value))
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${textOf(Reflect.get(value, key))}`
  const name = value.constructor?.name
  return `${name === undefined || name === 'Object' || Object.hasOwn(value, 'constructor') ? '' : name}{${text}}`
}

/** Whether a schema can have it: JSON says all of it. */
export function isJson(value: unknown): boolean {
  try {
    return textOf(value) === JSON.stringify(value)
  } catch {
    return false // JSON.stringify throws for a bigint
  }
}

/** A copy of data: what a validator changes must not be seen by the next one. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return value
  const copy: object = Object.create(Object.getPrototypeOf(value))
  for (const key of Object.keys(value)) {
    const own = copyOf(Reflect.get(value, key))
    // Text of a request may name a property __proto__.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: own, writable: true, enumerable: true, configurable: true })
    else Reflect.set(copy, key, own)
  }
  return copy
}
