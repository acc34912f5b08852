/** Hooks, plugins, and functions that run when an application boots or closes. */
import type { App } from '../../src/index.ts'
import type { Bad, Slot, UserFunction } from './slot.ts'

const late = Symbol.for('skip-override')
const users: UserFunction = (app: App) => app.get('/', async () => ({ n: 1 }))
const fails: UserFunction = (app: App) => app.get('/', () => Promise.reject(new Error('wrong')))
const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}' }

const hook = (name: string, declare = users, style: 'promise' | 'callback' = 'promise'): Slot => ({
  title: style === 'promise' ? `\`${name}\`` : `\`${name}\` with a callback`,
  phase: 'request',
  declare: (app, bad) => {
    const promised = bad(async () => {})
    const called = bad((...args) => args.at(-1)())
    const shapes: Record<string, UserFunction> = {
      onRequestAbort: (request: unknown, done: unknown) => called(request, done),
      preParsing: (request: unknown, reply: unknown, payload: unknown, done: unknown) =>
        called(request, reply, payload, done),
    }
    const callback =
      shapes[name] ?? ((request: unknown, reply: unknown, done: unknown) => called(request, reply, done))
    const four = ['preSerialization', 'onSend', 'onError'].includes(name)
    const own = four ? shapes['preParsing']! : callback
    app.addHook(name as 'onRequest', style === 'promise' ? () => promised() : own)
    return declare(app)
  },
})

const boot = (title: string, declare: Slot['declare'], phase: Slot['phase'] = 'boot'): Slot =>
  declare === undefined ? { title, phase } : { title, phase, declare }

export const HOOK_SLOTS: Readonly<Record<string, Slot>> = {
  onRequest: hook('onRequest'),
  onRequestCallback: hook('onRequest', users, 'callback'),
  preParsing: hook('preParsing'),
  preParsingCallback: hook('preParsing', users, 'callback'),
  preValidation: hook('preValidation'),
  preHandler: hook('preHandler'),
  preHandlerCallback: hook('preHandler', users, 'callback'),
  preSerialization: hook('preSerialization'),
  onSend: hook('onSend'),
  onSendCallback: hook('onSend', users, 'callback'),
  onError: hook('onError', fails),
  onErrorCallback: hook('onError', fails, 'callback'),
  onResponse: hook('onResponse'),
  onResponseCallback: hook('onResponse', users, 'callback'),
  onRoute: boot('`onRoute`', (app, bad) => {
    app.addHook(
      'onRoute',
      bad(() => {}),
    )
    return users(app)
  }),
  onRegister: boot('`onRegister`', (app, bad) => {
    app.addHook(
      'onRegister',
      bad(() => {}),
    )
    return app.register(async () => {})
  }),
  onReady: boot('`onReady`', (app, bad) => {
    const own = bad(async () => {})
    return app.addHook('onReady', () => own())
  }),
  onListen: boot(
    '`onListen`',
    (app, bad) => {
      const own = bad(async () => {})
      return app.addHook('onListen', () => own())
    },
    'boot',
  ),
  plugin: boot('A plugin', (app, bad) => {
    const own = bad(async () => {})
    return app.register(() => own())
  }),
  pluginCallback: boot('A plugin with a callback', (app, bad) => {
    const own = bad((_app, _options, done) => done())
    return app.register((child: unknown, options: unknown, done: UserFunction) => own(child, options, done))
  }),
  pluginOptions: boot('A function in place of plugin options', (app, bad) =>
    app.register(async () => {}, bad(() => ({})) as never),
  ),
  after: boot('`after`', (app, bad) => {
    const own = bad(() => {})
    app.register(Object.assign(async () => {}, { [late]: true }))
    return void app.after(() => own())
  }),
  readyCallback: boot('`ready`', (app, bad) => {
    const own = bad(() => {})
    app.ready((error) => own(error))
  }),
  accessor: boot(
    'A getter of `decorateRequest`',
    (app, bad) => {
      const getter = bad(() => 1)
      app.decorateRequest('own', { getter: () => getter() })
      return app.get('/', async (request) => ({ own: typeof (await Reflect.get(request, 'own')) }))
    },
    'request',
  ),
  onClose: boot(
    '`onClose`',
    (app, bad) => {
      const own = bad(async () => {})
      return app.addHook('onClose', () => own())
    },
    'close',
  ),
  preClose: boot(
    '`preClose`',
    (app, bad) => {
      const own = bad(async () => {})
      return app.addHook('preClose', () => own())
    },
    'close',
  ),
  parser: {
    title: 'A content-type parser',
    phase: 'request',
    declare: (app: App, bad: Bad) => {
      const own = bad(async (_request, payload) => {
        for await (const _chunk of payload);
        return 1
      })
      app.addContentTypeParser('text/own', (request: unknown, payload: unknown) => own(request, payload))
      return app.post('/', async (request) => ({ body: typeof request.body }))
    },
    sends: { ...json, headers: { 'content-type': 'text/own' } },
  },
  parserOfText: {
    title: 'A content-type parser with `parseAs` and a callback',
    phase: 'request',
    declare: (app: App, bad: Bad) => {
      const own = bad((_request, _body, done) => done(null, 1))
      const parse = (request: unknown, body: unknown, done: unknown) => own(request, body, done)
      app.addContentTypeParser('text/own', { parseAs: 'string' }, parse)
      return app.post('/', async (request) => ({ body: typeof request.body }))
    },
    sends: { ...json, headers: { 'content-type': 'text/own' } },
  },
}
