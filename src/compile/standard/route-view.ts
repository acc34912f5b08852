/** The schema of a route as tools read it: in the place of each schema of a library its JSON Schema. */
import type { RouteSchema } from '../../types/schema.ts'
import { isObject, type Properties } from '../../values.ts'
import { type Direction, jsonView } from './json-view.ts'
import { isOrdinary, isStandard } from './standard.ts'

const PARTS = ['body', 'querystring', 'query', 'params', 'headers'] as const

/** Whether compilers of the application judge the parts or write the responses: what they get stays as it is. */
export interface Own {
  readonly parts: boolean
  readonly responses: boolean
}

/** The same object if it has no schema of a library. A JSON Schema is made when it is read for the first time. */
export function viewOf(schema: RouteSchema, own: Own): RouteSchema {
  const { response } = schema
  const parts = own.parts ? [] : PARTS.filter((part) => hasLibrary(schema[part]))
  const codes =
    own.responses || !isObject(response)
      ? []
      : Object.keys(response).filter((code) => hasLibrary(response[code]))
  if (parts.length === 0 && codes.length === 0) return schema
  const view: RouteSchema = { ...schema }
  for (const part of parts) show(view, part, schema[part], 'input')
  if (codes.length > 0) {
    view.response = { ...response }
    for (const code of codes) show(view.response, code, response![code], 'output')
  }
  return view
}

/** Whether a value is a schema of a library, or a content map with one. */
function hasLibrary(value: unknown): boolean {
  if (value === undefined || isOrdinary(value)) return false
  if (isStandard(value)) return true
  if (!isObject(value) || !isObject(value.content)) return false
  return Object.values(value.content).some((entry) => isObject(entry) && isStandard(entry.schema))
}

/** Where the schema exports no JSON Schema: OpenAPI plugins make a parameter of each property. */
const OBJECT = { type: 'object', properties: {} }
const OPEN: Readonly<Record<string, Properties>> = {
  querystring: OBJECT,
  query: OBJECT,
  params: OBJECT,
  headers: OBJECT,
}

function show(target: object, key: string, value: unknown, direction: Direction): void {
  if (isStandard(value)) defineLazily(target, key, () => jsonView(value, direction, OPEN[key]))
  else if (isObject(value))
    Reflect.set(target, key, { ...value, content: contentOf(value.content, direction) })
}

function contentOf(map: unknown, direction: Direction): Properties {
  const content: Properties = {}
  for (const [type, entry] of Object.entries(Object(map))) {
    content[type] = isObject(entry) ? { ...entry } : entry
    if (isObject(entry) && isStandard(entry.schema))
      show(Object(content[type]), 'schema', entry.schema, direction)
  }
  return content
}

// Most applications never read it, and a boot should not pay for it.
function defineLazily(target: object, key: string, make: () => unknown): void {
  const define = (value: unknown): void => {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  }
  Object.defineProperty(target, key, {
    enumerable: true,
    configurable: true,
    get() {
      const made = make()
      define(made)
      return made
    },
    set: define,
  })
}
