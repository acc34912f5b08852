// Express below Fastify: @fastify/express 3 and 4, middlewares on the instance, a router, and an application mounted.
import { ask, connect, LOCAL, shown } from '../client.js'

const PLUGINS = {
  4: { 4: 'fastify-express-3', 5: 'fastify-express-3-on-5' },
  5: { 4: 'fastify-express-4-on-4', 5: 'fastify-express-4' },
}

function routerOf(express) {
  const router = express.Router()
  router.use(express.json())
  router.get('/users/:id', (request, response) =>
    response.send({ id: request.params.id, query: request.query, host: request.hostname, ip: request.ip }),
  )
  router.post('/users', (request, response) => response.status(201).set('x-n', '1').json(request.body))
  router.get('/away', (_request, response) => response.redirect('/home'))
  router.get('/stream', (_request, response) => {
    response.type('text')
    response.write('one,')
    setImmediate(() => response.end('two'))
  })
  router.get('/cookie', (_request, response) => response.cookie('a', 'b', { httpOnly: true }).send('set'))
  router.get('/fails', () => {
    throw new Error('in express')
  })
  return router
}

const below =
  (version) =>
  async ({ fastify, load, line, see }) => {
    const express = load(`express-${version}`)
    const app = fastify()
    await app.register(load(PLUGINS[line][version]))
    const order = []
    app.use((request, response, next) => {
      order.push(`use ${request.method} ${request.url}`)
      response.setHeader('x-used', 'yes')
      response.on('finish', () => order.push(`finish ${response.statusCode}`))
      response.on('close', () => order.push(`close ${response.writableFinished}`))
      next()
    })
    app.addHook('onRequest', async () => order.push('onRequest'))
    app.use('/denied', (_request, _response, next) =>
      next(Object.assign(new Error('denied'), { status: 403 })),
    )
    app.use('/answered', (_request, response) => response.status(202).json({ by: 'express' }))
    app.use('/express', routerOf(express))
    const mounted = express()
    mounted.get('/inner', (request, response) =>
      response.send(`inner ${request.baseUrl} ${request.originalUrl}`),
    )
    app.use('/mounted', mounted)
    app.get('/own', async (request) => ({ own: true, express: typeof request.raw.app }))
    app.post('/own', async (request) => request.body)
    const address = await app.listen(LOCAL)
    const json = { 'content-type': 'application/json' }
    const tell = async (label, path, options, expected) => {
      const { headers, ...answer } = await ask(`${address}${path}`, options)
      see(label, { ...answer, headers }, expected && { ...expected, headers })
    }
    await tell('a route of fastify', '/own', {}, { status: 200, body: '{"own":true,"express":"function"}' })
    await tell('a body for fastify', '/own', { method: 'POST', headers: json, body: '{"a":1}' })
    await tell('a route of express', '/express/users/7?a=1', {})
    await tell('a body for express', '/express/users', { method: 'POST', headers: json, body: '{"b":[1]}' })
    await tell('a wrong body', '/express/users', { method: 'POST', headers: json, body: '{' })
    await tell('a redirect', '/express/away', {})
    await tell('a stream', '/express/stream', {}, { status: 200, body: 'one,two' })
    await tell('a cookie', '/express/cookie', {})
    await tell('an error', '/express/fails', {})
    await tell('refused', '/denied/x', {})
    await tell('answered by a middleware', '/answered', {}, { status: 202, body: '{"by":"express"}' })
    await tell('an application', '/mounted/inner', {}, { status: 200, body: 'inner /mounted /mounted/inner' })
    await tell('nothing', '/nothing', {})
    see('order', order)
    const wire = await connect(address)
    wire.write('GET /express/users/1 HTTP/1.1\r\nhost: a\r\n\r\nGET /own HTTP/1.1\r\nhost: a\r\n\r\n')
    await wire.until(/"own":true/)
    see('two on one connection', wire.text.match(/HTTP\/1.1 \d+|"id":"1"|"own":true/g))
    see('inject', shown(await injected(app, '/express/users/5?b=2')))
    await app.close()
  }

const injected = async (app, url) => {
  const { statusCode, body } = await app.inject(url)
  return { status: statusCode, body }
}

export const programs = { '@fastify/express 4': below(4), '@fastify/express 5': below(5) }
