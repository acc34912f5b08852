/** Links of an OpenAPI document carry what no name tells into the parameters of the operation that they name. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { fuzz } from '../fuzz.ts'
import { UrlTarget } from '../target/url-target.ts'

const text = { type: 'string' }
const parameter = (name: string, place: string) => ({ name, in: place, required: true, schema: text })
const document = (links: object) => ({
  openapi: '3.1.0',
  paths: {
    '/bookings': { post: { responses: { 201: { description: 'made', links } } } },
    '/rides/{where}/{seat}': {
      get: {
        operationId: 'ride',
        parameters: [parameter('where', 'path'), parameter('seat', 'path'), parameter('lang', 'query')],
        responses: { 200: { description: 'a ride' }, 404: { description: 'none' } },
      },
    },
  },
})

/** Rides are found by what their bookings say under other names. */
async function served(t: TestContext): Promise<string> {
  const rides = new Set<string>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const [zone, chair] = [`zone${rides.size * 7 + 3}`, `chair${rides.size}`]
      rides.add(`/rides/${zone}/${chair}?lang=da`)
      response.writeHead(201, { 'content-type': 'application/json', 'x-zone': zone })
      return response.end(JSON.stringify({ of: [{ chair }] }))
    }
    response.writeHead(rides.has(request.url!) ? 200 : 404)
    return response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const parameters = {
  where: '$response.header.x-zone',
  'path.seat': '$response.body#/of/0/chair',
  'query.lang': 'da',
}

for (const [how, links, isReached] of [
  ['by its id', { ride: { operationId: 'ride', parameters } }, true],
  ['by a reference', { ride: { operationRef: '#/paths/~1rides~1{where}~1{seat}/get', parameters } }, true],
  ['by nothing', {}, false],
] as const)
  test(`an operation that a link names ${how}`, async (t) => {
    const target = new UrlTarget(await served(t), document(links))
    const { routes } = await fuzz(target, { maxRequests: 150 })
    assert.equal('200' in routes[1]!.statuses, isReached, JSON.stringify(routes))
  })

test('a link gives a whole body, with what its expressions name', async (t) => {
  const wanted = { of: ['zone3'], note: 'for zone3', kind: 'fixed', made: 201 }
  const requestBody = {
    ...{ of: ['$response.header.x-zone'], note: 'for {$response.header.x-zone}' },
    ...{ kind: 'fixed', made: '$statusCode', gone: '$response.body#/none' },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      const isMade = request.url === '/zones'
      const isRight = isMade || isDeepStrictEqual(read(body), wanted)
      response.writeHead(isRight ? (isMade ? 201 : 200) : 422, { 'x-zone': 'zone3' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const reached = async (links: object): Promise<boolean> => {
    const body = { content: { 'application/json': { schema: { type: 'object' } } } }
    const paths = {
      '/zones': { post: { responses: { 201: { description: 'made', links } } } },
      '/plans': { put: { requestBody: body, responses: { 200: { description: 'right' } } } },
    }
    const { port } = server.address() as AddressInfo
    const target = new UrlTarget(`http://127.0.0.1:${port}`, { openapi: '3.0.3', paths })
    const { routes } = await fuzz(target, { maxRequests: 150 })
    return '200' in routes[1]!.statuses
  }
  assert.ok(await reached({ plan: { operationRef: 'api.json#/paths/%7E1plans/put', requestBody } }))
  assert.equal(await reached({}), false)
})

function read(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

test('a link that leads nowhere is told', async (t) => {
  const target = new UrlTarget(await served(t), document({ ride: { operationId: 'walk', parameters } }))
  assert.deepEqual(target.notes, ['The link ride leads to walk, and there is no such operation.'])
})
