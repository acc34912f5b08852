/**
 * What was made of small schemas, by content. The properties of an application have few different schemas, though each of them is an
 * object of its own.
 */
import { isPlainObject, type Properties } from '../../values.ts'

interface Leaf<T> {
  /** undefined: nothing was made yet */
  made: T | undefined
  next: Map<unknown, Leaf<T>> | null
}

/** Stand for the beginning and the end of lists and objects. No keyword or value is one of them. */
const LIST = Symbol('list')
const OBJECT = Symbol('object')
const END = Symbol('end')

/** How many objects deep a schema is small: a list of texts, an object of scalars. */
export const SMALL = 2
/** How many keywords, names and items a small schema has. */
const FEW = 12

/** A tree: its branches are the keywords and their values, in the order of the schema. To go down takes less time than to write a key. */
export class Leaves<T> {
  readonly #root: Leaf<T> = { made: undefined, next: null }

  /** What `make` returns, which is called once for small schemas with equal content: without references and lists of schemas. */
  once(schema: Properties, make: () => T): T {
    if (left(schema, SMALL, FEW) < 0) return make()
    const leaf = along(this.#root, schema)
    if (leaf.made === undefined) leaf.made = make()
    return leaf.made
  }
}

/** How many keywords a small schema could have more; -1: it is not small. */
function left(object: Properties, depth: number, few: number): number {
  let rest = few
  for (const key in object) {
    if (--rest < 0 || key === '$ref') return -1
    const value = object[key]
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      rest -= value.length
      if (value.some(mayBeSchema)) return -1
    } else {
      if (depth === 0 || !isPlainObject(value)) return -1
      rest = left(value, depth - 1, rest)
    }
    if (rest < 0) return -1
  }
  return rest
}

const mayBeSchema = (item: unknown): boolean =>
  typeof item === 'boolean' || (typeof item === 'object' && item !== null)

function along<T>(from: Leaf<T>, object: Properties): Leaf<T> {
  let leaf = from
  for (const key in object) {
    const value = object[key]
    leaf = below(leaf, key)
    if (typeof value !== 'object' || value === null) leaf = below(leaf, value)
    else if (Array.isArray(value)) {
      leaf = below(leaf, LIST)
      for (const item of value) leaf = below(leaf, item)
      leaf = below(leaf, END)
    } else if (isPlainObject(value)) leaf = below(along(below(leaf, OBJECT), value), END)
  }
  return leaf
}

function below<T>(leaf: Leaf<T>, branch: unknown): Leaf<T> {
  leaf.next ??= new Map()
  let found = leaf.next.get(branch)
  if (found === undefined) leaf.next.set(branch, (found = { made: undefined, next: null }))
  return found
}
