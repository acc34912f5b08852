// The routes of a fixture as an OpenAPI 3.1 document: what tools of other languages read.

import type { Json } from '../../../spec/case.ts'
import { applicationOf, casesOf, type Fixture } from '../fixtures.ts'
import { type DeclaredRoute, routesOf, sharedSchemasOf } from './routes.ts'

type Document = { [key: string]: Json }

const OPERATIONS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

export function openApiOf(fixture: Fixture): Document {
  const app = applicationOf(fixture)
  const statuses = statusesOf(fixture)
  const paths: { [path: string]: { [method: string]: Json } } = {}
  for (const route of routesOf(app)) {
    const path = templateOf(route.url)
    const item = (paths[path] ??= {})
    for (const method of route.methods) {
      if (!OPERATIONS.includes(method)) continue
      item[method.toLowerCase()] ??= operationOf(route, method, path, statuses)
    }
  }
  const schemas = Object.entries(sharedSchemasOf(app))
  return {
    openapi: '3.1.0',
    info: { title: `touchstone fixture ${fixture.name}: ${fixture.title}`, version: '1' },
    jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
    servers: [{ url: 'http://127.0.0.1:8080' }],
    paths: paths as Json,
    ...(schemas.length === 0
      ? {}
      : {
          components: {
            schemas: Object.fromEntries(schemas.map(([id, one]) => [id.replace(/[^\w.-]/g, '_'), one])),
          },
        }),
  }
}

/** `/x/:id` as `/x/{id}`; a wildcard is a parameter of its own. */
function templateOf(url: string): string {
  return url.replace(/:(\w+)(?:\([^)]*\))?\??/g, '{$1}').replace(/\*/g, '{wildcard}')
}

function operationOf(
  route: DeclaredRoute,
  method: string,
  path: string,
  statuses: Map<string, Set<string>>,
): Json {
  const { body, querystring, query, params, headers, response } = route.schema
  const parameters = [
    ...pathParameters(path, params),
    ...parametersOf(querystring ?? query, 'query'),
    ...parametersOf(headers, 'header'),
  ]
  const seen = statuses.get(`${method} ${route.url}`) ?? new Set(['200'])
  const declared = Object.entries(Object(response) as { [status: string]: Json })
  const responses: Document = Object.fromEntries(
    [...seen].map((status) => [status, { description: 'as the cases say' }]),
  )
  for (const [status, schema] of declared)
    if (/^(?:[1-5]\d\d|[1-5]xx|default)$/i.test(status))
      responses[status.replace(/xx$/i, 'XX')] = {
        description: 'declared',
        content: { 'application/json': { schema } },
      }
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses,
  }
}

function pathParameters(path: string, schema: Json | undefined): Json[] {
  const properties = propertiesOf(schema)
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
}

function parametersOf(schema: Json | undefined, where: 'query' | 'header'): Json[] {
  const required = Object(schema)['required'] as unknown
  return Object.entries(propertiesOf(schema)).map(([name, one]) => ({
    name,
    in: where,
    ...(Array.isArray(required) && required.includes(name) ? { required: true } : {}),
    schema: one,
  }))
}

/** Also of a schema in its short form, which has the properties alone. */
function propertiesOf(schema: Json | undefined): { [name: string]: Json } {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return {}
  const { properties, type, $ref } = schema as { [key: string]: Json }
  if (properties !== null && typeof properties === 'object') return properties as { [name: string]: Json }
  return type === undefined && $ref === undefined && !Object.keys(schema).some((key) => /Of$|^not$/.test(key))
    ? (schema as { [name: string]: Json })
    : {}
}

/** By method and route the statuses that are asked, where the url is asked as it is declared. */
function statusesOf(fixture: Fixture): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { body } of casesOf([fixture]))
    for (const { send, expect } of body.exchanges) {
      if (typeof expect.status !== 'number' || typeof send?.url !== 'string') continue
      const key = `${send.method ?? 'GET'} ${send.url.replace(/[?#].*$/, '')}`
      found.set(key, (found.get(key) ?? new Set()).add(String(expect.status)))
    }
  return found
}
