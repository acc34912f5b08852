// What keeps an application running: limits, health, metrics and closing.
import { equal, match } from 'node:assert/strict'

export default {
  '@fastify/circuit-breaker': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/circuit-breaker'), {
      threshold: 2,
      timeout: 60_000,
      resetTimeout: 60_000,
    })
    app.after(() => {
      app.get('/', { preHandler: app.circuitBreaker() }, async (request) => {
        if (request.query.fail) throw new Error('kaboom')
        return 'fine'
      })
    })
    equal(see(await app.inject('/')).body, 'fine')
    equal(see(await app.inject('/?fail=1')).status, 500)
    equal(see(await app.inject('/?fail=1')).status, 503)
    equal(see(await app.inject('/')).status, 503)
    await app.close()
  },

  '@fastify/rate-limit': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/rate-limit'), { max: 2, timeWindow: '1 hour' })
    app.get('/', async () => 'x')
    app.get('/free', { config: { rateLimit: false } }, async () => 'x')
    const SHOWN = ['x-ratelimit-limit', 'x-ratelimit-remaining']
    equal(see(await app.inject('/'), SHOWN).headers['x-ratelimit-remaining'], '1')
    see(await app.inject('/'), SHOWN)
    equal(see(await app.inject('/'), SHOWN).status, 429)
    equal(see(await app.inject('/free'), SHOWN).status, 200)
    await app.close()
  },

  '@fastify/throttle': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/throttle'), { bytesPerSecond: 1_000_000 })
    app.get('/', async () => 'x'.repeat(1000))
    equal(see(await app.inject('/')).body.length, 1000)
    await app.close()
  },

  '@fastify/under-pressure': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/under-pressure'), {
      healthCheck: async () => true,
      healthCheckInterval: 60_000,
      exposeStatusRoute: '/alive',
    })
    equal(see(await app.inject('/alive')).body, '{"status":"ok"}')
    equal(typeof app.memoryUsage(), 'object')
    await app.close()
    const pressed = fastify()
    await pressed.register(load('@fastify/under-pressure'), {
      pressureHandler: () => 'pressed',
      healthCheck: async () => false,
      healthCheckInterval: 60_000,
    })
    pressed.get('/', async () => 'x')
    equal(see(await pressed.inject('/')).body, 'pressed')
    await pressed.close()
  },

  'fastify-custom-healthcheck': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-custom-healthcheck'), { path: '/health', info: { env: 'test' } })
    app.addHealthCheck('value', () => true)
    await app.ready()
    const answer = await app.inject('/health')
    equal(answer.statusCode, 200)
    see(answer.json().healthChecks)
    await app.close()
  },

  'fastify-graceful-shutdown': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-graceful-shutdown'), { resetHandlersOnInit: true })
    app.gracefulShutdown?.(async () => {})
    app.get('/', async () => 'x')
    equal(see(await app.inject('/')).body, 'x')
    await app.close()
  },

  'fastify-healthcheck': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-healthcheck'), { exposeUptime: true })
    const answer = await app.inject('/health')
    equal(answer.statusCode, 200)
    equal(see(answer.json().statusCode), 200)
    await app.close()
  },

  'fastify-metrics': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-metrics').default, { endpoint: '/metrics' })
    app.get('/user/:id', async () => 'x')
    see(await app.inject('/user/7'))
    const { body } = await app.inject('/metrics')
    match(body, /http_request_duration_seconds_count\{method="GET",route="\/user\/:id",status_code="200"\} 1/)
    await app.close()
  },
}
