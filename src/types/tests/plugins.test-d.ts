/** E6–E12, E15: wrapped plugins, what they need, their options, and plugins that are not ours. */
import type { BearerAuth } from '../app/bearer-auth.ts'
import type { App, Instance, Plugin } from '../app/instance.ts'
import { Db, notAny, plugin, pluginAs, same, touchstone } from './harness.test-d.ts'

const pg = plugin(async (app: App, _options: { url: string }) =>
  app
    .decorate('pg', new Db())
    .decorateRequest('tx', 1)
    .addSchema({ $id: 'user', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }),
)

// ── E6 the context that registers a wrapped plugin sees what it declared, once it has loaded
const app = touchstone().register(pg, { url: 'x' })
app.get('/', function (request) {
  this.pg.find('')
  request.server.pg.find('')
  request.tx.toFixed()
})
app.addHook('onRequest', async function (request) {
  this.pg.find('')
  request.tx = 2
})
app.register(async (child) => child.pg.find(''))
// @ts-expect-error not yet loaded
app.pg
const loaded = await app
loaded.pg.find('')
loaded.post('/', { schema: { body: { $ref: 'user#' } } }, (request) => {
  same<typeof request.body, { name: string }>(true)
})
app.after((_error, instance) => instance.pg.find(''))
const ready = await touchstone().register(pg, { url: 'x' }).ready()
ready.pg.find('')
app.ready((_error, instance) => instance.server)

// ── E7 one level: wrapped in a child, the child's parent still does not see it
touchstone()
  .register(async (child) => {
    child.register(pg, { url: '' }).get('/', function () {
      this.pg.find('')
    })
  })
  .get('/', function () {
    // @ts-expect-error it is the child's
    this.pg
  })
// wrapped in a wrapped one passes through
const both = plugin(async (instance: App) => instance.register(pg, { url: '' }).decorate('two', 2))
touchstone()
  .register(both)
  .get('/', function (request) {
    this.pg.find('')
    this.two.toFixed()
    request.tx.toFixed()
  })

// ── E8 what a plugin needs must be there
const repo = plugin((instance: App<{ inst: { pg: Db } }>) => instance.decorate('repo', instance.pg.find('x')))
touchstone()
  .register(pg, { url: '' })
  .register(repo)
  .get('/', function () {
    this.repo[0]
  })
// @ts-expect-error no pg here
touchstone().register(repo)
const routes = async (instance: App<{ inst: { pg: Db } }>) => {
  instance.pg.find('')
}
touchstone().register(pg, { url: '' }).register(routes)
// @ts-expect-error no pg here, for an encapsulated one
touchstone().register(routes)
const wantsRequest = plugin(async (instance: App<{ req: { tx: number } }>) => instance)
touchstone().register(pg, { url: '' }).register(wantsRequest)
// @ts-expect-error no tx here
touchstone().register(wantsRequest)
// the form of many files: a type taken from a value
const base = touchstone().decorate('db', new Db()).decorateRequest('user', { id: 1 })
const inFile = async (instance: typeof base) => {
  instance.get('/', function (request) {
    this.db.find('')
    return request.user.id
  })
}
base.register(inFile).register(inFile, { prefix: '/v2' })
// @ts-expect-error lacks both
touchstone().register(inFile)

// ── E9 twice through plugins
// @ts-expect-error the context has a pg of its own
touchstone().decorate('pg', 1).register(pg, { url: '' })
// @ts-expect-error the same plugin twice
touchstone().register(pg, { url: '' }).register(pg, { url: '' })

// ── E10 options
// @ts-expect-error required
touchstone().register(pg)
// @ts-expect-error of another type
touchstone().register(pg, { url: 1 })
touchstone().register(pg, { url: '', prefix: '/x', logLevel: 'warn' })
touchstone().register(pg, (parent) => ({ url: parent.prefix }))
// @ts-expect-error a function gives the same options
touchstone().register(pg, () => ({ url: 1 }))
touchstone().register(async (_child, options: { depth?: number }) => options.depth?.toFixed(), { depth: 1 })
// @ts-expect-error
touchstone().register(async (_child, options: { depth: number }) => options.depth, { depth: 'x' })

// ── E11 plugins in every style
const callback = (instance: Instance, _options: { a?: number }, done: (error?: Error) => void) => {
  instance.get('/', async () => ({}))
  done()
}
touchstone().register(callback).register(callback, { a: 1, prefix: '/x' })
const typed: Plugin = (instance, _options, done) => {
  instance.get('/x', () => 'x')
  done()
}
touchstone().register(typed)
touchstone().register((child, _options, done) => {
  notAny<typeof child>(1)
  child.get('/', () => 1)
  done()
})
// biome-ignore lint/suspicious/noExplicitAny: a plugin without types
declare const untyped: (instance: any, options: any, done: any) => any
touchstone().register(untyped).register(untyped, { whatever: 1 })
declare const foreign: (
  instance: { get(path: string, handler: () => number): void },
  o: { z: number },
) => Promise<void>
touchstone().register(foreign, { z: 1 })
touchstone().register(import('./module-plain.test-d.ts'))
touchstone()
  .register(import('./module-wrapped.test-d.ts'))
  .get('/', function () {
    this.fromModule.toFixed()
  })
// @ts-expect-error not a plugin
touchstone().register(1)
// @ts-expect-error a wrapped plugin cannot be called
pg(touchstone(), { url: '' })
plugin((instance: App) => instance, {
  name: 'x',
  fastify: '4.x',
  dependencies: ['y'],
  decorators: { request: ['z'] },
})

const named = plugin(async (instance: App) => instance.decorate('kept', 1), { name: 'x', encapsulate: true })
touchstone()
  .register(named)
  .get('/', function () {
    // @ts-expect-error it has a context of its own
    this.kept
  })
declare const bearer: BearerAuth
touchstone()
  .register(bearer, { keys: ['a'] })
  .register(bearer, { keys: new Set(['b']), bearerType: 'Key' })
touchstone().register(bearer, { auth: async (key, request) => key === request.id })
// @ts-expect-error keys are text
touchstone().register(bearer, { keys: [1] })

// ── E12 promises about plugins of others
declare const jsJwt: (instance: never, options: { secret: string }, done: never) => void
const jwt = pluginAs<{
  inst: { jwt: { sign(data: object): string } }
  req: { jwtVerify(): Promise<void> }
}>()(jsJwt)
touchstone()
  .register(jwt, { secret: '' })
  .get('/', async function (request) {
    await request.jwtVerify()
    return this.jwt.sign({})
  })
// @ts-expect-error its options are still checked
touchstone().register(jwt, { secret: 1 })

// ── E15 a wrapped plugin that does not return its instance adds nothing
touchstone()
  .register(
    plugin(async (instance: App) => {
      instance.decorate('z', 1)
    }),
  )
  .get('/', function () {
    // @ts-expect-error
    this.z
  })
