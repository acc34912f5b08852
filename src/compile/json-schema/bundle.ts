/** Makes a schema self-contained: the targets of its references become its definitions, under generated names. */
import { isObject, isPlainObject, type Properties } from '../../values.ts'
import {
  baseInside,
  eachSubschema,
  type ReferenceIndex,
  type SchemaObject,
  type Target,
} from './references.ts'

const PREFIX = '__ref'
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])

/**
 * A copy of `root` without references to other documents. Equal schemas with equal targets give equal copies, so that the
 * JSON of the copy is the key under which compiled functions are shared. With `flat`, the definitions of schemas inside stand
 * beside those of the root, under names of their own.
 */
export function bundle(root: SchemaObject, index: ReferenceIndex, flat = false): Properties {
  const names = new Map<unknown, string>()
  const definitions: Properties = {}

  const referTo = ({ schema, base }: Target): string => {
    if (schema === root) return '#'
    let name = names.get(schema)
    if (name === undefined) {
      name = `${PREFIX}${names.size}`
      names.set(schema, name) // before the copy: the target may refer to itself
      definitions[name] = isObject(schema) ? copy(schema, base) : schema
    }
    return `#/definitions/${name}`
  }

  /** `base` is the base URI inside the schema. */
  const copy = (schema: SchemaObject, base: string): Properties => {
    const result: Properties = {}
    const moves = flat && schema !== root
    for (const key of Object.keys(schema)) {
      const value = schema[key]
      if (key === '$id' || (moves && key === '$defs')) continue
      if (moves && key === 'definitions' && isObject(value)) moveAll(value, base)
      else result[key] = copyValue(key, value, base)
    }
    const ref = schema.$ref
    if (typeof ref !== 'string') return result
    const target = index.resolve(ref, base)
    if (target === undefined) throw new Error(`can't resolve reference ${ref} from id ${base || '#'}`)
    result.$ref = referTo(target)
    return result
  }

  const moveAll = (inner: object, base: string): void => {
    for (const child of Object.values(inner))
      referTo({ schema: child, base: isPlainObject(child) ? baseInside(child, base) : base })
  }

  const copyValue = (key: string, value: unknown, base: string): unknown => {
    if (DATA.has(key)) return value
    if (Array.isArray(value)) return value.map((item) => inside(item, base))
    if (!MAP_KEYS.has(key)) return inside(value, base)
    if (!isObject(value)) return value
    // Not by assignment: a property may have the name __proto__.
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inside(child, base)]))
  }

  const inside = (child: unknown, outer: string): unknown =>
    isPlainObject(child) ? copy(child, baseInside(child, outer)) : child

  const made = copy(root, baseInside(root, ''))
  if (names.size === 0) return made
  return { ...made, definitions: { ...Object(made.definitions), ...definitions } }
}

const MAP_KEYS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
])

/**
 * Turns the header names in a schema into lower case, since they are case-insensitive: in the schema itself and in all
 * subschemas for the same object. Changes the given schema, which is a copy made by `bundle`.
 */
export function lowerCaseHeaders(root: Properties): Properties {
  const done = new Set<unknown>()
  const lower = (schema: Properties): void => {
    if (done.has(schema)) return
    done.add(schema)
    for (const key of ['properties', 'dependencies']) {
      const map = schema[key]
      if (!isObject(map)) continue
      const entries = Object.entries(map).map(([name, value]) => [name.toLowerCase(), needed(value)])
      schema[key] = Object.fromEntries(entries)
    }
    if (Array.isArray(schema.required)) {
      schema.required = needed(schema.required)
    }
    const ref = schema.$ref
    if (typeof ref === 'string') {
      // `bundle` writes '#', which is already done, or one of the definitions
      const target = isObject(root.definitions) ? root.definitions[ref.slice('#/definitions/'.length)] : null
      if (isObject(target)) lower(target)
    }
    eachSubschema(schema, (child, pointer) => {
      if (!isObject(child)) return
      if (pointer === '/propertyNames') lowerNames(child)
      if (/^\/(allOf|anyOf|oneOf|not|if|then|else|dependencies)\b/.test(pointer)) lower(child)
    })
  }
  lower(root)
  return root
}

// A name that `propertyNames` allows or forbids.
function lowerNames(schema: unknown): void {
  if (!isObject(schema)) return
  if (Array.isArray(schema.enum)) schema.enum = schema.enum.map(lowerText)
  if (schema.const !== undefined) schema.const = lowerText(schema.const)
  eachSubschema(schema, (child, pointer) => {
    if (isObject(child) && /^\/(allOf|anyOf|oneOf|not|if|then|else)\b/.test(pointer)) lowerNames(child)
  })
}

const lowerText = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

// A list of names, as in `required` and `dependencies`, in lower case. An invalid name throws: the schema is invalid.
function needed(list: unknown): unknown {
  return Array.isArray(list) ? list.map((name: string) => name.toLowerCase()) : list
}

/** The content of a schema as a key, or null if JSON cannot represent it (functions, symbols, instances of classes). */
export function contentKey(schema: unknown): string | null {
  let text: string
  try {
    text = JSON.stringify(schema)
  } catch (error) {
    if (/BigInt/.test(String(error))) return null
    throw error // a circular structure
  }
  return isWritable(schema) ? text : null
}

// This function and a plain `stringify` take a third of the time of one with a replacer. Every schema needs a key.
function isWritable(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      if (value === null) return true
      if (Array.isArray(value)) return value.every(isWritable)
      if (!isPlainObject(value)) return false
      for (const key in value) if (!isWritable(value[key])) return false
      return true
    default:
      return false
  }
}
