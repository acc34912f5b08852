/**
 * What JSON cannot write below a schema that says nothing of a value: a function, a symbol, what `toJSON` makes undefined. As with
 * JSON.stringify it is left out of objects, and null in lists. fast-json-stringify writes the text `undefined`.
 */
import { isFunction, isObject, type Properties } from '../../values.ts'
import { targetIn } from './inner-reference.ts'
import {
  apply,
  type Found,
  inTurn,
  mapped,
  NEVER,
  type Op,
  type PatternOp,
  type Sift,
  siftObject,
} from './sift.ts'

/** What leaves a value that can be written; null: the schema has no place that says nothing. */
export function writableOf(root: unknown): Sift | null {
  return new Finder(root).of(root)
}

/** Keywords without which a schema says nothing of what is written. */
const SAYING = [
  'type',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
]

const saysNothing = (schema: unknown): boolean =>
  schema === true || (isObject(schema) && !SAYING.some((keyword) => schema[keyword] !== undefined))

function writable(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return NEVER
  return isObject(value) && isFunction(value.toJSON) && JSON.stringify(value) === undefined ? NEVER : value
}

/** An item that is undefined has a place in the list. */
const inList =
  (op: Found): Sift =>
  (value) =>
    value === undefined ? NEVER : apply(op, value)

class Finder {
  readonly #root: unknown
  readonly #targets = new Map<unknown, { op: Op | undefined }>()

  constructor(root: unknown) {
    this.#root = root
  }

  of(schema: unknown): Op {
    if (saysNothing(schema)) return writable
    if (!isObject(schema)) return null
    const { $ref: ref, allOf, anyOf, oneOf } = schema
    if (typeof ref === 'string') return this.#follow(ref)
    const others = [allOf, anyOf, oneOf, schema.then, schema.else].flat().filter(isObject)
    const ops = [...others.map((one) => this.of(one)), this.#object(schema), this.#list(schema)]
    const found = inTurn(ops)
    return found === NEVER ? null : found
  }

  // A schema that refers to itself: known once it was read to the end.
  #follow(ref: string): Op {
    const schema = targetIn(this.#root, ref)
    const known = this.#targets.get(schema)
    if (known !== undefined) return known.op === undefined ? (value) => apply(known.op, value) : known.op
    const target: { op: Op | undefined } = { op: undefined }
    this.#targets.set(schema, target)
    target.op = this.of(schema)
    return target.op
  }

  #object({ properties, patternProperties, additionalProperties: rest }: Properties): Op {
    const named = new Map<string, Found>()
    for (const [name, one] of Object.entries(Object(properties))) named.set(name, this.of(one))
    const patterns = Object.entries(Object(patternProperties)).map(
      ([source, one]): PatternOp => ({ test: new RegExp(source), found: this.of(one), part: null }),
    )
    const others = rest === undefined ? null : this.of(rest)
    if (
      others === null &&
      [...named.values(), ...patterns.map(({ found }) => found)].every((op) => op === null)
    )
      return null
    return (value) => siftObject(value, named, patterns, others)
  }

  #list({ type, items, additionalItems }: Properties): Op {
    if (items === undefined && ![type].flat().includes('array')) return null
    if (!Array.isArray(items)) {
      const op = items === undefined ? writable : this.of(items)
      return op === null ? null : (value) => (Array.isArray(value) ? mapped(value, inList(op)) : value)
    }
    const ops = items.map((one) => this.of(one))
    const rest = additionalItems === undefined ? null : this.of(additionalItems)
    if (rest === null && ops.every((op) => op === null)) return null
    return (value) =>
      Array.isArray(value)
        ? mapped(value, (one, index) => {
            const op = (index < ops.length ? ops[index] : rest) ?? null
            return op === null ? one : inList(op)(one)
          })
        : value
  }
}
