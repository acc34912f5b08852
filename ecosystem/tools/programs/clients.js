// Clients, and what stands between a program and the network, in the process of the server.
import { LOCAL, shown, sleep } from '../client.js'

const kept = (headers) => {
  const { date: _, ...rest } = Object.fromEntries(Object.entries(headers))
  return Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a client is tried with. */
function wellKnown(fastify) {
  const app = fastify()
  const seen = { connections: 0, calls: {} }
  app.server.on('connection', () => seen.connections++)
  app.addHook('onRequest', async (request) => {
    const name = `${request.method} ${request.routeOptions.url ?? '-'}`
    seen.calls[name] = (seen.calls[name] ?? 0) + 1
  })
  app.get('/', async () => ({ hello: 'world' }))
  app.post('/echo', async (request, reply) =>
    reply.code(201).header('x-type', request.headers['content-type']).send(request.body),
  )
  app.get('/away', async (_request, reply) => reply.redirect('/'))
  app.get('/agent', async (request) => ({ accept: request.headers['accept-encoding'] ?? null }))
  app.get('/busy', async (_request, reply) => {
    if (seen.calls['GET /busy'] > 2) return 'at last'
    return reply.code(503).header('retry-after', 0).send('busy')
  })
  app.get('/slow', async () => sleep(300).then(() => 'late'))
  app.get('/cut', async (_request, reply) => {
    reply.raw.writeHead(200, { 'content-length': 100 })
    reply.raw.write('part')
    setTimeout(() => reply.raw.destroy(), 30)
    return reply.hijack()
  })
  app.get('/stream', async (_request, reply) => {
    const { Readable } = await import('node:stream')
    return reply.send(Readable.from(['one,', 'two']))
  })
  return { app, seen }
}

const failed = (error) => ({ failed: error.code ?? error.cause?.code ?? error.name })

export const programs = {
  supertest: async ({ fastify, load, see }) => {
    const request = load('supertest')
    const { app, seen } = wellKnown(fastify)
    await app.ready()
    const plain = await request(app.server)
      .get('/')
      .expect(200)
      .expect('content-type', 'application/json; charset=utf-8')
    see('a route', { headers: kept(plain.headers), body: plain.body })
    see('its body', plain.body, { hello: 'world' })
    const echoed = await request(app.server)
      .post('/echo')
      .send({ a: 1 })
      .expect(201)
      .expect('x-type', 'application/json')
    see('a body', echoed.body, { a: 1 })
    const followed = await request(app.server).get('/away').redirects(1)
    see('a redirect', { body: followed.body, redirects: followed.redirects.length })
    see('no route', (await request(app.server).get('/none')).body)
    see(
      'cut',
      await request(app.server)
        .get('/cut')
        .then((answer) => answer.text, failed),
    )
    const wrong = await request(app.server)
      .get('/')
      .expect(204)
      .then(
        () => 'passes',
        (error) => error.message,
      )
    see('a wrong expectation', wrong, 'expected 204 "No Content", got 200 "OK"')
    const agent = request.agent(app.server)
    see('an agent', [(await agent.get('/')).status, (await agent.get('/stream')).text ?? null])
    see('calls', seen.calls)
    await app.listen(LOCAL)
    see('while it listens', (await request(app.server).get('/')).body)
    await app.close()
  },

  nock: async ({ fastify, load, see }) => {
    const nock = load('nock')
    const { app } = wellKnown(fastify)
    app.get('/outside', async (_request, reply) => {
      const { default: http } = await import('node:http')
      const status = await new Promise((resolve, reject) =>
        http
          .get('http://elsewhere.test/thing', (answer) => resolve(answer.resume().statusCode))
          .on('error', reject),
      )
      const answer = await fetch('http://elsewhere.test/json')
      return reply.send({ status, json: await answer.json() })
    })
    nock.disableNetConnect()
    nock.enableNetConnect(/127\.0\.0\.1/)
    nock('http://elsewhere.test').get('/thing').reply(202, 'mocked').get('/json').reply(200, { mocked: true })
    const address = await app.listen(LOCAL)
    see('mocked', await (await fetch(`${address}/outside`)).text(), '{"status":202,"json":{"mocked":true}}')
    see('done', nock.isDone(), true)
    const refused = await (await fetch(`${address}/outside`)).json()
    see('not mocked', refused.code ?? refused.message)
    nock(address, { allowUnmocked: true }).get('/').reply(200, 'instead of the server')
    see('instead', await (await fetch(address)).text(), 'instead of the server')
    see('the server', await (await fetch(address)).text(), '{"hello":"world"}')
    nock.restore()
    see('restored', await (await fetch(address)).text())
    see('inject', (await app.inject('/')).body, '{"hello":"world"}')
    await app.close()
  },

  msw: async ({ fastify, load, see }) => {
    const { http: mocks, HttpResponse } = load('msw')
    const { setupServer } = load('msw/node')
    const { app } = wellKnown(fastify)
    app.get('/outside', async () => {
      const { default: http } = await import('node:http')
      const status = await new Promise((resolve, reject) =>
        http
          .get('http://elsewhere.test/thing', (answer) => resolve(answer.resume().statusCode))
          .on('error', reject),
      )
      return { status, json: await (await fetch('http://elsewhere.test/json')).json() }
    })
    const seen = []
    const worker = setupServer(
      mocks.get('http://elsewhere.test/thing', () => new HttpResponse('mocked', { status: 202 })),
      mocks.get('http://elsewhere.test/json', () => HttpResponse.json({ mocked: true })),
    )
    worker.listen({ onUnhandledRequest: 'bypass' })
    worker.events.on('request:start', ({ request }) => seen.push(new URL(request.url).pathname))
    const address = await app.listen(LOCAL)
    see('mocked', await (await fetch(`${address}/outside`)).text(), '{"status":202,"json":{"mocked":true}}')
    const json = { 'content-type': 'application/json' }
    const echoed = await fetch(`${address}/echo`, { method: 'POST', headers: json, body: '[1]' })
    see('a body', [echoed.status, await echoed.text()], [201, '[1]'])
    worker.use(mocks.get(`${address}/`, () => HttpResponse.text('instead')))
    see('instead', await (await fetch(`${address}/`)).text(), 'instead')
    worker.resetHandlers()
    see('the server', await (await fetch(`${address}/`)).text(), '{"hello":"world"}')
    see('seen', seen)
    worker.close()
    see('inject', shown({ status: 200, body: (await app.inject('/')).body }))
    await app.close()
  },

  undici: async ({ fastify, load, see }) => {
    const { request, Pool, fetch: get, errors } = load('undici')
    const { app, seen } = wellKnown(fastify)
    const address = await app.listen(LOCAL)
    const { statusCode, headers, body } = await request(address)
    see('request', { statusCode, headers: kept(headers), body: await body.json() })
    see('status', statusCode, 200)
    const pool = new Pool(address, { connections: 1, pipelining: 4 })
    const paths = ['/', '/slow', '/stream', '/away', '/none']
    const answers = await Promise.all(
      paths.map(async (path) => {
        const answer = await pool.request({ path, method: 'GET' })
        return [answer.statusCode, await answer.body.text()]
      }),
    )
    see('pipelined', answers)
    see(
      'cut',
      await pool
        .request({ path: '/cut', method: 'GET' })
        .then(({ body }) => body.text())
        .catch(failed),
    )
    const late = await pool
      .request({ path: '/slow', method: 'GET', headersTimeout: 50 })
      .catch((error) => error)
    see('a timeout', late instanceof errors.HeadersTimeoutError || late.statusCode || late.code)
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), 50)
    see('aborted', await pool.request({ path: '/slow', method: 'GET', signal: leaving.signal }).catch(failed))
    see(
      'fetch',
      await (
        await get(`${address}/echo`, {
          method: 'POST',
          body: '{"a":1}',
          headers: { 'content-type': 'application/json' },
        })
      ).text(),
    )
    const { trailers, body: streamed } = await pool.request({ path: '/stream', method: 'GET' })
    see('stream', [await streamed.text(), trailers])
    await pool.close()
    see('calls', seen.calls)
    await app.close()
  },

  got: async ({ fastify, load, see }) => {
    const { got } = await load.esm('got')
    const { app, seen } = wellKnown(fastify)
    const address = await app.listen(LOCAL)
    const answer = await got(address, { responseType: 'json' })
    see('a route', { headers: kept(answer.headers), body: answer.body })
    see('its body', answer.body, { hello: 'world' })
    see('a body', await got.post(`${address}/echo`, { json: { a: 1 } }).json(), { a: 1 })
    const followed = await got(`${address}/away`)
    see('a redirect', [followed.body, followed.redirectUrls.length])
    see(
      'tried again',
      (
        await got(`${address}/busy`, {
          retry: { limit: 3, calculateDelay: ({ attemptCount }) => (attemptCount > 3 ? 0 : 10) },
        })
      ).body,
      'at last',
    )
    see('no route', await got(`${address}/none`).catch(({ code, response }) => [code, response.statusCode]))
    see('cut', await got(`${address}/cut`, { retry: { limit: 0 } }).catch(failed))
    see(
      'late',
      await got(`${address}/slow`, { timeout: { request: 50 }, retry: { limit: 0 } }).catch(failed),
      { failed: 'ETIMEDOUT' },
    )
    let streamed = ''
    for await (const part of got.stream(`${address}/stream`)) streamed += part
    see('stream', streamed)
    see('phases', Object.keys(answer.timings.phases).sort())
    see('calls', seen.calls)
    await app.close()
  },

  axios: async ({ fastify, load, see }) => {
    const axios = load('axios')
    const { app, seen } = wellKnown(fastify)
    const address = await app.listen(LOCAL)
    const client = axios.create({ baseURL: address, proxy: false })
    const answer = await client.get('/')
    see('a route', { status: answer.status, headers: kept(answer.headers), body: answer.data })
    see('its body', answer.data, { hello: 'world' })
    const echoed = await client.post('/echo', { a: 1 })
    see('a body', [echoed.status, echoed.headers['x-type'], echoed.data], [201, 'application/json', { a: 1 }])
    const form = await client.postForm('/echo', { a: 'b' }).catch(({ response }) => response.status)
    see('a form', form, 415)
    see('a redirect', (await client.get('/away')).request.path)
    see(
      'no route',
      await client.get('/none').catch(({ code, response }) => [code, response.status, response.data]),
    )
    see('cut', await client.get('/cut').then(({ data }) => data, failed))
    see('late', await client.get('/slow', { timeout: 50 }).catch(failed), { failed: 'ECONNABORTED' })
    see('fetch', (await client.get('/', { adapter: 'fetch' })).data)
    see('calls', seen.calls)
    await app.close()
  },

  autocannon: async ({ fastify, load, see }) => {
    const autocannon = load('autocannon')
    const { app, seen } = wellKnown(fastify)
    const url = await app.listen(LOCAL)
    // With pipelining, it leaves before it has read its last answers.
    const result = await autocannon({
      url,
      connections: 4,
      pipelining: 5,
      amount: 400,
      expectBody: '{"hello":"world"}',
    })
    const { errors, timeouts, mismatches, non2xx, resets } = result
    const none = { errors: 0, timeouts: 0, mismatches: 0, non2xx: 0, resets: 0 }
    see('pipelining', { errors, timeouts, mismatches, non2xx, resets }, none)
    see('answers', result['2xx'] > 350, true)
    const requests = [
      { method: 'POST', path: '/echo', headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
      { path: '/none' },
    ]
    const mixed = await autocannon({ url, connections: 2, amount: 40, requests })
    see('mixed', [mixed['2xx'], mixed['4xx'], mixed.errors], [20, 20, 0])
    see('reached', Object.keys(seen.calls))
    await app.close()
  },
}
