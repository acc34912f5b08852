// What an answer carries: headers, encodings, files, pages and streams.
import { equal, match, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

async function inFolder(files, work) {
  const folder = mkdtempSync(join(tmpdir(), 'exercise-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export default {
  '@fastify/caching': async ({ fastify, load, see }) => {
    const app = fastify()
    const caching = load('@fastify/caching')
    await app.register(caching, { privacy: caching.privacy.PUBLIC, expiresIn: 300 })
    app.get('/', async (_request, reply) => reply.etag('one').send('x'))
    const first = await app.inject('/')
    equal(see(first, ['cache-control', 'etag']).headers['cache-control'], 'public, max-age=300')
    const again = await app.inject({ url: '/', headers: { 'if-none-match': first.headers.etag } })
    equal(see(again).status, 304)
    await app.close()
  },

  '@fastify/compress': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/compress'), { threshold: 100 })
    app.get('/long', async () => ({ text: 'x'.repeat(5000) }))
    app.get('/short', async () => ({ text: 'x' }))
    const headers = { 'accept-encoding': 'gzip' }
    const long = await app.inject({ url: '/long', headers })
    equal(long.headers['content-encoding'], 'gzip')
    equal(JSON.parse(gunzipSync(long.rawPayload)).text.length, 5000)
    equal(see(await app.inject({ url: '/short', headers }), ['content-encoding']).body, '{"text":"x"}')
    await app.close()
  },

  '@fastify/cors': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/cors'), { origin: ['https://a.example'], credentials: true })
    app.get('/', async () => 'x')
    const SHOWN = ['access-control-allow-origin', 'access-control-allow-methods', 'vary', 'content-length']
    const ask = (method, origin) =>
      app.inject({ method, url: '/', headers: { origin, 'access-control-request-method': 'GET' } })
    const allowed = see(await ask('GET', 'https://a.example'), SHOWN)
    equal(allowed.headers['access-control-allow-origin'], 'https://a.example')
    const refused = see(await ask('GET', 'https://b.example'), SHOWN)
    equal(refused.headers['access-control-allow-origin'], undefined)
    equal(see(await ask('OPTIONS', 'https://a.example'), SHOWN).status, 204)
    await app.close()
  },

  '@fastify/early-hints': async ({ fastify, load }) => {
    const app = fastify()
    await app.register(load('@fastify/early-hints'))
    app.get('/', async (_request, reply) => {
      await reply.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
      return 'x'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address()
    const hints = await new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent: false })
        .on('information', ({ statusCode, headers }) => resolve([statusCode, headers.link]))
        .on('error', reject)
    })
    equal(hints.join(' '), '103 </style.css>; rel=preload; as=style')
    await app.close()
  },

  '@fastify/etag': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/etag'))
    app.get('/', async () => 'hello')
    const first = await app.inject('/')
    ok(see(first, ['etag']).headers.etag)
    const again = await app.inject({ url: '/', headers: { 'if-none-match': first.headers.etag } })
    equal(see(again).status, 304)
    await app.close()
  },

  '@fastify/helmet': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/helmet'), { contentSecurityPolicy: false })
    app.get('/', async () => 'x')
    app.get('/without', { helmet: false }, async () => 'x')
    const SHOWN = [
      'x-frame-options',
      'strict-transport-security',
      'x-content-type-options',
      'referrer-policy',
    ]
    equal(see(await app.inject('/'), SHOWN).headers['x-content-type-options'], 'nosniff')
    equal(see(await app.inject('/without'), SHOWN).headers['x-content-type-options'], undefined)
    await app.close()
  },

  '@fastify/static': async ({ fastify, load, see }) => {
    await inFolder({ 'index.html': '<p>x</p>', 'a.txt': 'abcdef' }, async (root) => {
      const app = fastify()
      await app.register(load('@fastify/static'), { root, prefix: '/files/' })
      app.get('/one', async (_request, reply) => reply.sendFile('a.txt'))
      const SHOWN = ['content-type', 'content-length', 'content-range', 'accept-ranges']
      equal(see(await app.inject('/files/'), SHOWN).body, '<p>x</p>')
      equal(see(await app.inject('/one'), SHOWN).body, 'abcdef')
      equal(see(await app.inject('/files/missing'), SHOWN).status, 404)
      equal(see(await app.inject({ url: '/files/a.txt', headers: { range: 'bytes=1-2' } }), SHOWN).body, 'bc')
      equal(see(await app.inject({ method: 'HEAD', url: '/files/a.txt' }), SHOWN).body, '')
      await app.close()
    })
  },

  '@fastify/view': async ({ fastify, load, see }) => {
    await inFolder({ 'page.ejs': '<p><%= name %></p>' }, async (root) => {
      const app = fastify()
      await app.register(load('@fastify/view'), { engine: { ejs: load('ejs') }, root })
      app.get('/', (request, reply) => reply.view('page.ejs', { name: request.query.name }))
      equal(see(await app.inject('/?name=a%3Cb'), ['content-type']).body, '<p>a&lt;b</p>')
      await app.close()
    })
  },

  'fastify-favicon': async ({ fastify, load, see }) => {
    await inFolder({ 'favicon.ico': 'icon' }, async (path) => {
      const app = fastify()
      await app.register(load('fastify-favicon'), { path })
      equal(see(await app.inject('/favicon.ico'), ['content-type']).body, 'icon')
      await app.close()
    })
  },

  'fastify-floc-off': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-floc-off'))
    app.get('/', async () => 'x')
    match(
      see(await app.inject('/'), ['permissions-policy']).headers['permissions-policy'],
      /interest-cohort|browsing-topics/,
    )
    await app.close()
  },

  'fastify-no-icon': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-no-icon'))
    const answer = see(await app.inject('/favicon.ico'))
    ok([204, 404].includes(answer.status))
    await app.close()
  },

  'fastify-request-timing': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-request-timing'))
    app.get('/', async () => 'x')
    const answer = await app.inject('/')
    equal(see(answer).body, 'x')
    ok(Object.keys(answer.headers).some((name) => /time|timing/.test(name)))
    await app.close()
  },

  'fastify-sse-v2': async ({ fastify, load, see }) => {
    const { FastifySSEPlugin } = load('fastify-sse-v2')
    const app = fastify()
    await app.register(FastifySSEPlugin)
    app.get('/', (_request, reply) => {
      reply.sse(
        (async function* () {
          yield { id: '1', data: 'one' }
          yield { id: '2', data: 'two' }
        })(),
      )
    })
    const answer = see(await app.inject('/'), ['content-type', 'cache-control'])
    match(answer.headers['content-type'], /text\/event-stream/)
    match(answer.body, /id: 1\ndata: one\n\nid: 2\ndata: two\n\n/)
    await app.close()
  },
}
