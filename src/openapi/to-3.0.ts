/**
 * Schemas of draft 2020-12 in the words of OpenAPI 3.0. A keyword that 3.0 cannot say is left out with a note, so that the schema takes
 * more values, and none less.
 */
import { isObject, type Properties } from '../values.ts'
import { type Notes, placeOf } from './notes.ts'

/** Keywords of 3.0 whose value is copied. */
const KEPT: ReadonlySet<string> = new Set(
  `title description default format pattern minLength maxLength minimum maximum multipleOf minItems maxItems uniqueItems
  minProperties maxProperties readOnly writeOnly deprecated discriminator xml externalDocs example`.split(
    /\s+/,
  ),
)
/** Keywords that judge values and that 3.0 has not. */
const LOST: ReadonlySet<string> = new Set(
  `patternProperties propertyNames contains minContains maxContains dependentRequired dependentSchemas prefixItems if then else
  unevaluatedItems unevaluatedProperties`.split(/\s+/),
)
/** Annotations that 3.0 has not: no value is judged by them. */
const SILENT: ReadonlySet<string> = new Set([
  '$comment',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
])
const DONE: ReadonlySet<string> = new Set(
  `$ref type const enum required properties additionalProperties items allOf anyOf oneOf not examples exclusiveMinimum
  exclusiveMaximum`.split(/\s+/),
)

/** `lossy`: references to what takes more values than the schema of the application. */
export function to30(schema: unknown, place: string, notes: Notes, lossy: ReadonlySet<string>): unknown {
  return new Conversion(notes, lossy).schema(schema, place)
}

class Conversion {
  readonly #notes: Notes
  readonly #lossy: ReadonlySet<string>
  /** how many keywords were lost so far: what is around some of them must not be kept as it is */
  #losses = 0

  constructor(notes: Notes, lossy: ReadonlySet<string>) {
    this.#notes = notes
    this.#lossy = lossy
  }

  schema(given: unknown, place: string): Properties {
    if (given === false) return { not: {} }
    if (!isObject(given)) return {}
    const { $ref, ...rest } = given
    if (typeof $ref !== 'string') return this.#plain(given, place)
    if (this.#lossy.has($ref)) this.#losses++
    // Next to a reference 3.0 reads nothing.
    if (Object.keys(rest).length === 0) return { $ref }
    return { allOf: [{ $ref }, this.#plain(rest, place)] }
  }

  #plain(given: Properties, place: string): Properties {
    const made: Properties = {}
    for (const [keyword, value] of Object.entries(given)) {
      if (DONE.has(keyword) || SILENT.has(keyword)) continue
      if (KEPT.has(keyword)) made[keyword] = value
      else if (LOST.has(keyword)) this.#lose(placeOf(place, keyword))
      else made[keyword.startsWith('x-') ? keyword : `x-${keyword}`] = value
    }
    this.#bounds(given, made)
    this.#objects(given, made, place)
    this.#values(given, made)
    this.#combinations(given, made, place)
    this.#types(given, made, place)
    const { type, nullable, ...rest } = made
    return {
      ...(type === undefined ? {} : { type }),
      ...(nullable === undefined ? {} : { nullable }),
      ...rest,
    }
  }

  #lose(place: string): void {
    this.#losses++
    this.#notes.add(place, 'left out: OpenAPI 3.0 has no such keyword')
  }

  #bounds(given: Properties, made: Properties): void {
    const { exclusiveMinimum, exclusiveMaximum, minimum, maximum } = given
    if (typeof exclusiveMinimum === 'number' && !(typeof minimum === 'number' && minimum > exclusiveMinimum))
      Object.assign(made, { minimum: exclusiveMinimum, exclusiveMinimum: true })
    if (typeof exclusiveMaximum === 'number' && !(typeof maximum === 'number' && maximum < exclusiveMaximum))
      Object.assign(made, { maximum: exclusiveMaximum, exclusiveMaximum: true })
  }

  #objects(given: Properties, made: Properties, place: string): void {
    const { properties, additionalProperties, patternProperties, required } = given
    if (isObject(properties)) {
      made.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          this.schema(one, placeOf(place, 'properties', name)),
        ]),
      )
    }
    if (Array.isArray(required) && required.length > 0) made.required = required
    if (additionalProperties === undefined) return
    if (typeof additionalProperties !== 'boolean')
      made.additionalProperties = this.schema(additionalProperties, placeOf(place, 'additionalProperties'))
    else made.additionalProperties = additionalProperties
    // It would refuse what the patterns allow.
    if (isObject(patternProperties)) {
      delete made.additionalProperties
      this.#lose(placeOf(place, 'additionalProperties'))
    }
  }

  #values(given: Properties, made: Properties): void {
    const { examples } = given
    const list = 'const' in given ? [given.const] : given.enum
    if (Array.isArray(list) && list.length > 0) made.enum = list
    else if (Array.isArray(list)) made.not = {}
    if (made.example === undefined && Array.isArray(examples) && examples.length > 0)
      made.example = examples[0]
  }

  #combinations(given: Properties, made: Properties, place: string): void {
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const list = given[keyword]
      if (!Array.isArray(list)) continue
      const before = this.#losses
      const branches = list.map((one, at) => this.schema(one, placeOf(place, keyword, at)))
      if (keyword !== 'oneOf' || this.#losses === before) made[keyword] = branches
      else {
        // A branch that takes more would make two of them fit.
        if (made.anyOf === undefined) made.anyOf = branches
        this.#notes.add(placeOf(place, keyword), 'written as anyOf: a branch has lost a keyword')
      }
    }
    if (given.not === undefined || made.not !== undefined) return
    const before = this.#losses
    const inner = this.schema(given.not, placeOf(place, 'not'))
    if (this.#losses === before) made.not = inner
    else this.#lose(placeOf(place, 'not')) // what takes more values forbids more
  }

  #types(given: Properties, made: Properties, place: string): void {
    const { type, items, prefixItems } = given
    const tuple = Array.isArray(prefixItems)
    if (items !== undefined && !tuple) made.items = this.schema(items, placeOf(place, 'items'))
    const types = type === undefined ? [] : [type].flat()
    const others = types.filter((one) => one !== 'null')
    // A type array needs the keyword.
    if (others.includes('array') && made.items === undefined) made.items = {}
    const nullable = types.includes('null') ? { nullable: true } : {}
    if (types.length === 0) return
    if (others.length === 0) this.#onlyNull(made)
    else if (others.length === 1) Object.assign(made, { type: others[0], ...nullable })
    else {
      const branches = others.map((one) => ({
        type: one,
        ...nullable,
        ...(one === 'array' ? { items: made.items } : {}),
      }))
      if (made.anyOf === undefined) made.anyOf = branches
      else made.allOf = [...(Array.isArray(made.allOf) ? made.allOf : []), { anyOf: branches }]
    }
  }

  /** 3.0 has no type null: a nullable type whose only value is null. */
  #onlyNull(made: Properties): void {
    const isPossible = !Array.isArray(made.enum) || made.enum.includes(null)
    Object.assign(made, { type: 'string', nullable: true, enum: isPossible ? [null] : [] })
    if (isPossible) return
    delete made.enum
    made.not = {}
  }
}
