/** Brings the schema of a route into its full form: the alias `query`, the shorthand, fluent schema builders. */
import { plainSchema } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { RouteSchema } from '../types/schema.ts'
import { isData, isObject, type Properties } from '../values.ts'
import { readingOf, TwoReadings } from './json-schema/two-readings.ts'
import { isOrdinary, isStandard, propertiesOf } from './standard/standard.ts'

const PARTS = ['body', 'headers', 'querystring', 'params'] as const
type Part = (typeof PARTS)[number]
/** A schema with one of these keywords is complete. Without any of them, it is a shorthand list of properties. */
const FULL = ['type', 'properties', '$ref', 'oneOf', 'allOf', 'anyOf', '$merge', '$patch'] as const

/** How schemas are brought into their full form. */
export interface Shaping {
  /** the option `jsonShorthand` */
  readonly shorthand: boolean
  /** the application has its own validator compiler, so a schema of a library is foreign */
  readonly custom: boolean
  /** the error of a part or a response that cannot be read */
  readonly refuse: (cause: unknown, part: Part | 'response', where: string, schema: unknown) => Error
}

/** Returns the full form as a copy. The object of the application is not changed. */
export function shapeSchema(given: RouteSchema, how: Shaping): RouteSchema {
  const schema = { ...given }
  const beside = schema.querystring !== undefined && schema.querystring !== null
  if (schema.query !== undefined && !(schema.query === null && beside)) {
    if (beside) throw new errorCodes.FST_ERR_SCH_DUPLICATE('querystring')
    schema.querystring = schema.query
  }
  const odd = PARTS.filter((part) => schema[part] && !isOrdinary(schema[part]))
  if (odd.length > 0 && !shapeOdd(schema, odd, how)) return schema
  if (isResponseMap(schema.response)) schema.response = shapeResponse(schema.response, how)
  return schema
}

/** Brings parts into their full form, and returns whether none is foreign: such a schema is left as it is. */
function shapeOdd(schema: RouteSchema, parts: readonly Part[], how: Shaping): boolean {
  for (const part of parts) schema[part] = plainSchema(schema[part])
  const known = (part: unknown): boolean => !how.custom && isStandard(part)
  if (parts.some((part) => isForeign(schema[part]) && !known(schema[part]))) return false
  for (const part of parts) {
    const own = schema[part]
    if (!own) continue // a builder of the schema that refuses every value
    if (part === 'body') refuseWithoutSchema(own)
    schema[part] = refused(how, part, `${part} schema`, own, () =>
      part === 'body' && isContentMap(own)
        ? shapeContent(own, how.shorthand)
        : fullSchema(own, how.shorthand),
    )
  }
  return true
}

/** Makes the full form. An error names the place. */
function refused<T>(how: Shaping, part: Part | 'response', where: string, schema: unknown, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TwoReadings)) throw error // it says what is wrong
    throw how.refuse(error, part, where, schema)
  }
}

/** Whether a value is a map of responses. A Map, or a schema of a library, has no statuses, and would count as an empty map. */
export function isResponseMap(value: unknown): value is Record<string, unknown> {
  return (
    isObject(value) && propertiesOf(value) === undefined && (isData(value) || Object.keys(value).length > 0)
  )
}

/**
 * Whether the schema of a part is an instance of a class: only a custom compiler knows it, so it is not changed. As on 4.17,
 * an object without a prototype counts as one here; inside a schema it is data.
 */
export function isForeign(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.getPrototypeOf(schema) !== Object.prototype
}

/** Returns the full form of a schema, or of a shorthand list of properties. */
export function fullSchema(schema: unknown, shorthand: boolean): unknown {
  if (
    !shorthand ||
    !isObject(schema) ||
    propertiesOf(schema) !== undefined ||
    typeof schema.$schema === 'string'
  )
    return schema
  if (FULL.some((keyword) => schema[keyword] && !isPropertyCalledType(keyword, schema[keyword])))
    return schema
  const reading = readingOf(schema)
  if (reading === 'either') throw new TwoReadings(schema)
  return reading === 'schema' ? schema : { type: 'object', properties: schema }
}

// The keyword `type` has a string or a list. An object is the schema of a property with the name 'type'.
function isPropertyCalledType(keyword: string, value: unknown): boolean {
  return keyword === 'type' && isObject(value)
}

/** A schema for each media type. */
interface ContentMap extends Properties {
  readonly content: Readonly<Record<string, Properties>>
}

/** `{ content: { 'media/type': { schema } } }`: a schema for each media type. */
export function isContentMap(schema: unknown): schema is ContentMap {
  if (!isObject(schema) || !isObject(schema.content) || isStandard(schema)) return false
  if (schema.type || schema.properties) return false
  const entries = Object.values(schema.content)
  return entries.length > 0 && entries.every((entry) => isObject(entry) && 'schema' in entry)
}

/** A map of media types is no shorthand for a property with the name 'content', also where none of them has a schema. */
function refuseWithoutSchema(body: unknown): void {
  if (!isObject(body) || !isObject(body.content) || body.type || body.properties || isStandard(body)) return
  const types = Object.entries(body.content)
  const missing = types.find(([, entry]) => !isObject(entry) || !('schema' in entry))
  if (missing !== undefined && types.every(([type]) => type.includes('/')))
    throw new errorCodes.FST_ERR_SCH_CONTENT_MISSING_SCHEMA(missing[0])
}

function shapeContent(given: ContentMap, shorthand: boolean): ContentMap {
  const content: Record<string, Properties> = {}
  for (const [type, entry] of Object.entries(given.content)) {
    content[type] = { ...entry, schema: fullSchema(plainSchema(entry.schema), shorthand) }
  }
  return { ...given, content }
}

// `false` is a schema.
function hasSchema({ schema }: Properties): boolean {
  return schema === false || Boolean(schema)
}

// Where nothing changes it is the object of the application: V8 gives a new one room for 300 statuses, as they are numbers.
function shapeResponse(given: Record<string, unknown>, how: Shaping): Record<string, unknown> {
  const codes = Object.keys(given)
  if (codes.every((code) => isOrdinary(given[code]))) return given
  const response: Record<string, unknown> = {}
  for (const code of codes) {
    const declared = given[code]
    response[code] = isOrdinary(declared)
      ? declared
      : refused(how, 'response', `response schema '${code}'`, declared, () =>
          shapeCode(plainSchema(declared), how.shorthand),
        )
  }
  return response
}

function shapeCode(schema: unknown, shorthand: boolean): unknown {
  if (hasContent(schema)) return shapeContent(schema, shorthand)
  return shorthand && isDescription(schema)
    ? { ...schema, type: 'object', properties: {} }
    : fullSchema(schema, shorthand)
}

const DESCRIBES = ['description', 'summary', 'title', '$comment'] as const

/** Words about a response without a schema, as in OpenAPI: no text is the schema of a property, so it is no shorthand. */
function isDescription(schema: unknown): schema is Properties {
  if (!isObject(schema) || propertiesOf(schema) !== undefined) return false
  if (!DESCRIBES.some((key) => typeof schema[key] === 'string')) return false
  return Object.entries(schema).every(
    ([key, value]) =>
      DESCRIBES.some((word) => word === key && typeof value === 'string') ||
      /^(headers|links|content|x-.*)$/.test(key),
  )
}

// A single entry without a schema is the shorthand for a property with the name 'content'. One of several is a mistake.
function hasContent(value: unknown): value is ContentMap {
  if (!isObject(value) || !isObject(value.content) || isStandard(value)) return false
  const types = Object.entries(value.content)
  const missing = types.find(([, entry]) => !isObject(entry) || !hasSchema(entry))
  if (missing !== undefined && (types.length > 1 || missing[0].includes('/')))
    throw new errorCodes.FST_ERR_SCH_CONTENT_MISSING_SCHEMA(missing[0])
  return types.length > 0 && missing === undefined
}
