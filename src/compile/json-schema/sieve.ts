/**
 * What a response schema forbids, and what fast-json-stringify writes all the same: a value at a schema `false`, the rest of a tuple, an
 * item of a tuple without a type, a property that one schema of `allOf` closes. `sieveOf` gives a schema without these, and a function that
 * takes out of a value what they forbid, before it is written. It copies what it changes, and nothing else.
 */

import { copyOf } from '../../copies.ts'
import type { Serialize } from '../../serve/plan.ts'
import { isObject, type Properties } from '../../values.ts'
import { pointerStep } from '../standard/pointer-step.ts'
import { gatherAll } from './all-of.ts'
import { endIn, targetIn } from './inner-reference.ts'
import {
  apply,
  type Found,
  IS,
  inTurn,
  isShaping,
  mapped,
  NEVER,
  noMatch,
  type PatternOp,
  refuse,
  refuseItem,
  type Sift,
  siftObject,
  typesOf,
} from './sift.ts'
import { laterOf, Targets } from './targets.ts'
import { typeOf } from './type-of.ts'

export interface Sieve {
  readonly schema: unknown
  readonly sift: Sift
}

/** The sieve of a schema whose references lead to its own definitions; null: it needs none. `write` makes the serializer of a part. */
export function sieveOf(root: Properties, write: (schema: unknown) => Serialize): Sieve | null {
  const builder = new Builder(copyOf(root), write)
  const made = builder.build()
  return made === null ? null : { schema: builder.root, sift: made }
}

/** How the place of a schema is chosen: always, by ajv which has judged the whole value by it, or by another schema. */
type Chosen = 'always' | 'judged' | 'merged'

/** A pattern, as it stands in its schema. */
interface PatternOfSchema extends PatternOp {
  readonly source: string
  readonly schema: unknown
}

/** Keywords whose schemas the library merges with what is beside them. */
const MERGING = ['allOf', 'anyOf', 'oneOf', 'if']

class Builder {
  readonly root: Properties
  readonly #write: (schema: unknown) => Serialize
  readonly #targets: Targets
  /** makes the serializers of parts, once all schemas are without what the sieve takes out */
  readonly #pending: (() => void)[] = []
  #changed = false
  #opened = false
  #merges = false

  constructor(root: Properties, write: (schema: unknown) => Serialize) {
    this.root = root
    this.#write = write
    this.#targets = new Targets(root)
  }

  build(): Sift | null {
    const found = this.#walk(this.root, '#', 'always')
    if (found === NEVER) throw new Error('the schema is false: it allows no answer')
    for (const make of this.#pending) make()
    this.#changed ||= this.#opened && this.#merges
    if (found === null) return this.#changed ? (value) => value : null
    return this.#changed ? found : null
  }

  #walk(schema: unknown, at: string, chosen: Chosen): Found {
    if (schema === false) {
      this.#changed = true
      return NEVER
    }
    if (!isObject(schema)) return null
    if (typeof schema.$ref === 'string') return this.#follow(schema, schema.$ref, chosen)
    if (MERGING.some((keyword) => schema[keyword] !== undefined)) this.#merges = true
    if (chosen !== 'judged') {
      if (gatherAll(this.root, schema)) this.#opened = true
      this.#open(schema)
    }
    const ops: Found[] = [
      this.#all(schema, at, chosen),
      this.#choice(schema, at, chosen),
      this.#branch(schema, at, chosen),
    ]
    ops.push(this.#object(schema, at, chosen), this.#list(schema, at, chosen))
    return inTurn(ops)
  }

  #follow(schema: Properties, ref: string, chosen: Chosen): Found {
    const { target, isNew } = this.#targets.of(ref, chosen === 'judged')
    schema.$ref = target.ref
    if (!isNew) return target.found === undefined ? (value) => laterOf(target, value) : target.found
    target.found = this.#walk(targetIn(this.root, target.ref), ref, chosen)
    return target.found
  }

  /**
   * Without `additionalProperties: false` the same is written. With it, what another schema declares for the same object is merged with
   * false, and written without a schema.
   */
  #open(schema: Properties): void {
    if (schema.additionalProperties !== false) return
    delete schema.additionalProperties
    schema.properties ??= {} // the keyword also tells that the value is an object
    this.#opened = true
  }

  // ── several schemas for one value
  #all({ allOf }: Properties, at: string, chosen: Chosen): Found {
    if (!Array.isArray(allOf)) return null
    return inTurn(allOf.map((one: unknown, index) => this.#walk(one, `${at}/allOf/${index}`, chosen)))
  }

  #choice(schema: Properties, at: string, chosen: Chosen): Found {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const list = schema[keyword]
      if (!Array.isArray(list)) continue
      const inside: Chosen = chosen === 'merged' ? 'merged' : 'judged'
      const left = list.filter(
        (one: unknown, index) => this.#walk(one, `${at}/${keyword}/${index}`, inside) !== NEVER,
      )
      if (left.length === 0) return NEVER
      if (left.length < list.length) schema[keyword] = left
    }
    return null
  }

  // The value was judged by `if` alone: what `then` and `else` forbid has nobody who sees it.
  #branch(schema: Properties, at: string, chosen: Chosen): Found {
    if (schema.if === undefined) return null
    if (typeof schema.if === 'boolean') {
      const one = schema.if ? schema.then : schema.else
      for (const keyword of ['if', 'then', 'else']) delete schema[keyword]
      this.#changed = true
      if (one === undefined) return null
      schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), one]
      return this.#walk(one, at, chosen)
    }
    for (const keyword of ['then', 'else'])
      if (this.#walk(schema[keyword], `${at}/${keyword}`, 'merged') === NEVER)
        refuse(`${at}/${keyword}`, 'it is false, and no value is judged by it')
    return null
  }

  // ── objects

  #object(schema: Properties, at: string, chosen: Chosen): Found {
    const { properties, patternProperties, additionalProperties } = schema
    const patterns = this.#patterns(patternProperties, `${at}/patternProperties`, chosen)
    const named = new Map<string, Found>()
    if (isObject(properties)) {
      for (const name of Object.keys(properties)) {
        const place = `${at}/properties/${pointerStep(name)}`
        const matching = patterns.filter(({ test }) => test.test(name))
        const own = this.#walk(properties[name], place, chosen)
        // Both speak of the property, and the library reads only the first.
        const parts =
          chosen === 'judged' ? [] : matching.filter(({ schema: one }) => this.#meet(properties[name], one))
        const others = parts.map((one) => (one.found === NEVER ? NEVER : this.#part(one.schema, one.found)))
        const found = inTurn([own, ...matching.map(({ found: one }) => one), ...others])
        if (others.length > 0) this.#changed = true
        if (found === NEVER && this.#forbids(place, chosen)) delete properties[name]
        named.set(name, found)
      }
    }
    if (isObject(patternProperties))
      for (const { source, found } of patterns)
        if (found === NEVER && this.#forbids(`${at}/patternProperties/${pointerStep(source)}`, chosen))
          delete patternProperties[source]
    const rest =
      additionalProperties === false
        ? null
        : this.#walk(additionalProperties, `${at}/additionalProperties`, chosen)
    const open = patterns.some(({ found, part }) => found !== null || part !== null) || rest !== null
    if (!open && ![...named.values()].some((found) => found !== null)) return null
    return (value) => siftObject(value, named, patterns, rest === NEVER ? null : rest)
  }

  /** Whether two schemas of a property speak of what is inside of it. Otherwise the library writes it by the first. */
  #meet(one: unknown, other: unknown): boolean {
    if (!isShaping(other)) return false
    const [own, types] = [this.#typesOf(one), this.#typesOf(other)]
    if (types === null) return false
    return own === null || types.some((type) => /object|array/.test(type) && own.includes(type))
  }

  #patterns(given: unknown, at: string, chosen: Chosen): PatternOfSchema[] {
    if (!isObject(given)) return []
    return Object.keys(given).map((source, index) => {
      const found = this.#walk(given[source], `${at}/${pointerStep(source)}`, chosen)
      // The library writes a property by the first pattern that matches: the others speak of it, too.
      const part =
        index > 0 && found !== NEVER && chosen === 'always' && isShaping(given[source])
          ? this.#part(given[source], found)
          : null
      if (part !== null) this.#changed = true
      return { source, schema: given[source], test: new RegExp(source), found, part }
    })
  }

  /** Whether the schema at a place is left out. One that ajv has judged the value by stays: there is nothing at this place. */
  #forbids(at: string, chosen: Chosen): boolean {
    if (chosen === 'merged') refuse(at, 'it is false below then or else, and no value is judged by it')
    if (chosen === 'judged') return false
    this.#changed = true
    return true
  }

  // ── lists

  #list(schema: Properties, at: string, chosen: Chosen): Found {
    const { items } = schema
    if (![typeOf(schema)].flat().includes('array')) return null
    if (Array.isArray(items)) return this.#tuple(schema, items, at, chosen)
    const found = this.#walk(items, `${at}/items`, chosen)
    if (found === null) return null
    if (found !== NEVER) return (value) => (Array.isArray(value) ? mapped(value, found) : value)
    if (this.#forbids(`${at}/items`, chosen)) delete schema.items
    return (value) => refuseItem(value, 0)
  }

  #tuple(schema: Properties, items: unknown[], at: string, chosen: Chosen): Found {
    if (!items.every((one) => typeof one === 'boolean' || isObject(one))) return null // the library says what is wrong
    const found = items.map((one, index) => this.#walk(one, `${at}/items/${index}`, chosen))
    const { additionalItems: rest } = schema
    const isWritten = typeof rest === 'boolean' || !isShaping(rest)
    const restFound = isWritten ? null : this.#walk(rest, `${at}/additionalItems`, chosen)
    const untyped = items.findIndex((one, index) => found[index] !== NEVER && this.#typesOf(one) === null)
    const never = found.indexOf(NEVER)
    if (isWritten && untyped < 0 && (never < 0 || chosen === 'judged'))
      return found.some((op) => op !== null)
        ? (value) => (Array.isArray(value) ? mapped(value, (one, index) => apply(found[index], one)) : value)
        : null
    if (chosen !== 'always') {
      const place = untyped >= 0 ? `items/${untyped}` : never >= 0 ? `items/${never}` : 'additionalItems'
      const why = untyped >= 0 ? 'an item of a tuple needs a type' : 'a tuple cannot be written by it'
      refuse(`${at}/${place}`, `${why} below anyOf, oneOf, then or else`)
    }
    return this.#parts(schema, found, restFound)
  }

  /** Each item of the tuple is written by its own schema, and read back: the library then writes what it is. */
  #parts(schema: Properties, found: readonly Found[], restFound: Found): Sift {
    this.#changed = true
    const { items, additionalItems: rest, type } = schema
    const never = found.indexOf(NEVER)
    const length = never < 0 ? found.length : never
    const own: unknown[] = Array.isArray(items) ? items : []
    const parts = own.slice(0, length).map((one, index) => this.#part(one, found[index]!))
    const types = own.map((one) => this.#typesOf(one))
    const isOpen = never < 0 && rest !== undefined && rest !== false && restFound !== NEVER
    const others = isOpen ? this.#part(rest, restFound) : null
    delete schema.items
    delete schema.additionalItems
    schema.type = type ?? 'array'
    return (value) => {
      if (!Array.isArray(value)) return value
      if (others === null) refuseItem(value, length)
      return mapped(value, (one, index) => {
        if (types[index]?.some((kind) => IS[kind]?.(one)) === false) throw noMatch(index)
        return (parts[index] ?? others!)(one)
      })
    }
  }

  /** What the serializer of a schema leaves of a value. */
  #part(schema: unknown, found: Found): Sift {
    if (!isShaping(schema)) return (value) => apply(found, value)
    let serialize: Serialize | null = null
    this.#pending.push(() => {
      const { definitions } = this.root
      const whole = definitions === undefined ? schema : { ...Object(schema), definitions }
      if (JSON.stringify(whole).includes('"$ref":"#"'))
        throw new Error(
          'a schema that refers to its own root cannot be applied to an item: name it in definitions',
        )
      serialize = this.#write(whole)
    })
    return (value) => JSON.parse(String(serialize!(apply(found, value))))
  }

  #typesOf(item: unknown): string[] | null {
    return isObject(item) ? typesOf(endIn(this.root, item)) : null
  }
}
