// Who may do what: sessions, tokens and keys.
import { equal, match } from 'node:assert/strict'

const SECRET = 'a secret of more than thirty-two characters'

export default {
  '@fastify/auth': async ({ fastify, load, see }) => {
    const app = fastify()
    const allow = async () => {}
    const refuse = async () => {
      throw Object.assign(new Error('not you'), { statusCode: 401 })
    }
    await app.register(load('@fastify/auth'))
    app.get('/one', { preHandler: app.auth([refuse, allow]) }, async () => 'one')
    app.get('/all', { preHandler: app.auth([refuse, allow], { relation: 'and' }) }, async () => 'all')
    equal(see(await app.inject('/one')).body, 'one')
    equal(see(await app.inject('/all')).status, 401)
    await app.close()
  },

  '@fastify/basic-auth': async ({ fastify, load, see }) => {
    const app = fastify()
    const validate = async (user, password) => {
      if (user !== 'ann' || password !== 'right') throw new Error('winter is coming')
    }
    await app.register(load('@fastify/basic-auth'), { validate, authenticate: { realm: 'west' } })
    app.get('/', { onRequest: app.basicAuth }, async () => 'in')
    const ask = (pair) =>
      app.inject({ url: '/', headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } })
    equal(see(await ask('ann:right')).body, 'in')
    equal(see(await ask('ann:wrong')).status, 401)
    const none = await app.inject('/')
    match(see(none, ['www-authenticate']).headers['www-authenticate'], /realm="west"/)
    await app.close()
  },

  '@fastify/bearer-auth': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/bearer-auth'), { keys: new Set(['a-key']) })
    app.get('/', async () => 'in')
    const ask = (key) => app.inject({ url: '/', headers: { authorization: `Bearer ${key}` } })
    equal(see(await ask('a-key')).body, 'in')
    equal(see(await ask('other')).status, 401)
    equal(see(await app.inject('/')).status, 401)
    await app.close()
  },

  '@fastify/cookie': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/cookie'), { secret: SECRET })
    app.get('/', async (request, reply) => {
      reply.setCookie('plain', 'a b', { path: '/' }).setCookie('signed', 'x', { signed: true })
      return request.cookies
    })
    app.get('/unsign', async (request) => request.unsignCookie(request.cookies.signed))
    const first = await app.inject({ url: '/', headers: { cookie: 'one=1; two=%20' } })
    see(first, ['set-cookie'])
    equal(first.body, '{"one":"1","two":" "}')
    equal(first.cookies.length, 2)
    const second = await app.inject({ url: '/unsign', cookies: { signed: first.cookies[1].value } })
    equal(see(second).body, '{"valid":true,"renew":false,"value":"x"}')
    await app.close()
  },

  '@fastify/csrf-protection': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/cookie'))
    await app.register(load('@fastify/csrf-protection'))
    app.get('/', async (_request, reply) => ({ token: reply.generateCsrf() }))
    app.post('/', { onRequest: app.csrfProtection }, async (request) => request.body)
    const first = await app.inject('/')
    const { token } = first.json()
    const cookies = { _csrf: first.cookies[0].value }
    const post = (headers) => app.inject({ method: 'POST', url: '/', payload: { a: 1 }, cookies, headers })
    equal(see(await post({ 'csrf-token': token })).body, '{"a":1}')
    equal(see(await post({ 'csrf-token': 'wrong' })).status, 403)
    await app.close()
  },

  '@fastify/flash': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/secure-session'), { secret: SECRET, salt: 'mq9hDxBVDbspDR6n' })
    await app.register(load('@fastify/flash'))
    app.get('/', async (request, reply) => {
      request.flash('note', ['hello', 'you'])
      return reply.flash()
    })
    equal(see(await app.inject('/')).body, '{"note":["hello","you"]}')
    await app.close()
  },

  '@fastify/jwt': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/jwt'), { secret: SECRET })
    app.get('/', { onRequest: (request) => request.jwtVerify() }, async (request) => request.user.name)
    const token = app.jwt.sign({ name: 'ann' })
    const ask = (authorization) => app.inject({ url: '/', headers: { authorization } })
    equal(see(await ask(`Bearer ${token}`)).body, 'ann')
    equal(see(await ask(`Bearer ${token}x`)).status, 401)
    match(see(await app.inject('/')).body, /FST_JWT_NO_AUTHORIZATION_IN_HEADER/)
    await app.close()
  },

  '@fastify/oauth2': async ({ fastify, load, see }) => {
    const app = fastify()
    const provider = load('@fastify/oauth2')
    await app.register(provider, {
      name: 'githubOAuth2',
      credentials: { client: { id: 'an-id', secret: 'a-secret' }, auth: provider.GITHUB_CONFIGURATION },
      startRedirectPath: '/login',
      callbackUri: 'http://localhost/callback',
      generateStateFunction: () => 'a-state',
      checkStateFunction: () => true,
    })
    const answer = await app.inject('/login')
    match(see(answer, ['location']).headers.location, /github\.com\/login\/oauth\/authorize\?.*state=a-state/)
    equal(answer.statusCode, 302)
    await app.close()
  },

  '@fastify/passport': async ({ fastify, load, see }) => {
    const { Authenticator, Strategy } = load('@fastify/passport')
    class Header extends Strategy {
      authenticate(request) {
        if (request.headers['x-user']) this.success({ name: request.headers['x-user'] })
        else this.fail('nobody', 401)
      }
    }
    const passport = new Authenticator()
    const app = fastify()
    await app.register(load('@fastify/secure-session'), { secret: SECRET, salt: 'mq9hDxBVDbspDR6n' })
    await app.register(passport.initialize())
    await app.register(passport.secureSession())
    passport.use('header', new Header('header'))
    passport.registerUserSerializer(async (user) => user.name)
    passport.registerUserDeserializer(async (name) => ({ name }))
    const preValidation = passport.authenticate('header', { authInfo: false })
    app.post('/login', { preValidation }, async (request) => request.user)
    app.get('/', async (request) => ({ user: request.user?.name ?? null }))
    const login = await app.inject({ method: 'POST', url: '/login', headers: { 'x-user': 'ann' } })
    equal(see(login).body, '{"name":"ann"}')
    const cookies = { session: login.cookies[0].value }
    equal(see(await app.inject({ url: '/', cookies })).body, '{"user":"ann"}')
    equal(see(await app.inject({ method: 'POST', url: '/login' })).status, 401)
    await app.close()
  },

  '@fastify/secure-session': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/secure-session'), { secret: SECRET, salt: 'mq9hDxBVDbspDR6n' })
    app.post('/', async (request) => {
      request.session.set('data', request.body)
      return 'kept'
    })
    app.get('/', async (request) => request.session.get('data') ?? 'nothing')
    const first = await app.inject({ method: 'POST', url: '/', payload: { some: 'data' } })
    equal(see(first).body, 'kept')
    const cookies = { session: first.cookies[0].value }
    equal(see(await app.inject({ url: '/', cookies })).body, '{"some":"data"}')
    equal(see(await app.inject({ url: '/', cookies: { session: 'forged' } })).body, 'nothing')
    await app.close()
  },

  '@fastify/session': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/cookie'))
    await app.register(load('@fastify/session'), { secret: SECRET, cookie: { secure: false } })
    app.get('/', async (request) => {
      request.session.visits = (request.session.visits ?? 0) + 1
      return { visits: request.session.visits }
    })
    const first = await app.inject('/')
    equal(see(first).body, '{"visits":1}')
    const cookies = { sessionId: first.cookies[0].value }
    equal(see(await app.inject({ url: '/', cookies })).body, '{"visits":2}')
    await app.close()
  },

  'fastify-casbin': async ({ fastify, load, see }) => {
    const { newModel, StringAdapter } = load('casbin')
    const model = newModel(
      '[request_definition]\nr = sub, act\n[policy_definition]\np = sub, act\n[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.sub == p.sub && r.act == p.act',
    )
    const app = fastify()
    await app.register(load('fastify-casbin'), { model, adapter: new StringAdapter('p, ann, read') })
    app.get('/:name', async (request) => ({ allowed: await app.casbin.enforce(request.params.name, 'read') }))
    equal(see(await app.inject('/ann')).body, '{"allowed":true}')
    equal(see(await app.inject('/bob')).body, '{"allowed":false}')
    await app.close()
  },
}
