/** The OpenAPI document of an application: loaded when one is asked for. */
import { ownCompilers } from '../compile/own-compilers.ts'
import { type SchemaScope, SchemaScopes } from '../compile/scope.ts'
import type { Context } from '../declare/context.ts'
import type { Declared } from '../declare/declaration.ts'
import { describedRoutes, describeRoute } from '../declare/route-list.ts'
import { errorCodes } from '../errors.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiOptions } from '../types/app/openapi.ts'
import type { RouteDescription } from '../types/app/route-description.ts'
import type { RouteSchema } from '../types/schema.ts'
import { isObject, type Properties, shown } from '../values.ts'
import { bodyOf, fieldsOf } from './bodies.ts'
import { Components } from './components.ts'
import { jsonOf, NOT_JSON } from './data.ts'
import { Notes, placeOf } from './notes.ts'
import { OperationIds } from './operation-ids.ts'
import { parametersOf } from './parameters.ts'
import type { Operation, Variant } from './place.ts'
import { responsesOf } from './responses.ts'
import { choose } from './rivals.ts'
import { namesOf, pathOf, shapeOf, templatesOf } from './templates.ts'
import { SchemaWriter } from './to-2020.ts'

const VERSIONS = { '3.1': '3.1.1', '3.0': '3.0.4' } as const
const METHODS: ReadonlySet<string> = new Set('GET PUT POST DELETE OPTIONS HEAD PATCH TRACE'.split(' '))
/** What a schema of a route says of its operation, in the order in which the document has it. */
const ABOUT = [
  'tags',
  'summary',
  'description',
  'externalDocs',
  'deprecated',
  'servers',
  'callbacks',
] as const

export function writeDocument(routes: readonly Declared[], given: unknown): OpenApiDocument {
  const options = given ?? {}
  checkOptions(options)
  return new Writing(options).document(routes)
}

/** What the options have further is passed on as it is. */
function checkOptions(given: unknown): asserts given is OpenApiOptions {
  if (!isObject(given)) throw new errorCodes.TST_ERR_OPENAPI_OPTIONS(shown(given))
  const { version = '3.1', info, errors = 'some' }: Properties = given
  if (version !== '3.1' && version !== '3.0')
    throw new errorCodes.TST_ERR_OPENAPI_VERSION(
      typeof version === 'string' ? `'${version}'` : shown(version),
    )
  if (
    info !== undefined &&
    (!isObject(info) || typeof info.title !== 'string' || typeof info.version !== 'string')
  )
    throw new errorCodes.TST_ERR_OPENAPI_OPTIONS(`info ${JSON.stringify(info)}`)
  if (errors !== 'some' && errors !== 'all')
    throw new errorCodes.TST_ERR_OPENAPI_OPTIONS(`errors ${shown(errors)}: right is 'some' or 'all'`)
  dataOf(info ?? {}, 'info')
}

class Writing {
  readonly #options: OpenApiOptions
  readonly #notes = new Notes()
  readonly #components = new Components()
  readonly #writer: SchemaWriter
  readonly #scopes = new SchemaScopes()
  readonly #scopeOf = new Map<Context, SchemaScope>()
  readonly #ids = new OperationIds()

  constructor(options: OpenApiOptions) {
    this.#options = options
    this.#writer = new SchemaWriter(this.#components, this.#notes, options.version ?? '3.1')
  }

  document(routes: readonly Declared[]): OpenApiDocument {
    const { version = '3.1', info = { title: 'API', version: '0.0.0' }, securitySchemes = {} } = this.#options
    for (const [name, scheme] of Object.entries(securitySchemes))
      this.#components.security(name, jsonOf(scheme))
    const paths = this.#paths(describedRoutes(routes))
    const components = this.#components.written
    const notes = this.#notes.list
    return {
      openapi: VERSIONS[version],
      info: structuredClone(info),
      ...this.#passed(['servers']),
      paths,
      ...(components === undefined ? {} : { components }),
      ...this.#passed(['tags', 'externalDocs']),
      ...(notes.length === 0 ? {} : { 'x-touchstone-notes': [...notes] }),
    }
  }

  #passed(names: readonly ('servers' | 'tags' | 'externalDocs')[]): Properties {
    const given = names.filter((name) => this.#options[name] !== undefined)
    return Object.fromEntries(given.map((name) => [name, dataOf(this.#options[name], name)]))
  }

  #paths(routes: readonly Declared[]): OpenApiDocument['paths'] {
    const paths: OpenApiDocument['paths'] = {}
    // By the shape of the path: OpenAPI has one path where the router has two with other names of parameters.
    const items = new Map<string, { names: string[]; methods: Map<string, Variant[]> }>()
    for (const variant of routes.flatMap((declared) => this.#variantsOf(declared))) {
      const shape = shapeOf(variant.template)
      const names = namesOf(variant.template).map(({ name }) => name)
      const item = items.get(shape) ?? { names, methods: new Map() }
      items.set(shape, item)
      const { method } = variant.route
      item.methods.set(method, [...(item.methods.get(method) ?? []), variant])
    }
    for (const { names, methods } of items.values()) {
      for (const [method, variants] of methods) {
        const path = pathOf(variants[0]!.template, names)
        const place = placeOf('#/paths', path, method.toLowerCase())
        const chosen = choose(variants, this.#options.constraints, place, this.#notes)
        const item = (paths[path] ??= {})
        item[method.toLowerCase()] = this.#operation(chosen, names, place)
      }
    }
    return paths
  }

  #variantsOf(declared: Declared): Variant[] {
    const schema: unknown = declared.options.schema
    if (isObject(schema) && schema.hide === true) return []
    const routes = describeRoute(declared)
    return routes.flatMap((route) => {
      if (!METHODS.has(route.method)) {
        this.#notes.add(
          '#/paths',
          `OpenAPI has no method ${route.method}: ${route.method} ${route.url} is left out`,
        )
        return []
      }
      const suffix = routes.length > 1 ? `_${route.method.toLowerCase()}` : ''
      const templates = templatesOf(route.url)
      // The last one has all parameters: it keeps the name.
      return templates.map((template, at) => ({
        declared,
        route,
        template,
        suffix: at === templates.length - 1 ? suffix : `${suffix}_${at + 2}`,
      }))
    })
  }

  #operation(variant: Variant, names: readonly string[], place: string): OpenApiOperation {
    const { declared, route, template } = variant
    const schema: RouteSchema = isObject(route.schema) ? route.schema : {}
    const operation: Operation = {
      declared,
      route,
      schema,
      scope: this.#scope(declared.context),
      own: ownCompilers(declared),
      place,
      names: namesOf(template).map(({ param }, at) => ({ param, name: names[at]! })),
      writer: this.#writer,
      components: this.#components,
      notes: this.#notes,
    }
    const parameters = parametersOf(operation)
    const requestBody = bodyOf(operation)
    const operationId = this.#ids.of(variant, schema.operationId)
    return {
      ...this.#about(schema, place),
      ...(operationId === undefined ? {} : { operationId }),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(requestBody === undefined ? {} : { requestBody }),
      responses: responsesOf(operation, this.#options.errors ?? 'some'),
      ...this.#security(operation, place),
    }
  }

  #about(schema: RouteSchema, place: string): Properties {
    const fields = fieldsOf(schema, ABOUT)
    for (const [name, isRight] of Object.entries(SHAPES)) {
      if (fields[name] === undefined || isRight(fields[name])) continue
      this.#notes.add(placeOf(place, name), 'left out: OpenAPI has another type for it')
      delete fields[name]
    }
    return fields
  }

  /** What the hooks check is wanted together; `schema.security` replaces it. */
  #security({ schema, route }: { schema: RouteSchema; route: RouteDescription }, place: string): Properties {
    const { security } = schema
    if (Array.isArray(security)) {
      for (const name of security.flatMap((one) => Object.keys(Object(one))))
        if (!this.#components.hasScheme(name))
          this.#notes.add(placeOf(place, 'security'), `no security scheme is called '${name}'`)
      return { security: dataOf(security, 'security') }
    }
    if (route.security.length === 0) return {}
    const names = route.security.map(({ name, scheme }) => this.#components.security(name, jsonOf(scheme)))
    return { security: [Object.fromEntries(names.map((name) => [name, []]))] }
  }

  #scope(context: Context): SchemaScope {
    let scope = this.#scopeOf.get(context)
    if (scope === undefined) {
      scope = this.#scopes.of(context.schemas.getSchemas())
      this.#scopeOf.set(context, scope)
    }
    return scope
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
/** An operation with a field of another type is no valid document. */
const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  tags: (value) => Array.isArray(value) && value.every(isText),
  summary: isText,
  description: isText,
  externalDocs: (value) => isObject(value) && isText(value.url),
  deprecated: (value) => typeof value === 'boolean',
  servers: (value) => Array.isArray(value) && value.every((one) => isObject(one) && isText(one.url)),
  callbacks: isObject,
}

/** A copy: the document belongs to the caller. */
function dataOf(value: unknown, name: string): unknown {
  const data = jsonOf(value)
  if (data === NOT_JSON) throw new errorCodes.TST_ERR_OPENAPI_OPTIONS(`${name} that is no JSON`)
  return data
}
