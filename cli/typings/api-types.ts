// The routes of an application as an interface for `touchstone/client`, from its OpenAPI document.

import { namesOf, shapeOf, templatesOf } from '../../src/openapi/templates.ts'
import { keyOf, SchemaTypes, unionOf } from './schema-type.ts'

/** What is read of the document of `app.openapi()`. */
export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } }
  readonly components?: { readonly schemas?: { readonly [name: string]: unknown } }
}

export interface Declared {
  readonly method: string
  readonly url: string
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { required?: boolean; content?: Content }
  responses?: { [status: string]: { content?: Content } }
}
type Content = { [type: string]: { schema?: unknown } }

const CLASSES: readonly (readonly number[])[] = [
  [],
  [],
  [200, 201, 202, 203, 204, 205, 206, 207, 208, 226],
  [300, 301, 302, 303, 304, 307, 308],
  [
    400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422,
    423, 424, 425, 426, 428, 429, 431, 451,
  ],
  [500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511],
]

/** The text of a TypeScript module, which imports nothing. */
export function apiTypes(routes: readonly Declared[], document: Document, name: string): string {
  const components = new Components(document.components?.schemas ?? {}, name)
  const operations = operationsOf(document)
  const methods = new Map<string, string[]>()
  for (const { method, url } of routes) {
    const found = templatesOf(url)
      .map((template) => operations.get(`${method.toLowerCase()} ${shapeOf(template)}`))
      .findLast((operation) => operation !== undefined)
    if (found === undefined) continue // hidden
    const lower = method.toLowerCase()
    const paths = methods.get(lower) ?? []
    const text = `    ${JSON.stringify(url)}: ${routeOf(url, found, components)}`
    if (!paths.includes(text)) paths.push(text)
    methods.set(lower, paths)
  }
  const body = [...methods].map(([method, paths]) => `  ${keyOf(method)}: {\n${paths.join('\n')}\n  }`)
  return [
    '// Written by `touchstone types`. It imports nothing.',
    `export interface ${name} {\n${body.join('\n')}\n}`,
    ...components.declarations(),
    HELPERS,
  ].join('\n\n')
}

const HELPERS = `${[2, 3, 4, 5]
  .map((first) => `type Status${first} = ${CLASSES[first]!.join(' | ')}`)
  .join('\n')}
type Status = Status2 | Status3 | Status4 | Status5
/** An answer with a status that is not declared. */
type Other<Declared> = { status: Exclude<Status, Declared>; body: unknown }
`

function operationsOf({ paths }: Document): Map<string, Operation> {
  const found = new Map<string, Operation>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item))
      found.set(`${method} ${path.replace(/\{[^}]*\}/g, '{}')}`, operation as Operation)
  return found
}

function routeOf(url: string, operation: Operation, components: Components): string {
  return `{ request: ${requestOf(url, operation, components)}; answer: ${answerOf(operation, components)} }`
}

function requestOf(url: string, operation: Operation, components: Components): string {
  const types = components.types('input')
  const parameters = operation.parameters ?? []
  const part = (where: string): string => {
    const members = parameters
      .filter((one) => one.in === where)
      .map((one) => `${keyOf(one.name)}${one.required === true ? '' : '?'}: ${types.typeOf(one.schema)}`)
    if (members.length === 0) return ''
    const isNeeded = parameters.some((one) => one.in === where && one.required === true)
    return `${where}${isNeeded ? '' : '?'}: { ${members.join('; ')} }`
  }
  const header = part('header').replace(/^header/, 'headers')
  const { content, required } = operation.requestBody ?? {}
  const body =
    content === undefined ? '' : `body${required === true ? '' : '?'}: ${bodyOf(content, components)}`
  const all = [paramsOf(url, parameters, types), part('query'), header, body].filter((text) => text !== '')
  return all.length === 0 ? '{}' : `{ ${all.join('; ')} }`
}

/** By the names in the path as it was declared: a document has others for a wildcard and the like. */
function paramsOf(url: string, parameters: NonNullable<Operation['parameters']>, types: SchemaTypes): string {
  const templates = templatesOf(url)
  const longest = templates.at(-1)!
  const always = new Set(namesOf(templates[0]!).map(({ param }) => param))
  const members = namesOf(longest).map(({ param, name }) => {
    const described = parameters.find((one) => one.in === 'path' && one.name === name)
    const type = types.typeOf(described?.schema)
    const text = type === 'unknown' ? 'string | number' : type
    return `${keyOf(param)}${always.has(param) ? '' : '?'}: ${text}`
  })
  if (members.length === 0) return ''
  return `params${always.size > 0 ? '' : '?'}: { ${members.join('; ')} }`
}

const JSON_TYPE = /^application\/(?:.+\+)?json\b/i

function bodyOf(content: Content, components: Components): string {
  return unionOf(
    Object.entries(content).map(([type, { schema }]) =>
      JSON_TYPE.test(type) ? components.types('input').typeOf(schema) : OTHER_BODY,
    ),
  )
}
const OTHER_BODY = 'string | FormData | URLSearchParams | Blob | ReadableStream | ArrayBuffer'

function answerOf({ responses = {} }: Operation, components: Components): string {
  const types = components.types('output')
  const keys = Object.keys(responses)
  const exact = keys.filter((key) => /^\d{3}$/.test(key))
  const classes = keys.filter((key) => /^[2-5]XX$/.test(key)).map((key) => key[0]!)
  const members = exact.map(
    (key) => `{ status: ${key}; body: ${answerBody([key], responses[key]?.content, types)} }`,
  )
  for (const first of classes) {
    const own = exact.filter((key) => key.startsWith(first))
    const status = own.length === 0 ? `Status${first}` : `Exclude<Status${first}, ${own.join(' | ')}>`
    members.push(`{ status: ${status}; body: ${answerBody([], responses[`${first}XX`]?.content, types)} }`)
  }
  const declared = [
    ...exact.filter((key) => !classes.includes(key[0]!)),
    ...classes.map((first) => `Status${first}`),
  ]
  const { content } = responses['default'] ?? {}
  const covered = declared.join(' | ') || 'never'
  members.push(
    content === undefined
      ? `Other<${covered}>`
      : `{ status: Exclude<Status, ${covered}>; body: ${answerBody([], content, types)} }`,
  )
  return members.join(' | ')
}

const NO_BODY = ['204', '205', '304']

function answerBody(statuses: readonly string[], content: Content | undefined, types: SchemaTypes): string {
  if (statuses.some((status) => NO_BODY.includes(status))) return 'undefined'
  if (content === undefined) return 'unknown'
  return unionOf(
    Object.entries(content).map(([type, { schema }]) => {
      if (JSON_TYPE.test(type)) return types.typeOf(schema)
      return /^text\//i.test(type) ? 'string' : 'unknown'
    }),
  )
}

/** Types that a module may mean without an import. */
const GLOBALS: ReadonlySet<string> = new Set(
  'Array ArrayBuffer Blob Date Error Exclude FormData Map Object Promise ReadableStream Record Set Symbol URLSearchParams'.split(
    ' ',
  ),
)

type View = 'input' | 'output'

/** The types of the components that routes refer to: two of those whose requests need less than their answers have. */
class Components {
  readonly #schemas: { readonly [name: string]: unknown }
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>
  readonly #used = new Map<string, readonly [component: string, view: View]>()
  readonly #types: Record<View, SchemaTypes>

  constructor(schemas: { readonly [name: string]: unknown }, own: string) {
    this.#schemas = schemas
    this.#taken = new Set([own, 'Status', 'Status2', 'Status3', 'Status4', 'Status5', 'Other'])
    this.#types = {
      input: new SchemaTypes((component) => this.#nameOf(component, 'input'), true),
      output: new SchemaTypes((component) => this.#nameOf(component, 'output'), false),
    }
  }

  types(view: View): SchemaTypes {
    return this.#types[view]
  }

  #nameOf(component: string, view: View): string {
    if (!Object.hasOwn(this.#schemas, component)) return 'unknown'
    const differs = view === 'input' && this.#fills(component, new Set())
    const key = `${component}${differs ? '#input' : ''}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.#free(`${component}${differs ? 'Input' : ''}`)
    this.#names.set(key, name)
    this.#used.set(name, [component, differs ? 'input' : 'output'])
    return name
  }

  #free(component: string): string {
    const words = component.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
    const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
    const isName = /^[A-Z]/.test(joined)
    const wanted = isName && !GLOBALS.has(joined) ? joined : isName ? `${joined}Body` : `Schema${joined}`
    let name = wanted
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`
    this.#taken.add(name)
    return name
  }

  /** Whether a default fills in what this component, or one that it refers to, requires. */
  #fills(component: string, seen: Set<string>): boolean {
    if (seen.has(component)) return false
    seen.add(component)
    const look = (value: unknown): boolean => {
      if (Array.isArray(value)) return value.some(look)
      if (typeof value !== 'object' || value === null) return false
      const schema = value as { [keyword: string]: unknown }
      const [, next] = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref'] ?? '')) ?? []
      if (next !== undefined && this.#fills(decodeURIComponent(next), seen)) return true
      const properties = Object(schema['properties']) as { [key: string]: unknown }
      const required = Array.isArray(schema['required']) ? schema['required'] : []
      if (required.some((key) => 'default' in Object(properties[String(key)]))) return true
      return Object.values(schema).some(look)
    }
    return look(this.#schemas[component])
  }

  /** To write one names others. */
  declarations(): string[] {
    const texts: string[] = []
    for (const [name, [component, view]] of this.#used)
      texts.push(`export type ${name} = ${this.#types[view].typeOf(this.#schemas[component])}`)
    return texts
  }
}
