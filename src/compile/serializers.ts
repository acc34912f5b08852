/** Response schemas → the serializers of one route, by status key and media type. */
import type { Context } from '../declare/context.ts'
import type { CompileSerializer } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { Exchange } from '../serve/exchange.ts'
import { canMatch, essenceOf } from '../serve/media-type.ts'
import type { ResponseLevel, ResponseSerializers, Serialize } from '../serve/plan.ts'
import { inTime, shown } from '../values.ts'
import {
  type Checks,
  checkResponses,
  type ResponseChecks,
  type ResponseValidation,
} from './response-checks.ts'
import { isContentMap, isResponseMap } from './schema-shape.ts'
import { isStandard } from './standard/standard.ts'
import { buildError, noType } from './validators.ts'

const STATUS_KEY = /^[1-5][0-9]{2}$|^[1-5]xx$|^default$/

const NO_CHECKS: Checks = new Map()

export interface ResponseSource {
  readonly context: Context
  readonly method: string
  readonly url: string
  readonly compile: CompileSerializer
  /** the application has its own compiler */
  readonly custom: boolean
  readonly validation: ResponseValidation
  readonly checks: () => ResponseChecks
}

export function compileResponses(response: unknown, source: ResponseSource): ResponseSerializers<Exchange> {
  if (!isResponseMap(response)) {
    const wrong = new TypeError(
      `${shown(response)} is not an object of statuses and schemas, such as { 200: schema }`,
    )
    throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', wrong, source, 'response schema', undefined)
  }
  const byStatus = new Map<string, ResponseLevel>()
  const checks: Checks = source.validation === 'off' ? NO_CHECKS : new Map()
  let fromLibrary = false
  for (const key of Object.keys(response)) {
    const schema = response[key]
    const httpStatus = key.toLowerCase()
    if (!STATUS_KEY.test(httpStatus)) {
      const wrong = new errorCodes.FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX()
      throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', wrong, source, `response schema '${key}'`, schema)
    }
    if (!isContentMap(schema)) {
      const serialize = compileOne({ schema, httpStatus }, source, checks)
      fromLibrary ||= serialize.standard !== undefined
      byStatus.set(httpStatus, serialize)
      continue
    }
    const byType = new Map<string, Serialize>()
    for (const [type, entry] of Object.entries(schema.content)) {
      if (!canMatch(type))
        throw buildError(
          'FST_ERR_SCH_SERIALIZATION_BUILD',
          noType(type),
          source,
          `response schema '${key}'`,
          schema,
        )
      const serialize = compileOne({ schema: entry.schema, httpStatus, contentType: type }, source, checks)
      fromLibrary ||= serialize.standard !== undefined
      byType.set(essenceOf(type), serialize)
    }
    byStatus.set(httpStatus, byType)
  }
  const check = checkResponses(source.validation, checks)
  return { byStatus, plain: check === null && !fromLibrary, check, known: new Map(), warned: false }
}

interface One {
  readonly schema: unknown
  readonly httpStatus: string
  readonly contentType?: string
}

function compileOne(one: One, source: ResponseSource, checks: Checks): Serialize {
  const { method, url, compile, custom, validation } = source
  const { schema, httpStatus, contentType } = one
  try {
    const place = { schema, url, method, httpStatus }
    const compiled = inTime(
      compile(contentType === undefined ? place : { ...place, contentType }),
      'the compiler',
    )
    if (typeof compiled !== 'function') {
      throw new TypeError(`the compiler returned ${shown(compiled)}, not a function`)
    }
    // A schema of a library checks what it writes. The function of another schema may be shared by several routes.
    if (validation === 'off' || (!custom && isStandard(schema))) return compiled
    const serialize: Serialize = (payload) => compiled(payload)
    checks.set(serialize, source.checks().make(schema, { method, url, httpStatus }))
    return serialize
  } catch (error) {
    const where = `response schema '${httpStatus}'${contentType === undefined ? '' : ` of ${contentType}`}`
    throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, source, where, schema)
  }
}
