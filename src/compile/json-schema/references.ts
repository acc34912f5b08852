/** Resolves `$ref`, so that validators and serializers use the same schema for the same reference. */
import { isObject } from '../../values.ts'
import { pointerStep } from '../standard/pointer-step.ts'
import { uriResolver } from './uri.ts'

function resolveUri(base: string, ref: string): string {
  return base === '' ? ref : uriResolver().resolve(base, ref)
}

/** What may have another normal form: upper case before the path, a percent sign, a step of dots. */
const UNUSUAL = /^[^/#]*[A-Z][^/#]*:|:\/\/[^/#]*[A-Z]|%|\/\.{1,2}(?:[/#]|$)/

/** A reference that has no base, as ajv looks it up. The library is loaded for those that need it alone. */
function normal(ref: string): string {
  if (!UNUSUAL.test(ref)) return ref
  try {
    return uriResolver().resolve('', ref)
  } catch {
    return ref // a percent sign that begins no byte
  }
}

const absoluteOf = (ref: string, base: string): string => (base === '' ? normal(ref) : resolveUri(base, ref))

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. Other values are data, such as `enum`. */
const SCHEMA = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'items',
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'items']
export const MAPS = ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']

/** A schema as an application writes it: the value of a keyword may have any type. */
export interface SchemaObject {
  readonly [keyword: string]: unknown
}

/** The base URI inside a schema: its `$id`, resolved against the outer base URI. */
export function baseInside(schema: SchemaObject, outer: string): string {
  const id = schema.$id
  return typeof id === 'string' && !id.startsWith('#') ? canonical(resolveUri(outer, id)) : outer
}

/** Calls back for every direct subschema, with its JSON pointer. */
export function eachSubschema(
  schema: SchemaObject,
  visit: (child: SchemaObject, pointer: string) => void,
): void {
  for (const key of SCHEMA) if (isObject(schema[key])) visit(schema[key], `/${key}`)
  for (const key of LISTS) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [at, child] of list.entries()) if (isObject(child)) visit(child, `/${key}/${at}`)
  }
  for (const key of MAPS) {
    const map = schema[key]
    if (!isObject(map)) continue
    for (const name of Object.keys(map)) {
      if (isObject(map[name])) visit(map[name], `/${key}/${pointerStep(name)}`)
    }
  }
}

/** The target of a reference, with the base URI inside it. */
export interface Target {
  readonly schema: unknown
  readonly base: string
}

/** Finds the schemas of a set by `$id`. */
export class ReferenceIndex {
  readonly #places = new Map<string, Target>()
  readonly #shared: ReferenceIndex | null

  /** `shared` is searched for an `$id` that this index does not have, for example in the shared schemas of a context. */
  constructor(schemas: readonly unknown[], shared: ReferenceIndex | null = null) {
    this.#shared = shared
    for (const schema of schemas) if (isObject(schema)) this.#add(schema, '')
    const [root] = schemas
    if (isObject(root)) this.#places.set('', { schema: root, base: baseInside(root, '') }) // '#' in a schema without an $id
  }

  #add(schema: SchemaObject, outer: string): void {
    const base = baseInside(schema, outer)
    const id = schema.$id
    if (typeof id === 'string') this.#places.set(id.startsWith('#') ? outer + id : base, { schema, base })
    eachSubschema(schema, (child) => this.#add(child, base))
  }

  /** The target of `ref` with the base URI `base`; undefined: there is none. */
  resolve(ref: string, base: string): Target | undefined {
    const absolute = ref.startsWith('#') ? base.split('#')[0] + ref : absoluteOf(ref, base)
    const [place = '', encoded = ''] = absolute.split('#')
    const fragment = decode(encoded)
    const document = this.#at(canonical(place)) ?? this.#at(canonical(ref.split('#')[0]!))
    if (document === undefined) return undefined
    if (fragment === '' || fragment === '/') return document
    if (!fragment.startsWith('/')) return this.#at(`${document.base}#${fragment}`)
    return follow(document, fragment)
  }

  #at(key: string): Target | undefined {
    return this.#places.get(key) ?? (this.#shared === null ? undefined : this.#shared.#at(key))
  }
}

function follow(from: Target, pointer: string): Target | undefined {
  let { schema, base } = from
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return undefined
    schema = Reflect.get(schema, key)
    if (isObject(schema)) base = baseInside(schema, base)
  }
  return { schema, base }
}

// `http://example.com` and `http://example.com/` are the same document, with or without an empty fragment.
function canonical(uriText: string): string {
  const text = uriText.replace(/#\/?$/, '')
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(text) ? `${text}/` : text
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The first reference of a schema without a target; null: all have one. */
export function unresolved(
  schema: SchemaObject,
  index: ReferenceIndex,
): { ref: string; pointer: string } | null {
  let found: { ref: string; pointer: string } | null = null
  walkReferences(schema, index, ({ $ref: ref }, pointer, target) => {
    if (typeof ref !== 'string' || target !== undefined || ref.startsWith('http://json-schema.org/')) return
    found ??= { ref, pointer }
  })
  return found
}

/** Visits once every schema that can be reached from a schema, with the target of its `$ref`. */
export function walkReferences(
  root: SchemaObject,
  index: ReferenceIndex,
  visit: (schema: SchemaObject, pointer: string, target: Target | undefined) => void,
): void {
  const seen = new Set<unknown>()
  /** `inner` is the base URI inside the schema. */
  const walk = (schema: SchemaObject, inner: string, pointer: string): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    const ref = schema.$ref
    const target = typeof ref === 'string' ? index.resolve(ref, inner) : undefined
    visit(schema, pointer, target)
    if (isObject(target?.schema)) walk(target.schema, target.base, String(ref))
    eachSubschema(schema, (child, step) => walk(child, baseInside(child, inner), pointer + step))
  }
  walk(root, baseInside(root, ''), '#')
}
