// How an application is put together: plugins, folders, middleware, decorators and jobs.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default {
  '@fastify/autoload': async ({ fastify, load, see }) => {
    const folder = mkdtempSync(join(tmpdir(), 'exercise-'))
    try {
      mkdirSync(join(folder, 'users'))
      const route = (text) =>
        `module.exports = async (app, options) => { app.get('/', async () => '${text}' + options.mark) }`
      writeFileSync(join(folder, 'root.js'), route('root'))
      writeFileSync(join(folder, 'users', 'index.js'), route('users'))
      const app = fastify()
      await app.register(load('@fastify/autoload'), { dir: folder, options: { mark: '!' } })
      equal(see(await app.inject('/')).body, 'root!')
      equal(see(await app.inject('/users')).body, 'users!')
      await app.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  },

  '@fastify/env': async ({ fastify, load, see }) => {
    const schema = {
      type: 'object',
      required: ['PORT'],
      properties: { PORT: { type: 'integer' }, NAME: { type: 'string', default: 'x' } },
    }
    const app = fastify()
    await app.register(load('@fastify/env'), { schema, data: { PORT: '3000' } })
    await app.ready()
    deepEqual(see(app.config), { PORT: 3000, NAME: 'x' })
    await app.close()
    const wrong = fastify()
    wrong.register(load('@fastify/env'), { schema, data: {} })
    await rejects(async () => wrong.ready(), /PORT/)
  },

  '@fastify/express': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/express'))
    app.use((request, response, next) => {
      response.setHeader('x-url', request.originalUrl)
      next()
    })
    const router = load('express').Router()
    router.get('/express', (_request, response) => response.status(201).json({ from: 'express' }))
    app.use(router)
    app.get('/', async () => 'from the framework')
    equal(see(await app.inject('/'), ['x-url']).headers['x-url'], '/')
    // Express 5, as an application of its own below a path.
    const express5 = load('express5')
    const five = express5()
    five.use(express5.json())
    five.post('/echo', (request, response) =>
      response.set('x-five', 'yes').send({ echo: request.body, at: request.baseUrl }),
    )
    five.get('/fail', () => Promise.reject(new Error('kaboom')))
    five.use((error, _request, response, _next) => response.status(418).send(error.message))
    app.use('/five', five)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${address}/express`, { headers: { connection: 'close' } })
    equal(see(await answer.text()), '{"from":"express"}')
    equal(answer.status, 201)
    const echo = await fetch(`${address}/five/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    see([echo.status, echo.headers.get('x-five'), echo.headers.get('x-powered-by'), await echo.text()])
    const failed = await fetch(`${address}/five/fail`)
    see([failed.status, await failed.text()])
    see([(await fetch(`${address}/`)).headers.get('x-url'), await (await fetch(`${address}/none`)).text()])
    await app.close()
  },

  '@fastify/middie': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/middie'))
    app.use('/part', (_request, response, next) => {
      response.setHeader('x-part', 'yes')
      next()
    })
    app.use('/fail', (_request, _response, next) => next(new Error('kaboom')))
    app.get('/part/one', async () => 'one')
    app.get('/fail', async () => 'never')
    equal(see(await app.inject('/part/one'), ['x-part']).headers['x-part'], 'yes')
    match(see(await app.inject('/fail')).body, /kaboom/)
    await app.close()
    await middlewares({ fastify, load, see })
  },

  '@fastify/routes': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/routes'))
    app.get('/hello', { schema: { querystring: {} } }, async () => 'x')
    app.post('/hello', async () => 'x')
    await app.ready()
    const routes = app.routes.get('/hello')
    see(routes.map(({ method, url, path, prefix }) => ({ method, url, path, prefix })))
    ok(routes.length >= 2)
    await app.close()
  },

  '@fastify/routes-stats': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/routes-stats'), { printInterval: 60_000 })
    app.get('/', async () => 'x')
    await app.inject('/')
    await app.inject('/')
    await new Promise((resolve) => setImmediate(resolve)) // what was measured arrives in the next turn
    deepEqual(see(Object.keys(app.stats())), ['GET'])
    await app.close()
  },

  '@fastify/schedule': async ({ fastify, load, see }) => {
    const { fastifySchedulePlugin, fastifySchedule = fastifySchedulePlugin } = load('@fastify/schedule')
    const { AsyncTask, SimpleIntervalJob } = load('toad-scheduler')
    const app = fastify()
    let ran
    const done = new Promise((resolve) => (ran = resolve))
    const job = new SimpleIntervalJob(
      { days: 1, runImmediately: true },
      new AsyncTask('once', async () => ran('ran')),
    )
    app.register(fastifySchedule)
    await app.ready()
    app.scheduler.addSimpleIntervalJob(job)
    equal(see(await done), 'ran')
    await app.close()
  },

  '@fastify/sensible': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/sensible'))
    app.get('/', (_request, reply) => reply.notFound('no such page'))
    app.get('/teapot', async () => {
      throw app.httpErrors.imateapot()
    })
    app.get('/assert', async () => app.assert(false, 402, 'pay'))
    app.get('/vary', async (request, reply) =>
      reply.vary('Accept').cacheControl('public').send(request.is('json')),
    )
    equal(see(await app.inject('/')).body, '{"statusCode":404,"error":"Not Found","message":"no such page"}')
    equal(see(await app.inject('/teapot')).status, 418)
    equal(see(await app.inject('/assert')).status, 402)
    equal(see(await app.inject('/vary'), ['vary', 'cache-control']).headers.vary, 'Accept')
    await app.close()
  },

  'fastify-allow': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-allow').default ?? load('fastify-allow'))
    app.get('/', async () => 'x')
    app.post('/', async () => 'x')
    equal(see(await app.inject('/'), ['allow']).body, 'x')
    see(await app.inject({ method: 'PUT', url: '/' }), ['allow'])
    await app.close()
  },

  'fastify-cron': async ({ fastify, load, see }) => {
    const app = fastify()
    let ran = 0
    const cronTime = '0 0 1 1 *'
    await app.register(load('fastify-cron').default, {
      jobs: [{ name: 'yearly', cronTime, onTick: () => ran++ }],
    })
    await app.ready()
    const job = app.cron.getJobByName('yearly')
    await job.fireOnTick()
    equal(see(ran), 1)
    await app.close()
  },

  'fastify-lcache': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-lcache').default ?? load('fastify-lcache'), { ttlInMinutes: 1 })
    let asked = 0
    app.get('/', async () => ({ asked: ++asked }))
    see(await app.inject('/'))
    see(await app.inject('/'))
    await app.close()
  },

  'fastify-plugin': async ({ fastify, load, see }) => {
    const fp = load('fastify-plugin')
    const app = fastify()
    const first = fp(async (instance) => void instance.decorate('first', 1), {
      fastify: '4.x',
      name: 'first',
    })
    const second = fp(async (instance) => void instance.decorate('second', instance.first + 1), {
      dependencies: ['first'],
      decorators: { fastify: ['first'] },
    })
    await app.register(first).register(second)
    deepEqual(see([app.first, app.second, app.hasPlugin('first')]), [1, 2, true])
    await app.close()
    const alone = fastify()
    await rejects(async () => alone.register(second), /first/)
  },

  'fastify-print-routes': async ({ fastify, load, see }) => {
    const { plugin } = await load.esm('fastify-print-routes')
    const app = fastify()
    await app.register(plugin, { useColors: false })
    app.get('/printed', async () => 'x')
    equal(see(await app.inject('/printed')).body, 'x')
    await app.close()
  },
}

/** The middlewares that applications use most, one after the other, over a socket. */
async function middlewares({ fastify, load, see }) {
  const app = fastify()
  await app.register(load('@fastify/middie'))
  const lines = []
  app.use(load('morgan')(':method :url :status', { stream: { write: (line) => lines.push(line.trim()) } }))
  app.use(load('response-time')())
  app.use(load('helmet')())
  app.use(load('cors')({ origin: 'http://a.test' }))
  app.use(load('compression')({ threshold: 0 }))
  app.use(load('cookie-parser')('secret'))
  app.use(load('express-session')({ secret: 'secret', resave: false, saveUninitialized: true, name: 'sid' }))
  app.use(load('method-override')('x-method'))
  app.use('/parsed', load('body-parser').json())
  app.use('/parsed', (request, response) => response.end(JSON.stringify({ got: request.body })))
  const folder = mkdtempSync(join(tmpdir(), 'middlewares-'))
  writeFileSync(join(folder, 'a.txt'), 'a file')
  app.use('/files', load('serve-static')(folder))
  app.get('/', async ({ raw }) => ({
    cookies: raw.cookies,
    session: typeof raw.session.id,
    method: raw.method,
  }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path, options = {}) => {
    const answer = await fetch(`${address}${path}`, options)
    const { headers } = answer
    const shown = ['access-control-allow-origin', 'x-frame-options', 'content-encoding', 'content-type']
    return see([
      answer.status,
      shown.map((name) => headers.get(name)),
      headers.has('x-response-time'),
      await answer.text(),
    ])
  }
  equal((await ask('/', { headers: { cookie: 'a=b' } }))[0], 200)
  await ask('/', { method: 'POST', headers: { 'x-method': 'GET' } })
  await ask('/', { headers: { 'accept-encoding': 'identity' } })
  await ask('/', {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'GET', origin: 'http://a.test' },
  })
  await ask('/none')
  await ask('/files/a.txt')
  await ask('/files/none')
  await ask('/parsed', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' })
  await ask('/parsed', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
  await app.close()
  see(lines)
  rmSync(folder, { recursive: true })
}
