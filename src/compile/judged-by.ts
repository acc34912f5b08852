/** What judges each part of a request and writes each response: touchstone itself, or a library with the reason. */
import type { Declared } from '../declare/declaration.ts'
import type { CompileSerializer, CompileValidator } from '../declare/schema-store.ts'
import { isObject } from '../values.ts'
import { type AjvSettings, ajvCompiler } from './ajv.ts'
import { fastJsonCompiler } from './fast-json.ts'
import { CodePolicy } from './keywords/generated-code.ts'
import { isContentMap } from './schema-shape.ts'
import type { SchemaScope } from './scope.ts'
import { isStandard } from './standard/standard.ts'
import { Turns } from './turns.ts'

export interface JudgedBy {
  /** such as `body`, `body application/json` or `response 200` */
  readonly part: string
  /** `touchstone`, `ajv`, `fast-json-stringify`, `a compiler of the application`, or the vendor of a schema library */
  readonly by: string
  /** why a library is needed; empty: none is */
  readonly why: string
}

interface Source {
  readonly scope: SchemaScope
  readonly ajv: AjvSettings
  readonly serializerOpts: object
  /** whether compilers of the application judge the parts, and write the responses */
  readonly own: { readonly parts: boolean; readonly responses: boolean }
}

const PARTS = ['params', 'body', 'querystring', 'headers'] as const
const OWN = 'a compiler of the application'

/** Compiles nothing that the plan of the route has not compiled. */
export function judgedBy({ options, method, url }: Declared, source: Source): JudgedBy[] {
  const { scope, own } = source
  let why = ''
  const code = new CodePolicy('library', (needed) => void (why = needed.why))
  const validator: CompileValidator = ajvCompiler(scope, source.ajv, new Turns(), code)
  const serializer: CompileSerializer = fastJsonCompiler(scope, source.serializerOpts, code)
  const place = { method: String(method), url: String(url) }
  const ask = (
    part: string,
    schema: unknown,
    isOwn: boolean,
    library: string,
    compile: () => unknown,
  ): JudgedBy => {
    if (isOwn) return { part, by: OWN, why: '' }
    if (isStandard(schema)) return { part, by: schema['~standard'].vendor, why: '' }
    why = ''
    compile()
    return { part, by: why === '' ? 'touchstone' : library, why }
  }
  const found: JudgedBy[] = []
  for (const part of PARTS)
    for (const [name, schema] of eachOf(options.schema?.[part], part))
      found.push(ask(name, schema, own.parts, 'ajv', () => validator({ schema, ...place, httpPart: part })))
  for (const [status, level] of Object.entries(Object(options.schema?.response)))
    for (const [name, schema] of eachOf(level, `response ${status}`))
      found.push(
        ask(name, schema, own.responses, 'fast-json-stringify', () =>
          serializer({ schema, ...place, httpStatus: status }),
        ),
      )
  return found
}

function eachOf(schema: unknown, name: string): [name: string, schema: unknown][] {
  if (schema === undefined || schema === null) return []
  if (!isObject(schema) || !isContentMap(schema)) return [[name, schema]]
  return Object.entries(schema.content).map(([type, entry]) => [`${name} ${type}`, entry.schema])
}
