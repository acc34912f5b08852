// What talks over the network: proxies, web sockets and other entrances.
import { equal, match } from 'node:assert/strict'
import { once } from 'node:events'

const LOCAL = { port: 0, host: '127.0.0.1' }

async function upstream(fastify) {
  const app = fastify()
  app.get('/*', async (request) => ({ url: request.url, via: request.headers['x-via'] ?? null }))
  app.post('/*', async (request) => request.body)
  return { app, address: await app.listen(LOCAL) }
}

export default {
  '@fastify/aws-lambda': async ({ fastify, load, see }) => {
    const app = fastify()
    app.post('/hello', async (request) => ({ hello: request.body.name, query: request.query }))
    const handle = load('@fastify/aws-lambda')(app)
    const event = {
      httpMethod: 'POST',
      path: '/hello',
      headers: { 'content-type': 'application/json' },
      queryStringParameters: { a: '1' },
      body: '{"name":"ann"}',
    }
    const { statusCode, body } = await handle(event, {})
    see({ statusCode, body })
    equal(body, '{"hello":"ann","query":{"a":"1"}}')
    await app.close()
  },

  '@fastify/http-proxy': async ({ fastify, load, see }) => {
    const origin = await upstream(fastify)
    const app = fastify()
    await app.register(load('@fastify/http-proxy'), {
      upstream: origin.address,
      prefix: '/api',
      rewritePrefix: '/v1',
    })
    equal(see(await app.inject('/api/users?a=1')).body, '{"url":"/v1/users?a=1","via":null}')
    equal(see(await app.inject({ method: 'POST', url: '/api/x', payload: { a: 1 } })).body, '{"a":1}')
    await app.close()
    await origin.app.close()
  },

  '@fastify/reply-from': async ({ fastify, load, see }) => {
    const origin = await upstream(fastify)
    const app = fastify()
    await app.register(load('@fastify/reply-from'), { base: origin.address })
    app.get('/', (_request, reply) =>
      reply.from('/other', { rewriteRequestHeaders: (_r, headers) => ({ ...headers, 'x-via': 'proxy' }) }),
    )
    equal(see(await app.inject('/')).body, '{"url":"/other","via":"proxy"}')
    await app.close()
    await origin.app.close()
  },

  '@fastify/websocket': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/websocket'))
    app.get('/echo', { websocket: true }, (socket) =>
      socket.on('message', (text) => socket.send(`echo ${text}`)),
    )
    app.get('/plain', async () => 'x')
    await app.ready()
    const injected = await app.injectWS('/echo')
    const first = once(injected, 'message')
    injected.send('one')
    equal(see(String((await first)[0])), 'echo one')
    injected.terminate()

    const address = await app.listen(LOCAL)
    const WebSocket = load('ws')
    const client = new WebSocket(`${address.replace('http', 'ws')}/echo`)
    await once(client, 'open')
    const second = once(client, 'message')
    client.send('two')
    equal(see(String((await second)[0])), 'echo two')
    equal(see(await app.inject('/plain')).body, 'x')
    await app.close()
  },

  'fastify-socket.io': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-socket.io').default ?? load('fastify-socket.io'))
    app.get('/', async () => 'x')
    await app.ready()
    app.io.on('connection', (socket) => socket.on('ask', (word, reply) => reply(`heard ${word}`)))
    const address = await app.listen(LOCAL)
    const client = load('socket.io-client').io(address, { transports: ['websocket'] })
    equal(see(await client.emitWithAck('ask', 'you')), 'heard you')
    client.disconnect()
    await app.close()
  },

  mercurius: async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('mercurius'), {
      schema: 'type Query { add(x: Int, y: Int): Int }',
      resolvers: { Query: { add: async (_root, { x, y }) => x + y } },
      graphiql: true,
    })
    const ask = (query) => app.inject({ method: 'POST', url: '/graphql', payload: { query } })
    equal(see(await ask('{ add(x: 2, y: 3) }')).body, '{"data":{"add":5}}')
    equal(see(await ask('{ nothing }')).status, 400)
    equal(JSON.stringify(see(await app.graphql('{ add(x: 1, y: 1) }'))), '{"data":{"add":2}}')
    match((await app.inject('/graphiql')).body, /graphiql/i)
    await app.close()
  },

  'mercurius-auth': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('mercurius'), {
      schema: 'directive @auth on FIELD_DEFINITION type Query { open: String secret: String @auth }',
      resolvers: { Query: { open: async () => 'open', secret: async () => 'secret' } },
    })
    await app.register(load('mercurius-auth'), {
      authContext: (context) => ({ user: context.reply.request.headers['x-user'] }),
      applyPolicy: async (_directive, _parent, _arguments, context) => context.auth.user === 'ann',
      authDirective: 'auth',
    })
    const ask = (headers) =>
      app.inject({ method: 'POST', url: '/graphql', headers, payload: { query: '{ open secret }' } })
    equal(see(await ask({ 'x-user': 'ann' })).body, '{"data":{"open":"open","secret":"secret"}}')
    match(see(await ask({})).body, /Failed auth policy check on secret/)
    await app.close()
  },

  'mercurius-cache': async ({ fastify, load, see }) => {
    const app = fastify()
    let asked = 0
    await app.register(load('mercurius'), {
      schema: 'type Query { asked: Int }',
      resolvers: { Query: { asked: async () => ++asked } },
    })
    await app.register(load('mercurius-cache'), { ttl: 60, policy: { Query: { asked: true } } })
    const ask = () => app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ asked }' } })
    equal(see(await ask()).body, '{"data":{"asked":1}}')
    equal(see(await ask()).body, '{"data":{"asked":1}}')
    await app.close()
  },

  'mercurius-validation': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('mercurius'), {
      schema: `\n${load('mercurius-validation').graphQLTypeDefs}\ntype Query { echo(text: String @constraint(maxLength: 3)): String }`,
      resolvers: { Query: { echo: async (_root, { text }) => text } },
    })
    await app.register(load('mercurius-validation'))
    const ask = (text) =>
      app.inject({ method: 'POST', url: '/graphql', payload: { query: `{ echo(text: "${text}") }` } })
    equal(see(await ask('abc')).body, '{"data":{"echo":"abc"}}')
    match(see(await ask('abcd')).body, /Failed Validation/)
    await app.close()
  },
}
