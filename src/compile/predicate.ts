/**
 * A first answer for plain schemas, without generated code: does a value fit just as it is? Compiling a schema with ajv
 * costs milliseconds, so it waits until a value does not fit, or until a route is busy enough to be worth it.
 *
 * A predicate may say no to what ajv accepts (it then is asked); it never says yes to what ajv would refuse or change.
 */
import type { Loose, Validate } from '../types/plan.ts'
import { isObject } from './references.ts'

type Fits = (value: unknown) => boolean
interface Plain {
  readonly fits: Fits
  /** puts defaults in; null: there are none below */
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

/**
 * Values that a schema takes by its predicate before it is worth compiling: compiling takes milliseconds (40 when it is
 * ajv's first), a predicate about a microsecond more than what is compiled, so at some thousands both have cost the same.
 */
const WORTH_COMPILING = 5000

/** A validator that compiles when it has to; null when the schema is not plain enough to be sure that it would compile. */
export function lazyValidator(schema: unknown, compile: () => Validate): Validate | null {
  const plain = plainOf(schema)
  if (!plain) return null
  let compiled: Validate | null = null
  let calls = 0
  const validate: Validate = (...args: [data: unknown]) => {
    if (compiled === null) {
      if (calls++ < WORTH_COMPILING && plain.fits(args[0])) {
        plain.fill?.(args[0])
        return true
      }
      compiled = compile()
    }
    const verdict = compiled(...args)
    if (verdict !== true) validate.errors = compiled.errors
    return verdict
  }
  return validate
}

/** The predicate of a schema, or null for anything outside of the plain part of JSON Schema. */
export function plainOf(schema: unknown, isProperty = false): Plain | null {
  if (!isObject(schema) || Object.getPrototypeOf(schema) !== Object.prototype) return null
  if (schema['default'] !== undefined && !isProperty) return null // ajv refuses a default that nothing can take
  const types = typesOf(schema)
  if (types === null || !onlyKnown(schema, types)) return null
  if (ANNOTATION_TEXTS.some((name) => schema[name] !== undefined && typeof schema[name] !== 'string'))
    return null
  const limits = enumOf(schema['enum'])
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

function typesOf({ type, nullable }: Loose): string[] | null {
  if (nullable !== undefined && typeof nullable !== 'boolean') return null
  const list = Array.isArray(type) ? (type as unknown[]) : [type]
  if (list.length === 0 || new Set(list).size !== list.length) return null
  if (!list.every((one) => typeof one === 'string' && Object.hasOwn(KEYWORDS, one))) return null
  const types = list as string[]
  if (nullable === false && types.includes('null')) return null
  return nullable === true && !types.includes('null') ? [...types, 'null'] : types
}

function onlyKnown(schema: Loose, types: readonly string[]): boolean {
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
const isLimit = (limit: unknown): boolean => limit === undefined || Number.isFinite(limit)
const isCount = (count: unknown): boolean =>
  count === undefined || (Number.isInteger(count) && (count as number) >= 0)

/** One function a type, each of the same silhouette: the keywords must be well formed, else null. */
const PLAIN: Readonly<Record<string, (schema: Loose) => Plain | null>> = {
  null: () => bare((value) => value === null),
  boolean: () => bare((value) => typeof value === 'boolean'),
  number: (schema) => numberOf(schema, (value) => Number.isFinite(value)),
  integer: (schema) => numberOf(schema, (value) => Number.isInteger(value)),

  string: ({ minLength, maxLength }) => {
    if (!isCount(minLength) || !isCount(maxLength)) return null
    const least = (minLength as number | undefined) ?? 0
    const most = (maxLength as number | undefined) ?? Number.POSITIVE_INFINITY
    // A character outside the basic plane is two units: with `least` twice over there are enough for certain.
    const enough = least > 1 ? least * 2 : least
    return bare((value) => typeof value === 'string' && value.length >= enough && value.length <= most)
  },

  array: ({ items, minItems, maxItems }) => {
    if (!isCount(minItems) || !isCount(maxItems)) return null
    const each = items === undefined ? undefined : plainOf(items)
    if (each === null || each?.fill != null) return null
    const least = (minItems as number | undefined) ?? 0
    const most = (maxItems as number | undefined) ?? Number.POSITIVE_INFINITY
    return bare(
      (value) =>
        Array.isArray(value) &&
        value.length >= least &&
        value.length <= most &&
        (each === undefined || value.every(each.fits)),
    )
  },

  object: ({ properties, required, additionalProperties }) => {
    const names = required ?? []
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return null
    if (new Set(names).size !== names.length) return null
    if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') return null
    const known = propertiesOf(properties)
    return known === null ? null : objectOf(known, names as string[], additionalProperties === false)
  },
}

function numberOf(schema: Loose, isOne: (value: unknown) => boolean): Plain | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (![minimum, maximum, exclusiveMinimum, exclusiveMaximum].every(isLimit)) return null
  const least = (minimum as number | undefined) ?? Number.NEGATIVE_INFINITY
  const most = (maximum as number | undefined) ?? Number.POSITIVE_INFINITY
  const above = (exclusiveMinimum as number | undefined) ?? Number.NEGATIVE_INFINITY
  const below = (exclusiveMaximum as number | undefined) ?? Number.POSITIVE_INFINITY
  return bare((given) => {
    const value = given as number
    return isOne(given) && value >= least && value <= most && value > above && value < below
  })
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
    const plain = name === '__proto__' ? null : plainOf(properties[name], true)
    if (plain === null) return null
    const declared = (properties[name] as Loose)['default']
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
    // ajv would take them out: it is asked to
    if (closed) for (const name in value) if (!names.has(name)) return false
    return true
  }
  const filled = properties.filter(({ plain, fallback }) => fallback !== null || plain.fill !== null)
  if (filled.length === 0) return { fits, fill: null }
  const fill = (given: unknown): void => {
    const value = given as Loose
    for (const { name, plain, fallback } of filled) {
      if (value[name] === undefined && fallback !== null) value[name] = fallback.value
      else if (value[name] !== undefined) plain.fill?.(value[name])
    }
  }
  return { fits, fill }
}
