/** Applications and plugins as they are written for Fastify 4.17: the generics, the hooks, the augmentations. */
import type {
  LogController as Controller,
  Created,
  FastifyBaseLogger,
  FastifyError,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProvider,
  FastifyTypeProviderDefault,
  HTTPMethods,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteHandler,
  RouteHandlerMethod,
  RouteOptions,
  RouteShorthandOptions,
} from '../index.ts'
import { notAny, same } from './harness.test-d.ts'

declare function fastify(
  options?: FastifyHttpOptions<RawServerDefault>,
): Created<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  FastifyTypeProviderDefault
>

declare const LogController: typeof Controller

const app = fastify({
  logger: { level: 'info' },
  trustProxy: true,
  ajv: { customOptions: { allErrors: true } },
})
// @ts-expect-error a number
fastify({ bodyLimit: '1 kB' })
// @ts-expect-error no such option
fastify({ bodylimit: 1 })
const instance: FastifyInstance = app
notAny<typeof instance>(1)

// ── the generics of a route
app.get<{ Querystring: { page: number }; Params: { id: string }; Headers: { 'X-Key': string } }>(
  '/:id',
  async (request, reply) => {
    same<typeof request.query, { page: number }>(true)
    same<typeof request.params, { id: string }>(true)
    request.headers['x-key'].length
    request.headers.accept?.length
    // @ts-expect-error no such parameter
    request.params.none
    notAny<typeof request>(1)
    notAny<typeof reply>(1)
    return request.raw.url
  },
)
app.post<{ Body: { n: number }; Reply: { 200: { ok: true }; '4xx': { error: string } } }>(
  '/',
  async function (request, reply) {
    this.log.info({ n: request.body.n }, 'a line of %s', 'text')
    if (request.body.n < 0) return reply.code(404).send({ error: 'none' })
    // @ts-expect-error the payload of another status
    reply.code(200).send({ error: 'none' })
    return reply.code(200).type('application/json').header('x-a', 1).send({ ok: true })
  },
)
app.get('/', { schema: { querystring: {} } }, async (request) => {
  same<typeof request.query, unknown>(true)
})
const options: RouteShorthandOptions = { onRequest: [async () => {}], config: {}, bodyLimit: 9 }
app.put('/', options, (_request, reply) => {
  reply.send('text')
})
app.route<{ Params: { id: string } }>({
  method: ['GET', 'POST'],
  url: '/:id/x',
  preHandler: (_request, _reply, done) => done(),
  handler: async (request) => request.params.id.length,
})
const route: RouteOptions = { method: 'GET', url: '/', handler: async () => 'x' }
app.route(route)
const handler: RouteHandler<{ Params: { id: string } }> = async (request) => request.params.id
app.get('/:id/y', handler)
const method: RouteHandlerMethod = async (_request, reply) => reply.redirect('/')
app.all('/any', method)

// ── type providers
interface Provider extends FastifyTypeProvider {
  output: this['input'] extends { means: infer T } ? T : unknown
}
declare const text: { means: string }
app
  .withTypeProvider<Provider>()
  .post('/', { schema: { body: text, response: { 200: text } } }, async (request, reply) => {
    same<typeof request.body, string>(true)
    // @ts-expect-error a text
    reply.code(200).send(1)
    return request.body
  })

// ── hooks
app.addHook('onRequest', async (request, reply) => {
  notAny<typeof request>(1)
  notAny<typeof this>(1)
  reply.header('x-id', request.id)
})
app.addHook('preHandler', (_request, _reply, done) => done(new Error('no')))
app.addHook('preParsing', async (_request, _reply, payload) => payload.receivedEncodedLength)
app.addHook('onSend', async (_request, _reply, payload) => payload)
app.addHook<string>('onSend', async (_request, _reply, payload) => payload.length)
app.addHook('onError', async (_request, _reply, error) => error.validation?.length)
app.addHook('onRoute', (declared) => {
  declared.prefix.length
})
app.addHook('onClose', async (closed) => closed.log.info('closed'))
app.addHook('onReady', (done) => done())
// @ts-expect-error no such hook
app.addHook('onNothing', async () => {})
const onRequest: onRequestHookHandler = (_request, _reply, done) => done()
const preHandler: preHandlerAsyncHookHandler = async (request) => request.ip
app.get('/hooks', { onRequest, preHandler }, async () => 'x')

// ── plugins and their options
const callback: FastifyPluginCallback<{ depth: number }> = (child, given, done) => {
  child.get('/', async () => given.depth)
  done()
}
const asynchronous: FastifyPluginAsync<{ depth?: number }> = async (child, given) => {
  child.decorate('depth', given.depth)
}
app.register(callback, { depth: 1, prefix: '/v1' })
app.register(asynchronous)
app.register(asynchronous, (parent) => ({ depth: parent.prefix.length }))
app.register(async (child, given: { depth: number }) => child.log.info(given.depth), { depth: 1 })
app.register(import('./plugin.test-d.ts'), { depth: 1 })
// @ts-expect-error a number
app.register(callback, { depth: 'x' })
// @ts-expect-error the name is depth
app.register(asynchronous, { dept: 1 })
// @ts-expect-error not a plugin
app.register(1)

// ── what plugins merge in is on the instance, the request and the reply
declare module '../base/names.ts' {
  interface FastifyInstance {
    clock: { now(): number }
  }
  interface FastifyRequest {
    user: { id: number }
  }
  interface FastifyReply {
    render(name: string): FastifyReply
  }
}
declare module '../exchange/route-options.ts' {
  interface RouteShorthandOptions {
    cached?: boolean
  }
}
declare module '../base/generics.ts' {
  interface FastifyContextConfig {
    open?: boolean
  }
  interface FastifySchema {
    tags?: string[]
  }
}
app.get(
  '/merged',
  { cached: true, config: { open: true }, schema: { tags: ['a'] } },
  async function (request, reply) {
    this.clock.now()
    request.server.clock.now()
    request.user.id.toFixed()
    if (request.routeOptions.config.open) return reply.render('x').code(200)
  },
)
// @ts-expect-error a boolean
app.get('/wrong', { cached: 1 }, async () => 'x')

// ── statements and chains
const chained = app.decorate('a', 1).decorate('b', function (plus: number) {
  return this.prefix.length + plus
})
chained.a.toFixed()
chained.b(1).toFixed()
// @ts-expect-error the variable keeps the type that it had
app.a
app.decorate<string>('c', 'text')
app.decorate('clock', { now: () => 1 }).clock.now()
app.decorate('got', { getter: () => 'x' }).got.length
app.decorateRequest('user', null)
app.decorateReply('render', function () {
  return this.send('x')
})
const helper = (request: FastifyRequest<{ Body: { n: number } }>, reply: FastifyReply): FastifyReply =>
  reply.send(request.body.n)
app.post<{ Body: { n: number } }>('/helper', async (request, reply) => helper(request, reply))
app.setErrorHandler((error: FastifyError, _request, reply) =>
  reply.code(error.statusCode ?? 500).send(error.code),
)
app.setNotFoundHandler({ preHandler: async () => {} }, async () => 'none')
app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body.length))

// ── a schema for the body where there is no body
app.post('/', { schema: { body: { type: 'object' } } }, async () => '')
// @ts-expect-error GET
app.get('/', { schema: { body: { type: 'object' } } }, async () => '')
// @ts-expect-error HEAD, with the handler among the options
app.head('/', { schema: { body: { type: 'object' } }, handler: async () => '' })
app.get('/', { schema: { querystring: { type: 'object' } } }, async () => '')
app.get('/', async () => '').post('/', { schema: { body: { type: 'object' } } }, async () => '')
// @ts-expect-error in route()
app.route({ method: 'GET', url: '/', schema: { body: { type: 'object' } }, handler: async () => '' })
// @ts-expect-error one of the methods
app.route({ method: ['PUT', 'get'], url: '/', schema: { body: { type: 'object' } }, handler: async () => '' })
app.route({
  method: ['PUT', 'POST'],
  url: '/',
  schema: { body: { type: 'object' } },
  handler: async () => '',
})
declare const anyMethod: HTTPMethods
app.route({ method: anyMethod, url: '/', schema: { body: { type: 'object' } }, handler: async () => '' })
declare const known: RouteShorthandOptions
app.get('/', known, async () => '')
declare const whole: RouteOptions
app.route(whole)
function declareAll<Provider extends FastifyTypeProvider>(
  instance: FastifyInstance<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    FastifyBaseLogger,
    Provider
  >,
): void {
  instance.get('/', known, async (request) => request.url)
  instance.post('/', { schema: { body: { type: 'object' } } }, async (_request, reply) => reply.send('x'))
}
declareAll(app)

// ── providers in the form of 5: what a request has differs from what a reply may be
interface Coercing extends FastifyTypeProvider {
  readonly validator: this['schema'] extends { out: infer T } ? T : unknown
  readonly serializer: this['schema'] extends { in: infer T } ? T : unknown
}
declare const number: { in: string; out: number }
const coercing = app.withTypeProvider<Coercing>()
coercing.post('/', { schema: { body: number, response: { 200: number } } }, async (request, reply) => {
  same<typeof request.body, number>(true)
  same<typeof request.query, unknown>(true)
  // @ts-expect-error a text
  reply.code(200).send(1)
  return reply.code(200).send('1')
})
coercing.route({
  method: 'GET',
  url: '/',
  schema: { querystring: number, response: { '2xx': { content: { 'text/x': { schema: number } } } } },
  handler: async (request) => {
    same<typeof request.query, number>(true)
    return 'x'
  },
})
const coercingPlugin: FastifyPluginAsync<{}, RawServerDefault, Coercing> = async (scope) => {
  scope.get('/', { schema: { params: number } }, async ({ params }) => same<typeof params, number>(true))
}
app.register(coercingPlugin)

// ── the lines of the framework
class Quiet extends LogController {
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (!this.isLogDisabled(request)) reply.log.debug(request.url)
  }
}
fastify({ logController: new Quiet({ disableRequestLogging: ({ url }) => url === '/health' }) })
fastify({ disableRequestLogging: (request) => request.url === '/health' })
// @ts-expect-error no LogController
fastify({ logController: {} })

// ── unknown keywords
// @ts-expect-error minLenght
app.get('/', { schema: { querystring: { a: { type: 'string', minLenght: 1 } } } }, async () => '')
app.route({
  method: 'POST',
  url: '/',
  schema: {
    // @ts-expect-error in a member of anyOf
    body: { anyOf: [{ type: 'object', requred: ['a'] }] },
    response: { 200: { type: 'string', example: 'x' } },
  },
  handler: async () => '',
})
app.post<{ Body: { a: string } }>('/', { schema: { body: { type: 'object', example: 'x' } } }, async () => '')

// ── tests and the end
const answer = await app.inject({ method: 'POST', url: '/', payload: { n: 1 } })
answer.json().anything
app
  .inject()
  .get('/')
  .headers({ a: 'b' })
  .end((_error, response) => response?.statusCode)
await app.listen({ port: 0 })
await app.close()
