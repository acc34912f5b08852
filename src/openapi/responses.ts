/** The answers of an operation: those that its schema declares, and those of the framework. */
import { errorsOf } from '../compile/handlers.ts'
import { isContentMap } from '../compile/schema-shape.ts'
import { nameOfStatus } from '../status-names.ts'
import { isObject, type Properties } from '../values.ts'
import { contentOf, fieldsOf } from './bodies.ts'
import { placeOf } from './notes.ts'
import type { Operation } from './place.ts'
import type { Origin } from './to-2020.ts'

const CLASSES: Readonly<Record<string, string>> = {
  ...{ 1: 'Information', 2: 'Success', 3: 'Redirection', 4: 'Error of the client', 5: 'Error of the server' },
}
const PARTS = ['params', 'querystring', 'headers', 'body'] as const

export function responsesOf(operation: Operation, errors: 'some' | 'all'): Record<string, Properties> {
  const { response } = operation.schema
  const declared = isObject(response) ? declaredIn(operation, response) : {}
  const own = ownAnswers(operation, errors, Object.keys(declared))
  const all = { ...declared, ...own }
  if (Object.keys(declared).length === 0) all.default = { description: 'Any answer' }
  // Statuses in order, then their classes, then the default.
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function declaredIn(operation: Operation, response: Properties): Record<string, Properties> {
  const written: Record<string, Properties> = {}
  for (const [given, declared] of Object.entries(response)) {
    const status = statusOf(given)
    if (status === null) {
      operation.notes.add(placeOf(operation.place, 'responses'), `'${given}' is no status, and left out`)
      continue
    }
    if (declared === undefined || declared === null || written[status] !== undefined) continue
    written[status] = responseOf(operation, status, declared)
  }
  return written
}

/** `200`, `4XX`, `default`, as OpenAPI writes them. */
function statusOf(key: string): string | null {
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase()
  return key === 'default' || /^[1-5]\d\d$/.test(key) ? key : null
}

/** Answers of these statuses have no body. */
const isEmpty = (status: string): boolean => /^(1..|204|205|304)$/.test(status)

function responseOf(operation: Operation, status: string, declared: unknown): Properties {
  const { scope, own, schema } = operation
  const place = placeOf(operation.place, 'responses', status)
  const origin: Origin = { scope, direction: 'output', name: `response_${status}`, own: own.responses }
  const { description }: { description?: unknown } = Object(declared)
  const about: Properties = {
    description: typeof description === 'string' ? description : descriptionOf(status),
    ...(isObject(declared) ? besides(operation, declared, origin, place) : {}),
  }
  if (isContentMap(declared))
    return { ...about, content: contentOf(operation, declared.content, origin, place) }
  if (isEmpty(status) || isNothing(declared)) return about
  const { produces } = schema
  const types = Array.isArray(produces) && produces.length > 0 ? produces.map(String) : [typeOf(declared)]
  const content: Properties = {}
  for (const type of types)
    content[type] = {
      schema: operation.writer.write(
        withoutFields(declared),
        origin,
        placeOf(place, 'content', type, 'schema'),
      ),
    }
  return { ...about, content }
}

function descriptionOf(status: string): string {
  if (status === 'default') return 'Any other answer'
  return nameOfStatus(Number(status)) ?? CLASSES[status[0]!] ?? 'An answer'
}

/** `links`, `headers` and `x-` of a response stand next to its schema. */
function besides(operation: Operation, declared: Properties, origin: Origin, place: string): Properties {
  const { headers, links } = declared
  const made = isContentMap(declared) ? fieldsOf(declared, []) : {}
  if (isObject(links) && Object.values(links).every(isObject))
    Object.assign(made, fieldsOf({ links }, ['links']))
  if (!isObject(headers) || !Object.values(headers).every(isObject)) return made
  const written: Properties = {}
  for (const [name, header] of Object.entries(headers)) {
    if (!isObject(header)) continue
    const here = placeOf(place, 'headers', name)
    const isHeader = 'schema' in header || 'content' in header
    const { description }: { description?: unknown } = header
    const shown = typeof description === 'string' ? { description } : {}
    const fields = isHeader
      ? fieldsOf(header, ['required', 'deprecated', 'example', 'examples', 'style', 'explode'])
      : {}
    const schema = isHeader ? header.schema : header
    written[name] = {
      ...shown,
      ...fields,
      schema: operation.writer.write(schema ?? {}, origin, placeOf(here, 'schema')),
    }
  }
  return { ...made, headers: written }
}

/** The schema alone. Where it is an instance of a class, or a schema of a library, it is not copied. */
function withoutFields(declared: unknown): unknown {
  if (!isObject(declared) || Object.getPrototypeOf(declared) !== Object.prototype) return declared
  if (declared.headers === undefined && declared.links === undefined) return declared
  const { headers: _headers, links: _links, ...schema } = declared
  return schema
}

const isNothing = (schema: unknown): boolean => isObject(schema) && schema.type === 'null'

/** A text is sent as it is. */
const typeOf = (schema: unknown): string =>
  isObject(schema) && schema.type === 'string' ? 'text/plain' : 'application/json'

/** The answers of the framework that a route gives, where it declares no other for the status. */
function ownAnswers(
  operation: Operation,
  errors: 'some' | 'all',
  declared: readonly string[],
): Record<string, Properties> {
  const { schema, route, components, declared: of } = operation
  const answers: Record<string, Properties> = {}
  const isDeclared = (status: string): boolean =>
    declared.some((one) => one === status || one === `${status[0]}XX` || one === 'default')
  const add = (status: string, description: string, hasError: boolean): void => {
    if (isDeclared(status)) return
    const isOurs = hasError && errorsOf(of, null).handler === null
    answers[status] = {
      description,
      ...(isOurs ? { content: { 'application/json': { schema: components.errorSchema() } } } : {}),
    }
  }
  const isJudged = PARTS.some((part) => schema[part] !== undefined && schema[part] !== null)
  if (isJudged && !route.attachValidation) add('400', 'The request breaks its schema', true)
  if (route.security.length > 0 && schema.security === undefined)
    add('401', 'The credentials are missing or wrong', false)
  if (errors !== 'all' || schema.body === undefined || schema.body === null) return answers
  add('413', 'The body is too large', true)
  add('415', 'No parser takes bodies of this content type', true)
  return answers
}
