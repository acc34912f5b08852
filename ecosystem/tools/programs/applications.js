// Applications of connect and koa beside routes of Fastify: by a middleware, by hijack, and by a server of one's own.
import { createServer } from 'node:http'
import { ask, connect, LOCAL, shown } from '../client.js'

const PLUGIN = { 4: 'fastify-middie-8', 5: 'fastify-middie-9' }

function koaApp(load, seen) {
  const koa = load('koa')
  const inner = new (koa.default ?? koa)()
  inner.silent = true
  inner.use(async (context, next) => {
    seen.push(`koa ${context.method} ${context.path}`)
    await next()
    context.set('x-koa', 'yes')
    seen.push(`koa ${context.status}`)
  })
  inner.use(async (context) => {
    if (context.path.endsWith('/json'))
      context.body = { query: context.query, host: context.host.split(':')[0] }
    else if (context.path.endsWith('/stream')) {
      const { Readable } = await import('node:stream')
      context.type = 'text/plain'
      context.body = Readable.from(['one,', 'two'])
    } else if (context.path.endsWith('/body')) {
      let text = ''
      for await (const part of context.req) text += part
      context.body = `read ${text}`
    } else if (context.path.endsWith('/throws')) context.throw(418, 'a teapot')
  })
  return inner.callback()
}

function connectApp(load, seen) {
  const inner = load('connect')()
  inner.use((request, _response, next) => {
    seen.push(`connect ${request.method} ${request.url}`)
    next()
  })
  inner.use('/answer', (_request, response) => response.end('connect'))
  inner.use('/throws', () => {
    throw Object.assign(new Error('in connect'), { status: 409 })
  })
  return inner
}

async function askKoa(see, address, way) {
  see(`${way}, json`, await ask(`${address}/koa/json?a=1`))
  see(
    `${way}, json body`,
    (await ask(`${address}/koa/json?a=1`)).body,
    '{"query":{"a":"1"},"host":"127.0.0.1"}',
  )
  see(`${way}, stream`, await ask(`${address}/koa/stream`))
  see(`${way}, a body`, shown(await ask(`${address}/koa/body`, { method: 'PUT', body: 'text' })), {
    status: 200,
    body: 'read text',
  })
  see(`${way}, throws`, await ask(`${address}/koa/throws`))
  see(`${way}, nothing`, await ask(`${address}/koa/nothing`))
  const wire = await connect(address)
  wire.write(
    'GET /koa/json?a=1 HTTP/1.1\r\nhost: a\r\n\r\nGET /own HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  )
  await wire.closed
  see(`${way}, two on a connection`, wire.text.match(/HTTP\/1.1 \d+|x-koa: yes|"own":true/gi))
}

export const programs = {
  koa: async ({ fastify, load, line, see }) => {
    const seen = []
    const callback = koaApp(load, seen)
    const middle = fastify()
    await middle.register(load(PLUGIN[line]))
    middle.use('/koa', callback)
    middle.get('/own', async () => ({ own: true }))
    await askKoa(see, await middle.listen(LOCAL), 'middie')
    await middle.close()

    const hijacked = fastify()
    hijacked.removeAllContentTypeParsers()
    hijacked.addContentTypeParser('*', (_request, _payload, done) => done(null))
    hijacked.all('/koa/*', (request, reply) => {
      reply.hijack()
      callback(request.raw, reply.raw)
    })
    hijacked.get('/own', async () => ({ own: true }))
    hijacked.addHook('onResponse', async (request, reply) =>
      seen.push(`hook ${request.url} ${reply.statusCode}`),
    )
    await askKoa(see, await hijacked.listen(LOCAL), 'hijack')
    await hijacked.close()
    see('order', seen)
  },

  'koa, serverFactory': async ({ fastify, load, see }) => {
    const seen = []
    const callback = koaApp(load, seen)
    const app = fastify({
      serverFactory: (handler) =>
        createServer((request, response) =>
          request.url.startsWith('/koa') ? callback(request, response) : handler(request, response),
        ),
    })
    app.get('/own', async () => ({ own: true }))
    const address = await app.listen(LOCAL)
    await askKoa(see, address, 'factory')
    see('own', await ask(`${address}/own`))
    await app.close()
    see('order', seen)
  },

  connect: async ({ fastify, load, line, see }) => {
    const seen = []
    const inner = connectApp(load, seen)
    const app = fastify()
    await app.register(load(PLUGIN[line]))
    app.use('/middle', inner)
    app.get('/hijack/*', (request, reply) => {
      reply.hijack()
      request.raw.url = request.raw.url.slice('/hijack'.length)
      inner(request.raw, reply.raw)
    })
    app.get('/*', async (request) => ({ route: request.url }))
    const address = await app.listen(LOCAL)
    see('goes on', shown(await ask(`${address}/middle/on`)))
    for (const way of ['middle', 'hijack']) {
      see(`${way}, answers`, shown(await ask(`${address}/${way}/answer`)), { status: 200, body: 'connect' })
      const { body: _, ...failed } = await ask(`${address}/${way}/throws`)
      see(`${way}, throws`, failed)
    }
    see('hijack, nothing', await ask(`${address}/hijack/nothing`))
    see('order', seen)
    await app.close()
  },
}
