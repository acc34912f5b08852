/** The parameters of an operation: what the schemas of the path, of the query and of the headers say of each value. */
import { baseInside } from '../compile/json-schema/references.ts'
import { isObject, type Properties } from '../values.ts'
import { placeOf } from './notes.ts'
import type { Operation } from './place.ts'
import { WILDCARD } from './templates.ts'
import type { Read } from './to-2020.ts'

/** OpenAPI has other places for these headers, and ignores them as parameters. */
const ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])
/** Keywords of a part as a whole that no single parameter can have. */
const OF_ALL = [
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'dependencies', 'not', 'if'],
] as const
/** How far references and combinations are followed. */
const DEEPEST = 20

/** What the schema of a part says of one property. */
interface Property {
  readonly schemas: { readonly schema: unknown; readonly base: string }[]
  required: boolean
  /** whether a value has to fit one of the schemas, or all of them */
  either: boolean
}

export function parametersOf(operation: Operation): Properties[] {
  const { schema, names } = operation
  const path = propertiesOf(operation, 'params', schema.params)
  const query = propertiesOf(operation, 'querystring', schema.querystring)
  const headers = propertiesOf(operation, 'headers', schema.headers)
  const list: Properties[] = []
  for (const { param, name } of names) {
    const known = path.properties.get(param)
    const rest = param === WILDCARD ? { description: 'The rest of the path' } : {}
    const of = { name, in: 'path', required: true, ...rest }
    list.push(
      known === undefined
        ? { ...of, schema: { type: 'string' } }
        : write(operation, path, known, of, list.length),
    )
  }
  for (const [name, property] of query.properties) {
    if (isForbidden(property)) continue
    list.push(write(operation, query, property, { name, in: 'query', ...isRequired(property) }, list.length))
  }
  for (const [name, property] of headers.properties) {
    if (isForbidden(property) || ELSEWHERE.has(name.toLowerCase())) continue
    list.push(
      write(operation, headers, property, { name, in: 'header', ...isRequired(property) }, list.length),
    )
  }
  return list
}

const isRequired = ({ required }: Property): Properties => (required ? { required: true } : {})

/** The schema `false` refuses every value. */
const isForbidden = ({ schemas, either }: Property): boolean =>
  !either && schemas.some(({ schema }) => schema === false)

interface Part {
  readonly read: Read | null
  readonly properties: ReadonlyMap<string, Property>
}

/** The properties of a part: references at its top are followed, combinations are joined. */
function propertiesOf(operation: Operation, part: string, given: unknown): Part {
  const properties = new Map<string, Property>()
  if (given === undefined || given === null || typeof given === 'boolean') return { read: null, properties }
  const { writer, scope, own, notes } = operation
  const place = placeOf(operation.place, 'parameters')
  const read = writer.read(given, { scope, direction: 'input', name: part, own: own.parts }, place)
  if (read === null) return { read, properties }
  const lost = new Set<string>()
  const collect = (schema: unknown, outer: string, isSure: boolean, depth: number): void => {
    if (!isObject(schema) || depth > DEEPEST) return
    const base = baseInside(schema, outer)
    if (typeof schema.$ref === 'string') {
      const target = read.index.resolve(schema.$ref, base)
      if (target !== undefined) collect(target.schema, target.base, isSure, depth + 1)
    }
    for (const keyword of OF_ALL) if (schema[keyword] !== undefined) lost.add(keyword)
    if (isObject(schema.properties)) {
      for (const [name, one] of Object.entries(schema.properties)) addTo(properties, name, one, base, isSure)
    }
    const required = isSure && Array.isArray(schema.required) ? schema.required : []
    for (const name of required) if (typeof name === 'string') require(properties, name)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const list: unknown = schema[keyword]
      if (!Array.isArray(list)) continue
      const isAll = keyword === 'allOf'
      if (!isAll) lost.add(keyword)
      for (const one of list) collect(one, base, isSure && isAll, depth + 1)
    }
  }
  collect(read.root, '', true, 0)
  if (lost.size > 0)
    notes.add(place, `${[...lost].join(', ')} of the ${part} as a whole: a parameter is described by itself`)
  return { read, properties }
}

function addTo(
  properties: Map<string, Property>,
  name: string,
  schema: unknown,
  base: string,
  isSure: boolean,
): void {
  const known = properties.get(name)
  if (known === undefined)
    properties.set(name, { schemas: [{ schema, base }], required: false, either: !isSure })
  else {
    if (known.schemas.length > 0 && !isSure) known.either = true
    known.schemas.push({ schema, base })
  }
}

/** A property may be required that has no schema. */
function require(properties: Map<string, Property>, name: string): void {
  const known = properties.get(name) ?? { schemas: [], required: true, either: false }
  known.required = true
  properties.set(name, known)
}

function write(
  operation: Operation,
  part: Part,
  property: Property,
  about: Properties,
  at: number,
): Properties {
  const place = placeOf(operation.place, 'parameters', at, 'schema')
  const { schemas, either } = property
  const written = schemas.map(({ schema, base }, index) => {
    const inner = schemas.length === 1 ? place : placeOf(place, either ? 'anyOf' : 'allOf', index)
    return operation.writer.writeInner(part.read!, schema, base, inner)
  })
  const [only = {}] = written
  const schema = written.length < 2 ? only : { [either ? 'anyOf' : 'allOf']: written }
  const { description, deprecated }: { description?: unknown; deprecated?: unknown } = Object(schema)
  return {
    ...about,
    ...(typeof description === 'string' ? { description } : {}),
    ...(deprecated === true ? { deprecated } : {}),
    schema,
  }
}
