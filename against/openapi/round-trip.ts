// What `touchstone fuzz` reads of a document is what `routesOf` says of the application.

import { routesOfOpenApi } from '../../fuzz/target/openapi.ts'
import { type OpenApiDocument, routesOf } from '../../src/index.ts'
import type { Described } from './applications.ts'

/** Methods that a document has. */
const METHODS = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/

/** The routes that are in one of both alone, as text. */
export async function lostOnTheWay({ app }: Described, document: OpenApiDocument): Promise<string[]> {
  const declared = (await routesOf(app))!.filter(
    ({ method, schema }) => METHODS.test(method) && schema?.['hide'] !== true,
  )
  const wanted = new Map<string, Set<string>>()
  for (const { method, url, schema } of declared) {
    for (const path of pathsOf(url)) {
      const name = `${method} ${path}`
      // Routes with constraints share a place: the document has one of them.
      const about =
        schema?.['body'] === undefined || schema['body'] === null ? 'without a body' : 'with a body'
      wanted.set(name, (wanted.get(name) ?? new Set()).add(about))
    }
  }
  const lost: string[] = []
  const found = new Set<string>()
  for (const { method, url, schemas, bodyTypes } of routesOfOpenApi(JSON.parse(JSON.stringify(document)))
    .routes) {
    const name = `${method} ${shapeOf(url)}`
    found.add(name)
    const hasBody = schemas.body !== undefined || (bodyTypes ?? []).length > 0
    if (!wanted.get(name)?.has(hasBody ? 'with a body' : 'without a body'))
      lost.push(`${name} ${hasBody ? 'with' : 'without'} a body is in the document alone`)
    for (const [, param] of url.matchAll(/:([^/]+)/g))
      if (schemas.params === undefined) lost.push(`${name}: the parameter ${param} has no schema`)
  }
  return [
    ...lost,
    ...[...wanted.keys()]
      .filter((name) => !found.has(name))
      .map((name) => `${name} is in the application alone`),
  ]
}

/** A path without the names of parameters. */
const shapeOf = (url: string): string => url.replace(/:[^/.-]+/g, ':')

function pathsOf(url: string): string[] {
  const plain = url.replace(/\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g, '').replace(/\*$/, ':wildcard')
  const paths = plain.endsWith('?') ? [plain.replace(/\/:[^/]*\?$/, '') || '/', plain.slice(0, -1)] : [plain]
  return paths.map((path) => shapeOf(path.startsWith('/') ? path : `/${path}`))
}
