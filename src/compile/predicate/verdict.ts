/** What a predicate says of a value, and what all files of this room share. */
import type { SchemaObject } from '../json-schema/references.ts'

/** ajv refuses the value, and leaves it as it is. */
export const NO = 0
/** ajv accepts the value, and leaves it as it is, except for defaults. */
export const YES = 1
/** ajv decides: it may convert the value, or remove a property. */
export const UNSURE = 2

export type Verdict = typeof NO | typeof YES | typeof UNSURE
export type Judge = (value: unknown) => Verdict

export interface Plain {
  readonly judge: Judge
  /** fills in the defaults of a value that fits; null: the schema has none */
  readonly fill: ((value: unknown) => void) | null
  /** of scalars and of lists of scalars, where ajv may convert them */
  readonly convert?: Convert
  /** of objects of those */
  readonly settle?: Settle
}

/** What a value becomes; UNFIT: ajv decides. It changes nothing. */
export type Convert = (value: unknown) => unknown
export const UNFIT = Symbol('unfit')
/** Whether an object fits once it is converted. Then it is as ajv would leave it; otherwise it is as it was. */
export type Settle = (value: unknown) => boolean

/** Where a schema stands. */
export interface Place {
  readonly slot: Slot
  /** the types that schemas for the same value allow; ajv writes a warning for keywords of other types */
  readonly types: readonly string[]
  /** whether the schema judges the value of the slot itself, not a part of it */
  readonly isSame: boolean
  /** a function of ajv begins with it: then it refuses a default, which it ignores elsewhere */
  readonly isTop: boolean
}

/** The root of a document, or the target of a reference. */
export interface Slot {
  readonly document: SchemaObject
  /** the `$id` of a shared schema; '' for the schema of a route */
  readonly id: string
  plain: Plain | null
  /** something inside refers to it */
  isRecursive: boolean
  /** the targets of references for the same value: a circle of them would never end */
  readonly same: Set<Slot>
}

/** The functions of libraries that keywords need, as ajv has them. */
export interface Library {
  /** the definition of a format: a function, a pattern, an object with `type` and `validate`, or true; undefined: unknown */
  format(name: string): unknown
  equal(a: unknown, b: unknown): boolean
  /** the shared schema with an `$id` */
  shared(id: string): unknown
}

/** What ajv changes of a value: its options `coerceTypes`, `useDefaults` and `removeAdditional`. */
export interface Changing {
  readonly coerceTypes: boolean | 'array'
  readonly useDefaults: boolean
  readonly removeAdditional: boolean
}

export interface Maker {
  readonly library: Library
  /** whether it makes what converts values, too */
  readonly converts: boolean
  readonly changing: Changing
  /** The predicate of a schema; null: ajv must compile the schema, which may fail. */
  make(schema: unknown, place: Place): Plain | null
  refer(ref: string, place: Place): Plain | null
}

/** Makes the judge of one family of keywords, for values of its type. */
export type Family = (schema: SchemaObject, maker: Maker, place: Place) => Plain | null

export const always: Judge = () => YES
export const never: Judge = () => NO
/** Of a schema that is right, but of whose values ajv decides: it fills in defaults. */
export const UNDECIDED: Plain = { judge: () => UNSURE, fill: () => {} }
export const bare = (judge: Judge): Plain => ({ judge, fill: null })

/** One judge after the other, as ajv runs them: the first that does not say yes decides. */
export function sequence(judges: readonly Judge[]): Judge {
  const [first = always, second, third] = judges
  if (second === undefined) return first
  if (third !== undefined) {
    return (value) => {
      for (const judge of judges) {
        const verdict = judge(value)
        if (verdict !== YES) return verdict
      }
      return YES
    }
  }
  return (value) => {
    const verdict = first(value)
    return verdict === YES ? second(value) : verdict
  }
}

/** The place of a schema for a part of the value. */
export const inside = (place: Place, types: readonly string[] = []): Place => ({
  slot: place.slot,
  types,
  isSame: false,
  isTop: false,
})

/** The number of a keyword, or `otherwise` if the schema does not have it; null: the value is invalid. */
export function limitOf(limit: unknown, otherwise: number): number | null {
  if (limit === undefined) return otherwise
  return typeof limit === 'number' && Number.isFinite(limit) ? limit : null
}

export function countOf(count: unknown, otherwise: number): number | null {
  const limit = limitOf(count, otherwise)
  return limit !== null && (limit === otherwise || (Number.isInteger(limit) && limit >= 0)) ? limit : null
}

/** A list of different names. */
export const isListOfNames = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((name) => typeof name === 'string') && new Set(list).size === list.length
