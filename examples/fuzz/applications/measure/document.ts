/** The OpenAPI document of declared routes, as a plugin that publishes one would write it. */
import { STATUS_CODES } from 'node:http'
import type { JsonSchema, RouteSettings } from '../application.ts'

export interface Declared {
  method: string | string[]
  url: string
  schema?: RouteSettings['schema']
}

export function documentOf(routes: readonly Declared[], shared: Record<string, JsonSchema>): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, url, schema } of routes) {
    const path = url.replace(/:(\w+)/g, '{$1}')
    for (const one of [method].flat())
      if (one !== 'HEAD') (paths[path] ??= {})[one.toLowerCase()] = operationOf(schema ?? {})
  }
  const schemas = Object.entries(shared).map(([name, { $id: _id, ...schema }]) => [name, converted(schema)])
  return {
    ...{ openapi: '3.1.0', info: { title: 'An application of the measurement', version: '1.0.0' } },
    ...{ paths, components: { schemas: Object.fromEntries(schemas) } },
  }
}

function operationOf({ params, querystring, headers, body, response }: NonNullable<Declared['schema']>) {
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(querystring, 'query'),
    ...parametersOf(headers, 'header'),
  ]
  const content = (schema: unknown) => ({ content: { 'application/json': { schema: converted(schema) } } })
  const answers = Object.entries(response ?? { 200: {} }).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status] ?? 'An answer', ...(status === '204' ? {} : content(schema)) },
  ])
  return {
    parameters,
    ...(body === undefined ? {} : { requestBody: { required: true, ...content(body) } }),
    responses: Object.fromEntries(answers),
  }
}

function parametersOf(schema: JsonSchema | undefined, place: string): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    ...{ name, in: place, required: place === 'path' || required.includes(name), schema: converted(one) },
  }))
}

/** References to shared schemas lead into the components. */
function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === '$ref' && typeof one === 'string'
        ? one.replace(/^([\w-]+)#/, '#/components/schemas/$1')
        : converted(one),
    ]),
  )
}
