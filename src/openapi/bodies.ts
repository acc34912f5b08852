/** The body of a request: which content types a route takes, and the schema of each. */
import { isContentMap } from '../compile/schema-shape.ts'
import { parseMediaType } from '../serve/media-type.ts'
import { isObject, type Properties } from '../values.ts'
import { jsonOf, NOT_JSON } from './data.ts'
import { placeOf } from './notes.ts'
import type { Operation } from './place.ts'
import type { Origin } from './to-2020.ts'

/** Requests of these methods have a body in any case: a missing one is judged as null. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])
const JSON_TYPE = 'application/json'

/** Undefined for a route without a schema of the body. */
export function bodyOf(operation: Operation): Properties | undefined {
  const { schema, route, scope, own } = operation
  const { body } = schema
  if (body === undefined || body === null) return undefined
  const place = placeOf(operation.place, 'requestBody')
  const origin: Origin = { scope, direction: 'input', name: 'body', own: own.parts }
  const required = WITH_BODY.has(route.method)
  if (isContentMap(body)) {
    const content = contentOf(operation, body.content, origin, place)
    return { ...fieldsOf(body, ['description']), required, content }
  }
  const types = typesOf(operation, place)
  const content: Properties = {}
  for (const type of types)
    content[type] = {
      schema: operation.writer.write(body, origin, placeOf(place, 'content', type, 'schema')),
    }
  const { description }: { description?: unknown } = Object(body)
  return { ...(typeof description === 'string' ? { description } : {}), required, content }
}

/** A content map of the application: each schema is written, and what OpenAPI knows next to it stays. */
export function contentOf(operation: Operation, map: object, origin: Origin, place: string): Properties {
  const content: Properties = {}
  for (const [type, entry] of Object.entries(map)) {
    if (!isObject(entry)) continue
    const here = placeOf(place, 'content', type)
    const { examples, ...rest } = fieldsOf(entry, ['example', 'examples', 'encoding'])
    content[type] = {
      ...('schema' in entry
        ? { schema: operation.writer.write(entry.schema, origin, placeOf(here, 'schema')) }
        : {}),
      ...rest,
      ...examplesOf(operation, examples, here),
    }
  }
  return content
}

/** The examples of a media type are a map of Example Objects. */
function examplesOf({ notes }: Operation, examples: unknown, place: string): Properties {
  if (examples === undefined) return {}
  if (isObject(examples) && Object.values(examples).every(isObject)) return { examples }
  notes.add(
    placeOf(place, 'examples'),
    'left out: the examples of a content type are objects such as { value } by name',
  )
  return {}
}

/** The fields of these names, and those that begin with `x-`, as far as they are JSON. */
export function fieldsOf(from: object, names: readonly string[]): Properties {
  const fields: Properties = {}
  for (const [name, value] of Object.entries(from)) {
    if (!names.includes(name) && !name.startsWith('x-')) continue
    const data = jsonOf(value)
    if (data !== NOT_JSON && data !== undefined) fields[name] = data
  }
  return fields
}

/** JSON, and the types for which the application has parsers; `consumes` decides. */
function typesOf({ declared, route, schema, notes }: Operation, place: string): string[] {
  const { consumes } = schema
  if (Array.isArray(consumes) && consumes.length > 0) return consumes.map(String)
  const { parsers } = declared.context
  const types: string[] = []
  for (const type of route.contentTypes) {
    if (type === '*' || type.startsWith('/')) {
      notes.add(place, `the parser for ${type} takes further content types`)
      continue
    }
    const isRange = !type.includes('/')
    // The parser of the framework makes a text, which a schema without content types refuses.
    const media = isRange ? null : parseMediaType(type)
    if (media !== null && parsers.choose(media)?.builtInText) continue
    types.push(isRange ? `${type}/*` : type)
  }
  const isJson = (type: string): boolean => type === JSON_TYPE
  const ordered = [...types.filter(isJson), ...types.filter((type) => !isJson(type))]
  return ordered.length === 0 ? ['*/*'] : ordered
}
