/** Response schemas → the serializers of one route, by status key and media type. */
import type { Context } from '../declare/context.ts'
import type { CompileSerializer } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import { essenceOf } from '../serve/media-type.ts'
import type { ResponseLevel, ResponseSerializers, Serialize } from '../serve/plan.ts'
import { shown } from '../values.ts'
import { isContentMap } from './schema-shape.ts'
import { buildError } from './validators.ts'

const STATUS_KEY = /^[1-5][0-9]{2}$|^[1-5]xx$|^default$/

export interface ResponseSource {
  readonly context: Context
  readonly method: string
  readonly url: string
  readonly compile: CompileSerializer
}

export function compileResponses(response: object, source: ResponseSource): ResponseSerializers {
  const byStatus = new Map<string, ResponseLevel>()
  for (const [key, schema] of Object.entries(response)) {
    const httpStatus = key.toLowerCase()
    if (!STATUS_KEY.test(httpStatus)) {
      const wrong = new errorCodes.FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX()
      throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', wrong, source, `response schema '${key}'`, schema)
    }
    if (!isContentMap(schema)) {
      byStatus.set(httpStatus, compileOne(schema, httpStatus, undefined, source))
      continue
    }
    const byType = new Map<string, Serialize>()
    for (const [type, entry] of Object.entries(schema.content)) {
      byType.set(essenceOf(type), compileOne(entry.schema, httpStatus, type, source))
    }
    byStatus.set(httpStatus, byType)
  }
  return { byStatus, known: new Map(), warned: false }
}

function compileOne(
  schema: unknown,
  httpStatus: string,
  contentType: string | undefined,
  source: ResponseSource,
): Serialize {
  const { method, url, compile } = source
  try {
    const args = { schema, url, method, httpStatus }
    const serialize = compile(contentType === undefined ? args : { ...args, contentType })
    if (typeof serialize !== 'function') {
      throw new TypeError(`the compiler returned ${shown(serialize)}, not a function`)
    }
    return serialize
  } catch (error) {
    const where = `response schema '${httpStatus}'${contentType === undefined ? '' : ` of ${contentType}`}`
    throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, source, where, schema)
  }
}
