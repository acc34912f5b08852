// Tools that listen to the events of the raw request and reply, or wrap their methods.
import { ask, attempt, connect, LOCAL, shown, sleep } from '../client.js'

const PLUGIN = { 4: 'fastify-middie-8', 5: 'fastify-middie-9' }
const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`

function routesOf(app, seen, onFinished) {
  app.get('/', async () => 'fine')
  app.post('/', async (request) => request.body)
  app.get('/slow', async () => sleep(150).then(() => 'late'))
  app.get('/late', async (_request, reply) => {
    await new Promise((resolve) => onFinished(reply.raw, resolve) && reply.send('sent'))
    seen.push(`after ${onFinished.isFinished(reply.raw)}`)
    return reply
  })
  app.get('/hijacked', (_request, reply) => {
    reply.hijack()
    reply.raw.write('one')
    setImmediate(() => reply.raw.end('two'))
  })
  app.get('/stream', async (_request, reply) => {
    const { Readable } = await import('node:stream')
    return reply.send(Readable.from(['a', 'b']))
  })
}

export const programs = {
  'on-finished': async ({ fastify, load, see }) => {
    const onFinished = load('on-finished')
    const app = fastify()
    const seen = []
    const note = (what) => (error, message) =>
      seen.push(`${what} ${error?.message ?? 'fine'} ${message.statusCode ?? message.complete}`)
    app.addHook('onRequest', async (request, reply) => {
      seen.push(
        `begins ${request.url} ${onFinished.isFinished(request.raw)} ${onFinished.isFinished(reply.raw)}`,
      )
      onFinished(reply.raw, note('reply'))
      onFinished(request.raw, note('request'))
    })
    app.addHook('onResponse', async (_request, reply) =>
      seen.push(`hook ${onFinished.isFinished(reply.raw)}`),
    )
    routesOf(app, seen, onFinished)
    const address = await app.listen(LOCAL)
    const during = async (label, work) => {
      seen.length = 0
      await work()
      await sleep(50)
      see(label, seen)
    }
    await during('a route', () => ask(address))
    see('both end', seen.filter((line) => /^re(ply|quest)/.test(line)).length, 2)
    const json = { 'content-type': 'application/json' }
    await during('a body', () => ask(address, { method: 'POST', headers: json, body: '{}' }))
    await during('a wrong body', () => ask(address, { method: 'POST', headers: json, body: '{' }))
    await during('after the answer', () => ask(`${address}/late`))
    await during('hijacked', () => ask(`${address}/hijacked`))
    await during('a stream', () => ask(`${address}/stream`))
    await during('no route', () => ask(`${address}/nothing`))
    await during('two on a connection', async () => {
      const wire = await connect(address)
      wire.write(get('/slow') + get('/', 'connection: close\r\n'))
      await wire.closed
    })
    await during('the client leaves', async () => {
      const wire = await connect(address)
      wire.write(get('/slow'))
      await sleep(50)
      wire.socket.destroy()
      await sleep(150)
    })
    await app.close()
  },

  'on-headers': async ({ fastify, load, line, see }) => {
    const onHeaders = load('on-headers')
    const app = fastify()
    await app.register(load(PLUGIN[line]))
    const seen = []
    app.use((_request, response, next) => {
      onHeaders(response, function () {
        seen.push(`middle ${this.statusCode} ${this.getHeader('content-type')}`)
        this.setHeader('x-by', 'middle')
        this.removeHeader('x-gone')
      })
      next()
    })
    app.addHook('onRequest', async (_request, reply) => {
      onHeaders(reply.raw, function () {
        seen.push(`hook ${this.headersSent}`)
        this.setHeader('x-count', 1)
      })
    })
    app.get('/', async (_request, reply) => reply.header('x-gone', '1').send({ a: 1 }))
    app.get('/status', (_request, reply) => {
      onHeaders(reply.raw, function () {
        this.statusCode = 202
      })
      reply.send('text')
    })
    app.get('/hijacked', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(203, 'Fine', { 'x-gone': 'no', 'x-own': 'yes' })
      reply.raw.end('hijacked')
    })
    app.get('/stream', async (_request, reply) => {
      const { Readable } = await import('node:stream')
      return reply.type('text/plain').send(Readable.from(['a', 'b']))
    })
    const address = await app.listen(LOCAL)
    for (const path of ['/', '/status', '/hijacked', '/stream', '/nothing'])
      see(path, await ask(address + path), undefined)
    see('a header', (await ask(address)).headers['x-by'], 'middle')
    see('order', seen)
    await app.close()
  },

  'connect-timeout': async ({ fastify, load, line, see }) => {
    const app = fastify()
    await app.register(load(PLUGIN[line]))
    const seen = []
    const timeout = load('connect-timeout')
    app.use(timeout('120ms', { respond: false }))
    app.get('/', async () => 'fast')
    app.get('/slow', (request, reply) => {
      request.raw.on('timeout', (time) => {
        seen.push(`timeout ${time} ${request.raw.timedout}`)
        reply.code(503).send('too slow')
      })
    })
    app.get('/cleared', async (request) => {
      request.raw.clearTimeout()
      await sleep(200)
      return `cleared ${request.raw.timedout}`
    })
    const address = await app.listen(LOCAL)
    see('fast', shown(await ask(address)), { status: 200, body: 'fast' })
    see('slow', shown(await attempt(`${address}/slow`)), { status: 503, body: 'too slow' })
    see('cleared', shown(await ask(`${address}/cleared`)), { status: 200, body: 'cleared false' })
    const wire = await connect(address)
    wire.write(get('/'))
    await wire.until(/fast/)
    await sleep(200)
    wire.write(get('/cleared'))
    await wire.until(/cleared false/)
    see('on a connection', wire.text.match(/HTTP\/1.1 \d+/g))
    wire.socket.destroy()
    see('events', seen)
    await app.close()
  },

  'connect-timeout, express': async ({ fastify, load, line, see }) => {
    const app = fastify()
    await app.register(load(line === 5 ? 'fastify-express-4' : 'fastify-express-3-on-5'))
    const router = load('express-5').Router()
    router.use(load('connect-timeout')('120ms'))
    router.get('/fast', (_request, response) => response.send('fast'))
    router.get('/slow', (request, _response, next) =>
      setTimeout(() => (request.timedout ? undefined : next()), 200),
    )
    router.use((error, request, response, _next) =>
      response.status(error.status).send({ code: error.code, timedout: request.timedout }),
    )
    app.use('/part', router)
    const address = await app.listen(LOCAL)
    see('fast', shown(await ask(`${address}/part/fast`)), { status: 200, body: 'fast' })
    const { body } = await ask(`${address}/part/slow`)
    see('slow', body, '{"code":"ETIMEDOUT","timedout":true}')
    await app.close()
  },

  'raw timeouts': async ({ fastify, see }) => {
    const app = fastify({ keepAliveTimeout: 5000 })
    const seen = []
    app.get('/slow', (request, reply) => {
      request.raw.setTimeout(100, () => {
        seen.push('request')
        reply.code(503).send('too slow')
      })
    })
    app.get('/reply', (_request, reply) => {
      reply.raw.setTimeout(100, () => {
        seen.push('reply')
        reply.code(504).send('too slow')
      })
    })
    app.get('/', async (request) => {
      request.raw.setTimeout(100, () => seen.push('late'))
      return 'fine'
    })
    const address = await app.listen(LOCAL)
    see('request', await attempt(`${address}/slow`), { failed: 'ECONNRESET' }) // it is whole: nothing hears it
    see('reply', shown(await attempt(`${address}/reply`)), { status: 504, body: 'too slow' })
    const wire = await connect(address)
    wire.write(get('/'))
    await wire.until(/fine/)
    see('it stays open', await wire.closesIn(400))
    wire.socket.destroy()
    see('events', seen)
    await app.close()
  },
}
