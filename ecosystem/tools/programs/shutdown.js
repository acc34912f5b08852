// Tools that end a server in good order: a slow request is answered, idle connections are closed, the process ends.
import { answersIn, ask, attempt, connect, LOCAL, sleep } from '../client.js'

const get = (path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`

/** An application with a slow route; `begun` counts requests that have reached it. */
function slowApp(fastify) {
  const app = fastify()
  const seen = { begun: 0, ended: 0 }
  app.get('/slow', async () => {
    seen.begun++
    await sleep(400)
    seen.ended++
    return 'slow'
  })
  app.get('/', async () => 'here')
  return { app, seen }
}

/** One idle connection, one new, one with a request under way; then `end` is called, and what becomes of them is seen. */
async function endUnderLoad(address, end) {
  const idle = await connect(address)
  idle.write(get('/'))
  await idle.until(/here/)
  const fresh = await connect(address)
  const busy = await connect(address)
  busy.write(get('/slow'))
  await sleep(100)
  const ended = end()
  const early = await idle.closesIn(200)
  const freshEarly = await fresh.closesIn(50)
  await busy.until(/slow$/, 3)
  const [busyEnd, idleEnd] = await Promise.all([busy.closesIn(1500), idle.closesIn(1500)])
  const value = await ended
  for (const { socket } of [idle, fresh, busy]) socket.destroy()
  return {
    'in flight': answersIn(busy.text),
    'in flight says': /connection: (\S+)/i.exec(busy.text)?.[1]?.toLowerCase() ?? null,
    'its connection': busyEnd,
    'idle at once': early,
    'idle later': idleEnd,
    'without a request': freshEarly,
    ...(value === undefined ? {} : { value }),
  }
}

function seeAll(see, seen, expected) {
  for (const [label, value] of Object.entries(seen)) see(label, value, expected[label])
}

const ANSWERED = { 'in flight': [{ status: 200, body: 'slow' }], 'idle later': 'closed' }
const CLOSED = { ...ANSWERED, 'its connection': 'closed' }

const inProcess =
  (terminate) =>
  async ({ fastify, load, see }) => {
    const { app, seen } = slowApp(fastify)
    const end = terminate(load, app)
    const address = await app.listen(LOCAL)
    seeAll(see, await endUnderLoad(address, end), CLOSED)
    see('requests', seen, { begun: 1, ended: 1 })
    see('a new connection', await attempt(address), { failed: 'ECONNREFUSED' })
    see('still listening', app.server.listening, false)
    await app.close()
  }

const bySignal =
  (server, expected) =>
  async ({ start, see }) => {
    const started = await start(server)
    const address = await started.told('address')
    seeAll(see, await endUnderLoad(address, () => started.kill()), expected)
    see('end', await started.ended())
    see(
      'told',
      started.all.filter(({ what }) => what !== 'address'),
    )
  }

export const programs = {
  'http-terminator': inProcess((load, app) => {
    const { createHttpTerminator } = load('http-terminator')
    const terminator = createHttpTerminator({ server: app.server, gracefulTerminationTimeout: 2000 })
    return () => terminator.terminate()
  }),

  'http-terminator, time is up': async ({ fastify, load, see }) => {
    const { app } = slowApp(fastify)
    const terminator = load('http-terminator').createHttpTerminator({
      server: app.server,
      gracefulTerminationTimeout: 100,
    })
    const address = await app.listen(LOCAL)
    const cut = attempt(`${address}/slow`)
    await sleep(100)
    await terminator.terminate()
    see('cut', await cut, { failed: 'ECONNRESET' })
  },

  stoppable: inProcess((load, app) => {
    const server = load('stoppable')(app.server, 2000)
    return () =>
      new Promise((resolve) => server.stop((error, isGraceful) => resolve([error ?? null, isGraceful])))
  }),

  'stoppable, serverFactory': async ({ fastify, load, see }) => {
    const { createServer } = await import('node:http')
    let server
    const app = fastify({
      serverFactory: (handler) => {
        server = load('stoppable')(createServer(handler), 2000)
        return server
      },
    })
    app.get('/', async () => 'here')
    app.get('/slow', async () => sleep(400).then(() => 'slow'))
    const address = await app.listen(LOCAL)
    const stop = () =>
      new Promise((resolve) => server.stop((error, isGraceful) => resolve([error ?? null, isGraceful])))
    seeAll(see, await endUnderLoad(address, stop), CLOSED)
    await app.close()
  },

  '@godaddy/terminus': bySignal('@godaddy/terminus', CLOSED),

  '@godaddy/terminus, health': async ({ start, see }) => {
    const started = await start('@godaddy/terminus')
    const address = await started.told('address')
    const healthy = await ask(`${address}/healthz`)
    see('healthy', healthy)
    see('its status', healthy.status, 200)
    see('unhealthy', await ask(`${address}/sick`))
    see('a route', await ask(address))
    see('nothing', await ask(`${address}/nothing`))
    started.kill()
    see('end', await started.ended())
  },

  lightship: async ({ start, see }) => {
    const started = await start('lightship')
    const address = await started.told('address')
    const health = `http://127.0.0.1:${await started.told('port')}`
    const state = async () => {
      const paths = ['/health', '/ready', '/live']
      const answers = await Promise.all(paths.map((path) => ask(health + path)))
      return answers.map(({ status, body }) => `${status} ${body}`)
    }
    see('before', await state())
    const running = endUnderLoad(address, () => started.kill())
    seeAll(see, await running, ANSWERED)
    see('end', await started.ended())
    see(
      'told',
      started.all.filter(({ what }) => what === 'shutdown'),
    )
  },

  'close-with-grace': bySignal('close-with-grace', ANSWERED),

  'close-with-grace, an error': async ({ start, see }) => {
    const started = await start('close-with-grace')
    const address = await started.told('address')
    const slow = attempt(`${address}/slow`)
    await sleep(100)
    see('the cause', await attempt(`${address}/breaks`))
    see('in flight', await slow)
    see('end', await started.ended(), { code: 1, signal: null })
    see('told', started.all.slice(1))
  },
}

export const servers = {
  '@godaddy/terminus': async ({ fastify, load, tell }) => {
    const { app } = slowApp(fastify)
    load('@godaddy/terminus').createTerminus(app.server, {
      signals: ['SIGTERM'],
      timeout: 2000,
      useExit0: true,
      healthChecks: {
        '/healthz': async () => ({ fine: true }),
        '/sick': async () => {
          throw new Error('sick')
        },
      },
      beforeShutdown: async () => tell('before'),
      onSignal: async () => tell('signal'),
      onShutdown: async () => tell('shutdown'),
    })
    tell('address', await app.listen(LOCAL))
  },

  lightship: async ({ fastify, load, tell }) => {
    const { createLightship } = load('lightship')
    const { app } = slowApp(fastify)
    const lightship = await createLightship({
      detectKubernetes: false,
      port: 0,
      shutdownDelay: 0,
      gracefulShutdownTimeout: 5000,
    })
    lightship.registerShutdownHandler(async () => {
      tell('shutdown')
      await app.close()
    })
    tell('address', await app.listen(LOCAL))
    tell('port', lightship.server.address().port)
    lightship.signalReady()
  },

  'close-with-grace': async ({ fastify, load, tell }) => {
    const { app } = slowApp(fastify)
    const grace = load('close-with-grace')
    const close = grace.default ?? grace
    app.get('/breaks', async () => {
      setTimeout(() => {
        throw new Error('breaks')
      }, 20)
      return 'breaks'
    })
    close({ delay: 3000 }, async ({ signal, err }) => {
      tell('closing', { signal, error: err?.message })
      await app.close()
    })
    tell('address', await app.listen(LOCAL))
  },
}
