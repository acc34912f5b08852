/** Makes a schema self-contained: what its references lead to becomes part of it, under names of our own. */
import type { Loose } from '../types/plan.ts'
import {
  baseInside,
  eachSubschema,
  isObject,
  type ReferenceIndex,
  type Target,
  UnresolvedReference,
} from './references.ts'

const PREFIX = '__ref'
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])

/**
 * A copy of `root` without a reference that leaves it. Equal schemas that see equal targets become equal copies, which
 * makes the copy's JSON the key by which compiled functions are shared.
 */
export function bundle(root: unknown, index: ReferenceIndex): unknown {
  if (!isObject(root)) return root
  const names = new Map<unknown, string>()
  const definitions: Loose = {}
  const top: Target = { schema: root, base: baseInside(root, '') }

  const referTo = (target: Target, document: Target): string => {
    if (target.schema === root) return '#'
    let name = names.get(target.schema)
    if (name === undefined) {
      name = `${PREFIX}${names.size}`
      names.set(target.schema, name) // before the copy: the target may lead back to itself
      definitions[name] = isObject(target.schema)
        ? copy(target.schema, target.base, document, '#')
        : target.schema
    }
    return `#/definitions/${name}`
  }

  /** `base` is the base URI inside of the schema. */
  const copy = (schema: Loose, base: string, document: Target, pointer: string): Loose => {
    const result: Loose = {}
    for (const key of Object.keys(schema)) {
      if (key === '$id' || key === '$ref') continue
      result[key] = copyValue(key, schema[key], base, document, `${pointer}/${key}`)
    }
    const ref = schema['$ref']
    if (typeof ref !== 'string') return result
    const target = index.resolve(ref, base, document)
    if (target === undefined) {
      throw new UnresolvedReference(`can't resolve reference ${ref} from id ${base || '#'}`, ref, pointer)
    }
    const name = referTo(target, ref.startsWith('#') ? document : documentAt(target, index))
    // A reference with `nullable` says null or that; the serializer looks at the reference alone.
    if (schema['nullable'] === true) return { anyOf: [{ type: 'null' }, { $ref: name }] }
    return { ...result, $ref: name }
  }

  const copyValue = (
    key: string,
    value: unknown,
    base: string,
    document: Target,
    pointer: string,
  ): unknown => {
    if (DATA.has(key) || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      return value.map((item, at) =>
        isObject(item) ? inside(item, base, document, `${pointer}/${at}`) : item,
      )
    }
    if (!MAP_KEYS.has(key)) return isPlain(value) ? inside(value as Loose, base, document, pointer) : value
    // Not by assignment: a property may be called __proto__.
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [
        name,
        isObject(child) ? inside(child, base, document, `${pointer}/${name}`) : child,
      ]),
    )
  }

  const inside = (child: Loose, outer: string, document: Target, pointer: string): Loose =>
    copy(child, baseInside(child, outer), document, pointer)

  const made = copy(root, top.base, top, '#')
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

// What '#' means inside a schema that a reference has led to.
function documentAt(target: Target, index: ReferenceIndex): Target {
  return index.document(target.base) ?? target
}

function isPlain(value: object): boolean {
  const proto = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** Header names in lower case wherever a schema speaks of the header object itself: HTTP compares them without case. */
export function lowerCaseHeaders(root: unknown): unknown {
  if (!isObject(root)) return root
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
    if (ref === '#') lower(root)
    else if (typeof ref === 'string' && ref.startsWith(`#/definitions/`)) {
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

// A list of names, as `required` and `dependencies` have them, in lower case.
function needed(list: unknown): unknown {
  return Array.isArray(list)
    ? list.map((name) => (typeof name === 'string' ? name.toLowerCase() : name))
    : list
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
