// prom-client as its README shows it, by hooks and by a middleware.
import { ask, attempt, connect, LOCAL, sleep } from '../client.js'

const PLUGIN = { 4: 'fastify-middie-8', 5: 'fastify-middie-9' }

/** Lines of the metrics without what measures time. */
const counts = (text) =>
  text
    .split('\n')
    .filter((line) => /^(http|answers|open)/.test(line) && !/_sum|_bucket/.test(line))
    .sort()

export const programs = {
  'prom-client': async ({ fastify, load, see }) => {
    const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = load('prom-client')
    const app = fastify()
    const register = new Registry()
    collectDefaultMetrics({ register })
    const registers = [register]
    const labelNames = ['method', 'route', 'status']
    const time = new Histogram({ name: 'http_seconds', help: 'time', labelNames, registers })
    const answers = new Counter({
      name: 'answers',
      help: 'answers',
      labelNames: ['status', 'bytes'],
      registers,
    })
    const open = new Gauge({ name: 'open', help: 'open', registers })
    const timers = new WeakMap()
    app.addHook('onRequest', async (request, reply) => {
      open.inc()
      timers.set(request, time.startTimer())
      reply.raw.on('close', () => open.dec())
      reply.raw.on('finish', () =>
        answers.inc({
          status: reply.raw.statusCode,
          bytes: Number(reply.raw.getHeader('content-length') ?? -1),
        }),
      )
    })
    app.addHook('onResponse', async (request, reply) =>
      timers.get(request)({
        method: request.method,
        route: request.routeOptions.url ?? '-',
        status: reply.statusCode,
      }),
    )
    app.get('/users/:id', async (request) => request.params)
    app.post('/users', async (request, reply) => reply.code(201).send(request.body))
    app.get('/slow', async () => sleep(200).then(() => 'late'))
    app.get('/metrics', async (_request, reply) =>
      reply.type(register.contentType).send(await register.metrics()),
    )
    const address = await app.listen(LOCAL)
    for (const id of [1, 2, 3]) await ask(`${address}/users/${id}`)
    await ask(`${address}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await ask(`${address}/nothing`)
    const leaving = await connect(address)
    leaving.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    await sleep(50)
    leaving.socket.destroy()
    await sleep(250)
    const { headers, body, status } = await ask(`${address}/metrics`)
    see('metrics', [status, headers['content-type'], counts(body)])
    see('users', /http_seconds_count\{method="GET",route="\/users\/:id",status="200"\} 3/.test(body), true)
    see('of node', /^process_cpu_user_seconds_total/m.test(body), true)
    await app.close()
  },

  'express-prom-bundle': async ({ fastify, load, line, see }) => {
    const app = fastify()
    await app.register(load(PLUGIN[line]))
    const bundle = load('express-prom-bundle')
    app.use(bundle({ includeMethod: true, includePath: true, promClient: { collectDefaultMetrics: {} } }))
    app.get('/users', async () => 'users')
    app.get('/fails', async () => {
      throw new Error('fails')
    })
    const address = await app.listen(LOCAL)
    for (const path of ['/users', '/users', '/fails', '/nothing']) await attempt(address + path)
    const { headers, body, status } = await ask(`${address}/metrics`)
    see('metrics', [status, headers['content-type'], counts(body)])
    const users =
      /http_request_duration_seconds_count\{status_code="200",method="GET",path="\/users"\} 2/.test(body)
    see('users', users, true)
    await app.close()
  },
}
