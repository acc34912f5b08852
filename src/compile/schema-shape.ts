/** A route's schema container made whole: the `query` alias, the shorthand, builders turned into plain schemas. */
import { plainSchema } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { Loose } from '../types/plan.ts'
import { isObject } from './references.ts'

const PARTS = ['body', 'headers', 'querystring', 'params'] as const
/** With one of these at the top, a schema is full; without any of them it is a list of properties. */
const FULL = ['type', 'properties', '$ref', 'oneOf', 'allOf', 'anyOf', '$merge', '$patch'] as const

/** A copy of the container in its full form. The application's own object stays as it was. */
export function shapeSchema(given: Loose, shorthand: boolean): Loose {
  const schema: Loose = { ...given }
  if (schema['query']) {
    if (schema['querystring']) throw new errorCodes.FST_ERR_SCH_DUPLICATE('querystring')
    schema['querystring'] = schema['query']
  }
  for (const part of PARTS) if (schema[part]) schema[part] = plainSchema(schema[part])
  // Instances of classes (joi, zod, typebox …) belong to a compiler that knows them.
  if (PARTS.some((part) => isForeign(schema[part]))) return schema
  for (const part of PARTS) {
    if (!schema[part]) continue // also `false`, the schema that nothing passes
    if (part === 'body' && isContentMap(schema[part]))
      schema[part] = shapeContent(schema[part] as Loose, shorthand)
    else schema[part] = fullSchema(schema[part], shorthand)
  }
  if (isObject(schema['response'])) schema['response'] = shapeResponse(schema['response'], shorthand)
  return schema
}

function isForeign(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.getPrototypeOf(schema) !== Object.prototype
}

/** The full form of a schema or of a shorthand list of properties. */
export function fullSchema(schema: unknown, shorthand: boolean): unknown {
  if (!shorthand || !isObject(schema)) return schema
  if (FULL.some((keyword) => schema[keyword] && !isPropertyCalledType(keyword, schema[keyword])))
    return schema
  return { type: 'object', properties: schema }
}

// `type` names a type or a list of them. An object there is the schema of a property that is called 'type'.
function isPropertyCalledType(keyword: string, value: unknown): boolean {
  return keyword === 'type' && isObject(value)
}

/** `{ content: { 'media/type': { schema } } }`: a schema for each media type. */
export function isContentMap(schema: unknown): schema is Loose & { content: Record<string, Loose> } {
  if (!isObject(schema) || !isObject(schema['content'])) return false
  if (schema['type'] || schema['properties']) return false
  const entries = Object.values(schema['content'])
  return entries.length > 0 && entries.every((entry) => isObject(entry) && 'schema' in entry)
}

function shapeContent(body: Loose, shorthand: boolean): Loose {
  const content: Loose = {}
  for (const [type, entry] of Object.entries(body['content'] as Record<string, Loose>)) {
    content[type] = { ...entry, schema: fullSchema(plainSchema(entry['schema']), shorthand) }
  }
  return { ...body, content }
}

function shapeResponse(given: Loose, shorthand: boolean): Loose {
  const response: Loose = {}
  for (const code of Object.keys(given)) {
    const value = plainSchema(given[code])
    const map = isObject(value) && isObject(value['content']) ? value['content'] : null
    const types = map === null ? [] : Object.keys(map)
    const missing = types.find((type) => !(map![type] as Loose | undefined)?.['schema'])
    if (missing !== undefined && types.length > 1)
      throw new errorCodes.FST_ERR_SCH_CONTENT_MISSING_SCHEMA(missing)
    const isMap = types.length > 0 && missing === undefined
    response[code] = isMap ? shapeContent(value as Loose, shorthand) : fullSchema(value, shorthand)
  }
  return response
}
