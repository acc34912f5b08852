// Middlewares of connect below Fastify, by @fastify/middie 8 and 9, and applications of connect and koa.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, LOCAL, shown } from '../client.js'

const PLUGIN = { 4: 'fastify-middie-8', 5: 'fastify-middie-9' }

/** An application with middie and two routes; `set` adds what is tried. */
async function withMiddie({ fastify, load, line }, set) {
  const app = fastify()
  await app.register(load(PLUGIN[line]))
  await set(app)
  app.get('/', async (request) => ({
    hello: 'world',
    cookies: request.raw.cookies,
    session: request.raw.session?.n,
  }))
  app.post('/', async (request) => ({ method: request.method, body: request.body }))
  app.get('/long', async (_request, reply) => reply.type('text/plain').send('a long text '.repeat(400)))
  return { app, address: await app.listen(LOCAL) }
}

const JSON_TYPE = { 'content-type': 'application/json' }

export const programs = {
  '@fastify/middie': async (bench) => {
    const order = []
    const { app, address } = await withMiddie(bench, async (app) => {
      app.use((request, response, next) => {
        order.push(`${request.method} ${request.url}`)
        response.setHeader('x-middle', '1')
        next()
      })
      app.use('/part', (request, response, next) => {
        order.push(`part ${request.url} of ${request.originalUrl}`)
        if (request.url.startsWith('/ends')) response.end('ended')
        else next(request.url.startsWith('/fails') ? new Error('middle') : undefined)
      })
      app.addHook('onRequest', async () => order.push('hook'))
      app.addHook('onResponse', async (_request, reply) => order.push(`sent ${reply.statusCode}`))
    })
    bench.see('a route', await ask(address), undefined)
    bench.see('ends', shown(await ask(`${address}/part/ends`)), { status: 200, body: 'ended' })
    bench.see('fails', await ask(`${address}/part/fails`))
    bench.see('goes on', await ask(`${address}/part/on`))
    bench.see('a body', shown(await ask(address, { method: 'POST', headers: JSON_TYPE, body: '[1]' })))
    bench.see('order', order)
    await app.close()
  },

  morgan: async (bench) => {
    const lines = []
    const { app, address } = await withMiddie(bench, async (app) => {
      const morgan = bench.load('morgan')
      const stream = { write: (line) => lines.push(line.trim()) }
      app.use(morgan(':method :url :status :res[content-length] HTTP/:http-version :remote-addr', { stream }))
      app.use(morgan('begins :method', { stream, immediate: true }))
      app.use(
        morgan(
          (tokens, request, response) => `took ${Number(tokens['total-time'](request, response)) >= 0}`,
          { stream },
        ),
      )
    })
    await ask(address)
    await ask(`${address}/nothing`)
    await ask(address, { method: 'POST', headers: JSON_TYPE, body: '[]' })
    await app.close()
    bench.see('lines', lines)
    bench.see('the first', lines[1], 'GET / 200 17 HTTP/1.1 127.0.0.1')
  },

  compression: async (bench) => {
    const { app, address } = await withMiddie(bench, async (app) => app.use(bench.load('compression')()))
    const { gunzipSync } = await import('node:zlib')
    const { request } = await import('node:http')
    const bytes = (path, encoding) =>
      new Promise((resolve, reject) => {
        const options = { agent: false, headers: { 'accept-encoding': encoding } }
        request(`${address}${path}`, options, async (answer) => {
          const parts = []
          for await (const part of answer) parts.push(part)
          const { date: _, ...headers } = answer.headers
          resolve({ headers, body: Buffer.concat(parts) })
        })
          .on('error', reject)
          .end()
      })
    const { headers, body } = await bytes('/long', 'gzip')
    bench.see('headers', headers)
    bench.see('encoding', headers['content-encoding'], 'gzip')
    bench.see('text', gunzipSync(body).toString().length, 4800)
    const plain = await bytes('/', 'gzip')
    bench.see('too short', { headers: plain.headers, body: plain.body.toString() })
    await app.close()
  },

  helmet: async (bench) => {
    const { app, address } = await withMiddie(bench, async (app) => app.use(bench.load('helmet')()))
    const answer = await ask(address)
    bench.see('answer', answer)
    bench.see('a policy', answer.headers['content-security-policy']?.slice(0, 18), "default-src 'self'")
    bench.see('nothing', await ask(`${address}/nothing`))
    await app.close()
  },

  'cookie-parser': async (bench) => {
    const { app, address } = await withMiddie(bench, async (app) =>
      app.use(bench.load('cookie-parser')('secret')),
    )
    bench.see('cookies', shown(await ask(address, { headers: { cookie: 'a=1; b=j:{"c":2}' } })), {
      status: 200,
      body: '{"hello":"world","cookies":{"a":"1","b":{"c":2}}}',
    })
    bench.see('none', shown(await ask(address)))
    await app.close()
  },

  'express-session': async (bench) => {
    const { app, address } = await withMiddie(bench, async (app) => {
      const session = bench.load('express-session')
      app.use(session({ secret: 's', resave: false, saveUninitialized: true, cookie: { path: '/' } }))
      app.use((request, _response, next) => {
        request.session.n = (request.session.n ?? 0) + 1
        next()
      })
    })
    const first = await ask(address)
    const cookie = first.headers['set-cookie']?.[0].split(';')[0] ?? ''
    bench.see('a cookie is set', cookie.startsWith('connect.sid=s%3A'), true)
    bench.see('first', first.body, '{"hello":"world","session":1}')
    const second = await ask(address, { headers: { cookie } })
    bench.see(
      'second',
      [second.body, second.headers['set-cookie'] ?? null],
      ['{"hello":"world","session":2}', null],
    )
    await app.close()
  },

  'method-override': async (bench) => {
    const { app, address } = await withMiddie(bench, async (app) => {
      app.use(bench.load('method-override')('X-HTTP-Method-Override'))
      app.use((request, response, next) => {
        response.setHeader('x-method', `${request.originalMethod} ${request.method}`)
        next()
      })
      app.put('/', async (request) => ({ put: request.method }))
    })
    const headers = { ...JSON_TYPE, 'x-http-method-override': 'PUT' }
    const answer = await ask(address, { method: 'POST', headers, body: '{"a":1}' })
    bench.see('answer', shown(answer, 'x-method'))
    bench.see('the method', answer.headers['x-method'], 'POST PUT')
    await app.close()
  },

  'serve-static': async (bench) => {
    const folder = await mkdtemp(join(tmpdir(), 'tools-'))
    await writeFile(join(folder, 'a.txt'), 'the content of a')
    await writeFile(join(folder, 'index.html'), '<p>index</p>')
    const { app, address } = await withMiddie(bench, async (app) =>
      app.use('/files', bench.load('serve-static')(folder)),
    )
    const stable = ({ headers: { etag, 'last-modified': modified, ...headers } = {}, ...answer }) => ({
      ...answer,
      headers: { ...headers, etag: /^W\//.test(etag ?? ''), modified: modified !== undefined },
    })
    const whole = await ask(`${address}/files/a.txt`)
    bench.see('a file', stable(whole))
    bench.see('its text', whole.body, 'the content of a')
    bench.see('a range', stable(await ask(`${address}/files/a.txt`, { headers: { range: 'bytes=4-10' } })))
    const etag = whole.headers.etag
    bench.see(
      'not modified',
      stable(await ask(`${address}/files/a.txt`, { headers: { 'if-none-match': etag } })),
    )
    bench.see('head', stable(await ask(`${address}/files/a.txt`, { method: 'HEAD' })))
    bench.see('index', stable(await ask(`${address}/files/`)))
    bench.see('none', stable(await ask(`${address}/files/b.txt`)))
    bench.see('above', stable(await ask(`${address}/files/..%2fpackage.json`)))
    await app.close()
    await rm(folder, { recursive: true })
  },

  passport: async (bench) => {
    const { BasicStrategy } = bench.load('passport-http')
    const passport = bench.load('passport')
    passport.use(
      new BasicStrategy((user, word, done) => done(null, word === 'right' ? { name: user } : false)),
    )
    const { app, address } = await withMiddie(bench, async (app) => {
      app.use(passport.initialize())
      app.use('/who', passport.authenticate('basic', { session: false }))
      app.get('/who', async (request) => ({ user: request.raw.user }))
    })
    const as = (word) => ({ headers: { authorization: `Basic ${btoa(`ann:${word}`)}` } })
    bench.see('known', await ask(`${address}/who`, as('right')))
    bench.see('a user', (await ask(`${address}/who`, as('right'))).body, '{"user":{"name":"ann"}}')
    bench.see('unknown', await ask(`${address}/who`, as('wrong')))
    bench.see('without', shown(await ask(`${address}/who`), 'www-authenticate'), {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="Users"' },
      body: 'Unauthorized',
    })
    await app.close()
  },
}
