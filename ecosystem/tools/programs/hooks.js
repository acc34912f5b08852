// Middlewares without a plugin: called in a hook with the raw request and reply, as many applications do.
import { ask, connect, LOCAL, shown, sleep } from '../client.js'

/** An application whose requests pass these middlewares in an onRequest hook. */
async function withHooks(fastify, ...middlewares) {
  const app = fastify()
  for (const middleware of middlewares)
    app.addHook('onRequest', (request, reply, done) => {
      middleware(request.raw, reply.raw, done)
    })
  app.get('/', async (_request, reply) => reply.header('x-own', '1').send({ hello: 'world' }))
  app.get('/long', async (_request, reply) => reply.type('text/plain').send('a long text '.repeat(400)))
  app.get('/stream', async (_request, reply) => {
    const { Readable } = await import('node:stream')
    return reply.type('text/plain').send(Readable.from(['one, '.repeat(300), 'two']))
  })
  app.get('/hijacked', (_request, reply) => {
    reply.hijack()
    reply.raw.end('hijacked')
  })
  app.get('/raw', async (request) => ({ cookies: request.raw.cookies, user: request.raw.user?.name }))
  return { app, address: await app.listen(LOCAL) }
}

const PATHS = ['/', '/long', '/stream', '/hijacked', '/nothing']

const headersOf =
  (...names) =>
  async ({ fastify, load, see }) => {
    const { app, address } = await withHooks(fastify, ...names.map((name) => load(name)()))
    for (const path of PATHS) see(path, await ask(address + path))
    const { status, body } = await ask(address)
    see('it answers', [status, body], [200, '{"hello":"world"}'])
    await app.close()
  }

export const programs = {
  'hooks: helmet': headersOf('helmet'),

  'hooks: compression': async ({ fastify, load, see }) => {
    const { gunzipSync } = await import('node:zlib')
    const { app, address } = await withHooks(fastify, load('compression')({ threshold: 0 }))
    const { request } = await import('node:http')
    for (const path of PATHS) {
      const { headers, bytes } = await new Promise((resolve, reject) =>
        request(address + path, { agent: false, headers: { 'accept-encoding': 'gzip' } }, async (answer) => {
          const parts = []
          for await (const part of answer) parts.push(part)
          const { date: _, ...headers } = answer.headers
          resolve({ headers, bytes: Buffer.concat(parts) })
        })
          .on('error', reject)
          .end(),
      )
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString()
      see(path, { headers, length: text.length, begins: text.slice(0, 20) })
      if (path === '/long') see('it is compressed', headers['content-encoding'] ?? null, 'gzip')
    }
    await app.close()
  },

  'hooks: morgan': async ({ fastify, load, see }) => {
    const lines = []
    const morgan = load('morgan')(':method :url :status :res[content-type]', {
      stream: { write: (line) => lines.push(line.trim()) },
    })
    const { app, address } = await withHooks(fastify, morgan)
    for (const path of PATHS) await ask(address + path)
    const wire = await connect(address)
    wire.write('GET / HTTP/1.1\r\nhost: a\r\n\r\nGET /long HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    await wire.closed
    await sleep(20)
    see('lines', lines)
    see('the first', lines[0], 'GET / 200 application/json; charset=utf-8')
    await app.close()
  },

  'hooks: cookie-parser and session': async ({ fastify, load, see }) => {
    const session = load('express-session')({ secret: 's', resave: false, saveUninitialized: true })
    const { app, address } = await withHooks(fastify, load('cookie-parser')(), session)
    const answer = await ask(`${address}/raw`, { headers: { cookie: 'a=1' } })
    see('cookies', answer.body, '{"cookies":{"a":"1"}}')
    see('a session', /^connect\.sid=/.test(answer.headers['set-cookie']?.[0] ?? ''), true)
    await app.close()
  },

  'hooks: passport': async ({ fastify, load, see }) => {
    const { BasicStrategy } = load('passport-http')
    const passport = load('passport')
    passport.use(
      new BasicStrategy((user, word, done) => done(null, word === 'right' ? { name: user } : false)),
    )
    const { app, address } = await withHooks(
      fastify,
      passport.initialize(),
      passport.authenticate('basic', { session: false }),
    )
    const as = (word) => ({ headers: { authorization: `Basic ${btoa(`ann:${word}`)}` } })
    see('known', shown(await ask(`${address}/raw`, as('right'))), { status: 200, body: '{"user":"ann"}' })
    see('unknown', await ask(`${address}/raw`, as('wrong'))) // it ends the reply itself
    await app.close()
  },

  'hooks: serve-static': async ({ fastify, load, see }) => {
    const { fileURLToPath } = await import('node:url')
    const folder = fileURLToPath(new URL('.', import.meta.url))
    const { app, address } = await withHooks(fastify, load('serve-static')(folder, { fallthrough: true }))
    const { status, headers, body } = await ask(`${address}/hooks.js`)
    see(
      'a file',
      [status, headers['content-type'], body.slice(0, 14)],
      [200, 'text/javascript; charset=utf-8', '// Middlewares'],
    )
    see('a route', await ask(address))
    see('nothing', await ask(`${address}/none.js`))
    await app.close()
  },
}
