/**
 * Predicates of plain schemas. A predicate may refuse a value that ajv accepts: then ajv decides. It never accepts one that
 * ajv would refuse or change.
 */
import { isObject, isPlainObject } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'

type Fits = (value: unknown) => boolean
export interface Plain {
  readonly fits: Fits
  /** fills in the defaults; null: the schema has none */
  readonly fill: ((value: unknown) => void) | null
}

const ANNOTATION_TEXTS = ['title', 'description', '$comment']
const ANNOTATIONS = [...ANNOTATION_TEXTS, 'default', 'nullable', 'type', 'enum']
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: [],
  null: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
}

/** The predicate of a schema, or null if the schema is not plain. */
export function plainOf(schema: unknown, isProperty = false): Plain | null {
  if (!isPlainObject(schema)) return null
  if (schema.default !== undefined && !isProperty) return null // ajv refuses a default that is not of a property
  const types = typesOf(schema)
  if (types === null || !onlyKnown(schema, types)) return null
  if (ANNOTATION_TEXTS.some((name) => schema[name] !== undefined && typeof schema[name] !== 'string'))
    return null
  const limits = enumOf(schema.enum)
  if (limits === null) return null
  const made: Plain[] = []
  for (const type of types) {
    const one = PLAIN[type]!(schema)
    if (one === null) return null
    made.push(one)
  }
  const first = made[0]!
  if (made.length === 1 && limits === undefined) return first
  if (made.some(({ fill }) => fill !== null)) return null
  const fits: Fits = (value) =>
    made.some((one) => one.fits(value)) && (limits === undefined || limits.has(value))
  return { fits, fill: null }
}

function typesOf({ type, nullable }: SchemaObject): string[] | null {
  if (nullable !== undefined && typeof nullable !== 'boolean') return null
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (types.length === 0 || new Set(types).size !== types.length) return null
  if (!types.every(isType)) return null
  if (nullable === false && types.includes('null')) return null
  return nullable === true && !types.includes('null') ? [...types, 'null'] : types
}

const isType = (type: unknown): type is string => typeof type === 'string' && Object.hasOwn(KEYWORDS, type)

function onlyKnown(schema: SchemaObject, types: readonly string[]): boolean {
  return Object.keys(schema).every(
    (key) => ANNOTATIONS.includes(key) || types.some((type) => KEYWORDS[type]!.includes(key)),
  )
}

function enumOf(list: unknown): Set<unknown> | undefined | null {
  if (list === undefined) return undefined
  if (!Array.isArray(list) || list.length === 0) return null
  const scalars = list.every((one) => one === null || typeof one === 'string' || typeof one === 'boolean')
  return scalars && new Set(list).size === list.length ? new Set(list) : null
}

const bare = (fits: Fits): Plain => ({ fits, fill: null })

/** The number of a keyword, or `otherwise` if the schema does not have it; null: the value is invalid. */
function limitOf(limit: unknown, otherwise: number): number | null {
  if (limit === undefined) return otherwise
  return typeof limit === 'number' && Number.isFinite(limit) ? limit : null
}
function countOf(count: unknown, otherwise: number): number | null {
  const limit = limitOf(count, otherwise)
  return limit !== null && (limit === otherwise || (Number.isInteger(limit) && limit >= 0)) ? limit : null
}

/** One function for each type. It returns null if the value of a keyword is invalid. */
const PLAIN: Readonly<Record<string, (schema: SchemaObject) => Plain | null>> = {
  null: () => bare((value) => value === null),
  boolean: () => bare((value) => typeof value === 'boolean'),
  number: (schema) => numberOf(schema, (value) => Number.isFinite(value)),
  integer: (schema) => numberOf(schema, (value) => Number.isInteger(value)),

  string: ({ minLength, maxLength }) => {
    const least = countOf(minLength, 0)
    const most = countOf(maxLength, Number.POSITIVE_INFINITY)
    if (least === null || most === null) return null
    // A character outside the basic plane has two code units: twice `minLength` units are always enough characters.
    const enough = least > 1 ? least * 2 : least
    return bare((value) => typeof value === 'string' && value.length >= enough && value.length <= most)
  },

  array: ({ items, minItems, maxItems }) => {
    const least = countOf(minItems, 0)
    const most = countOf(maxItems, Number.POSITIVE_INFINITY)
    if (least === null || most === null) return null
    const each = items === undefined ? undefined : plainOf(items)
    if (each === null || each?.fill != null) return null
    return bare(
      (value) =>
        Array.isArray(value) &&
        value.length >= least &&
        value.length <= most &&
        (each === undefined || value.every(each.fits)),
    )
  },

  object: ({ properties, required, additionalProperties }) => {
    const names: unknown = required ?? []
    if (!isListOfNames(names)) return null
    if (new Set(names).size !== names.length) return null
    if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') return null
    const known = propertiesOf(properties)
    return known === null ? null : objectOf(known, names, additionalProperties === false)
  },
}

const isListOfNames = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((name) => typeof name === 'string')

function numberOf(schema: SchemaObject, isOne: (value: unknown) => boolean): Plain | null {
  const least = limitOf(schema.minimum, Number.NEGATIVE_INFINITY)
  const most = limitOf(schema.maximum, Number.POSITIVE_INFINITY)
  const above = limitOf(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY)
  const below = limitOf(schema.exclusiveMaximum, Number.POSITIVE_INFINITY)
  if (least === null || most === null || above === null || below === null) return null
  return bare(
    (value) =>
      typeof value === 'number' &&
      isOne(value) &&
      value >= least &&
      value <= most &&
      value > above &&
      value < below,
  )
}

interface Property {
  readonly name: string
  readonly plain: Plain
  readonly fallback: { readonly value: unknown } | null
}

function propertiesOf(properties: unknown): Property[] | null {
  if (properties === undefined) return []
  if (!isObject(properties)) return null
  const list: Property[] = []
  for (const name of Object.keys(properties)) {
    const property = properties[name]
    const plain = name === '__proto__' ? null : plainOf(property, true)
    if (plain === null || !isObject(property)) return null
    const declared = property.default
    if (declared !== undefined && (typeof declared === 'object' || !plain.fits(declared))) return null
    list.push({ name, plain, fallback: declared === undefined ? null : { value: declared } })
  }
  return list
}

function objectOf(properties: readonly Property[], required: readonly string[], closed: boolean): Plain {
  const names = new Set(properties.map(({ name }) => name))
  const fits: Fits = (value) => {
    if (!isObject(value)) return false
    for (const name of required) if (value[name] === undefined) return false
    for (const { name, plain } of properties) {
      const own = value[name]
      if (own !== undefined && !plain.fits(own)) return false
    }
    // ajv is configured to remove additional properties, so the value would change
    if (closed) for (const name in value) if (!names.has(name)) return false
    return true
  }
  const filled = properties.filter(({ plain, fallback }) => fallback !== null || plain.fill !== null)
  if (filled.length === 0) return { fits, fill: null }
  const fill = (value: unknown): void => {
    if (!isObject(value)) return
    for (const { name, plain, fallback } of filled) {
      if (value[name] === undefined && fallback !== null) value[name] = fallback.value
      else if (value[name] !== undefined) plain.fill?.(value[name])
    }
  }
  return { fits, fill }
}
