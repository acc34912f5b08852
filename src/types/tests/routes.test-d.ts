/** S8–S13, N0: requests and replies of routes, and that nothing is `any`. */
import { Type } from '@sinclair/typebox'
import { Type as Type1 } from 'typebox'
import { z } from 'zod'
import '../../typebox.ts'
import type { Reply, Request } from '../app/instance.ts'
import type { HttpMethod } from '../http.ts'
import { notAny, same, touchstone } from './harness.test-d.ts'

const app = touchstone()
const team = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const responses = {
  200: team,
  404: { type: 'object', properties: { msg: { type: 'string' } }, required: ['msg'] },
  '5xx': { type: 'object', properties: { code: { type: 'integer' } }, required: ['code'] },
} as const

// ── S8 the payload by status
app.get('/u/:id/x/:slug', { schema: { response: responses } }, (request, reply) => {
  same<typeof request.params, { id: string; slug: string }>(true)
  request.params.id.length
  reply.send({ name: 'x' })
  reply.code(200).send({ name: 'x' })
  reply.code(404).header('a', 1).type('application/json').send({ msg: 'x' })
  reply.code(503).send({ code: 1 })
  reply.status(201).send('nothing is declared for 201')
  reply.code(204).send()
  reply.send(new Error('x'))
  reply.send(Buffer.from(''))
  const written = reply.code(404).serializer((value: number) => `${value}`)
  written.send(1)
  // @ts-expect-error what the serializer takes
  written.send('x')
  // @ts-expect-error another shape
  reply.code(404).send({ code: 1 })
  // @ts-expect-error a property that would be left out
  reply.code(404).send({ msg: 'x', leak: 1 })
  // @ts-expect-error 200 is the status before one is set
  reply.send({ msg: 'x' })
  // @ts-expect-error the class of the status
  reply.code(500).send({ code: 'x' })
  // @ts-expect-error 200 has a schema
  reply.send()
  return reply.code(404).send({ msg: 'x' })
})
app.get(
  '/default',
  { schema: { response: { default: team, '4XX': { type: 'null' } } } },
  (_request, reply) => {
    reply.code(404).send(null)
    reply.code(404).send()
    reply.code(302).send({ name: 'x' })
    // @ts-expect-error
    return reply.code(302).send({ name: 1 })
  },
)
app.get(
  '/content',
  {
    schema: {
      response: {
        200: {
          description: 'two versions',
          content: {
            'application/json': { schema: team },
            'application/vnd.v1+json': { schema: { type: 'array', items: { type: 'integer' } } },
          },
        },
      },
    },
  },
  (_request, reply) => {
    reply.type('application/vnd.v1+json').send([1])
    reply.send({ name: 'x' })
    // @ts-expect-error neither
    reply.send(['x'])
  },
)

// ── S9 what a handler returns
app.get('/r', { schema: { response: { 200: team } } }, async () => ({ name: 'x' }))
app.get('/r', { schema: { response: { 200: team } } }, async (_request, reply) => reply)
app.get('/r', { schema: { response: responses } }, async (_request, reply) => {
  if (reply.sent) return reply.code(404).send({ msg: 'x' })
  return { name: 'x' }
})
// @ts-expect-error another type
app.get('/r', { schema: { response: { 200: team } } }, async () => ({ name: 1 }))
// @ts-expect-error another type, at once
app.get('/r', { schema: { response: { 200: team } } }, () => ({ name: 1 }))

// ── S10 every form of a route
app.get('/o', async () => 'x').post('/o', { bodyLimit: 1 }, () => ({ a: 1 }))
app.route({
  method: 'GET',
  url: '/o/:x',
  schema: { querystring: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } },
  handler(request) {
    request.query.n.toFixed()
    return request.params.x.length
  },
})
app.route({ method: ['PUT', 'PATCH'], path: '/o', handler: (_request, reply) => reply.send() })
app.get('/o/:k', {
  schema: { querystring: { n: { type: 'number' } } },
  handler: async (request) => {
    same<typeof request.query, { n?: number }>(true)
    return request.params.k
  },
})
app.put(
  '/o',
  { config: { own: 1 }, constraints: { version: '1.0.0' }, attachValidation: true },
  (request) => {
    request.validationError?.validation[0]?.instancePath
    return request.routeOptions.config['own']
  },
)
// @ts-expect-error methods are in upper case
app.route({ method: 'get', url: '/', handler: () => 1 })
// @ts-expect-error an option that does not exist
app.get('/', { shema: {} }, () => 1)
// @ts-expect-error a handler is needed
app.get('/')

// ── S11 schemas of libraries, each for itself and mixed
app.post(
  '/typebox',
  {
    schema: {
      body: Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()) }),
      querystring: z.object({ n: z.coerce.number(), t: z.string().default('x') }),
      headers: { type: 'object', properties: { 'x-k': { type: 'string' } }, required: ['x-k'] },
      response: {
        200: Type.Object({ ok: Type.Boolean() }),
        201: z.object({ d: z.string().transform(Number) }),
      },
    },
  },
  (request, reply) => {
    same<typeof request.body, { a: string; b?: number }>(true)
    same<typeof request.query, { n: number; t: string }>(true)
    request.headers['x-k'].length
    reply.send({ ok: true })
    reply.code(201).send({ d: '1' })
    // @ts-expect-error
    reply.send({ ok: 1 })
    // @ts-expect-error the input of a transformation goes out
    reply.code(201).send({ d: 1 })
  },
)
app.post(
  '/typebox1',
  {
    schema: {
      body: Type1.Object({ a: Type1.String(), b: Type1.Optional(Type1.Number()) }),
      querystring: team,
    },
  },
  (request) => {
    same<typeof request.body, { a: string; b?: number }>(true)
    same<typeof request.query, { name: string }>(true)
  },
)
app.post(
  '/body/content',
  {
    schema: {
      body: { content: { 'application/json': { schema: team }, 'text/csv': { schema: { type: 'string' } } } },
    },
  },
  (request) => {
    same<typeof request.body, string | { name: string }>(true)
  },
)

const numbered = z.object({ 'x-n': z.coerce.number() })
app.get('/numbered', { schema: { headers: numbered } }, ({ headers }) => {
  same<(typeof headers)['x-n'], number>(true)
  return headers.host
})

// ── S12 parameters from the path
app.get('/a/:one/b/:two-:three/:four(^\\d+).png/*', (request) => {
  same<keyof typeof request.params, 'one' | 'two' | 'three' | 'four' | '*'>(true)
  // @ts-expect-error no such parameter
  request.params.five
})
app.get('/a/:maybe?', (request) => {
  request.params.maybe?.length
  // @ts-expect-error it may not be there
  request.params.maybe.length
})
app.get('/a::b/:c', (request) => {
  same<keyof typeof request.params, 'c'>(true)
})
declare const path: string
app.get(path, (request) => request.params['anything']?.length)

// ── S13 helpers that know nothing of the route
function notFound(reply: Reply) {
  return reply.code(404).send({ msg: 'x' })
}
function idOf(request: Request) {
  return request.id.length + request.raw.socket.bytesRead
}
function userOf(request: Request<{ body: { name: string }; req: { user: { id: number } } }>) {
  return request.user.id + request.body.name.length
}
app.post('/h', { schema: { body: team, response: responses } }, (request, reply) => {
  idOf(request)
  // @ts-expect-error no user here
  userOf(request)
  return notFound(reply)
})
touchstone()
  .decorateRequest('user', { id: 1 })
  .decorate('x', 1)
  .post('/h', { schema: { body: team } }, (request, reply) => {
    userOf(request)
    notFound(reply)
  })

// ── N0 nothing is `any`
app.register(async (child) => {
  notAny<typeof child>(1)
  child.post('/:id', { schema: { body: { type: 'object', properties: {} } } }, (request, reply) => {
    notAny<typeof this>(1)
    notAny<typeof request>(1)
    notAny<typeof request.body>(1)
    notAny<typeof request.query>(1)
    notAny<typeof request.params>(1)
    notAny<typeof request.headers>(1)
    notAny<typeof request.server>(1)
    notAny<typeof reply>(1)
    notAny<typeof reply.request>(1)
  })
})
notAny<Awaited<ReturnType<typeof app.register>>>(1)
app.inject('/').then((answer) => {
  notAny<typeof answer>(1)
  const body = answer.json()
  notAny<typeof body>(1)
})

// ── a schema for the body where there is no body
touchstone().post('/', { schema: { body: { a: { type: 'string' } } } }, () => '')
// @ts-expect-error GET
touchstone().get('/', { schema: { body: { a: { type: 'string' } } } }, () => '')
// @ts-expect-error HEAD, with the handler among the options
touchstone().head('/', { schema: { body: { a: { type: 'string' } } }, handler: () => '' })
touchstone().get('/', { schema: { querystring: { a: { type: 'string' } } } }, ({ query }) => query.a?.length)
// @ts-expect-error in route()
touchstone().route({ method: 'GET', url: '/', schema: { body: { type: 'object' } }, handler: () => '' })
touchstone().route({
  // @ts-expect-error one of the methods
  method: ['PUT', 'GET'],
  path: '/',
  schema: { body: { type: 'object' } },
  handler: () => '',
})
touchstone().route({
  method: ['PUT', 'POST'],
  url: '/',
  schema: { body: { type: 'object' } },
  handler: () => '',
})
declare const method: 'GET' | 'POST' | HttpMethod
touchstone().route({ method, url: '/', schema: { body: { type: 'object' } }, handler: () => '' })

// ── unknown keywords
touchstone().get(
  '/',
  // @ts-expect-error minLenght
  { schema: { querystring: { a: { type: 'string', minLenght: 1 } } } },
  () => '',
)
touchstone().post('/', {
  schema: {
    body: {
      type: 'object',
      // @ts-expect-error requiered
      requiered: ['a'],
      properties: {
        a: { type: 'string', minLength: 1, nullable: true },
        // @ts-expect-error two levels below
        b: { type: 'object', properties: { c: { type: 'integer', minimun: 1 } } },
        // @ts-expect-error the items
        d: { type: 'array', items: { type: 'integer', minimun: 1 } },
      },
    },
    // annotations of a response are for other tools
    response: { 200: { type: 'string', example: 'x' } },
  },
  handler: () => '',
})
// in what combines schemas, and in definitions
touchstone().post('/', {
  schema: {
    // @ts-expect-error a member of anyOf without a type
    body: { anyOf: [{ required: ['a'] }, { requred: ['b'] }] },
    // @ts-expect-error a definition
    querystring: { definitions: { a: { type: 'string', minLenght: 1 } }, $ref: '#/definitions/a' },
    params: {
      type: 'object',
      properties: {
        // @ts-expect-error a property in a member of oneOf
        b: { type: 'object', oneOf: [{ properties: { c: { type: 'string', minLenght: 1 } } }] },
        // @ts-expect-error the second item
        d: { type: 'array', items: [{ type: 'integer' }, { type: 'integer', minimun: 1 }] },
      },
      // @ts-expect-error a definition below a part
      $defs: { a: { type: 'string', minLenght: 1 } },
      // @ts-expect-error a member of a member
      allOf: [{ anyOf: [{ minPropertes: 1 }] }],
    },
  },
  handler: () => '',
})
touchstone().post('/', {
  schema: {
    body: {
      type: 'object',
      $defs: { requred: { type: 'string', anyOf: [{ minLength: 1 }, { const: '' }, true] }, any: true },
      definitions: { anyOf: { type: 'array', items: { $ref: '#/$defs/requred' } } },
      oneOf: [
        { required: ['a'] },
        { $ref: '#/$defs/requred' },
        { properties: { colour: { type: 'string' } } },
      ],
      allOf: [zod, { type: 'list', allowed: ['a'] }],
    },
    params: {
      anyOf: { type: 'string' },
      definitions: { type: 'object', properties: { a: { type: 'string' } } },
    },
  },
  handler: () => '',
})
declare const zod: { '~standard': { version: 1 }; parse(x: unknown): unknown }
// properties have any name; another language has any keyword
touchstone().get('/', { schema: { querystring: { minLenght: { type: 'string' } } } }, () => '')
touchstone().get('/', { schema: { querystring: { type: 'list', allowed: ['a'] } } }, () => '')
// a newer draft has other keywords
touchstone().post('/', {
  schema: {
    body: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      prefixItems: [{ type: 'string' }],
    },
  },
  handler: () => '',
})
