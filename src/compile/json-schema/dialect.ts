/**
 * What the default compilers can judge: JSON Schemas of draft 7, and documents of draft 2020-12 as far as draft 7 can say
 * the same. Anything else is refused with the reason, so that no part of a schema is ignored.
 */

import { isData, isFunction, isObject, type Properties, shown } from '../../values.ts'
import { pointerStep } from '../standard/pointer-step.ts'
import { propertiesOf } from '../standard/standard.ts'
import { MAPS, type SchemaObject } from './references.ts'

const DRAFT_2020 = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

/** Returns a schema that means the same in draft 7. Throws for any other value, with the reason. */
export function toDraft7(given: unknown): unknown {
  if (typeof given === 'boolean') return given
  const schema = documentOf(given, '')
  return survey(schema, '#', new Set()) ? translate(schema) : schema
}

/** Keywords of draft 7, and those that OpenAPI and ajv add. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `$schema $id $ref $comment $defs definitions type enum const title description default examples deprecated readOnly
  writeOnly nullable discriminator format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum
  multipleOf items additionalItems minItems maxItems uniqueItems contains properties required additionalProperties
  patternProperties propertyNames minProperties maxProperties dependencies allOf anyOf oneOf not if then else
  contentMediaType contentEncoding`.split(/\s+/),
)

// An instance of a class is a schema if it has keywords and nothing else. Others, such as a Map, would accept everything.
function documentOf(value: unknown, pointer: string): SchemaObject {
  const library = propertiesOf(value)
  if (library !== undefined) refuseLibrary(library, pointer)
  if (isData(value)) return value
  const keys = isObject(value) ? Object.keys(value) : []
  if (isObject(value) && keys.length > 0 && keys.every((key) => KEYWORDS.has(key))) return { ...value }
  throw new TypeError(
    `${shown(value)}${pointer} is neither a JSON Schema nor a Standard Schema. Set a compiler that knows it, or correct it`,
  )
}

function refuseLibrary({ vendor }: Properties, pointer: string): never {
  throw new TypeError(
    pointer === ''
      ? `the '~standard' property of this schema of ${String(vendor)} has no function validate`
      : `a schema of ${String(vendor)}${pointer} is inside a JSON Schema. It can be the whole schema of a part or a response`,
  )
}

/** Whether the schema, or one inside it, is of draft 2020-12. Throws for a value inside that is no schema. */
function survey(schema: SchemaObject, pointer: string, seen: Set<unknown>): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  let found = is2020(schema.$schema)
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${pointer}/${keyword}`
    if (MAPS_2020.has(keyword) && isObject(value) && !isData(value))
      throw new TypeError(`${shown(value)} at ${place} is no object of schemas`)
    within(keyword, value, (child, step) => {
      if (!isObject(child) && !isFunction(child)) return // the validators know that it is no schema
      const inner = survey(documentOf(child, ` at ${place}${step}`), place + step, seen)
      found ||= inner
    })
  }
  return found
}

function is2020(dialect: unknown): boolean {
  return typeof dialect === 'string' && DRAFT_2020.test(dialect)
}

/** Keywords that mean something in draft 2020-12 which draft 7 cannot say, or the other way round. */
const DIFFERENT: Readonly<Record<string, string>> = {
  $dynamicRef: 'draft 7 has no dynamic references',
  $dynamicAnchor: 'draft 7 has no dynamic references',
  unevaluatedProperties: 'draft 7 cannot say it; use additionalProperties',
  unevaluatedItems: 'draft 7 cannot say it; use items after prefixItems',
  minContains: 'draft 7 cannot say it',
  maxContains: 'draft 7 cannot say it',
  additionalItems: 'draft 2020-12 ignores it; use items after prefixItems',
  dependencies: 'draft 2020-12 ignores it; use dependentRequired or dependentSchemas',
  nullable: "draft 2020-12 ignores it; use type: ['string', 'null']",
}

/** The values of these keywords with which they say nothing. */
const HARMLESS: Properties = { unevaluatedProperties: true, unevaluatedItems: true, nullable: false }

/** The formats that ajv-formats checks. */
const FORMATS: ReadonlySet<unknown> = new Set(
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex
  uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password
  binary`.split(/\s+/),
)

interface Tuples {
  found: boolean
  /** where a reference leads into `items`, which a tuple changes */
  readonly intoItems: string[]
}

/** A copy in which the documents of draft 2020-12 are in the words of draft 7. */
function translate(schema: SchemaObject): Properties {
  const tuples: Tuples = { found: false, intoItems: [] }
  const made = copied(schema, '#', false, tuples)
  if (tuples.found && tuples.intoItems[0] !== undefined) refuse('$ref', tuples.intoItems[0], INTO)
  return made
}

/** `outer`: the schema around this one is of draft 2020-12. */
function copied(schema: SchemaObject, pointer: string, outer: boolean, tuples: Tuples): Properties {
  const translates = schema.$schema === undefined ? outer : is2020(schema.$schema)
  const made: Properties = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (translates && isLeftOut(keyword, value, pointer)) continue
    made[keyword] = within(keyword, value, (child, step) =>
      isObject(child) ? copied(child, `${pointer}/${keyword}${step}`, translates, tuples) : child,
    )
  }
  if (!translates) return made
  checkReference(schema.$ref, pointer, tuples)
  tuple(made, pointer, tuples)
  depend(made, pointer)
  anchor(made, pointer)
  // The dialect takes a format as an annotation. Next to a pattern, one that no validator knows adds nothing.
  if (typeof made.pattern === 'string' && !FORMATS.has(made.format)) delete made.format
  return made
}

function isLeftOut(keyword: string, value: unknown, pointer: string): boolean {
  const why = DIFFERENT[keyword]
  if (why !== undefined && HARMLESS[keyword] !== value) refuse(keyword, pointer, why)
  return why !== undefined || keyword === '$schema' || keyword === 'id' // in this dialect, `id` is an annotation
}

function within(keyword: string, value: unknown, inside: (child: unknown, step: string) => unknown): unknown {
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map((child, at) => inside(child, `/${at}`))
  if (MAPS_2020.has(keyword) && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, inside(child, `/${pointerStep(name)}`)]),
    )
  }
  return SCHEMAS.has(keyword) ? inside(value, '') : value
}

function tuple(made: Properties, pointer: string, tuples: Tuples): void {
  if (Array.isArray(made.items)) refuse('items', pointer, 'a list is called prefixItems in draft 2020-12')
  if (made.prefixItems === undefined) return
  const { prefixItems, items } = made
  tuples.found = true
  delete made.prefixItems
  made.items = prefixItems
  if (items !== undefined) made.additionalItems = items
}

function checkReference(ref: unknown, pointer: string, tuples: Tuples): void {
  if (typeof ref !== 'string') return
  if (/\/(prefixItems|dependentSchemas)\b/.test(ref)) refuse('$ref', pointer, INTO)
  if (/\/items\b/.test(ref)) tuples.intoItems.push(pointer)
}

const INTO = 'it leads into a keyword that draft 7 writes in another way; use $defs'
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'items', 'prefixItems'])
const MAPS_2020: ReadonlySet<string> = new Set([...MAPS, 'dependentSchemas'])
const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
])

// `dependentRequired` and `dependentSchemas` are one keyword in draft 7.
function depend(made: Properties, pointer: string): void {
  const { dependentRequired, dependentSchemas } = made
  if (dependentRequired === undefined && dependentSchemas === undefined) return
  const [lists, schemas] = [Object(dependentRequired), Object(dependentSchemas)]
  const twice = Object.keys(lists).find((name) => Object.hasOwn(schemas, name))
  if (twice !== undefined) {
    refuse(
      'dependentSchemas',
      pointer,
      `draft 7 has one entry for '${twice}', and dependentRequired has it too`,
    )
  }
  delete made.dependentRequired
  delete made.dependentSchemas
  made.dependencies = { ...lists, ...schemas }
}

function anchor(made: Properties, pointer: string): void {
  const { $anchor: name } = made
  if (name === undefined) return
  if (made.$id !== undefined)
    refuse('$anchor', pointer, 'draft 7 has one name for a schema, and this one has an $id')
  delete made.$anchor
  made.$id = `#${String(name)}`
}

function refuse(keyword: string, pointer: string, why: string): never {
  throw new Error(
    `the document is of draft 2020-12, and its ${keyword} at ${pointer} has no equal in draft 7: ${why}`,
  )
}
