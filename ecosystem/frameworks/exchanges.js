// Exchanges that have to be the same however a request reaches the application: what the tests of packages around `fetch` ask.
import { Readable } from 'node:stream'
import { fastify } from './load.js'

/** The application that is asked. */
export function application() {
  const app = fastify({ bodyLimit: 2000 })
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('x-sent', 'yes')
    return payload
  })
  app.get('/users/:id', async (request, reply) => {
    reply.header('set-cookie', ['a=1', 'b=2'])
    return { id: request.params.id, query: request.query, agent: request.headers['x-agent'] }
  })
  app.post('/echo', async (request) => request.body)
  app.get('/bytes', async (_request, reply) =>
    reply.type('application/octet-stream').send(Buffer.from([255, 0, 1])),
  )
  // With a type: @hono/node-server adds one where there is none.
  app.get('/stream', async (_request, reply) =>
    reply.type('text/x').send(Readable.from(['one ', 'two ', 'three'])),
  )
  app.get('/nothing', async (_request, reply) => reply.code(204).send())
  app.get('/moved', async (_request, reply) => reply.code(303).header('location', '/users/1').send())
  app.get('/throws', async () => {
    throw Object.assign(new Error('no tea'), { statusCode: 418 })
  })
  app.get('/raw', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(202, { 'x-raw': 'yes', 'content-type': 'text/plain' })
    reply.raw.write('by ')
    reply.raw.end('hand')
  })
  return app
}

const json = (body) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

/** Each request, by what it shows. */
export const EXCHANGES = {
  'a parameter, a query and cookies': ['/users/7?q=1&q=2', { headers: { 'x-agent': 'test' } }],
  'a body of JSON': ['/echo', json('{"a":[1,2]}')],
  'a body that is no JSON': ['/echo', json('{"a"')],
  'a body that is too large': ['/echo', json(`"${'x'.repeat(3000)}"`)],
  'a body of text': ['/echo', { method: 'POST', body: 'plain', headers: { 'content-type': 'text/plain' } }],
  bytes: ['/bytes', {}],
  'a stream': ['/stream', {}],
  'the head alone': ['/users/7', { method: 'HEAD' }],
  'no content': ['/nothing', {}],
  'a redirect': ['/moved', { redirect: 'manual' }],
  'an error': ['/throws', {}],
  'no route': ['/none', {}],
  'an answer by hand': ['/raw', {}],
}

const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** What is compared of an answer. */
export async function seen(response) {
  const headers = [...response.headers].filter(([name]) => !OF_CONNECTION.includes(name))
  return {
    status: response.status,
    headers,
    body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  }
}
