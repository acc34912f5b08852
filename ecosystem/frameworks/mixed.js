// One application with plugins of both lines: touchstone runs it, and Fastify refuses those of the other line by their range.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, load } from './load.js'

const ofFour = {
  cookie: load('@fastify/cookie'),
  formbody: load('formbody-of-4'),
  helmet: load('helmet-of-4'),
  jwt: load('jwt-of-4'),
}
const ofFive = {
  cors: load('@fastify/cors'),
  session: load('@fastify/session'),
  sensible: load('@fastify/sensible'),
  rateLimit: load('@fastify/rate-limit'),
}
const OPTIONS = {
  jwt: { secret: 'a secret of this test' },
  session: { secret: 'a secret with at least 32 letters in it', cookie: { secure: false } },
  cors: { origin: 'https://example.com' },
  rateLimit: { max: 3, allowList: ({ url }) => !url.startsWith('/limited') },
}

/** The codes with which plugins are refused; with none of them all have to work. */
async function refusals() {
  const codes = {}
  for (const [name, plugin] of Object.entries({ ...ofFour, ...ofFive })) {
    const alone = fastify()
    if (name === 'session') alone.register(ofFour.cookie)
    alone.register(plugin, OPTIONS[name])
    await alone.ready().catch(({ code }) => {
      codes[name] = code
    })
    await alone.close().catch(() => {})
  }
  return codes
}

const refused = await refusals()
const names = Object.keys(refused).sort()
const runs = names.length === 0
let app
before(async () => {
  if (!runs) return
  app = fastify()
  for (const [name, plugin] of Object.entries({ ...ofFour, ...ofFive }))
    await app.register(plugin, OPTIONS[name]) // limits are of the routes that are declared later
  app.post('/login', async (request) => {
    request.session.user = request.body.user
    return { token: await request.jwtVerifyOrSign(request.body.user) }
  })
  app.decorateRequest('jwtVerifyOrSign', function (user) {
    return this.server.jwt.sign({ user })
  })
  app.get('/me', { onRequest: async (request) => request.jwtVerify() }, async ({ user, session }) => ({
    token: user.user,
    session: session.user,
  }))
  app.get('/limited', async () => 'x')
  app.get('/missing', async (_request, reply) => reply.notFound('nothing here'))
  await app.ready()
})
after(async () => app?.close())

test('all plugins run, or those of the other line are refused by their range', () => {
  const others = ['cookie', 'formbody', 'helmet', 'jwt', 'session'] // the session asks for the cookies
  assert.deepEqual(names, runs ? [] : others)
  for (const name of names)
    assert.match(refused[name], /^FST_ERR_PLUGIN_(VERSION_MISMATCH|NOT_PRESENT_IN_INSTANCE)$/)
})

test('a form, a session, a token, and headers of both lines in one request', async () => {
  if (!runs) return
  const login = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://example.com' },
    payload: 'user=ann',
  })
  assert.equal(login.statusCode, 200)
  assert.equal(login.headers['access-control-allow-origin'], 'https://example.com')
  assert.equal(login.headers['x-frame-options'], 'SAMEORIGIN')
  const cookie = String(login.headers['set-cookie']).split(';')[0]
  const me = await app.inject({
    url: '/me',
    headers: { cookie, authorization: `Bearer ${login.json().token}` },
  })
  assert.deepEqual(me.json(), { token: 'ann', session: 'ann' })
})

test('a limit of requests and an error of the later line, a refused token of the older one', async () => {
  if (!runs) return
  const statuses = []
  for (let at = 0; at < 4; at++) statuses.push((await app.inject('/limited')).statusCode)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  const missing = await app.inject('/missing')
  assert.deepEqual([missing.statusCode, missing.json().message], [404, 'nothing here'])
  assert.equal((await app.inject('/me')).statusCode, 401)
})
