/** A server that is not a framework of ours, known only by its OpenAPI document: what is wrong with it is found from outside. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { fuzz } from '../fuzz.ts'
import { OpenApiError, routesOfOpenApi } from './openapi.ts'
import { UrlTarget, UrlTargetError } from './url-target.ts'

const DOCUMENT = {
  openapi: '3.0.3',
  servers: [{ url: 'https://api.example.org/v1' }],
  security: [{ bearer: [] }],
  paths: {
    '/users/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          404: { description: 'none' },
          400: { description: 'wrong' },
        },
      },
    },
    '/users': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/User' },
              example: { id: 7, name: 'Ada' },
            },
          },
        },
        responses: { 201: { description: 'made' }, 400: { description: 'wrong' } },
      },
    },
    '/half': {
      get: {
        security: [],
        parameters: [
          {
            in: 'query',
            name: 'of',
            required: true,
            schema: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          },
          { in: 'cookie', name: 'theme', schema: { type: 'string' } },
        ],
        responses: { 200: { content: { 'application/json': { schema: { type: 'number' } } } }, 400: {} },
      },
    },
  },
  components: {
    parameters: {
      id: { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1, maximum: 1000 } },
    },
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string', maxLength: 20 },
          boss: { allOf: [{ $ref: '#/components/schemas/User' }], nullable: true },
        },
      },
    },
  },
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

async function serve(t: TestContext, answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (body += piece))
    request.on('end', () => answer(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
}

function send(response: ServerResponse, status: number, value?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(value === undefined ? '' : JSON.stringify(value))
}

/** Right but where `faults` says otherwise. */
const application =
  (faults: boolean): Answer =>
  (request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/v1/users') {
      let user: { id?: unknown; name?: unknown } | null = null
      try {
        user = JSON.parse(body)
      } catch {}
      const { id, name } = user ?? {}
      const fits = Number.isInteger(id) && typeof name === 'string' && (faults || [...name].length <= 20)
      return send(response, fits ? 201 : 400)
    }
    if (pathname === '/v1/half') {
      const text = searchParams.get('of') ?? ''
      const of = Number(text)
      if (text.trim() === '' || !Number.isInteger(of) || of <= 0) return send(response, 400)
      return send(response, 200, of / 2)
    }
    const id = Number(decodeURIComponent(/^\/v1\/users\/([^/]+)$/.exec(pathname)?.[1] ?? ''))
    if (!Number.isInteger(id) || id < 1 || id > 1000) return send(response, 400)
    if (faults && id === 1000) return send(response, 500, { error: 'overflow' })
    return send(response, 200, { id: faults ? String(id) : id, name: 'Ada' })
  }

test('the document becomes routes: parameters by their place, bodies, responses, who may come in', () => {
  const { routes, notes, basePath } = routesOfOpenApi(DOCUMENT)
  assert.deepEqual(
    routes.map(({ method, url, isPublic }) => [method, url, isPublic]),
    [
      ['GET', '/users/:id', false],
      ['POST', '/users', false],
      ['GET', '/half', true],
    ],
  )
  assert.equal(basePath, '/v1')
  assert.deepEqual(routes[2]?.schemas.querystring, {
    type: 'object',
    properties: { of: { type: 'integer', exclusiveMinimum: 0 } },
    required: ['of'],
  })
  assert.deepEqual(routes[1]?.schemas.body, { $ref: 'openapi.json#/components/schemas/User' })
  assert.deepEqual(routes[1]?.examples, [{ body: { id: 7, name: 'Ada' } }])
  assert.deepEqual(notes, [])
})

test('a parameter in a cookie is sent as one, by its name as it is written', async (t) => {
  const seen = new Set<string | undefined>()
  const address = await serve(t, (request, response) => {
    seen.add(request.headers.cookie)
    const [, theme] = /(?:^|; )Theme=([^;]*)/.exec(request.headers.cookie ?? '') ?? []
    response
      .writeHead(theme === 'dark' ? 500 : theme === 'light' ? 200 : 400, {
        'content-type': 'application/json',
      })
      .end('{}')
  })
  const theme = { in: 'cookie', name: 'Theme', required: true, schema: { enum: ['light', 'dark'] } }
  const paths = { '/page': { get: { parameters: [theme], responses: { 200: { description: 'shown' } } } } }
  const { findings } = await fuzz(new UrlTarget(address, { openapi: '3.1.0', paths }), { maxRequests: 100 })
  assert.deepEqual(
    findings.map(({ check, requests }) => [check, requests[0]?.headers['cookie']]),
    [['no-5xx', 'Theme=dark']],
  )
  assert.ok(seen.has('Theme=light') && seen.has(undefined), 'the other one, and none')
})

test('a server that does as its document says has no findings', async (t) => {
  const target = new UrlTarget(await serve(t, application(false)), DOCUMENT)
  const { findings, requests } = await fuzz(target, { maxRequests: 1500 })
  assert.deepEqual(
    findings.map(({ check, why }) => [check, why]),
    [],
  )
  assert.ok(requests > 300)
})

test('a 500, an answer of another type and a body that nobody looked at are found, and nothing else', async (t) => {
  const target = new UrlTarget(await serve(t, application(true)), DOCUMENT)
  const { findings } = await fuzz(target, { maxRequests: 1500 })
  assert.deepEqual(findings.map(({ check, route }) => `${check} ${route}`).sort(), [
    'invalid-rejected POST /users',
    'no-5xx GET /users/:id',
    'response-schema GET /users/:id',
  ])
})

test('what is not a document, no address, or where nobody answers is told', async () => {
  assert.throws(() => routesOfOpenApi({ swagger: '2.0' }), OpenApiError)
  assert.throws(() => routesOfOpenApi({ openapi: '4.0.0', paths: {} }), /3\.0 and 3\.1/)
  assert.throws(() => new UrlTarget('nowhere', DOCUMENT), UrlTargetError)
  assert.throws(() => new UrlTarget('ftp://a', DOCUMENT), /neither http: nor https:/)
  await assert.rejects(
    fuzz(new UrlTarget('http://127.0.0.1:9', DOCUMENT)),
    /No server answers at http:\/\/127\.0\.0\.1:9\/v1/,
  )
})

test('how a server reads bodies is told by an option, so that what it takes is no finding', async (t) => {
  // As a framework does that converts numbers in texts, and keeps what it does not know.
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const { of } = (text === '' ? {} : JSON.parse(text)) as { of?: unknown }
      const isNumber = typeof of !== 'object' && of !== '' && Number.isFinite(Number(of)) && Number(of) >= 0
      response.writeHead(isNumber ? 200 : 400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const schema = {
    ...{ type: 'object', additionalProperties: false, required: ['of'] },
    properties: { of: { type: 'number', minimum: 0 } },
  }
  const post = {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: {} },
  }
  const document = { openapi: '3.1.0', paths: { '/half': { post } } }
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const keywords = async (...reading: ConstructorParameters<typeof UrlTarget>[2][]) => {
    const target = new UrlTarget(url, document, ...reading)
    const { findings } = await fuzz(target, { maxRequests: 250, checks: ['invalid-rejected'] })
    return findings.map(({ decoded }) => decoded!.keyword).sort()
  }
  assert.deepEqual(await keywords(), [], 'what is not known is not judged')
  assert.deepEqual(await keywords({ coercion: 'none', additional: 'refuse' }), [
    'additionalProperties',
    'type',
  ])
  assert.deepEqual(await keywords({ coercion: 'ajv', additional: 'refuse' }), ['additionalProperties'])
  assert.deepEqual(await keywords({ coercion: 'none', additional: 'keep' }), ['type'])
  assert.deepEqual(await keywords({ coercion: 'any', additional: 'remove' }), [])
})

test('what two answers show of one thing: a value that one of them has lost', async (t) => {
  const things = [
    { id: 'a1', weight: 1.5, seen: null },
    { id: 'a2', weight: 2, seen: 'now' },
  ]
  const serving = (mistakes: boolean): Promise<string> =>
    serve(t, (request, response, body) => {
      const id = /^\/things\/(.+)$/.exec(request.url ?? '')?.[1]
      const lossy = ({ id, weight, seen }: (typeof things)[0]) =>
        mistakes ? { id, weight: Math.trunc(weight), seen: seen ?? '' } : { id, weight, seen }
      if (request.method === 'POST') {
        const { weight = 0 } = (body === '' ? {} : JSON.parse(body)) as { weight?: number }
        if (typeof weight !== 'number') return send(response, 400)
        return send(response, 201, lossy({ id: 'b', weight, seen: '' as never }))
      }
      const found = things.find((one) => one.id === id)
      if (id === undefined) return send(response, 200, things)
      return found ? send(response, 200, lossy(found)) : send(response, 404)
    })
  const params = [{ in: 'path', name: 'id', required: true, schema: { type: 'string' }, example: 'a1' }]
  const schema = { type: 'object', properties: { weight: { type: 'number', example: 2.5 } } }
  const post = {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: {}, 400: {} },
  }
  const document = {
    openapi: '3.1.0',
    paths: {
      '/things': { get: { responses: { 200: {} } }, post },
      '/things/{id}': { get: { parameters: params, responses: { 200: {}, 404: {} } } },
    },
  }
  const found = async (mistakes: boolean): Promise<string[]> => {
    const target = new UrlTarget(await serving(mistakes), document)
    const { findings } = await fuzz(target, { maxRequests: 600, checks: ['response-lossy'] })
    return findings.map(({ route, why }) => `${route}: ${why}`).sort()
  }
  assert.deepEqual(await found(false), [])
  const told = await found(true)
  assert.equal(told.length, 3)
  assert.match(told[0]!, /^GET \/things\/:id: seen is "" here, and null in the answer to GET \/things\.$/)
  assert.match(told[1]!, /^GET \/things\/:id: weight is 1 here, and 1\.5 in the answer/)
  assert.match(told[2]!, /^POST \/things: .* is sent, and the answer has -?\d+ at \/weight\.$/)
})
