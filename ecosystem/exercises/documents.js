// Schemas: what is generated from them, and who compiles them.
import { deepEqual, equal, match } from 'node:assert/strict'

const schema = {
  querystring: { type: 'object', properties: { n: { type: 'integer' } } },
  response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } },
}

export default {
  '@fastify/ajv-compiler': async ({ fastify, load, see }) => {
    const buildValidator = load('@fastify/ajv-compiler')()
    const app = fastify({ schemaController: { compilersFactory: { buildValidator } } })
    app.get('/', { schema }, async (request) => request.query)
    equal(see(await app.inject('/?n=7')).body, '{"n":7}')
    equal(see(await app.inject('/?n=x')).status, 400)
    await app.close()
  },

  '@fastify/fast-json-stringify-compiler': async ({ fastify, load, see }) => {
    const { SerializerSelector } = load('@fastify/fast-json-stringify-compiler')
    const app = fastify({ schemaController: { compilersFactory: { buildSerializer: SerializerSelector() } } })
    app.get('/', { schema }, async () => ({ n: 7, secret: 1 }))
    equal(see(await app.inject('/')).body, '{"n":7}')
    await app.close()
  },

  '@fastify/response-validation': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/response-validation'))
    app.get('/', { schema: { response: schema.response } }, async (request) => ({ n: request.query.n }))
    equal(see(await app.inject('/?n=x')).status, 500)
    app.close()
  },

  '@fastify/swagger': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/swagger'), { openapi: { info: { title: 'x', version: '1.0.0' } } })
    app.addSchema({ $id: 'user', type: 'object', properties: { name: { type: 'string' } } })
    app.get('/users/:id', { schema: { ...schema, tags: ['users'] } }, async () => ({}))
    app.post('/users', { schema: { body: { $ref: 'user#' } } }, async () => ({}))
    app.get('/hidden', { schema: { hide: true } }, async () => ({}))
    await app.ready()
    const document = see(app.swagger())
    deepEqual(Object.keys(document.paths), ['/users/{id}', '/users'])
    match(app.swagger({ yaml: true }), /openapi:/)
    await app.close()
  },

  '@fastify/swagger-ui': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('@fastify/swagger'), { openapi: {} })
    await app.register(load('@fastify/swagger-ui'), { routePrefix: '/docs' })
    app.get('/a', { schema }, async () => ({}))
    await app.ready()
    match(see(await app.inject('/docs/json')).body, /"\/a"/)
    see(await app.inject('/docs/static/index.html'), ['location'])
    match(see(await app.inject('/docs/'), ['content-type']).body, /Swagger UI/)
    see(await app.inject('/docs'), ['location'])
    await app.close()
  },

  '@fastify/type-provider-typebox': async ({ fastify, load, see }) => {
    const { Type, TypeBoxValidatorCompiler } = load('@fastify/type-provider-typebox')
    const app = fastify().setValidatorCompiler(TypeBoxValidatorCompiler)
    app.post('/', { schema: { body: Type.Object({ n: Type.Number() }) } }, async (request) => request.body)
    equal(see(await app.inject({ method: 'POST', url: '/', payload: { n: 1 } })).body, '{"n":1}')
    equal(see(await app.inject({ method: 'POST', url: '/', payload: { n: 'x' } })).status, 400)
    await app.close()
  },

  'fastify-openapi-docs': async ({ fastify, load, see }) => {
    const { plugin } = await load.esm('fastify-openapi-docs')
    const app = fastify()
    await app.register(plugin, { openapi: { info: { title: 'x', version: '1' } }, skipUI: true })
    app.get('/a', { schema }, async () => ({}))
    await app.ready()
    match(see(await app.inject('/docs/openapi.json')).body, /"\/a"/)
    await app.close()
  },

  'fastify-openapi-glue': async ({ fastify, load, see }) => {
    const { default: glue } = await load.esm('fastify-openapi-glue')
    const specification = {
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/users/{id}': {
          get: {
            operationId: 'getUser',
            parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
            responses: { 200: { description: 'a user' } },
          },
        },
      },
    }
    const serviceHandlers = { getUser: async (request) => ({ id: request.params.id }) }
    const app = fastify()
    await app.register(glue, { specification, serviceHandlers, prefix: 'v1' })
    equal(see(await app.inject('/v1/users/7')).body, '{"id":7}')
    equal(see(await app.inject('/v1/users/x')).status, 400)
    await app.close()
  },

  'fastify-overview': async ({ fastify, load, see }) => {
    const app = fastify()
    await app.register(load('fastify-overview'))
    app.register(async function child(instance) {
      instance.get('/a', async () => 'x')
    })
    await app.ready()
    const overview = app.overview()
    see(overview.children.map(({ name }) => name))
    await app.close()
  },

  'fastify-type-provider-zod': async ({ fastify, load, see }) => {
    const { serializerCompiler, validatorCompiler } = load('fastify-type-provider-zod')
    const { z } = load('zod')
    const app = fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    const zod = {
      querystring: z.object({ name: z.string().min(4) }),
      response: { 200: z.object({ name: z.string() }) },
    }
    app.get('/', { schema: zod }, async (request) => ({ name: request.query.name, secret: 1 }))
    equal(see(await app.inject('/?name=anna')).body, '{"name":"anna"}')
    equal(see(await app.inject('/?name=ann')).status, 400)
    await app.close()
  },
}
