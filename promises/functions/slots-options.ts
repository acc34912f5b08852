/** Functions in the options of the factory. */
import { createServer } from 'node:http'
import type { Bad, Slot } from './slot.ts'

const integer = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const
const users: Slot['declare'] = (app) => app.get('/', async (request) => ({ id: typeof request.id }))
const withQuery: Slot['declare'] = (app) =>
  app.get('/', { schema: { querystring: integer } }, async () => 'x')
const withBody: Slot['declare'] = (app) => app.post('/', { schema: { body: integer } }, async () => 'x')
const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}' }

const controller = (part: object) => ({ schemaController: part })
const strategy = (own: object) => ({
  constraints: {
    own: {
      name: 'own',
      storage: () => {
        const map = new Map()
        return {
          get: (key: unknown) => map.get(key) ?? null,
          set: (key: unknown, value: unknown) => map.set(key, value),
        }
      },
      deriveConstraint: () => 'a',
      validate: () => {},
      ...own,
    },
  },
})
const constrained: Slot['declare'] = (app) => app.get('/', { constraints: { own: 'a' } }, async () => 'x')

/** A logger of the application, of which one method misbehaves. */
function logger(bad: Bad, name: string): object {
  const nothing = (): void => {}
  const made: Record<string, unknown> = { level: 'info' }
  for (const method of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) made[method] = nothing
  made['child'] = () => made
  made[name] = bad(made[name] as () => unknown)
  return { logger: made }
}

export const OPTION_SLOTS: Readonly<Record<string, Slot>> = {
  genReqId: {
    title: '`genReqId`',
    phase: 'request',
    options: (bad) => ({ genReqId: bad(() => 'id') }),
    declare: users,
  },
  rewriteUrl: {
    title: '`rewriteUrl`',
    phase: 'request',
    options: (bad) => ({ rewriteUrl: bad((raw) => raw.url) }),
    declare: users,
  },
  querystringParser: {
    title: '`querystringParser`',
    phase: 'request',
    options: (bad) => ({ querystringParser: bad(() => ({})) }),
    declare: users,
  },
  trustProxy: {
    title: '`trustProxy`',
    phase: 'request',
    options: (bad) => ({ trustProxy: bad(() => false) }),
    declare: (app) => app.get('/', async (request) => request.ip),
    sends: { headers: { 'x-forwarded-for': '10.0.0.1' } },
  },
  frameworkErrors: {
    title: '`frameworkErrors`',
    phase: 'request',
    options: (bad) => ({ frameworkErrors: bad((_error, _request, reply) => reply.code(400).send('bad')) }),
    declare: (app) => app.get('/:name', async () => 'x'),
    sends: { path: '/%zz' },
  },
  clientErrorHandler: {
    title: '`clientErrorHandler`',
    phase: 'request',
    options: (bad) => ({
      clientErrorHandler: bad((_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    }),
    sends: { raw: 'garbage\r\n\r\n' },
  },
  schemaErrorFormatter: {
    title: '`schemaErrorFormatter`',
    phase: 'request',
    options: (bad) => ({ schemaErrorFormatter: bad(() => new Error('wrong')) }),
    declare: withQuery,
    sends: { path: '/?n=x' },
  },
  serverFactory: {
    title: '`serverFactory`',
    phase: 'boot',
    options: (bad) => ({ serverFactory: bad((listener) => createServer(listener)) }),
  },
  buildValidator: {
    title: '`schemaController.compilersFactory.buildValidator`',
    phase: 'boot',
    options: (bad) => controller({ compilersFactory: { buildValidator: bad(() => () => () => true) } }),
    declare: withBody,
  },
  validatorOfController: {
    title: 'The compiler that `buildValidator` returns',
    phase: 'boot',
    options: (bad) => controller({ compilersFactory: { buildValidator: () => bad(() => () => true) } }),
    declare: withBody,
  },
  buildSerializer: {
    title: '`schemaController.compilersFactory.buildSerializer`',
    phase: 'boot',
    options: (bad) => controller({ compilersFactory: { buildSerializer: bad(() => () => JSON.stringify) } }),
    declare: (app) => app.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({})),
  },
  bucket: {
    title: '`schemaController.bucket`',
    phase: 'boot',
    options: (bad) =>
      controller({
        bucket: bad(() => ({ add: () => {}, getSchema: () => undefined, getSchemas: () => ({}) })),
      }),
    declare: withBody,
  },
  getSchemas: {
    title: '`getSchemas` of the bucket',
    phase: 'boot',
    options: (bad) =>
      controller({
        bucket: () => ({ add: () => {}, getSchema: () => undefined, getSchemas: bad(() => ({})) }),
      }),
    declare: withBody,
  },
  ajvPlugin: {
    title: '`ajv.plugins`',
    phase: 'boot',
    options: (bad) => ({ ajv: { plugins: [bad((ajv) => ajv)] } }),
    declare: withBody,
  },
  ajvKeyword: {
    title: '`ajv.customOptions.keywords`: `validate`',
    phase: 'request',
    options: (bad) => ({
      ajv: { customOptions: { keywords: [{ keyword: 'own', validate: bad(() => true) }] } },
    }),
    declare: (app) =>
      app.post('/', { schema: { body: { type: 'object', own: 1 } as object } }, async () => 'x'),
    sends: json,
  },
  ajvFormat: {
    title: '`ajv.customOptions.formats`',
    phase: 'request',
    options: (bad) => ({ ajv: { customOptions: { formats: { own: bad(() => true) } } } }),
    declare: (app) =>
      app.post(
        '/',
        { schema: { body: { type: 'object', properties: { s: { type: 'string', format: 'own' } } } } },
        async () => 'x',
      ),
    sends: { ...json, body: '{"s":"a"}' },
  },
  storage: {
    title: 'A constraint strategy: `storage`',
    phase: 'boot',
    options: (bad) => strategy({ storage: bad(() => new Map()) }),
    declare: constrained,
  },
  storageGet: {
    title: 'A constraint strategy: `get` of its storage',
    phase: 'request',
    options: (bad) => {
      const map = new Map()
      const storage = {
        get: bad((key) => map.get(key) ?? null),
        set: (key: unknown, value: unknown) => map.set(key, value),
      }
      return strategy({ storage: () => storage })
    },
    declare: constrained,
  },
  deriveConstraint: {
    title: 'A constraint strategy: `deriveConstraint`',
    phase: 'request',
    options: (bad) => strategy({ deriveConstraint: bad(() => 'a') }),
    declare: constrained,
  },
  deriveLater: {
    title: 'A constraint strategy: `deriveConstraint` with a callback',
    phase: 'request',
    options: (bad) => {
      const derive = bad((_raw, _context, done) => done(null, 'a'))
      return strategy({
        deriveConstraint: (raw: unknown, context: unknown, done: unknown) => derive(raw, context, done),
      })
    },
    declare: constrained,
  },
  constraintValidate: {
    title: 'A constraint strategy: `validate`',
    phase: 'boot',
    options: (bad) => strategy({ validate: bad(() => {}) }),
    declare: constrained,
  },
  logSerializer: {
    title: '`logger.serializers`',
    phase: 'request',
    options: (bad) => ({ log: { serializers: { req: bad(() => ({})) } } }),
    declare: users,
  },
  logMixin: {
    title: '`logger.mixin`',
    phase: 'request',
    options: (bad) => ({ log: { mixin: bad(() => ({})) } }),
    declare: users,
  },
  logMethod: {
    title: '`logger.hooks.logMethod`',
    phase: 'request',
    options: (bad) => ({ log: { hooks: { logMethod: bad(() => {}) } } }),
    declare: users,
  },
  logStream: {
    title: '`logger.stream.write`',
    phase: 'request',
    options: (bad) => ({ log: { stream: { write: bad(() => {}) } } }),
    declare: users,
  },
  loggerInfo: {
    title: '`info` of a logger',
    phase: 'request',
    options: (bad) => logger(bad, 'info'),
    declare: users,
  },
  loggerInfoOfMiss: {
    title: '`info` of a logger, no route',
    phase: 'request',
    options: (bad) => ({ ...logger(bad, 'info'), disableRequestLogging: true }),
    sends: { path: '/none' },
  },
  loggerInfoOfListen: {
    title: '`info` of a logger, at `listen`',
    phase: 'boot',
    options: (bad) => logger(bad, 'info'),
  },
  loggerWarnOfReady: {
    title: '`warn` of a logger, at `ready`',
    phase: 'boot',
    options: (bad) => logger(bad, 'warn'),
    declare: (app) =>
      app.post('/', { schema: { body: { type: 'string', pattern: '^(a+)+$' } } }, async () => 'x'),
  },
  loggerErrorOfOnListen: {
    title: '`error` of a logger, of an `onListen` hook',
    phase: 'boot',
    options: (bad) => logger(bad, 'error'),
    declare: (app) => app.addHook('onListen', async () => Promise.reject(new Error('wrong'))),
  },
  loggerError: {
    title: '`error` of a logger',
    phase: 'request',
    options: (bad) => logger(bad, 'error'),
    declare: (app) => app.get('/', () => Promise.reject(new Error('wrong'))),
  },
  loggerChild: {
    title: '`child` of a logger',
    phase: 'request',
    options: (bad) => logger(bad, 'child'),
    declare: users,
  },
}
