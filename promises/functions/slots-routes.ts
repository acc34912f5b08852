/** Functions of routes: handlers, compilers, serializers, formatters, trailers, Standard Schemas. */
import type { Reply } from '../../src/index.ts'
import type { Slot, UserFunction } from './slot.ts'

const integer = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const
const answer = { 200: { type: 'object', properties: { n: { type: 'integer' } } } } as const
const returns = async () => ({ n: 1 })
const fails = (): Promise<never> => Promise.reject(new Error('wrong'))

/** A schema of another library. */
const standard = (validate: UserFunction) =>
  ({ '~standard': { version: 1, vendor: 'own', validate } }) as object

const request = (title: string, declare: NonNullable<Slot['declare']>, path = '/'): Slot => ({
  title,
  phase: 'request',
  declare,
  sends: { path },
})

export const ROUTE_SLOTS: Readonly<Record<string, Slot>> = {
  handler: request('A handler', (app, bad) => app.get('/', bad(returns))),
  notFound: request('A not-found handler', (app, bad) => app.setNotFoundHandler(bad(returns))),
  errorHandler: request('`setErrorHandler`', (app, bad) => {
    app.setErrorHandler(bad(async () => 'told'))
    return app.get('/', fails)
  }),
  errorHandlerOfRoute: request('`errorHandler` of a route', (app, bad) =>
    app.get('/', { errorHandler: bad(async () => 'told') }, fails),
  ),
  defaultRoute: request('`setDefaultRoute`', (app, bad) =>
    app.setDefaultRoute(bad((_raw, res) => res.end('x'))),
  ),
  validatorCompiler: {
    title: '`validatorCompiler`',
    phase: 'boot',
    declare: (app, bad) =>
      app.get('/', { schema: { querystring: integer }, validatorCompiler: bad(() => () => true) }, returns),
  },
  validator: request(
    'The validator that `validatorCompiler` returns',
    (app, bad) => {
      const own = bad(() => true)
      const validatorCompiler = () => (value: unknown) => own(value)
      return app.get('/', { schema: { querystring: integer }, validatorCompiler }, returns)
    },
    '/?n=1',
  ),
  standardRequest: request(
    '`validate` of a Standard Schema of a part',
    (app, bad) => {
      const own = bad((value) => ({ value }))
      return app.get('/', { schema: { querystring: standard((value) => own(value)) } }, returns)
    },
    '/?n=1',
  ),
  standardResponse: request('`validate` of a Standard Schema of a response', (app, bad) => {
    const own = bad((value) => ({ value }))
    return app.get(
      '/',
      { schema: { response: { 200: standard((value) => own(value)) } } },
      returns as UserFunction,
    )
  }),
  formatter: request(
    '`setSchemaErrorFormatter`',
    (app, bad) => {
      app.setSchemaErrorFormatter(bad(() => new Error('wrong')))
      return app.get('/', { schema: { querystring: integer } }, returns)
    },
    '/?n=x',
  ),
  serializerCompiler: {
    title: '`serializerCompiler`',
    phase: 'boot',
    declare: (app, bad) =>
      app.get('/', { schema: { response: answer }, serializerCompiler: bad(() => JSON.stringify) }, returns),
  },
  serializer: request('The serializer that `serializerCompiler` returns', (app, bad) => {
    const own = bad(JSON.stringify)
    const serializerCompiler = () => (value: unknown) => own(value)
    return app.get('/', { schema: { response: answer }, serializerCompiler }, returns)
  }),
  replySerializer: request('`reply.serializer`', (app, bad) => {
    const own = bad(JSON.stringify)
    return app.get('/', (_request, reply) => reply.serializer((value: unknown) => own(value)).send({ n: 1 }))
  }),
  setReplySerializer: request('`setReplySerializer`', (app, bad) => {
    const own = bad(JSON.stringify)
    app.setReplySerializer((value) => own(value))
    return app.get('/', returns)
  }),
  trailer: request('`reply.trailer`', (app, bad) => {
    const own = bad(async () => 'x')
    return app.get('/', (_request, reply: Reply) => {
      reply.trailer('x-own', () => own())
      return reply.send('x')
    })
  }),
  trailerCallback: request('`reply.trailer` with a callback', (app, bad) => {
    const own = bad((_reply, _payload, done) => done(null, 'x'))
    return app.get('/', (_request, reply: Reply) => {
      reply.trailer('x-own', (given: unknown, payload: unknown, done: unknown) => own(given, payload, done))
      return reply.send('x')
    })
  }),
  logSerializers: request('`logSerializers` of a route', (app, bad) => {
    const own = bad(() => ({}))
    return app.get('/', { logSerializers: { own: (value: unknown) => own(value) } }, async (given) => {
      given.log.info({ own: 1 }, 'working')
      return 'x'
    })
  }),
  toJSON: request('`toJSON` of a payload', (app, bad) => {
    const toJSON = bad(() => ({ n: 1 }))
    return app.get('/', async () => ({ toJSON: () => toJSON() }))
  }),
  then: request('`then` of what a handler returns', (app, bad) => {
    const own = bad((fulfilled) => fulfilled('x'))
    return app.get('/', () => ({ then: (fulfilled: unknown, rejected: unknown) => own(fulfilled, rejected) }))
  }),
}
