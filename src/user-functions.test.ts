/** Functions of an application that throw, reject or wrongly return a promise: the request and the next one still get replies. */
import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone, { accept, refuse } from './index.ts'

type App = ReturnType<typeof touchstone>
type Options = Parameters<typeof touchstone>[0]

/** Returns a promise that rejects in a later turn of the event loop, even if nothing awaits it. */
function late(): never {
  return turn().then(() => Promise.reject(new Error('late'))) as never // where the types take no promise
}
function broken(): never {
  throw new Error('broken')
}

interface Row {
  options?: Options
  declare?(app: App): void
  path?: string
  status: number
}

const users = (app: App): void => void app.get('/', async () => ({ n: 1 }))
const integer = { type: 'object', properties: { n: { type: 'integer' } } }
const silent = { level: 'info', stream: { write: () => {} } }

const ROWS: Record<string, Row> = {
  'schemaErrorFormatter rejects': {
    options: { schemaErrorFormatter: late },
    declare: (app) => void app.get('/', { schema: { querystring: integer } }, async () => 'x'),
    path: '/?n=x',
    status: 500,
  },
  'genReqId rejects': { options: { genReqId: late }, declare: users, status: 200 },
  'genReqId throws': { options: { genReqId: broken, logger: silent }, declare: users, status: 500 },
  'querystringParser rejects': { options: { querystringParser: late }, declare: users, status: 500 },
  'querystringParser throws': { options: { querystringParser: broken }, declare: users, status: 500 },
  'rewriteUrl throws': { options: { rewriteUrl: broken }, declare: users, status: 500 },
  'trustProxy rejects': {
    options: { trustProxy: late },
    declare: (app) => void app.get('/', async (request) => request.ip),
    status: 200,
  },
  'a serializer of the log throws': {
    options: { logger: { ...silent, serializers: { res: broken } } },
    declare: users,
    status: 200,
  },
  'a serializer of a reply rejects': {
    declare: (app) => void app.get('/', async (_request, reply) => reply.serializer(late).send({})),
    status: 500,
  },
  'setReplySerializer rejects': {
    declare: (app) => users(app.setReplySerializer(late)),
    status: 500,
  },
  'a validator refuses with a promise that rejects': {
    declare: (app) =>
      void app.get(
        '/',
        { schema: { querystring: integer }, validatorCompiler: () => () => refuse(late()) },
        async () => 'x',
      ),
    status: 500,
  },
  'a validator accepts a promise that rejects': {
    declare: (app) =>
      void app.get(
        '/',
        { schema: { querystring: integer }, validatorCompiler: () => () => accept(late()) },
        async () => 'x',
      ),
    status: 500,
  },
  'a strategy of constraints rejects': {
    options: {
      constraints: {
        own: { name: 'own', storage: () => new Map() as never, deriveConstraint: late, validate: () => {} },
      },
    },
    declare: (app) => void app.get('/', { constraints: { own: 'a' } }, async () => 'x'),
    status: 500,
  },
  'a stream of objects': {
    declare: (app) => void app.get('/', async () => Readable.from([{ a: 1 }])),
    status: 500,
  },
  'a stream of texts': {
    declare: (app) => void app.get('/', async () => Readable.from(['a', 'b'])),
    status: 200,
  },
  'pipe of a payload throws': {
    declare: (app) =>
      void app.get('/', (_request, reply) => {
        const payload = { pipe: broken, on: () => payload, removeListener: () => payload }
        reply.send(payload as never)
      }),
    status: 500,
  },
  'a getter of a payload throws': {
    declare: (app) => void app.get('/', async () => Object.defineProperty({}, 'pipe', { get: broken })),
    status: 500,
  },
}

for (const [name, { options, declare, path = '/', status }] of Object.entries(ROWS)) {
  test(name, { timeout: 10_000 }, async () => {
    const app = touchstone(options)
    declare?.(app)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      for (const _again of [1, 2]) assert.equal((await fetch(address + path)).status, status)
      await turn()
    } finally {
      await app.close()
    }
  })
}

test('clientErrorHandler throws: the connection ends, and the next one is served', async () => {
  const app = touchstone({ clientErrorHandler: broken })
  app.get('/', async () => 'x')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const socket = createConnection(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('garbage\r\n\r\n')
    await new Promise((resolve) => socket.on('close', resolve))
    assert.equal((await fetch(address)).status, 200)
  } finally {
    await app.close()
  }
})

test('onRoute and onRegister that reject fail the boot', async () => {
  const app = touchstone().addHook('onRoute', late)
  app.get('/', async () => 'x')
  app.register(async () => void (await turn()))
  await assert.rejects(async () => app.ready(), /late/)
})

test('a body is not a verdict: a validator that hands it back, or a copy of it, lets nothing of it decide', async () => {
  const app = touchstone()
  const echo = (data: unknown) => data
  const copy = (data: object) => ({ ...data })
  for (const [url, validator] of Object.entries({ '/echo': echo, '/copy': copy })) {
    app.post(url, { schema: { body: integer }, validatorCompiler: () => validator }, async ({ body }) => body)
  }
  app.post(
    '/accept',
    { schema: { body: integer }, validatorCompiler: () => (data) => accept({ data }) },
    (request) => Promise.resolve(request.body),
  )
  app.post(
    '/refuse',
    { schema: { body: integer }, validatorCompiler: () => () => refuse(new Error('no')) },
    () => 'x',
  )
  app.post(
    '/refuse-without-reason',
    { schema: { body: integer }, validatorCompiler: () => () => refuse(undefined) },
    () => 'x',
  )
  const post = async (url: string, payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
    return [statusCode, body]
  }
  assert.equal((await post('/echo', { value: { isAdmin: true } }))[0], 500)
  assert.equal((await post('/copy', { value: { isAdmin: true }, n: 1 }))[0], 500)
  assert.deepEqual(await post('/accept', { value: 1 }), [200, '{"data":{"value":1}}'])
  assert.equal((await post('/refuse', { value: 1 }))[0], 400)
  assert.equal((await post('/refuse-without-reason', { value: 1 }))[0], 400)
})
