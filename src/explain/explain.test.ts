/** What an application says of its requests: the route, the order of its functions, and where each was declared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone, { type Instance } from '../index.ts'
import type { Account } from './account.ts'
import { explain, isExplainable } from './explain.ts'
import { Recorder } from './trace.ts'

/** Functions know the line in which they were made. */
const lineOf = (): number => Number(/:(\d+):\d+\)?$/.exec(new Error().stack!.split('\n')[2]!)![1])
const lines: Record<string, number> = {}

function declare(): Instance {
  const app = touchstone()
  app.addSchema({ $id: 'money', type: 'number' })
  app.decorate('db', {})
  lines.clock = lineOf() + 1
  app.addHook('onRequest', async function clock() {})
  app.register(async function users(child) {
    child.decorate('cache', {})
    child.addHook('onRequest', async function verify() {})
    child.setErrorHandler(async function mend() {})
    lines.audit = lineOf() + 1
    const preHandler = async function audit() {}
    lines.create = lineOf() + 1
    const create = async function create() {
      return { id: 1 }
    }
    const options = {
      preHandler,
      attachValidation: true,
      schema: {
        body: {
          type: 'object',
          properties: { tags: { type: 'array', items: { $id: '#t', type: 'string' } } },
        },
        response: {
          201: { type: 'object', properties: { id: { type: 'integer' } } },
          '4xx': { $ref: 'money#' },
        },
      },
      errorHandler: function own() {},
    } as const
    child.post('/users/:id/orders', options, create)
    child.get('/users/:id', async function find() {})
    child.get('/v', { constraints: { version: '1.2.0' } }, async function v() {})
  })
  app.register(async function admin(child) {
    child.addHook('onRequest', async function sudo() {})
    child.get('/admin', async function all() {})
  })
  app.register(
    async function below(child) {
      child.setNotFoundHandler(async function none() {})
    },
    { prefix: '/below' },
  )
  app.after(() => void app.addHook('onRequest', async function tenant() {}))
  return app
}

async function ask(method: string, url: string, headers = {}): Promise<Account> {
  const app: unknown = declare()
  assert.ok(isExplainable(app))
  return explain(app, { method, url, headers })
}

const namesOf = ({ stages }: Account): string[] =>
  stages.flatMap(({ stage, runs }) => runs.map(({ name, of }) => `${stage} ${name} of ${of}`))

test('the functions of a request stand in their order, with their contexts and places', async () => {
  const account = await ask('POST', '/users/7/orders')
  assert.deepEqual(account.route, { method: 'POST', url: '/users/:id/orders', context: 'root -> users' })
  assert.deepEqual(namesOf(account), [
    'onRequest clock of root',
    'onRequest verify of root -> users',
    'onRequest tenant of root',
    'preHandler audit of POST /users/:id/orders',
    'handler create of POST /users/:id/orders',
  ])
  const all = account.stages.flatMap(({ runs }) => runs)
  for (const [name, line] of Object.entries(lines)) {
    const { at } = all.find((one) => one.name === name)!
    assert.match(String(at), new RegExp(`explain\\.test\\.[jt]s:${line}$`), name)
  }
  assert.deepEqual(
    all.filter(({ note }) => note.includes('after a plugin inside')).map(({ name }) => name),
    ['tenant'],
  )
})

test('an account says what judges, what catches, what is visible, and what does not run', async () => {
  const account = await ask('POST', '/users/7/orders')
  assert.deepEqual(account.judged, [
    { part: 'body', by: 'ajv', why: "'$id' at #/properties/tags/items" },
    { part: 'response 201', by: 'touchstone', why: '' },
    { part: 'response 4xx', by: 'touchstone', why: '' },
  ])
  assert.deepEqual(
    account.errors.map(({ name, of }) => `${name} of ${of}`),
    ['own of POST /users/:id/orders', 'mend of root -> users', 'the default of touchstone'],
  )
  assert.deepEqual(account.sees, { app: ['cache', 'db'], schemas: ['money'] })
  assert.deepEqual(
    account.elsewhere.map(({ name, stage }) => `${stage} ${name}`),
    ['onRequest sudo'],
  )
  assert.deepEqual(
    account.notes.map((one) => one.split(':')[0]),
    ['attachValidation'],
  )
})

test('a HEAD request of a GET route names that route', async () => {
  const account = await ask('HEAD', '/users/7')
  assert.deepEqual(account.route, { method: 'HEAD', url: '/users/:id', context: 'root -> users' })
  assert.match(account.notes.join(), /automatic HEAD route of GET \/users\/:id/)
})

test('what has no route names the not-found handler of its prefix, other methods, and the nearest routes', async () => {
  const missed = await ask('GET', '/user/7/orders')
  assert.deepEqual([missed.found, missed.near], [false, ['POST /users/:id/orders', 'GET /users/:id']])
  assert.deepEqual(namesOf(missed).at(-1), 'handler the default 404 of touchstone')
  assert.deepEqual(namesOf(await ask('GET', '/below/x')).at(-1), 'handler none of root -> below')
  assert.match((await ask('PUT', '/users/7')).notes.join(), /has a route for GET, HEAD/)
})

test('a constraint that does not match is named, with its route', async () => {
  const missed = await ask('GET', '/v')
  assert.equal(missed.found, false)
  assert.match(missed.notes.join(), /GET \/v needs version 1\.2\.0/)
  assert.equal((await ask('GET', '/v', { 'accept-version': '1.x' })).found, true)
})

test('a declared path is found as it is written', async () => {
  assert.equal((await ask('POST', '/users/:id/orders')).route.url, '/users/:id/orders')
})

test('bound and native functions have the place of their target, or none', async () => {
  const app = touchstone()
  lines.bound = lineOf() + 1
  const target = async function target(): Promise<string> {
    return 'x'
  }
  app.addHook('onRequest', target.bind(null) as never)
  app.addHook('preHandler', Array.prototype.concat as never)
  app.get('/', target)
  assert.ok(isExplainable(app))
  const { stages } = await explain(app, { method: 'GET', url: '/', headers: {} })
  const places = stages.map(({ stage, runs }) => [stage, runs[0]?.at])
  assert.match(String(places[0]![1]), new RegExp(`:${lines.bound}$`))
  assert.deepEqual(places[1], ['preHandler', 'native'])
})

test('what ran is what the account says, and in the same order', async () => {
  const recorder = new Recorder()
  const app: unknown = declare()
  assert.ok(isExplainable(app))
  const asked = { method: 'POST', url: '/users/7/orders', headers: {} }
  const account = await explain(app, asked)
  await app.inject({ ...asked, payload: {} })
  recorder.stop()
  assert.deepEqual(
    recorder.ran.map(({ stage, name, of }) => `${stage} ${name} of ${of}`),
    namesOf(account),
  )
  assert.ok(recorder.ran.every(({ ms }) => ms !== null && ms >= 0))
})
