// What a request carries: bodies, queries, and what is read of them.
import { deepEqual, equal, match } from 'node:assert/strict'

/** A multipart body with a field and a file. */
function form(boundary) {
  const part = (head, value) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  return `${part('name="title"', 'a picture')}${part('name="file"; filename="a.txt"', 'the content')}--${boundary}--\r\n`
}
const FORM = {
  method: 'POST',
  url: '/',
  headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  payload: form('xx'),
}

export default {
  '@fastify/accepts': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/accepts'))
    app.get('/', async (request) => ({
      type: request.accepts().type(['json', 'html']),
      best: request.types(['xml']),
    }))
    equal(
      see(await app.inject({ url: '/', headers: { accept: 'text/html' } })).body,
      '{"type":"html","best":false}',
    )
    await app.close()
  },

  '@fastify/accepts-serializer': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/accepts-serializer'), {
      serializers: [{ regex: /^application\/yaml$/, serializer: (body) => `a: ${body.a}` }],
      default: 'application/json',
    })
    app.get('/', (_request, reply) => reply.send({ a: 1 }))
    const yaml = await app.inject({ url: '/', headers: { accept: 'application/yaml' } })
    equal(see(yaml, ['content-type']).body, 'a: 1')
    equal(see(await app.inject('/'), ['content-type']).body, '{"a":1}')
    await app.close()
  },

  '@fastify/formbody': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/formbody'))
    app.post('/', async (request) => request.body)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload: 'a=1&b=x%20y&b=z' })
    equal(see(answer).body, '{"a":"1","b":["x y","z"]}')
    await app.close()
  },

  '@fastify/multipart': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/multipart'), { limits: { fileSize: 1000 } })
    app.post('/', async (request) => {
      const parts = []
      for await (const part of request.parts())
        parts.push([part.fieldname, part.file ? String(await part.toBuffer()) : part.value])
      return parts
    })
    equal(see(await app.inject(FORM)).body, '[["title","a picture"],["file","the content"]]')
    equal(see(await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).status, 406)
    await app.close()

    const attached = fastify()
    await attached.register(load('@fastify/multipart'), { attachFieldsToBody: 'keyValues' })
    attached.post('/', async (request) => ({ title: request.body.title, file: String(request.body.file) }))
    equal(see(await attached.inject(FORM)).body, '{"title":"a picture","file":"the content"}')
    await attached.close()
  },

  '@fastify/request-context': async ({ fastify, load, see }) => {
    const { fastifyRequestContext, requestContext } = load('@fastify/request-context')
    const app = fastify()
    await app.register(fastifyRequestContext, { defaultStoreValues: { user: 'nobody' } })
    app.addHook('preHandler', async (request) => {
      if (request.headers['x-user']) request.requestContext.set('user', request.headers['x-user'])
    })
    app.post('/', async () => requestContext.get('user'))
    equal(see(await app.inject({ method: 'POST', url: '/', payload: {} })).body, 'nobody')
    const headers = { 'x-user': 'ann' }
    equal(see(await app.inject({ method: 'POST', url: '/', payload: {}, headers })).body, 'ann')
    await app.close()
  },

  '@fastify/url-data': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/url-data'))
    app.get('/*', async (request) => ({ path: request.urlData('path'), query: request.urlData('query') }))
    equal(see(await app.inject('/a/b?c=d')).body, '{"path":"/a/b","query":"c=d"}')
    await app.close()
  },

  'fastify-method-override': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-method-override'))
    app.get('/', async () => 'got')
    app.delete('/', async () => 'deleted')
    equal(see(await app.inject('/')).body, 'got')
    await app.close()
  },

  'fastify-qs': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-qs'), {})
    app.get('/', async (request) => request.query)
    equal(see(await app.inject('/?a[b]=1&a[c]=2')).body, '{"a":{"b":"1","c":"2"}}')
    await app.close()
  },

  'fastify-raw-body': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-raw-body'), { runFirst: true })
    app.post('/', async (request) => ({ raw: request.rawBody, body: request.body }))
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload: '{ "a" : 1 }' })
    deepEqual(JSON.parse(see(answer).body), { raw: '{ "a" : 1 }', body: { a: 1 } })
    await app.close()
  },

  'fastify-request-id': async ({ fastify, load, see }) => {
    const app = fastify()
    app.register(load('fastify-request-id')())
    app.get('/', async (request) => ({ type: typeof request.reqId }))
    const answer = await app.inject('/')
    equal(see(answer).body, '{"type":"string"}')
    equal(typeof answer.headers['x-request-id'], 'string')
    await app.close()
  },

  'fastify-simple-form': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-simple-form').default ?? load('fastify-simple-form'))
    app.post('/', async (request) => request.body)
    match(see(await app.inject(FORM)).body, /"title":"a picture"/)
    await app.close()
  },

  'fastify-xml-body-parser': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-xml-body-parser'))
    app.post('/', async (request) => request.body)
    const headers = { 'content-type': 'application/xml' }
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload: '<a><b>1</b></a>' })
    equal(see(answer).body, '{"a":{"b":1}}')
    await app.close()
  },
}
