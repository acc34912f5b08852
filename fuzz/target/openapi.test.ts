/** Documents as they lie on disk: YAML, references to other files, versions, and what is said of a broken one. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { Oracle } from '../schema/oracle.ts'
import type { SchemaOrBoolean } from '../schema/walk.ts'
import { OpenApiError, readOpenApi, routesOfOpenApi } from './openapi.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const YAML = `openapi: 3.1.0
info: { title: Users, version: '1' }
servers:
  - url: https://api.example.org/v2
paths:
  /users/{id}:
    parameters:
      - $ref: './parts/parameters.yaml#/id'
    put:
      requestBody:
        content:
          application/json:
            schema: { $ref: 'user.json' }
      responses:
        200:
          content:
            application/json:
              schema: { $ref: 'user.json' }
  /teams:
    get:
      parameters:
        - { in: query, name: since, schema: { type: string }, example: 2024-01-01 }
      responses:
        200:
          content:
            application/json:
              schema: { type: array, items: { $ref: 'user.json' } }
`
const USER = {
  type: 'object',
  properties: { name: { type: 'string' }, example: { type: 'integer' }, boss: { $ref: '#' } },
  required: ['name'],
}

test('YAML with references to other files becomes routes whose schemas can be followed', async () => {
  file('user.json', JSON.stringify(USER))
  file(
    'parts/parameters.yaml',
    'id: { in: path, name: id, required: true, schema: { type: integer, minimum: 1 } }\n',
  )
  const { routes, basePath, notes } = routesOfOpenApi(await readOpenApi(file('api.yaml', YAML)))
  assert.equal(basePath, '/v2')
  assert.deepEqual(notes, [])
  assert.deepEqual(
    routes.map(({ method, url }) => `${method} ${url}`),
    ['PUT /users/:id', 'GET /teams'],
  )
  const [put, get] = routes
  assert.deepEqual(put?.schemas.params, {
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1 } },
    required: ['id'],
  })
  // YAML has dates; a document of JSON has texts only.
  assert.deepEqual(get?.examples, [{ querystring: { since: '2024-01-01' } }])
  const body = new Oracle(put?.schemas.body ?? false, put?.shared, { coercion: false })
  assert.equal(body.accepts({ name: 'Ada', example: 1, boss: { name: 'Eve' } }), true)
  assert.equal(body.accepts({ name: 'Ada', example: 'one' }), false)
  assert.equal(body.accepts({ name: 'Ada', boss: { example: 1 } }), false)
  const answered = get?.responses?.['200'] as { content: { 'application/json': { schema: SchemaOrBoolean } } }
  const { schema } = answered.content['application/json']
  const answer = new Oracle(schema, get?.shared, { coercion: false })
  assert.equal(answer.accepts([{ name: 'Ada' }]), true)
  assert.equal(answer.accepts([{}]), false)
})

test('3.0 and 3.1 are read, each with its own way to say null and an open bound', async () => {
  for (const [openapi, schema] of [
    ['3.0.3', { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true }],
    ['3.1.0', { type: ['integer', 'null'], exclusiveMinimum: 0 }],
  ] as const) {
    const content = { 'application/json': { schema } }
    const document = { openapi, paths: { '/n': { post: { requestBody: { content }, responses: {} } } } }
    const { routes } = routesOfOpenApi(await readOpenApi(file('n.json', JSON.stringify(document))))
    const body = routes[0]?.schemas.body as { exclusiveMinimum?: number }
    assert.equal(body.exclusiveMinimum, 0, openapi)
    assert.deepEqual(routes[0]?.bodyTypes, ['application/json'])
  }
})

test('a document that is broken, missing or of another version is told', async () => {
  const wrong = async (path: string): Promise<unknown> => routesOfOpenApi(await readOpenApi(path))
  const rejects = (path: string, told: RegExp): Promise<void> =>
    assert.rejects(wrong(path), (error: Error) => error instanceof OpenApiError && told.test(error.message))
  await rejects(
    file('broken.yaml', 'openapi: 3.1.0\npaths: {'),
    /broken\.yaml cannot be read as JSON or YAML: /,
  )
  await rejects(file('broken.json', '{"openapi": '), /broken\.json cannot be read as JSON or YAML: /)
  await rejects(join(folder, 'none.yaml'), /none\.yaml cannot be read/)
  const away = "openapi: 3.1.0\npaths: { /a: { $ref: 'gone.yaml' } }\n"
  await rejects(file('away.yaml', away), /away\.yaml cannot be read .*gone\.yaml/s)
  await rejects(
    file('two.yaml', "swagger: '2.0'\npaths: {}\n"),
    /^The document is Swagger 2\.0\. OpenAPI 3\.0 and 3\.1/,
  )
  await rejects(
    file('four.yaml', 'openapi: 4.0.0\npaths: {}\n'),
    /^The document is OpenAPI 4\.0\.0\. 3\.0 and 3\.1/,
  )
  await rejects(file('no-paths.yaml', 'openapi: 3.0.0\n'), /has no "paths"/)
  await rejects(file('other.json', '{"name": "package"}'), /has no "openapi"/)
})
