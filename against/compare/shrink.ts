/** Makes a difference smaller: takes away parts of a schema and of a value, as long as the difference stays. */

/** How often a smaller one is tried. */
const TRIES = 400

/** `differs` says whether a schema and a value still show the difference. */
export function shrink<Pair extends readonly [schema: unknown, value: unknown]>(
  pair: Pair,
  differs: (pair: readonly [schema: unknown, value: unknown]) => boolean,
): readonly [schema: unknown, value: unknown] {
  let best: readonly [unknown, unknown] = pair
  let left = TRIES
  for (;;) {
    const next = candidates(best).find((one) => left-- > 0 && differs(one))
    if (next === undefined) return best
    best = next
  }
}

function candidates([schema, value]: readonly [unknown, unknown]): (readonly [unknown, unknown])[] {
  return [
    ...smaller(schema).map((one) => [one, value] as const),
    ...smaller(value).map((one) => [schema, one] as const),
  ]
}

/** A value with one part less, or one of its parts alone, or with one part made smaller. */
function smaller(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [
      ...value.map((_, at) => value.toSpliced(at, 1)),
      ...value.flatMap((one, at) => smaller(one).map((less) => value.with(at, less))),
    ]
  }
  if (!isPlain(value)) return []
  const names = Object.keys(value)
  return [
    ...names.map((name) => without(value, name)),
    ...names.flatMap((name) => smaller(value[name]).map((less) => replaced(value, name, less))),
  ]
}

/** In the same order of keys, which decides the order of what is written. */
function replaced(value: Record<string, unknown>, name: string, less: unknown): object {
  return like(
    value,
    Object.keys(value).map((key) => [key, key === name ? less : value[key]]),
  )
}

function without(value: Record<string, unknown>, name: string): object {
  return like(
    value,
    Object.keys(value).flatMap((key) => (key === name ? [] : [[key, value[key]] as const])),
  )
}

function like(value: object, entries: readonly (readonly [string, unknown])[]): object {
  const made: object = Object.create(Object.getPrototypeOf(value))
  for (const [key, own] of entries)
    Object.defineProperty(made, key, { value: own, writable: true, enumerable: true, configurable: true })
  return made
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
