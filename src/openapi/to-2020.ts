/** Schemas of draft 7 in the words of draft 2020-12, the dialect of OpenAPI 3.1. The targets of references become components. */
import { bundle, contentKey } from '../compile/json-schema/bundle.ts'
import {
  baseInside,
  type ReferenceIndex,
  type SchemaObject,
  type Target,
} from '../compile/json-schema/references.ts'
import type { SchemaScope } from '../compile/scope.ts'
import { type Direction, jsonView } from '../compile/standard/json-view.ts'
import { isStandard } from '../compile/standard/standard.ts'
import { isData, isError, isObject, type Properties } from '../values.ts'
import type { Components } from './components.ts'
import { jsonOf, looksLikeReference, NOT_JSON } from './data.ts'
import { type Notes, placeOf } from './notes.ts'
import { to30 } from './to-3.0.ts'

/** A schema of a part, as the validators read it, with what its references lead to. */
export interface Read {
  readonly root: SchemaObject
  readonly index: ReferenceIndex
  readonly scope: SchemaScope
  /** the name of a component that the root becomes where it refers to itself */
  readonly name: string
}

/** Where a schema was declared. */
export interface Origin {
  readonly scope: SchemaScope
  readonly direction: Direction
  readonly name: string
  /** a compiler of the application reads it, so it need not be a JSON Schema */
  readonly own: boolean
}

const SCHEMAS: ReadonlySet<string> = new Set(
  'additionalProperties contains propertyNames not if then else'.split(' '),
)
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf'])
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
/** Without `if` they say nothing. */
const CONDITIONAL: ReadonlySet<string> = new Set(['then', 'else'])
const JUDGING: ReadonlySet<string> = new Set(['enum', 'const'])
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])
/** Identities are names of components here; `dependencies`, `nullable` and the two of tuples have other names in the dialect. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  '$id $schema $anchor $async definitions $defs id $ref items additionalItems dependencies nullable'.split(
    ' ',
  ),
)
const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
/** Annotations, which no validator reads: of another type they make the document wrong. */
const ANNOTATIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ title: isText, description: isText, $comment: isText },
  ...{ deprecated: isFlag, readOnly: isFlag, writeOnly: isFlag },
  ...{ xml: isObject, externalDocs: isObject, examples: Array.isArray },
}
const TYPES: ReadonlySet<unknown> = new Set('string number integer boolean object array null'.split(' '))
/** Keywords of JSON Type Definition that JSON Schema does not have. */
const OF_JTD = ['optionalProperties', 'elements', 'values', 'ref']

export class SchemaWriter {
  readonly #components: Components
  readonly #notes: Notes
  readonly #version: '3.0' | '3.1'
  /** how many keywords that judge were left out so far: what is around some of them must not be kept as it is */
  #losses = 0
  /** the references to components that take more values than the schemas of the application */
  readonly #lossy = new Set<string>()
  readonly #names = new WeakMap<SchemaScope, Map<unknown, string>>()

  constructor(components: Components, notes: Notes, version: '3.0' | '3.1') {
    this.#components = components
    this.#notes = notes
    this.#version = version
  }

  /** Reads a schema of the application; null, with a note, if it is no JSON Schema. */
  read(given: unknown, origin: Origin, place: string): Read | null {
    const { scope, own, direction, name } = origin
    try {
      // Spread: without the hidden mark of its library it is an ordinary document.
      const plain = isStandard(given)
        ? { ...jsonView(given, direction) }
        : isData(given)
          ? { ...given }
          : given
      const root = scope.read(plain)
      if (!isStandard(given) && isForeign(root, own)) throw new Error('it is in another language')
      if (!isObject(root)) return { root: root === false ? { not: {} } : {}, index: scope.index, scope, name }
      return { root, index: scope.indexWith(root), scope, name }
    } catch (error) {
      const why = isError(error) ? error.message : String(error)
      this.#notes.add(place, `the schema is no JSON Schema that can be described: ${why}`)
      return null
    }
  }

  /** The schema as the document has it. */
  write(given: unknown, origin: Origin, place: string): unknown {
    if (typeof given === 'boolean') return this.#final(given, place)
    const read = this.read(given, origin, place)
    if (read === null) return {}
    const inline = this.#converted(read, read.root, '', place)
    const name = this.#names.get(read.scope)?.get(read.root)
    return name === undefined ? this.#final(inline, place) : { $ref: `#/components/schemas/${name}` }
  }

  /** A schema inside of one that was read; `outer` is the base URI around it. */
  writeInner(read: Read, schema: unknown, outer: string, place: string): unknown {
    return this.#final(this.#converted(read, schema, outer, place), place)
  }

  #final(schema: unknown, place: string): unknown {
    return this.#version === '3.0' ? to30(schema, place, this.#notes, this.#lossy) : schema
  }

  #converted(read: Read, schema: unknown, outer: string, place: string): unknown {
    if (typeof schema === 'boolean') return schema
    if (!isObject(schema)) return {}
    const base = baseInside(schema, outer)
    const inside = (child: unknown, ...steps: (string | number)[]): unknown =>
      this.#converted(read, child, base, placeOf(place, ...steps))
    const entries: [string, unknown][] = []
    if (typeof schema.$ref === 'string') {
      const target = this.#referred(read, schema.$ref, base, place)
      if (typeof target === 'boolean') return target
      entries.push(...Object.entries(target))
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (LEFT_OUT.has(keyword)) continue
      if (SCHEMAS.has(keyword)) entries.push(...this.#kept(keyword, place, () => inside(value, keyword)))
      else if (LISTS.has(keyword) && Array.isArray(value))
        entries.push(...this.#kept(keyword, place, () => value.map((one, at) => inside(one, keyword, at))))
      else if (MAPS.has(keyword) && isObject(value))
        entries.push([keyword, mapped(value, (one, name) => inside(one, keyword, name))])
      else entries.push(...this.#dataOf(keyword, value, place))
    }
    const hasIf = entries.some(([keyword]) => keyword === 'if')
    return {
      ...Object.fromEntries(entries.filter(([keyword]) => hasIf || !CONDITIONAL.has(keyword))),
      ...itemsOf(schema, inside),
      ...dependenciesOf(schema, inside),
      ...typeOf(schema),
    }
  }

  /** A keyword with schemas inside. Where one of them takes more values than that of the application, the keyword would take fewer. */
  #kept(
    keyword: string,
    place: string,
    write: () => unknown,
    { anyOf }: SchemaObject = {},
  ): [string, unknown][] {
    const before = this.#losses
    const written = write()
    if (this.#losses === before || !(keyword === 'not' || keyword === 'if' || keyword === 'oneOf'))
      return [[keyword, written]]
    const isOneOf = keyword === 'oneOf' && anyOf === undefined
    this.#notes.add(
      placeOf(place, keyword),
      isOneOf ? 'written as anyOf: a branch has lost a keyword' : 'left out: it has lost a keyword',
    )
    return isOneOf ? [['anyOf', written]] : []
  }

  /** A keyword whose value is no schema. */
  #dataOf(keyword: string, value: unknown, place: string): [string, unknown][] {
    const known = DATA.has(keyword)
    const data = jsonOf(value)
    if (data === NOT_JSON) {
      return this.#lost(keyword, place, 'left out: the value is no JSON')
    }
    if (looksLikeReference(data)) {
      return this.#lost(keyword, place, 'left out: tools would follow what looks like a reference')
    }
    const isRight = Object.hasOwn(ANNOTATIONS, keyword) ? ANNOTATIONS[keyword] : undefined
    if (isRight?.(data) === false)
      return this.#lost(keyword, place, 'left out: OpenAPI has another type for it')
    if (keyword === 'discriminator') return this.#discriminator(data, place)
    if (!known && keyword === 'required' && Array.isArray(data)) return [[keyword, [...new Set(data)]]]
    return [[keyword, data]]
  }

  #lost(keyword: string, place: string, note: string): [] {
    this.#notes.add(placeOf(place, keyword), note)
    if (JUDGING.has(keyword)) this.#losses++
    return []
  }

  #discriminator(data: unknown, place: string): [string, unknown][] {
    if (!isObject(data) || typeof data.propertyName !== 'string') {
      this.#notes.add(placeOf(place, 'discriminator'), 'left out: it has no propertyName')
      return []
    }
    const { mapping, ...rest } = data
    if (mapping !== undefined)
      this.#notes.add(
        placeOf(place, 'discriminator', 'mapping'),
        'left out: its names are not those of the components',
      )
    return [['discriminator', rest]]
  }

  /** What a reference is in the document: one to a component, or the boolean that it leads to. */
  #referred(read: Read, ref: string, base: string, place: string): boolean | Properties {
    const target = read.index.resolve(ref, base)
    if (target === undefined) {
      this.#notes.add(place, `the reference ${ref} leads to no schema of the application`)
      return {}
    }
    if (!isObject(target.schema)) return target.schema !== false
    const $ref = `#/components/schemas/${this.#component(read, target, ref, base)}`
    if (this.#lossy.has($ref)) this.#losses++
    return { $ref }
  }

  #component(read: Read, target: Target, ref: string, base: string): string {
    let names = this.#names.get(read.scope)
    if (names === undefined) this.#names.set(read.scope, (names = new Map()))
    const known = names.get(target.schema)
    if (known !== undefined) return known
    // Self-contained, so that equal text is equal content, whatever the references are called.
    const copy = bundle({ ...(base === '' ? {} : { $id: base }), $ref: ref }, read.index)
    const content = contentKey(copy) ?? `unwritable ${Object.keys(this.#components.schemas).length}`
    const { schemas, schemaNames } = this.#components
    const { name, isNew } = schemaNames.of(content, nameOf(target.schema, ref, read.name))
    names.set(target.schema, name)
    if (!isNew) return name
    const [losses, notes] = [this.#losses, this.#notes.size]
    schemas[name] = {} // keeps its place in the order, and ends a recursion
    const place = placeOf('#/components/schemas', name)
    // The base around it is that inside: an `$id` that is resolved again gives the same.
    schemas[name] = this.#final(this.#converted(read, target.schema, target.base, place), place)
    if (this.#losses > losses || this.#notes.size > notes) this.#lossy.add(`#/components/schemas/${name}`)
    this.#losses = losses // its references count where they are
    return name
  }
}

/** The last step of the `$id`, of the anchor or of the pointer. */
function nameOf(schema: unknown, ref: string, otherwise: string): string {
  const { $id, title }: { $id?: unknown; title?: unknown } = Object(schema)
  const from = typeof $id === 'string' && !$id.startsWith('#') ? $id.replace(/#.*$/, '') : ref
  const steps = from.split(/[/#]/).filter((step) => step !== '')
  const last = steps.at(-1)
  if (last === undefined) return typeof title === 'string' && title !== '' ? title : otherwise
  return decoded(last).replace(/~1/g, '_').replace(/~0/g, '_')
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function mapped(map: Properties, write: (value: unknown, name: string) => unknown): unknown {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, write(value, name)]))
}

type Inside = (child: unknown, ...steps: (string | number)[]) => unknown

function itemsOf({ items, additionalItems }: SchemaObject, inside: Inside): Properties {
  if (items === undefined) return {}
  if (!Array.isArray(items)) return { items: inside(items, 'items') }
  const rest = additionalItems === undefined ? {} : { items: inside(additionalItems, 'items') }
  return items.length === 0
    ? rest
    : { prefixItems: items.map((one, at) => inside(one, 'prefixItems', at)), ...rest }
}

function dependenciesOf({ dependencies }: SchemaObject, inside: Inside): Properties {
  if (!isObject(dependencies)) return {}
  const entries = Object.entries(dependencies)
  const lists = entries.filter(([, one]) => Array.isArray(one))
  const schemas = entries.filter(([, one]) => !Array.isArray(one))
  return {
    ...(lists.length > 0 ? { dependentRequired: Object.fromEntries(lists) } : {}),
    ...(schemas.length > 0
      ? {
          dependentSchemas: mapped(Object.fromEntries(schemas), (one, name) =>
            inside(one, 'dependentSchemas', name),
          ),
        }
      : {}),
  }
}

/** `nullable` is a further type. */
function typeOf({ type, nullable }: SchemaObject): Properties {
  if (nullable !== true || type === undefined) return {}
  return { type: [...new Set([type, 'null'].flat())] }
}

/** Whether a schema is in another language, such as that of JTD, for a compiler of the application or a mode of ajv. */
function isForeign(schema: unknown, own: boolean): boolean {
  if (!isObject(schema)) return typeof schema !== 'boolean'
  const { type, properties, items } = schema
  if (own && OF_JTD.some((keyword) => keyword in schema)) return true
  if (type !== undefined && ![type].flat().every((one) => TYPES.has(one))) return true
  const ofProperties = isObject(properties) ? Object.values(properties) : []
  return [...ofProperties, ...(items === undefined ? [] : [items].flat())].some((one) => isForeign(one, own))
}
