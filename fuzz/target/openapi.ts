/** An OpenAPI document (3.0 or 3.1) → the routes that it describes, for servers in any language. */
import { importOptional } from '../../conformance/contract/optional.ts'
import { isSchema, type Schema, type SchemaOrBoolean } from '../schema/walk.ts'
import { IN_COOKIE, type Part } from '../schema/wire.ts'
import { linksIn, operationsIn } from './openapi-links.ts'
import { checkSize, DocumentReader, isAddress } from './read-document.ts'
import type { Reading, TargetRoute } from './target.ts'

/** The file is not an OpenAPI document, or of a version that is not read; the message says what would be right. */
export class OpenApiError extends Error {
  override name = 'OpenApiError'
}

export interface OpenApiRoutes {
  routes: TargetRoute[]
  /** What of the document is not used, in sentences. */
  notes: string[]
  /** The path of its first server, `/v1`: it stands before each of its paths. */
  basePath: string
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
const PLACES: Readonly<Record<string, Part>> = {
  ...{ path: 'params', query: 'querystring', header: 'headers', cookie: 'headers' },
}
/** The `$id` under which the document is a shared schema, so that its references lead into it. */
const DOCUMENT = 'openapi.json'

const PARSER = '@apidevtools/json-schema-ref-parser'

/**
 * Reads a document, JSON or YAML, from a file or an http address, with what its references name. All references of the result are
 * within it. At most 16 MiB are read, for 30 seconds; at most 5 redirects are followed, to http and https only.
 */
export async function readOpenApi(source: string): Promise<unknown> {
  const user = 'Reading an OpenAPI document'
  const parser = await importOptional(PARSER, user, () => import('@apidevtools/json-schema-ref-parser'))
  const reader = new DocumentReader(source, parser.isUnsafeUrl)
  const { json, yaml } = parser.getJsonSchemaRefParserDefaultOptions().parse
  try {
    return await parser.bundle(source, {
      resolve: {
        file: {
          order: 2,
          canRead: ({ url }: { url: string }) => !isAddress(url),
          read: ({ url }: { url: string }) => reader.read(url),
        },
        http: {
          order: 1,
          canRead: ({ url }: { url: string }) => isAddress(url),
          read: ({ url }: { url: string }) => reader.read(url),
        },
      },
      parse: { json: bounded(json), yaml: bounded(yaml), text: false, binary: false },
    } as never) // its types know no parser with another `parse`
  } catch (error) {
    throw new OpenApiError(
      `${source} cannot be read as JSON or YAML: ${(reader.fault ?? (error as Error)).message}`,
    )
  }
}

/** The same parser, which refuses what is too large in the memory. */
function bounded(parser: unknown): object {
  const { parse, ...rest } = parser as { parse(file: unknown): Promise<unknown> }
  return {
    ...rest,
    async parse(file: unknown) {
      const document = await parse.call(rest, file)
      checkSize(document)
      return document
    },
  }
}

/** Nothing is told of a server that takes more than its document says, as far as servers commonly do. */
const UNKNOWN: Reading = { coercion: 'any', additional: 'any' }

export function routesOfOpenApi(document: unknown, reading: Reading = UNKNOWN): OpenApiRoutes {
  if (!isSchema(document))
    throw new OpenApiError('The document is not an object, and must be one with "openapi": "3.1.0".')
  const { openapi, swagger, paths } = document
  if (swagger !== undefined)
    throw new OpenApiError(
      `The document is Swagger ${swagger}. OpenAPI 3.0 and 3.1 are read: convert it first.`,
    )
  if (typeof openapi !== 'string')
    throw new OpenApiError(
      'The document has no "openapi" at its top, and must have one such as "openapi": "3.1.0".',
    )
  if (!/^3\.[01]\b/.test(openapi))
    throw new OpenApiError(`The document is OpenAPI ${openapi}. 3.0 and 3.1 are read.`)
  if (!isSchema(paths)) throw new OpenApiError('The document has no "paths", so there is no route to fuzz.')
  const notes: string[] = []
  const reader = new Reader(document, notes, reading)
  const routes = Object.entries(paths).flatMap(([path, item]) => reader.routesAt(path, item))
  return { routes, notes, basePath: basePathOf(document) }
}

function basePathOf({ servers }: Schema): string {
  const [first] = Array.isArray(servers) ? servers : []
  const url = isSchema(first) ? String(first['url'] ?? '') : ''
  try {
    return new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
  } catch {
    return ''
  }
}

class Reader {
  readonly #document: Schema
  readonly #notes: string[]
  readonly #reading: Reading
  readonly #operations: ReadonlyMap<string, string>
  readonly #shared: Readonly<Record<string, Schema>>

  constructor(document: Schema, notes: string[], reading: Reading) {
    this.#reading = reading
    this.#document = document
    this.#operations = operationsIn(document['paths'] as Schema, METHODS)
    this.#notes = notes
    this.#shared = { [DOCUMENT]: { ...(converted(document) as Schema), $id: DOCUMENT } }
  }

  routesAt(path: string, given: unknown): TargetRoute[] {
    const item = this.#followed(given)
    if (!isSchema(item)) return []
    return METHODS.flatMap((method) => {
      const operation = item[method]
      return isSchema(operation) ? [this.#route(method.toUpperCase(), path, item, operation)] : []
    })
  }

  #route(method: string, path: string, item: Schema, operation: Schema): TargetRoute {
    const name = `${method} ${path}`
    const parameters = [item['parameters'], operation['parameters']].flat().map((one) => this.#followed(one))
    const schemas: Partial<Record<Part, SchemaOrBoolean>> = {}
    const example: Partial<Record<Part, unknown>> = {}
    for (const parameter of parameters.filter(isSchema)) this.#addParameter(name, parameter, schemas, example)
    const body = this.#followed(operation['requestBody'])
    const types = isSchema(body) && isSchema(body['content']) ? body['content'] : {}
    const json = Object.entries(types).find(([type]) => /[/+]json\b/i.test(type))?.[1]
    if (isSchema(json)) {
      schemas.body = converted(json['schema'] ?? true) as SchemaOrBoolean
      const [first] = examplesOf(json)
      if (first !== undefined) example.body = first
    } else if (Object.keys(types).length > 0)
      this.#notes.push(`${name}: bodies of ${Object.keys(types).join(', ')} are not made: only JSON is.`)
    return {
      method,
      url: path.replace(/\{([^}]+)\}/g, ':$1'),
      schemas,
      bodyTypes: Object.keys(types),
      opaque: [],
      responses: this.#responses(operation['responses']),
      shared: this.#shared,
      attachValidation: false,
      reading: this.#reading,
      context: 'root',
      isPublic: this.#isPublic(operation),
      ...(Array.isArray(operation['tags']) ? { tags: operation['tags'].map(String) } : {}),
      examples: Object.keys(example).length > 0 ? [example] : [],
      links: linksIn(operation['responses'], this.#operations, (one) => this.#followed(one), this.#notes),
    }
  }

  #addParameter(
    name: string,
    parameter: Schema,
    schemas: Partial<Record<Part, SchemaOrBoolean>>,
    example: Partial<Record<Part, unknown>>,
  ): void {
    const part = PLACES[String(parameter['in'])]
    const key = `${parameter['in'] === 'cookie' ? IN_COOKIE : ''}${String(parameter['name'])}`
    if (part === undefined) {
      this.#notes.push(`${name}: the ${String(parameter['in'])} parameter ${key} is not sent.`)
      return
    }
    if (parameter['schema'] === undefined) {
      this.#notes.push(`${name}: the parameter ${key} has no schema; its values are texts.`)
    }
    const known = (schemas[part] ?? { type: 'object', properties: {}, required: [] }) as {
      properties: Record<string, unknown>
      required: string[]
    }
    known.properties[key] = converted(parameter['schema'] ?? { type: 'string' })
    if (parameter['required'] === true || part === 'params') known.required.push(key)
    schemas[part] = known as unknown as Schema
    const [first] = examplesOf(parameter)
    if (first !== undefined) example[part] = { ...(example[part] as object | undefined), [key]: first }
  }

  #responses(given: unknown): Readonly<Record<string, unknown>> | null {
    if (!isSchema(given)) return null
    const entries = Object.entries(given).map(([status, one]) => {
      const response = this.#followed(one)
      const content = isSchema(response) && isSchema(response['content']) ? response['content'] : {}
      const types = Object.entries(content).map(([type, media]) => [
        type,
        { schema: isSchema(media) ? converted(media['schema'] ?? true) : true },
      ])
      return [status, { content: Object.fromEntries(types) }]
    })
    return Object.fromEntries(entries)
  }

  /** Nothing is wanted of it, though something is of the others. */
  #isPublic(operation: Schema): boolean {
    const own = operation['security']
    return Array.isArray(own) && own.length === 0
  }

  /** What `$ref` of a parameter, a body or a path leads to. Schemas keep theirs: the oracle follows them. */
  #followed(given: unknown): unknown {
    const ref = isSchema(given) ? given['$ref'] : undefined
    if (typeof ref !== 'string') return given
    let at: unknown = this.#document
    for (const token of ref.replace(/^#\//, '').split('/')) {
      const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
      at = isSchema(at) ? at[key] : undefined
    }
    if (at === undefined) this.#notes.push(`${ref} leads nowhere in the document.`)
    return at
  }
}

function examplesOf({ example, examples }: Schema): unknown[] {
  const named = isSchema(examples)
    ? Object.values(examples).map((one) => (isSchema(one) ? one['value'] : one))
    : []
  return [example, ...named].filter((one) => one !== undefined)
}

const DROPPED = ['discriminator', 'xml', 'externalDocs', 'example']
const DATA = ['enum', 'const', 'default']
/** Keywords whose value is a map by names: a name is not a keyword, even if it reads like one. */
const MAPS = ['properties', 'patternProperties', 'definitions', '$defs', 'schemas', 'paths']

/** Keywords of OpenAPI 3.0 as those of draft 7, and references into the document that is a shared schema now. */
function converted(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(converted)
  if (!isSchema(given)) return given
  const schema = Object.fromEntries(
    Object.entries(given)
      .filter(([key]) => !DROPPED.includes(key))
      .map(([key, value]) => [key, convertedValue(key, value)]),
  )
  const ref = schema['$ref']
  if (typeof ref === 'string' && ref.startsWith('#/')) schema['$ref'] = `${DOCUMENT}${ref}`
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue
    const bound = schema[limit]
    const exclusive = schema[flag] === true && bound !== undefined
    delete schema[flag]
    if (!exclusive) continue
    schema[flag] = bound
    delete schema[limit]
  }
  const { nullable, ...rest } = schema
  if (nullable === undefined) return schema
  if (schema['type'] === undefined && nullable === true) return { anyOf: [rest, { type: 'null' }] }
  return nullable === true ? schema : rest
}

function convertedValue(key: string, value: unknown): unknown {
  if (DATA.includes(key)) return value
  if (!MAPS.includes(key) || !isSchema(value)) return converted(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, converted(one)]))
}
