// Sockets by upgrade: servers that listen on app.server, and the plugin.
import { ask, connect, LOCAL, shown, sleep, within } from '../client.js'

const WEBSOCKET = { 4: 'fastify-websocket-10', 5: 'fastify-websocket-11' }
const once = (emitter, event) => new Promise((resolve) => emitter.once(event, (...values) => resolve(values)))
const wsOf = (address) => address.replace('http', 'ws')

/** Sends some messages, and tells what comes back until it is closed. */
async function talk(WebSocket, url, messages, options) {
  const client = new WebSocket(url, options)
  const seen = []
  client.on('message', (data, isBinary) => seen.push(isBinary ? [...data] : String(data)))
  client.on('unexpected-response', (_request, answer) => {
    seen.push(`refused ${answer.statusCode}`)
    client.terminate()
  })
  client.on('error', (error) => seen.push(`error ${error.message}`))
  const closed = once(client, 'close')
  client.on('open', async () => {
    for (const [index, message] of messages.entries()) {
      client.send(message)
      for (let waited = 0; seen.length <= index && waited < 200; waited++) await sleep(5)
    }
    client.close(1000, 'done')
  })
  const [code, reason] = await closed
  return { seen, code, reason: String(reason) }
}

export const programs = {
  ws: async ({ fastify, load, see }) => {
    const { WebSocket, WebSocketServer } = load('ws')
    const app = fastify()
    const seen = []
    app.get('/', async () => 'http')
    const sockets = new WebSocketServer({ server: app.server, path: '/ws', maxPayload: 1000 })
    sockets.on('connection', (socket, request) => {
      seen.push(`connection ${request.url} ${request.socket.remoteAddress}`)
      socket.on('message', (data, isBinary) =>
        socket.send(isBinary ? data : `echo ${data}`, { binary: isBinary }),
      )
      socket.on('error', (error) => seen.push(error.message))
      socket.on('close', (code, reason) => seen.push(`close ${code} ${reason}`))
    })
    const address = await app.listen(LOCAL)
    const url = `${wsOf(address)}/ws`
    see('talk', await talk(WebSocket, url, ['a', Buffer.from([1, 2]), 'ü'.repeat(300)]))
    see('echo', (await talk(WebSocket, url, ['a'])).seen, ['echo a'])
    see('compressed', await talk(WebSocket, url, ['a'], { perMessageDeflate: true }))
    see('too much', await talk(WebSocket, url, ['x'.repeat(2000)]))
    see('another path', await talk(WebSocket, `${wsOf(address)}/other`, []))
    see('http beside', shown(await ask(address)), { status: 200, body: 'http' })
    const wire = await connect(address)
    wire.write(
      'GET / HTTP/1.1\r\nhost: a\r\n\r\nGET /ws HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n',
    )
    wire.write('sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
    await wire.until(/accept/i)
    see('right behind a request', wire.text.match(/HTTP\/1.1 \d+|sec-websocket-accept: \S+/gi))
    wire.socket.destroy()
    await sleep(50)
    see('events', seen)
    sockets.close()
    await app.close()
  },

  'ws, noServer': async ({ fastify, load, see }) => {
    const { WebSocket, WebSocketServer } = load('ws')
    const app = fastify()
    const sockets = new WebSocketServer({ noServer: true })
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)))
    app.server.on('upgrade', (request, socket, head) => {
      if (request.headers['x-key'] !== 'right') {
        socket.write('HTTP/1.1 401 Unauthorized\r\n\r\n')
        socket.destroy()
      } else
        sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
    })
    const address = wsOf(await app.listen(LOCAL))
    see('allowed', await talk(WebSocket, address, ['a'], { headers: { 'x-key': 'right' } }), {
      seen: ['echo a'],
      code: 1000,
      reason: 'done',
    })
    see('refused', await talk(WebSocket, address, ['a']))
    const open = new WebSocket(address, { headers: { 'x-key': 'right' } })
    await once(open, 'open')
    const closed = once(open, 'close').then(() => 'closed')
    const closing = app.close().then(() => 'closed')
    see('close of the application', await within(closing, 400, 'waits'))
    see('the open socket', await within(closed, 100, 'open'))
    open.terminate()
    see('at last', await closing, 'closed')
  },

  'socket.io': async ({ fastify, load, see }) => {
    const { Server } = load('socket.io')
    const client = load('socket.io-client')
    const app = fastify()
    const seen = []
    app.get('/', async () => 'http')
    const io = new Server(app.server)
    io.on('connection', (socket) => {
      seen.push(`connection ${socket.handshake.query.name ?? '-'}`)
      socket.on('ask', (value, answer) => answer({ got: value }))
      socket.on('all', (value) => io.emit('told', value))
      socket.on('disconnect', (reason) => seen.push(`disconnect ${reason}`))
    })
    const address = await app.listen(LOCAL)
    for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
      const socket = client(address, {
        transports,
        forceNew: true,
        query: { name: 'ann' },
        reconnection: false,
      })
      await once(socket, 'connect')
      const upgraded = transports.length === 1 ? null : once(socket.io.engine, 'upgrade')
      const told = once(socket, 'told')
      const answer = await socket
        .timeout(2000)
        .emitWithAck('ask', [1, { a: Buffer.from('b') }])
        .catch(String)
      socket.emit('all', 'hello')
      if (upgraded) await within(upgraded, 2000)
      const [value] = await within(told, 2000, ['nothing'])
      see(
        transports.join(' then '),
        [answer.got?.[0] ?? answer, value, socket.io.engine.transport.name],
        [1, 'hello', transports.at(-1)],
      )
      socket.disconnect()
      await sleep(50)
    }
    see('http beside', shown(await ask(address)), { status: 200, body: 'http' })
    see('a wrong request', await ask(`${address}/socket.io/?EIO=3&transport=polling`))
    see('its client', shown(await ask(`${address}/socket.io/socket.io.js`), 'content-type').headers)
    see('events', seen)
    await io.close()
    await app.close()
  },

  'graphql-ws': async ({ fastify, load, see }) => {
    const { WebSocket, WebSocketServer } = load('ws')
    const { GraphQLObjectType, GraphQLSchema, GraphQLString } = load('graphql')
    const { useServer } = load('graphql-ws/use/ws')
    const { createClient } = load('graphql-ws')
    const app = fastify()
    async function* greetings() {
      for (const greets of ['hi', 'bonjour', 'ciao']) yield { greets }
    }
    const schema = new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: { hello: { type: GraphQLString, resolve: () => 'world' } },
      }),
      subscription: new GraphQLObjectType({
        name: 'Subscription',
        fields: { greets: { type: GraphQLString, subscribe: greetings } },
      }),
    })
    const server = new WebSocketServer({ server: app.server, path: '/graphql' })
    const ended = useServer({ schema }, server)
    const address = await app.listen(LOCAL)
    const client = createClient({
      url: `${wsOf(address)}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    })
    const results = []
    for (const query of ['{ hello }', 'subscription { greets }', '{ nothing }'])
      await new Promise((resolve) =>
        client.subscribe(
          { query },
          {
            next: (value) => results.push(value.data ?? value.errors.map(({ message }) => message)),
            error: (error) => resolve(results.push(error.message ?? error.map(({ message }) => message))),
            complete: resolve,
          },
        ),
      )
    see('results', results)
    see('the first', results[0], { hello: 'world' })
    await client.dispose()
    await ended.dispose()
    await app.close()
  },

  '@fastify/websocket': async ({ fastify, load, line, see }) => {
    const { WebSocket } = load('ws')
    const app = fastify()
    const seen = []
    await app.register(load(WEBSOCKET[line]), { options: { maxPayload: 1000 } })
    app.addHook('preValidation', async (request, reply) => {
      if (request.query.refuse) await reply.code(401).send('refused')
    })
    app.get('/ws/:name', { websocket: true }, (socket, request) => {
      seen.push(`open ${request.params.name}`)
      socket.on('message', (data) => socket.send(`${request.params.name} ${data}`))
      socket.on('close', (code) => seen.push(`close ${code}`))
    })
    app.route({
      method: 'GET',
      url: '/both',
      handler: async () => 'http',
      wsHandler: (socket) => socket.on('message', (data) => socket.send(`both ${data}`)),
    })
    app.get('/fails', { websocket: true }, () => {
      throw new Error('in the handler')
    })
    const address = await app.listen(LOCAL)
    const url = wsOf(address)
    see('echo', await talk(WebSocket, `${url}/ws/ann`, ['a', 'b']), {
      seen: ['ann a', 'ann b'],
      code: 1000,
      reason: 'done',
    })
    see('both', await talk(WebSocket, `${url}/both`, ['a']))
    see('http', shown(await ask(`${address}/both`)), { status: 200, body: 'http' })
    see('http of a socket', await ask(`${address}/ws/ann`))
    see('refused', await talk(WebSocket, `${url}/ws/ann?refuse=1`, ['a']))
    see('fails', await talk(WebSocket, `${url}/fails`, []))
    see('no route', await talk(WebSocket, `${url}/none`, ['a']))
    const injected = await app.injectWS('/ws/ben')
    const answer = once(injected, 'message')
    injected.send('c')
    see('injectWS', String((await answer)[0]), 'ben c')
    injected.terminate()
    const open = new WebSocket(`${url}/ws/eve`)
    await once(open, 'open')
    const closed = once(open, 'close')
    await app.close()
    see('close of the application', (await closed)[0])
    see('events', seen)
  },
}
