// What an application has handed to the framework: it must find its objects as they were.

interface Kept {
  where: string
  value: unknown
  copy: unknown
  /** all objects inside */
  parts: Map<unknown, unknown>
}

/** How many objects are kept, above which those of requests are not. */
const MOST = 100

/** Objects that were handed over, with copies of how they were. */
export class Given {
  #kept: Kept[] = []

  keep(where: string, value: unknown): void {
    if (!isData(value)) return
    const parts = new Map<unknown, unknown>()
    this.#kept.push({ where, value, copy: copyOf(value, parts), parts })
  }

  /** For what is handed over with each request: the first ones. */
  keepSome(where: string, value: unknown): void {
    if (this.#kept.length < MOST) this.keep(where, value)
  }

  /** The application itself writes into an object that it has handed over, or into a part of one. */
  forget(value: unknown): void {
    if (isData(value)) this.#kept = this.#kept.filter(({ parts }) => !parts.has(value))
  }

  /** The first place that is not as it was, or null. */
  changed(): string | null {
    for (const { where, value, copy } of this.#kept) {
      const path = differenceOf(value, copy, where, new Set())
      if (path !== null) return path
    }
    return null
  }
}

/** Plain objects and lists are looked into; all else is compared as a value. */
function isData(value: unknown): value is Record<PropertyKey, unknown> {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

function copyOf(value: unknown, seen: Map<unknown, unknown>): unknown {
  if (!isData(value)) return value
  const known = seen.get(value)
  if (known !== undefined) return known
  const copy = new Map<PropertyKey, unknown>()
  seen.set(value, copy)
  for (const key of Reflect.ownKeys(value)) copy.set(key, copyOf(ownValue(value, key), seen))
  return copy
}

function differenceOf(value: unknown, copy: unknown, path: string, seen: Set<unknown>): string | null {
  if (!(copy instanceof Map) || !isData(value)) return Object.is(value, copy) ? null : path
  if (seen.has(copy)) return null
  seen.add(copy)
  const before: Map<PropertyKey, unknown> = copy
  for (const key of new Set([...before.keys(), ...Reflect.ownKeys(value)])) {
    const inner = `${path}.${String(key)}`
    if (!before.has(key) || !Object.hasOwn(value, key)) return inner
    const found = differenceOf(ownValue(value, key), before.get(key), inner, seen)
    if (found !== null) return found
  }
  return null
}

// A getter of the application may throw, and is not to be called: it is compared itself.
function ownValue(value: Record<PropertyKey, unknown>, key: PropertyKey): unknown {
  const { get, value: own } = Object.getOwnPropertyDescriptor(value, key)!
  return get ?? own
}
