/** Makes a schema self-contained: what its references lead to becomes part of it, under names of our own. */
import type { Loose } from '../types/plan.ts'
import { baseInside, eachSubschema, isObject, type ReferenceIndex, type Target } from './references.ts'

const PREFIX = '__ref'
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])

/**
 * A copy of `root` without a reference that leaves it. Equal schemas that see equal targets become equal copies, which
 * makes the copy's JSON the key by which compiled functions are shared.
 */
export function bundle(root: Loose, index: ReferenceIndex): Loose {
  const names = new Map<unknown, string>()
  const definitions: Loose = {}

  const referTo = ({ schema, base }: Target): string => {
    if (schema === root) return '#'
    let name = names.get(schema)
    if (name === undefined) {
      name = `${PREFIX}${names.size}`
      names.set(schema, name) // before the copy: the target may lead back to itself
      definitions[name] = isObject(schema) ? copy(schema, base) : schema
    }
    return `#/definitions/${name}`
  }

  /** `base` is the base URI inside of the schema. */
  const copy = (schema: Loose, base: string): Loose => {
    const result: Loose = {}
    for (const key of Object.keys(schema)) {
      if (key !== '$id') result[key] = copyValue(key, schema[key], base)
    }
    const ref = schema['$ref']
    if (typeof ref !== 'string') return result
    const target = index.resolve(ref, base)
    if (target === undefined) throw new Error(`can't resolve reference ${ref} from id ${base || '#'}`)
    result['$ref'] = referTo(target)
    return result
  }

  const copyValue = (key: string, value: unknown, base: string): unknown => {
    if (DATA.has(key)) return value
    if (Array.isArray(value)) return value.map((item) => inside(item, base))
    if (!MAP_KEYS.has(key)) return inside(value, base)
    if (!isObject(value)) return value
    // Not by assignment: a property may be called __proto__.
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inside(child, base)]))
  }

  const inside = (child: unknown, outer: string): unknown =>
    isObject(child) && isPlain(child) ? copy(child, baseInside(child, outer)) : child

  const made = copy(root, baseInside(root, ''))
  if (names.size === 0) return made
  return { ...made, definitions: { ...(made['definitions'] as Loose | undefined), ...definitions } }
}

const MAP_KEYS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
])

function isPlain(value: object): boolean {
  const proto = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** Header names in lower case wherever a schema speaks of the header object itself: HTTP compares them without case. */
export function lowerCaseHeaders(root: Loose): Loose {
  const done = new Set<Loose>()
  const lower = (schema: Loose): void => {
    if (done.has(schema)) return
    done.add(schema)
    for (const key of ['properties', 'dependencies']) {
      const map = schema[key]
      if (!isObject(map)) continue
      const entries = Object.entries(map).map(([name, value]) => [name.toLowerCase(), needed(value)])
      schema[key] = Object.fromEntries(entries)
    }
    if (Array.isArray(schema['required'])) {
      schema['required'] = needed(schema['required'])
    }
    const ref = schema['$ref']
    if (typeof ref === 'string') {
      // as bundle() writes them: '#', which is done already, or one of the definitions
      const target = (root['definitions'] as Loose | undefined)?.[ref.slice('#/definitions/'.length)]
      if (isObject(target)) lower(target)
    }
    eachSubschema(schema, (child, pointer) => {
      if (/^\/(allOf|anyOf|oneOf|not|if|then|else|dependencies)\b/.test(pointer)) lower(child)
    })
  }
  lower(root)
  return root
}

// A list of names, as `required` and `dependencies` have them, in lower case. What is no name throws: it is a wrong schema.
function needed(list: unknown): unknown {
  return Array.isArray(list) ? list.map((name: string) => name.toLowerCase()) : list
}

/** A key by content, or null for a schema that JSON cannot write down (functions, symbols, instances of classes). */
export function contentKey(schema: unknown): string | null {
  let text: string
  try {
    text = JSON.stringify(schema)
  } catch (error) {
    if (/BigInt/.test(String(error))) return null
    throw error // a circle
  }
  return isWritable(schema) ? text : null
}

// A walk and a plain `stringify` take a third of the time of one with a replacer, and every schema of a boot comes by here.
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
      if (!isPlain(value)) return false
      for (const key in value) if (!isWritable((value as Loose)[key])) return false
      return true
    default:
      return false
  }
}
