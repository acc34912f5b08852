/** A server that ends or hangs in a run, and one that drops a connection: the report has what there is, and says so. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { fuzz } from '../fuzz.ts'
import { UrlTarget } from './url-target.ts'

const LAST = 9
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/ok': { get: { responses: { 200: {} } } },
    '/n': {
      get: {
        parameters: [{ in: 'query', name: 'n', schema: { type: 'integer', minimum: 0, maximum: LAST } }],
        responses: { 200: {} },
      },
    },
  },
}

async function serving(
  t: TestContext,
  onLast: (server: Server, request: IncomingMessage, response: ServerResponse) => void,
): Promise<UrlTarget> {
  const server = createServer((request, response) => {
    if (request.url === `/n?n=${LAST}`) onLast(server, request, response)
    else if (!hanging.has(server)) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return new UrlTarget(`http://127.0.0.1:${(server.address() as { port: number }).port}`, DOCUMENT)
}

const hanging = new Set<Server>()

test('a server that ends', async (t) => {
  const target = await serving(t, (server) => {
    server.closeAllConnections()
    server.close()
  })
  const { findings, ended, notes, requests } = await fuzz(target, { maxRequests: 500, seed: 3 })
  assert.deepEqual(
    findings.map((one) => [one.check, one.route, one.requests.at(-1)?.url, one.unstable]),
    [['crash', 'GET /n', '/n?n=9', true]],
  )
  assert.match(findings[0]!.why, /^The server has ended: connect ECONNREFUSED/)
  assert.equal(ended, 'crashed')
  assert.ok(requests > 1)
  assert.match(notes.at(-1)!, /The run ended in the phase "\w+", at GET \/n\?n=9\.$/)
})

test('a server that hangs', async (t) => {
  const target = await serving(t, (server) => hanging.add(server))
  const { findings, ended } = await fuzz(target, { maxRequests: 500, timeout: 200 })
  assert.deepEqual(
    findings.map((one) => [one.check, one.requests.at(-1)?.url]),
    [['hang', '/n?n=9']],
  )
  assert.match(findings[0]!.why, /^The server answers nothing any more: no answer in 3000 ms/)
  assert.equal(ended, 'crashed')
})

test('a connection that is closed by one request is no end of the server', async (t) => {
  const target = await serving(t, (_server, request) => request.socket.destroy())
  const { findings, ended } = await fuzz(target, {
    maxRequests: 200,
    timeout: 500,
    checks: ['hang', 'crash'],
  })
  assert.deepEqual(
    findings.map((one) => [one.check, one.requests.at(-1)?.url]),
    [['hang', '/n?n=9']],
  )
  assert.equal(ended, 'max-requests')
})

test('a server that is started again: the request that ends it is told, and the run goes on', async (t) => {
  let isLate = false
  const target = await serving(t, (server, _request, response) => {
    // Its last answer is right: what comes a moment later ends it.
    response.end()
    isLate = true
    const { port } = server.address() as { port: number }
    setImmediate(() => {
      server.closeAllConnections()
      server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), 300))
    })
  })
  const { findings, ended } = await fuzz(target, { maxRequests: 300, checks: ['crash', 'hang'] })
  assert.ok(isLate)
  assert.deepEqual(
    findings.map((one) => [one.check, one.requests.map(({ url }) => url), one.unstable]),
    [['crash', ['/n?n=9'], undefined]],
  )
  assert.equal(ended, 'max-requests')
})
