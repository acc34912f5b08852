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
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${address}/express`, { headers: { connection: 'close' } })
    equal(see(await answer.text()), '{"from":"express"}')
    equal(answer.status, 201)
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
    const { fastifySchedulePlugin } = load('@fastify/schedule')
    const { AsyncTask, SimpleIntervalJob } = load('toad-scheduler')
    const app = fastify()
    let ran
    const done = new Promise((resolve) => (ran = resolve))
    const job = new SimpleIntervalJob(
      { days: 1, runImmediately: true },
      new AsyncTask('once', async () => ran('ran')),
    )
    app.register(fastifySchedulePlugin)
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
