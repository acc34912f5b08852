// http-proxy before and behind: in a handler, as a middleware, and for upgrades.
import { createServer } from 'node:http'
import { ask, attempt, connect, LOCAL, shown, sleep } from '../client.js'

const PLUGIN = { 4: 'fastify-middie-8', 5: 'fastify-middie-9' }

/** What stands behind: a plain server of node. */
async function origin() {
  const server = createServer(async (request, response) => {
    let text = ''
    try {
      for await (const part of request) text += part
    } catch {
      return // the proxy left
    }
    response.setHeader('x-origin', 'yes')
    response.statusCode = request.url.endsWith('/made') ? 201 : 200
    response.end(`${request.method} ${request.url} ${request.headers['x-forwarded-for'] ?? '-'} ${text}`)
  })
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
    socket.on('data', (bytes) => socket.write(`echo ${bytes}`))
    socket.on('end', () => socket.end()).on('error', () => socket.destroy())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { target: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

export const programs = {
  'http-proxy': async ({ fastify, load, line, see }) => {
    const { target, close } = await origin()
    const seen = []
    const proxy = load('http-proxy').createProxyServer({ target, xfwd: true })
    proxy.on('proxyReq', (outgoing) => outgoing.setHeader('x-proxy', '1'))
    proxy.on('proxyRes', (answer) => seen.push(`answer ${answer.statusCode}`))
    proxy.on('error', (error, _request, response) => {
      seen.push(`error ${error.code}`)
      response.writeHead?.(502, { 'content-type': 'text/plain' })
      response.end('no origin')
    })
    const app = fastify()
    await app.register(load(PLUGIN[line]))
    app.use('/middle', (request, response) => proxy.web(request, response))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.all('/handler/*', (request, reply) => {
      reply.hijack()
      proxy.web(request.raw, reply.raw)
    })
    app.all('/dead', (request, reply) => {
      reply.hijack()
      proxy.web(request.raw, reply.raw, { target: 'http://127.0.0.1:1' })
    })
    const address = await app.listen(LOCAL)
    app.server.on('upgrade', (request, socket, head) => proxy.ws(request, socket, head))
    for (const path of ['/middle/a?b=1', '/handler/a?b=1', '/handler/made']) {
      see(`GET ${path}`, await ask(address + path))
      see(`POST ${path}`, await ask(address + path, { method: 'POST', body: 'some text'.repeat(2000) }))
    }
    see('handler', (await ask(`${address}/handler/x`)).body, 'GET /handler/x 127.0.0.1 ')
    see('no origin', shown(await ask(`${address}/dead`)), { status: 502, body: 'no origin' })
    const wire = await connect(address)
    wire.write('GET /socket HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    await wire.until(/\r\n\r\n/)
    wire.write('hello')
    await wire.until(/echo hello/)
    see(
      'upgrade',
      [wire.text.split('\r\n')[0], /echo hello/.test(wire.text)],
      ['HTTP/1.1 101 Switching Protocols', true],
    )
    wire.socket.destroy()
    const leaving = await connect(address)
    leaving.write('POST /handler/x HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n123')
    await sleep(100)
    leaving.socket.destroy()
    await sleep(150)
    see('events', seen)
    proxy.close()
    await app.close()
    close()
  },

  'http-proxy, in front': async ({ fastify, load, see }) => {
    const app = fastify({ trustProxy: true })
    app.get('/', async (request) => ({ ip: request.ip, host: request.headers.host.split(':')[0] }))
    app.post('/', async (request) => request.body)
    app.get('/fails', async () => {
      throw new Error('behind')
    })
    const target = await app.listen(LOCAL)
    const proxy = load('http-proxy').createProxyServer({ target, xfwd: true })
    const front = createServer((request, response) => proxy.web(request, response))
    await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${front.address().port}`
    see('a route', await ask(address))
    const json = { 'content-type': 'application/json' }
    see('a body', shown(await ask(address, { method: 'POST', headers: json, body: '[1]' })), {
      status: 200,
      body: '[1]',
    })
    see('an error', await ask(`${address}/fails`))
    see('nothing', await attempt(`${address}/nothing`))
    front.close()
    proxy.close()
    await app.close()
  },
}
