/** A request gives the same answer through inject and through a socket. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import touchstone from 'touchstone'
import { objectSchema, value } from './arbitraries/schema.ts'
import { runs } from './settings.ts'

interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}
type Answer = { status: number; headers: Record<string, unknown>; body: string }

const BODY = fc.sample(objectSchema, { seed: 3, numRuns: 1 })[0]!

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const app = touchstone()
let port = 0

before(async () => {
  const declare = app as unknown as { route(options: unknown): void }
  const echo = async (request: Record<string, unknown>, reply: { code(status: number): unknown }) => {
    const { status } = request['query'] as { status?: number }
    reply.code(status ?? 200)
    return { body: request['body'], query: request['query'], params: request['params'] }
  }
  const schema = {
    querystring: {
      status: { type: 'integer', minimum: 200, maximum: 599 },
      list: { type: 'array', default: [] },
    },
    params: { id: { type: 'integer' } },
  }
  declare.route({ method: ['GET', 'DELETE', 'OPTIONS'], url: '/x/:id', schema, handler: echo })
  declare.route({
    method: ['POST', 'PUT', 'PATCH'],
    url: '/x/:id',
    schema: { ...schema, body: BODY },
    handler: echo,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
after(async () => {
  agent.destroy()
  await app.close()
})

const request: fc.Arbitrary<Sent> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path: fc.constantFrom('/x/1', '/x/one', '/x/1/', '/nowhere', '/x/%20', '/x/a%2Fb'),
    query: fc.array(
      fc.constantFrom('status=204', 'status=404', 'status=x', 'list=1', 'list=2', 'other=%C3%A9'),
      {
        maxLength: 3,
      },
    ),
    type: fc.constantFrom(
      'application/json',
      'Application/JSON; charset=UTF-8',
      'text/plain',
      'application/x-y',
      '',
    ),
    body: fc.oneof(
      value.map((one) => JSON.stringify(one)),
      fc.constantFrom('', '{', '{"__proto__":1}', 'plain'),
    ),
  })
  .map(({ method, path, query, type, body }) => {
    const url = query.length === 0 ? path : `${path}?${query.join('&')}`
    if (method === 'GET' || method === 'HEAD') return { method, url, headers: {} }
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const headers: Record<string, string> = type === '' ? length : { ...length, 'content-type': type }
    return { method, url, headers, payload: body }
  })

/** What both transports have to agree on: everything but the connection's own headers. */
function canonical(status: number, headers: Record<string, unknown>, body: string): Answer {
  const own = ['date', 'connection', 'keep-alive', 'transfer-encoding']
  const kept = Object.entries(headers).filter(([name]) => !own.includes(name))
  return { status, headers: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), body }
}

async function injected(sent: Sent): Promise<Answer> {
  const answer = await app.inject({ ...sent, headers: { ...sent.headers, host: 'a' } } as never)
  return canonical(answer.statusCode, answer.headers, answer.body)
}

function overSocket({ method, url, headers, payload }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { ...headers, host: 'a' },
    }
    const raw = http.request(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        resolve(canonical(answer.statusCode!, answer.headers, Buffer.concat(chunks).toString()))
      })
    })
    raw.on('error', reject)
    raw.end(payload)
  })
}

test('inject and a kept-alive socket answer alike', async () => {
  const property = fc.asyncProperty(request, async (sent) => {
    assert.deepEqual(await injected(sent), await overSocket(sent))
  })
  await fc.assert(property, runs(300))
})
