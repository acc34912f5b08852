/** Documents as they lie on disk: YAML, references to other files, versions, and what is said of a broken one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
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

/** Answers by path. */
async function serverOf(t: TestContext, answers: Record<string, RequestListener>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  t.after(() => server.close())
  t.after(() => server.closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const DOCUMENT = JSON.stringify({ openapi: '3.0.0', paths: { '/a': { $ref: 'part.yaml' } } })

test('a document is read by its address, with what it refers to on the same server', async (t) => {
  const url = await serverOf(t, {
    '/openapi.json': (_, response) => response.writeHead(302, { location: 'moved/openapi' }).end(),
    '/moved/openapi': (_, response) => response.end(DOCUMENT),
    '/part.yaml': (_, response) => response.end('get: { responses: {} }'),
  })
  const { routes } = routesOfOpenApi(await readOpenApi(`${url}/openapi.json`))
  assert.deepEqual(
    routes.map(({ method, url: path }) => `${method} ${path}`),
    ['GET /a'],
  )
})

test('a document that is too long, never ends, is redirected for ever or leads elsewhere is told', async (t) => {
  const other = await serverOf(t, { '/x.json': (_, response) => response.end('{}') })
  let asked = 0
  const refers =
    (to: string): RequestListener =>
    (_, response) =>
      void response.end(JSON.stringify({ openapi: '3.0.0', paths: { '/a': { $ref: to } } }))
  const moved =
    (location: string): RequestListener =>
    (_, response) =>
      void response.writeHead(302, { location }).end()
  const url = await serverOf(t, {
    '/endless.json': (_, response) => {
      const send = (): void => {
        if (!response.destroyed) response.write(' '.repeat(1024 * 1024), send)
      }
      send()
    },
    '/bomb.json': (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
    '/round.json': (_, response) => {
      asked++
      response.writeHead(302, { location: '/round.json' }).end()
    },
    '/to-file.json': moved('file:///etc/passwd'),
    '/to-ftp.json': moved('ftp://127.0.0.1/x'),
    '/to-other.json': moved(`${other}/x.json`),
    '/refers-file.json': refers('file:///etc/passwd'),
    '/refers-other.json': refers(`${other}/x.json`),
    '/html.json': (_, response) => response.end('<html><body>: {</body>'),
    '/bytes': (_, response) => response.end(Buffer.from([0, 255, 1, 2, 200])),
    '/cut.json': (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{', () => response.destroy())
    },
    '/wrong.json': (_, response) => response.writeHead(500).end(DOCUMENT),
  })
  const told: [string, RegExp][] = [
    ['/endless.json', /more than 16 MiB/],
    ['/bomb.json', /more than 16 MiB/],
    ['/round.json', /redirected more than 5 times/],
    ['/to-file.json', /redirected to "file:\/\/\/etc\/passwd", which is neither http nor https/],
    ['/to-ftp.json', /neither http nor https/],
    ['/to-other.json', /an address of this machine or its network/],
    ['/refers-file.json', /may not name files/],
    ['/refers-other.json', /an address of this machine or its network/],
    ['/html.json', /cannot be read as JSON or YAML/],
    ['/bytes', /cannot be read as JSON or YAML/],
    ['/cut.json', /cut\.json cannot be read/],
    ['/wrong.json', /wrong\.json answered 500/],
    ['/none.json', /none\.json answered 404/],
  ]
  for (const [path, words] of told)
    await assert.rejects(readOpenApi(`${url}${path}`), (error: Error) => {
      assert.ok(error instanceof OpenApiError, String(error.stack))
      assert.match(error.message, words)
      return true
    })
  assert.equal(asked, 6)
  await assert.rejects(readOpenApi('http://127.0.0.1:1/x.json'), /cannot be asked: /)
})

test('a file without an end, aliases that grow and lists that nest are told', async () => {
  const grows = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let at = 1; at < 12; at++)
    grows.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
    )
  const told: [string, RegExp][] = [
    [file('aliases.yaml', `openapi: 3.0.0\n${grows.join('\n')}\npaths: {}\n`), /more than 2000000 values/],
    [file('itself.yaml', 'openapi: 3.0.0\npaths: &p { /a: *p }\n'), /nests deeper than 500 levels/],
    [file('nested.json', `{"openapi": "3.0.0", "paths": ${'['.repeat(2000)}${']'.repeat(2000)}}`), /nest/],
    [folder, /cannot be read/],
  ]
  if (process.platform === 'linux') told.push(['/dev/zero', /more than 16 MiB/])
  for (const [path, words] of told) await assert.rejects(readOpenApi(path), words)
})
