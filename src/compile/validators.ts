/** The schemas of params, body, query and headers → the function `validate(exchange)` of a route. */

import { writeBack } from '../copies.ts'
import type { Context, FormatErrors } from '../declare/context.ts'
import type { CompileValidator } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { Exchange } from '../serve/exchange.ts'
import { canMatch, essenceOf, ofType } from '../serve/media-type.ts'
import type { PlanValidation, Validate } from '../serve/plan.ts'
import { type PartCheck, validateParts } from '../serve/validate.ts'
import type { HttpPart } from '../types/http.ts'
import type { RouteSchema } from '../types/schema.ts'
import { inTime, isError, isObject, shown } from '../values.ts'
import { bundle, contentKey, lowerCaseHeaders } from './json-schema/bundle.ts'
import { ReferenceIndex, type SchemaObject, unresolved, walkReferences } from './json-schema/references.ts'
import { type ReportUnsafe, unsafePatterns } from './keywords/unsafe-patterns.ts'
import { isContentMap, isForeign } from './schema-shape.ts'
import type { SchemaScope } from './scope.ts'
import { jsonView } from './standard/json-view.ts'
import { isStandard, type StandardSchema } from './standard/standard.ts'

export interface PartSource {
  readonly context: Context
  readonly scope: () => SchemaScope
  readonly method: string
  readonly url: string
  readonly compile: CompileValidator
  /** the application has its own compiler: its schemas need not be JSON Schema, so nothing reads them */
  readonly custom: boolean
  readonly format: FormatErrors
  /** whether ajv has keywords of the application */
  readonly keywords: boolean
  /** what becomes of patterns that take very long for some texts; null: nothing looks for them */
  readonly unsafe: ReportUnsafe | null
}

const FIELDS = { params: 'params', body: 'body', querystring: 'query', headers: 'headers' } as const
/** The order of compilation, which a custom compiler sees. `VALIDATED` is the order of validation. */
const COMPILED: readonly HttpPart[] = ['headers', 'body', 'querystring', 'params']
const VALIDATED: readonly HttpPart[] = ['params', 'body', 'querystring', 'headers']
/** Methods that need a body if there is a body schema: a missing body is validated as null. */
const DEMANDS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY'])

export function compileParts(schema: RouteSchema, source: PartSource): PlanValidation<Exchange> {
  const compiled: Partial<Record<HttpPart, Validate>> = {}
  let byType: Map<string, Validate> | null = null
  for (const part of COMPILED) {
    const declared = schema[part]
    if (declared === undefined) {
      if (Object.hasOwn(schema, part)) warnUndefined(part, source)
      continue
    }
    if (declared === null) {
      const cause = new TypeError('null is no schema: leave the part out, or write {} to let everything pass')
      throw buildError('FST_ERR_SCH_VALIDATION_BUILD', cause, source, `${part} schema`, null)
    }
    if (part === 'body' && isContentMap(declared)) {
      byType = new Map()
      for (const [type, entry] of Object.entries(declared.content)) {
        if (!canMatch(type))
          throw buildError('FST_ERR_SCH_VALIDATION_BUILD', noType(type), source, 'body schema', declared)
        byType.set(essenceOf(type), compilePart(part, entry.schema, source, type))
      }
    } else compiled[part] = compilePart(part, declared, source)
  }
  const checks: PartCheck[] = []
  const validators: Partial<Record<HttpPart, Validate>> = {}
  for (const part of VALIDATED) {
    const validate = compiled[part]
    const check = checkOf(part, schema[part], validate, byType, source)
    if (check !== null) checks.push(check)
    if (validate !== undefined) validators[part] = validate.byHand ?? validate
  }
  return {
    validators,
    bodySchema: byType ?? (compiled.body === undefined ? null : 'plain'),
    validate: checks.length === 0 ? null : (x) => validateParts(checks, x),
  }
}

function checkOf(
  part: HttpPart,
  schema: unknown,
  validate: Validate | undefined,
  byType: Map<string, Validate> | null,
  { format, custom }: PartSource,
): PartCheck | null {
  const coercesRoot = !custom && !(isObject(schema) && schema.type === 'object' && schema.nullable !== true)
  // The fields are written out: a spread would take as long as all the rest.
  const checkBy = (choose: PartCheck['validate']): PartCheck => {
    return { part, field: FIELDS[part], format, coercesRoot, custom, validate: choose }
  }
  if (part !== 'body') return validate === undefined ? null : checkBy(() => validate)
  if (byType === null && validate === undefined) return null
  const first = byType?.get('application/json') ?? byType?.values().next().value
  return checkBy((x) => {
    if (x.request.body === undefined && !DEMANDS_BODY.has(x.wire.method)) return null
    if (validate !== undefined) return validate
    return (x.mediaType === null ? first : ofType(byType!, x.mediaType.essence)) ?? first!
  })
}

/** Compiles one part. An error names the route and the part; for a reference also its pointer and the visible ids. */
function compilePart(part: HttpPart, declared: unknown, source: PartSource, contentType?: string): Validate {
  const { method, url, compile, custom } = source
  let schema = declared
  try {
    if (!custom) schema = judgeable(part, declared, source)
    const args = { schema, method, url, httpPart: part }
    const given = contentType === undefined ? args : { ...args, contentType }
    const validate = inTime(compile(given), 'the compiler')
    if (typeof validate !== 'function')
      throw new TypeError(`the compiler returned ${shown(validate)}, not a function`)
    // A keyword may write into the schema around it: @fastify/swagger reads what that of @fastify/multipart has written.
    if (source.keywords && !custom && part !== 'headers' && source.scope().isAsItIs(declared))
      writeBack(declared, schema)
    return validate
  } catch (error) {
    throw buildError('FST_ERR_SCH_VALIDATION_BUILD', error, source, `${part} schema`, declared)
  }
}

/** The schema as the default compiler gets it. Throws for a value that it cannot judge. */
function judgeable(part: HttpPart, declared: unknown, source: PartSource): unknown {
  const scope = source.scope()
  if (isStandard(declared)) {
    if (part === 'headers') refuseCapitals(declared)
    return declared
  }
  const schema = scope.read(declared)
  if (!isObject(schema)) return schema
  const isChecked = (): boolean =>
    scope.isAlone(schema) || checkSchema(schema, Object(declared), part, source)
  const purpose = part === 'params' ? 'check params' : 'check'
  scope.once(purpose, schema, isChecked)
  if (part !== 'headers' || isForeign(declared)) return schema
  return scope.once('headers', schema, () => caseless(schema, scope))
}

// Names of headers arrive in lower case. A schema of a library cannot be changed, so another spelling would match nothing.
function refuseCapitals(schema: StandardSchema): void {
  const { properties } = jsonView(schema, 'input')
  const name = Object.keys(Object(properties)).find((one) => one !== one.toLowerCase())
  if (name === undefined) return
  throw new Error(
    `no header matches '${name}': header names are in lower case here, so write '${name.toLowerCase()}'`,
  )
}

/** Throws for a schema with the $id of a different shared schema, since references would be ambiguous, and for $async. */
function checkSchema(schema: SchemaObject, declared: object, part: HttpPart, source: PartSource): true {
  const { unsafe, method, url } = source
  const scope = source.scope()
  const { schemas } = scope
  const id = schema.$id
  if (
    typeof id === 'string' &&
    Object.hasOwn(schemas, id) &&
    contentKey(schemas[id]) !== contentKey(declared)
  ) {
    throw new Error(`the route's schema and a shared schema both have the $id '${id}' with different content`)
  }
  walkReferences(schema, scope.indexWith(schema), (visited, pointer) => {
    if (visited.$async) {
      throw new Error(
        `$async at ${pointer} is refused: a request that waits for its own schema can hold the server up`,
      )
    }
    if (unsafe === null || (visited.pattern === undefined && visited.patternProperties === undefined)) return
    // The router refuses a long parameter.
    for (const found of unsafePatterns(visited, part === 'params'))
      unsafe({ ...found, part, pointer, method, url })
  })
  return true
}

function caseless(schema: SchemaObject, scope: SchemaScope): unknown {
  try {
    return lowerCaseHeaders(bundle(schema, scope.indexWith(schema)))
  } catch {
    return schema // a reference has no target: the compiler throws an error that names it
  }
}

/** The build error of a route, with the error of the compiler as its cause. */
export function buildError(
  code: 'FST_ERR_SCH_VALIDATION_BUILD' | 'FST_ERR_SCH_SERIALIZATION_BUILD',
  cause: unknown,
  source: { context: Context; method: string; url: string },
  where: string,
  schema: unknown,
): Error {
  const message = isError(cause) ? cause.message : String(cause)
  const hint = isObject(schema) ? referenceHint(schema, message, source.context) : ''
  const error = new errorCodes[code](String(source.method), source.url, `${message} (in the ${where}${hint})`)
  return Object.assign(error, { cause })
}

/** Why a key of a content map is refused. */
export function noType(key: string): Error {
  return new TypeError(
    `the key '${key}' of content matches no media type: write one such as application/json, application/* or */*`,
  )
}

function referenceHint(schema: SchemaObject, message: string, context: Context): string {
  if (!/resolve|reference|\$ref/i.test(message)) return ''
  const shared = context.schemas.getSchemas()
  const index = new ReferenceIndex([schema], new ReferenceIndex(Object.values(shared)))
  const missing = unresolved(schema, index)
  if (missing === null) return ''
  const id = missing.ref.split('#')[0]!
  const visible = Object.keys(shared)
  const elsewhere = visible.includes(id) ? [] : contextsWith(rootOf(context), id)
  return [
    ` at ${missing.pointer}; visible ids: ${visible.length === 0 ? 'none' : visible.join(', ')}`,
    ...(elsewhere.length === 0
      ? []
      : [`'${id}' exists in context ${elsewhere.map((path) => `'${path}'`).join(', ')}`]),
  ].join('; ')
}

function rootOf(context: Context): Context {
  return context.parent === null ? context : rootOf(context.parent)
}

function contextsWith(context: Context, id: string): string[] {
  if (context.schemas.getSchema(id) !== undefined) return [context.path]
  return context.children.flatMap((child) => contextsWith(child, id))
}

function warnUndefined(part: string, { method, url }: PartSource): void {
  process.emitWarning(
    `The ${part} schema of ${method}:${url} is present but undefined: nothing validates it`,
    {
      type: 'FastifyWarning',
      code: 'FSTWRN001',
    },
  )
}
