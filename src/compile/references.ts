/** Follows `$ref`: one resolver, so that validator and serializer take the same schema for the same reference. */
import type { Loose } from '../types/plan.ts'
import { uriResolver } from './uri.ts'

function resolveUri(base: string, ref: string): string {
  return base === '' || ref === '' ? ref || base : uriResolver().resolve(base, ref)
}

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. Nothing else is walked: data is not schema. */
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
const MAPS = ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']

export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The base URI that holds inside a schema: its own `$id`, seen from where it stands. */
export function baseInside(schema: Loose, outer: string): string {
  const id = schema['$id']
  return typeof id === 'string' && !id.startsWith('#') ? resolveUri(outer, id).replace(/#\/?$/, '') : outer
}

/** Calls back for every direct subschema, with the JSON pointer that leads to it. */
export function eachSubschema(schema: Loose, visit: (child: Loose, pointer: string) => void): void {
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
      if (isObject(map[name])) visit(map[name], `/${key}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`)
    }
  }
}

/** A schema that a reference leads to, with the base URI that holds inside it. */
export interface Target {
  readonly schema: unknown
  readonly base: string
}

/** Where every `$id` of a set of schemas is. */
export class ReferenceIndex {
  readonly #places = new Map<string, Target>()
  readonly #shared: ReferenceIndex | null

  /** `shared` answers what this index does not know: the shared schemas of a context behind a route's own. */
  constructor(schemas: Iterable<unknown>, shared: ReferenceIndex | null = null) {
    this.#shared = shared
    for (const schema of schemas) if (isObject(schema)) this.#add(schema, '', true)
  }

  #add(schema: Loose, outer: string, document: boolean): void {
    let base = outer
    const id = schema['$id']
    if (typeof id === 'string') {
      if (id.startsWith('#')) this.#places.set(canonical(outer) + id, { schema, base })
      else {
        base = resolveUri(outer, id).replace(/#\/?$/, '')
        this.#places.set(canonical(base), { schema, base })
      }
    }
    if (document && !this.#places.has('')) this.#places.set('', { schema, base })
    eachSubschema(schema, (child) => this.#add(child, base, false))
  }

  /** What `ref` means where `base` is the base URI; undefined when nothing is there. `root`: what '#' alone means. */
  resolve(ref: string, base: string, root: Target): Target | undefined {
    const absolute = ref.startsWith('#') ? base.replace(/#.*$/, '') + ref : resolveUri(base, ref)
    const hash = absolute.indexOf('#')
    const place = hash < 0 ? absolute : absolute.slice(0, hash)
    const fragment = hash < 0 ? '' : decode(absolute.slice(hash + 1))
    const document =
      canonical(place) === canonical(root.base)
        ? root
        : (this.#at(canonical(place)) ?? this.#at(canonical(ref.split('#')[0]!)))
    if (document === undefined) return undefined
    if (fragment === '' || fragment === '/') return document
    if (!fragment.startsWith('/')) return this.#at(`${canonical(document.base)}#${fragment}`)
    return follow(document, fragment)
  }

  #at(key: string): Target | undefined {
    return this.#places.get(key) ?? (this.#shared === null ? undefined : this.#shared.#at(key))
  }

  /** The document whose base URI this is: what '#' means inside of it. */
  document(base: string): Target | undefined {
    return this.#at(canonical(base))
  }

  get ids(): string[] {
    return [...this.#places.keys()].filter((id) => id !== '')
  }
}

function follow(from: Target, pointer: string): Target | undefined {
  let { schema, base } = from
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key)) return undefined
    schema = (schema as Loose)[key]
    if (isObject(schema)) base = baseInside(schema, base)
  }
  return { schema, base }
}

// `http://example.com` and `http://example.com/` are one document, and so is either with an empty fragment.
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

/** A reference that leads nowhere, or to where it must not. */
export class UnresolvedReference extends Error {
  readonly ref: string
  readonly pointer: string

  constructor(message: string, ref: string, pointer: string) {
    super(message)
    this.ref = ref
    this.pointer = pointer
  }
}

/** The first reference below a schema that resolves to nothing, as ajv would word it; null when all do. */
export function unresolved(schema: Loose, index: ReferenceIndex): UnresolvedReference | null {
  let found: UnresolvedReference | null = null
  walkReferences(schema, index, (ref, pointer, target, base) => {
    if (target !== undefined || ref.startsWith('http://json-schema.org/')) return
    found ??= new UnresolvedReference(`can't resolve reference ${ref} from id ${base || '#'}`, ref, pointer)
  })
  return found
}

/** Visits every `$ref` that can be reached from a schema, each target once. */
export function walkReferences(
  root: Loose,
  index: ReferenceIndex,
  visit: (ref: string, pointer: string, target: Target | undefined, base: string) => void,
  each: (schema: Loose, pointer: string) => void = () => {},
): void {
  const seen = new Set<unknown>()
  /** `inner` is the base URI inside of the schema. */
  const walk = (schema: Loose, inner: string, document: Target, pointer: string): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    each(schema, pointer)
    const ref = schema['$ref']
    if (typeof ref === 'string') {
      const target = index.resolve(ref, inner, document)
      visit(ref, pointer, target, inner)
      if (target !== undefined && isObject(target.schema)) {
        walk(target.schema, target.base, documentOf(ref, target, document, index), ref)
      }
    }
    eachSubschema(schema, (child, step) => walk(child, baseInside(child, inner), document, pointer + step))
  }
  walk(
    root,
    baseInside(root, ''),
    { schema: root, base: typeof root['$id'] === 'string' ? root['$id'] : '' },
    '#',
  )
}

// A reference within the document stays in it; one that leaves it finds its own '#' in the schema that it names.
function documentOf(ref: string, target: Target, document: Target, index: ReferenceIndex): Target {
  return ref.startsWith('#') ? document : (index.document(target.base) ?? target)
}
