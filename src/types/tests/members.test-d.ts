/** Every member of an instance and every option, in the forms that the 4.17 line has, right and wrong. */

import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import pino from 'pino'
import type { App, Request } from '../app/instance.ts'
import type { HandledError, ValidationError } from '../errors.ts'
import type { InjectChain } from '../inject/inject-chain.ts'
import type { InjectResponse } from '../inject/inject-response.ts'
import type { Options } from '../options/options.ts'
import { Db, notAny, same, touchstone } from './harness.test-d.ts'

// ── the factory
const app = touchstone({
  ajv: {
    customOptions: { coerceTypes: false },
    plugins: [() => undefined, [(_ajv: object) => undefined, { a: 1 }]],
  },
  schemaErrorFormatter: (errors, part) => new Error(`${part} ${errors[0]?.message}`),
  bodyLimit: 1024,
  trustProxy: ['127.0.0.1', '10.0.0.0/8'],
  genReqId: (request) => String(request.headers['x-id']),
  querystringParser: (text) => ({ text }),
  rewriteUrl: (request) => request.url ?? '/',
  frameworkErrors: (error, request, reply) => reply.code(error.statusCode).send({ id: request.id }),
  clientErrorHandler: (error, socket) => socket.end(error.code),
  logger: { level: 'warn', redact: ['a'] },
  https: null,
  forceCloseConnections: 'idle',
  strictResponses: true,
}).decorate('db', new Db())
touchstone({ logger: pino() })
touchstone({ logger: true })
// @ts-expect-error an option that does not exist
touchstone({ bodylimit: 1 })
// @ts-expect-error of another type
touchstone({ bodyLimit: '1mb' })
// @ts-expect-error a formatter is not async
touchstone({ schemaErrorFormatter: async () => new Error('x') })
touchstone.default().get('/', () => 1)
touchstone.touchstone({ http2: true })
same<typeof touchstone.errorCodes.FST_ERR_NOT_FOUND.prototype.code, 'FST_ERR_NOT_FOUND'>(true)
new app.errorCodes.FST_ERR_VALIDATION('x').statusCode.toFixed()
// @ts-expect-error no such code
app.errorCodes.FST_ERR_NOTHING

// ── request hooks, with a promise and with done
app
  .addHook('onRequest', async function (request, reply) {
    this.db.find(request.id)
    return reply.code(401).send({})
  })
  .addHook('onRequest', (request, reply, done) => {
    notAny<typeof request>(1)
    notAny<typeof reply>(1)
    done(new Error('x'))
  })
  .addHook('preParsing', (_request, _reply, payload, done) => {
    payload.receivedEncodedLength = 3
    done(null, payload.pipe(process.stdout))
  })
  .addHook('preParsing', async (_request, _reply, payload) => payload)
  .addHook('preValidation', (request, _reply, done) => {
    request.body = { ...(request.body as object), added: 1 }
    done()
  })
  .addHook('preHandler', async (request) => {
    same<typeof request.body, unknown>(true)
  })
  .addHook('preSerialization', async (_request, _reply, payload) => ({ payload }))
  .addHook('preSerialization', async (_request, _reply, payload: { a: number }) => payload.a)
  .addHook('onSend', (_request, _reply, payload: string, done) => done(null, payload.toUpperCase()))
  .addHook('onResponse', async (_request, reply) => {
    reply.getResponseTime().toFixed()
  })
  .addHook('onError', (request, _reply, error, done) => {
    request.log.error(error, 'failed')
    done()
  })
  .addHook('onTimeout', (_request, _reply, done) => done())
  .addHook('onRequestAbort', (request, done) => {
    request.id.length
    done()
  })
// @ts-expect-error no such hook
app.addHook('onNothing', () => undefined)
// @ts-expect-error not a function
app.addHook('onRequest', {})
app.get(
  '/:id',
  {
    schema: { querystring: { n: { type: 'integer' } } },
    onRequest: (request, _reply, done) => {
      request.params.id.length
      // @ts-expect-error not validated yet
      request.query.n
      done()
    },
    preHandler: [
      async (request) => {
        request.query.n?.toFixed()
      },
      (request, _reply, done) => {
        request.query.n?.toFixed()
        done()
      },
    ],
    onSend: async (_request, _reply, payload) => payload,
    errorHandler(error, _request, reply) {
      this.db.find(error.message)
      reply.code(error.statusCode ?? 500).send(error.validationContext)
    },
  },
  (request) => request.query.n,
)

// ── application hooks
app
  .addHook('onRoute', function (route) {
    const { handler } = route
    route.handler = function (request, reply) {
      return handler.call(this, request, reply)
    }
    route.onRequest = [(_request, _reply, done) => done()]
    route.routePath.length + route.prefix.length
    this.db.find(route.url)
    return undefined
  })
  .addHook('onRegister', (instance, options) => {
    instance.db.find(String(options.prefix))
  })
  .addHook('onReady', async function () {
    this.db.find('')
  })
  .addHook('onReady', (done) => done())
  .addHook('onListen', (done) => done())
  .addHook('preClose', async () => undefined)
  .addHook('onClose', (instance, done) => {
    instance.db.find('')
    done()
  })

// ── handlers and compilers
app
  .setErrorHandler(function (error, request, reply) {
    same<typeof error, HandledError>(true)
    this.db.find(request.id)
    reply.code(422).send(error.validation?.map((one) => one.message))
  })
  .setErrorHandler<ValidationError<{ details: string[] }>>((error) => ({ details: error.validation.details }))
  .setErrorHandler(async (error) => ({ error: error.message }))
  .setNotFoundHandler((request, reply) => reply.code(404).send(request.url))
  .setNotFoundHandler({ preHandler: (_request, _reply, done) => done() }, async () => 'none')
  .setValidatorCompiler(({ schema, method, url, httpPart }) => {
    same<typeof schema, unknown>(true)
    return (data: unknown) =>
      httpPart === 'body' ? { value: data } : { error: new Error(`${method} ${url}`) }
  })
  .setValidatorCompiler<{ parse(data: unknown): unknown }>(({ schema }) => (data: unknown) => ({
    value: schema.parse(data),
  }))
  .setSerializerCompiler(
    ({ httpStatus }) =>
      (data: unknown) =>
        JSON.stringify({ httpStatus, data }),
  )
  .setSchemaErrorFormatter(function (errors, part) {
    this.db.find(part)
    return new Error(errors.map((one) => one.message).join())
  })
  .setReplySerializer((payload, status) => JSON.stringify({ payload, status }))
// @ts-expect-error a serializer gives text
app.setSerializerCompiler(() => () => 1)

// ── content types
app.addContentTypeParser('a/b', { parseAs: 'string' }, (_request, body, done) => {
  same<typeof body, string>(true)
  done(null, body)
})
app.addContentTypeParser(['a/b', /^x/], { parseAs: 'buffer', bodyLimit: 3 }, async (_request, body) => {
  same<typeof body, Buffer>(true)
  return body
})
app.addContentTypeParser('*', (request, payload, done) => {
  request.id.length
  payload.pipe(process.stdout)
  done(null)
})
app.addContentTypeParser('c/d', { bodyLimit: 1 }, async (_request, payload) => payload.read())
app.addContentTypeParser('application/x', { parseAs: 'string' }, app.getDefaultJsonParser('ignore', 'error'))
// @ts-expect-error text or bytes
app.addContentTypeParser('a/b', { parseAs: 'stream' }, () => undefined)
app.hasContentTypeParser(/^x/).valueOf()
app.removeContentTypeParser(['a/b'])
app.removeAllContentTypeParsers()

// ── life
app.listen({ port: 0, host: '127.0.0.1' }).then((address) => address.length)
app.listen({ port: 0 }, (error, address) => error ?? address.length)
app.listen((error) => error?.message)
app.ready().then((instance) => instance.db.find(''))
app.ready((error) => error?.message).get('/', () => 1)
app.after((error) => error?.message).get('/', () => 1)
app.close().then(() => undefined)
app.close(() => undefined)
same<ReturnType<typeof app.close>, void>(true) // the last of two forms
app.inject('/').then((answer) => same<typeof answer, InjectResponse>(true))
app.inject(
  { method: 'POST', url: '/', payload: { a: 1 } },
  (error, answer) => error ?? answer?.json<{ a: 1 }>().a,
)
app
  .inject()
  .get('/')
  .headers({ a: '1' })
  .end((_error, answer) => answer?.body)
same<ReturnType<typeof app.inject>, InjectChain>(true)

// ── what can be looked up
app.server.listening.valueOf()
app.addresses()[0]?.port.toFixed()
app.log.child({ a: 1 }).info('x %s', 1)
app.hasRoute({ method: 'GET', url: '/' }).valueOf()
app.hasDecorator('db').valueOf()
app.hasPlugin('x').valueOf()
app.initialConfig.bodyLimit?.toFixed()
// @ts-expect-error frozen
app.initialConfig.bodyLimit = 1
app.getSchemas()['x']
app.printRoutes({ commonPrefix: false }).length + app.printPlugins().length + app.version.length

// ── by hand
app.get('/by/hand', (request, reply) => {
  request.getValidationFunction('body')?.({})
  request.validateInput({}, { type: 'object' })
  request.compileValidationSchema({ type: 'string' }, 'headers')('x')
  reply.getSerializationFunction('200', 'application/json')?.({})
  reply.serializeInput({}, '201').length + reply.compileSerializationSchema({ type: 'object' })({}).length
  reply.trailer('etag', async () => 'x').redirect(301, '/')
  reply.trailer('etag', (_reply, payload, done) => done(null, String(payload?.length)))
  reply.header('set-cookie', ['a=1']).getHeader('set-cookie')
  request.ips?.at(0)?.length
  return reply.callNotFound()
})

// ── what a helper reads of headers
export const keyOf = (request: Request): string => [request.headers['x-key']].flat()[0]?.trim() ?? ''
export const tokenOf = (request: Request) => request.headers.authorization?.slice(7)
export const lengthOf = (request: Request<{ headers: { 'content-length': number } }>) =>
  request.headers['content-length'].toFixed() + request.headers['x-key'] + request.headers.host?.length
app.addHook('onRequest', async (request) => keyOf(request) + tokenOf(request))
const integer = { type: 'integer' } as const
const headers = {
  type: 'object',
  properties: { 'content-length': integer },
  required: ['content-length'],
} as const
app.get('/measured', { schema: { headers } }, (request) => {
  same<(typeof request.headers)['content-length'], number>(true)
  same<typeof request.headers.host, string | undefined>(true)
  return keyOf(request) + lengthOf(request)
})
// @ts-expect-error it may be missing
export const lengthOfKey = (request: Request) => request.headers['x-key'].length
// @ts-expect-error Node.js gives one text
export const listOf = (request: Request) => request.headers.authorization?.map(String)

// ── the error of onError is that of an error handler
app.addHook('onError', (_request, _reply, error, done) => {
  same<typeof error, HandledError>(true)
  done(error.code === 'FST_ERR_VALIDATION' ? null : error)
})
app.get(
  '/failing',
  { onError: async (_request, _reply, { code, statusCode }) => [code, statusCode] },
  async () => 1,
)
app.addHook('onError', async (_request, _reply, error: Error) => error.message)

// ── the server is that of its module
const one: Http2Server = touchstone({ http2: true }).server
touchstone({ http2: true }).decorate('db', new Db()).server.updateSettings({ enablePush: false })
const two: Http2SecureServer = touchstone({ http2: true, https: { allowHTTP1: true }, bodyLimit: 1 }).server
const three: HttpsServer = touchstone({ https: { minVersion: 'TLSv1.3' }, http2: false }).server
three.setSecureContext({})
export const servers = [one, two, three]
const settings: Options = { http2: true }
touchstone(settings).server.listening.valueOf()
// @ts-expect-error node:http has no such method
touchstone().server.updateSettings({})
// @ts-expect-error nor has it where the option says so
touchstone({ http2: false, https: null }).server.updateSettings({})
// @ts-expect-error a boolean
touchstone({ http2: 'yes' })
// @ts-expect-error no option of TLS
touchstone({ https: { minVersion: 'TLSv9' } })
touchstone({ http2: true }).register(async (child) => child.server.updateSettings({}))
const plain = async (child: App): Promise<void> => void child.server.listening
touchstone({ http2: true }).register(plain)
