/** Each check on an application that breaks it, and beside it one that does not: the ten defects have the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify-4.29'
import touchstone, { bearerAuth, type Instance, type Root } from '../src/index.ts'
import { type FuzzOptions, FuzzUsageError, fuzz } from './fuzz.ts'
import { targetOf } from './target/load.ts'

const closed = { type: 'object', additionalProperties: false } as const

async function found(app: unknown, options: FuzzOptions = {}): Promise<string[]> {
  const { findings, warnings } = await fuzz(app, { maxRequests: 400, timeout: 500, ...options })
  return [...findings, ...warnings].map(({ check, route }) => `${check} ${route}`)
}

test('valid-accepted: a validator that refuses what the schema takes', async () => {
  const app = touchstone()
  const body = { ...closed, properties: { n: { type: 'integer', maximum: 9 } }, required: ['n'] } as const
  const strict = (data: unknown): boolean => Number((data as { n?: unknown } | null)?.n) < 9
  app.post('/n', { schema: { body }, validatorCompiler: () => strict }, async () => 'ok')
  assert.ok((await found(app, { checks: ['valid-accepted'] })).includes('valid-accepted POST /n'))
})

test('response-leak: a serializer that ignores the schema; response-schema: a value that the schema does not have', async () => {
  const app = touchstone()
  const response = { 200: { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } } } as const
  app.get(
    '/leak',
    { schema: { response }, serializerCompiler: () => (data) => JSON.stringify(data) },
    async () => {
      const payload: { a: 'x' } = Object.assign({ a: 'x' as const }, { secret: 1 })
      return payload
    },
  )
  app.get('/enum', { schema: { response } }, async () => ({ a: 'y' as 'x' }))
  assert.deepEqual(await found(app, { maxRequests: 100 }), [
    'response-leak GET /leak',
    'response-schema GET /enum',
  ])
})

test('auth-altered-key: a door that looks at the beginning of the key; a right one refuses them all', async () => {
  const door = (wanted: (key: string) => boolean) => async (context: Instance) => {
    context.register(bearerAuth, { keys: ['no-key-at-all'], auth: async (key) => wanted(key) })
    context.get('/in', async () => 'ok')
    context.get('/in/too', async () => 'ok') // behind the same door: told once
  }
  const headers = { authorization: 'Bearer secret-key' }
  const careless = touchstone().register(
    door((key) => 'secret-key'.startsWith(key) || key.startsWith('secret-key')) as never,
  )
  const names = new Set(await found(careless, { headers, maxRequests: 60 }))
  assert.deepEqual([...names], ['auth-altered-key GET /in'])
  const careful = touchstone().register(door((key) => key === 'secret-key') as never)
  assert.deepEqual(await found(careful, { headers, maxRequests: 60 }), [])
})

test('auth-altered-key: doors of a bearer token, a header and a cookie that take an altered key; right ones refuse them all', async () => {
  const doors: [kind: string, takes: (key: string) => boolean][] = [
    ['its beginning', (key) => key.length > 3 && 'Secret-key'.startsWith(key)],
    ['its end', (key) => key.length > 3 && 'Secret-key'.endsWith(key)],
    ['more after it', (key) => key.startsWith('Secret-key')],
    ['more before it', (key) => key.endsWith('Secret-key')],
    ['more around it', (key) => /.Secret-key./.test(key) || key === 'Secret-key'],
    ['another case', (key) => key.toLowerCase() === 'secret-key'],
    ['one in a list', (key) => key.split(',').includes('Secret-key')],
    ['the same length', (key) => key.length === 'Secret-key'.length],
  ]
  const places: [
    name: string,
    headers: Record<string, string>,
    read: (headers: Record<string, unknown>) => string,
  ][] = [
    [
      'bearer',
      { authorization: 'Bearer Secret-key' },
      ({ authorization = '' }) => String(authorization).replace(/^Bearer /, ''),
    ],
    ['header', { 'x-api-key': 'Secret-key' }, (headers) => String(headers['x-api-key'] ?? '')],
    ['cookie', { cookie: 'sid=Secret-key' }, ({ cookie = '' }) => String(cookie).replace(/^sid=/, '')],
  ]
  for (const [place, headers, read] of places)
    for (const [kind, takes] of [...doors, ['right', (key: string) => key === 'Secret-key'] as const]) {
      const app = touchstone()
      app.addHook('onRequest', async (request, reply) => {
        const key = read(request.headers)
        if (key === '' || !takes(key)) reply.code(401).send({ why: 'no key' })
      })
      app.get('/in', async () => 'ok')
      const names = await found(app, { headers, maxRequests: 60, checks: ['auth-altered-key'] })
      assert.deepEqual(names, kind === 'right' ? [] : ['auth-altered-key GET /in'], `${place}: ${kind}`)
    }
})

test('auth-altered-key: of two keys that let in each by itself, none is altered next to the right other', async () => {
  const app = touchstone()
  app.addHook('onRequest', async ({ headers }, reply) => {
    const isIn = headers['x-api-key'] === 'Secret-key' || headers.cookie === 'sid=Secret-key'
    if (!isIn) reply.code(401).send({ why: 'no key' })
  })
  app.get('/in', async () => 'ok')
  const headers = { 'x-api-key': 'Secret-key', cookie: 'sid=Secret-key' }
  assert.deepEqual(await found(app, { headers, maxRequests: 60, checks: ['auth-altered-key'] }), [])
})

test('auth-missing: not for a route that says that it is public', async () => {
  const build = (config: Record<string, unknown>): Instance => {
    const app = touchstone()
    app.register(async (context) => {
      context.register(bearerAuth, { keys: ['k'] })
      context.get('/me/a', async () => 'ok')
      context.get('/me/b', async () => 'ok')
    })
    app.get('/me/login', { config }, async () => 'ok')
    return app as Instance
  }
  assert.deepEqual(await found(build({}), { maxRequests: 60 }), ['auth-missing GET /me/login'])
  assert.deepEqual(await found(build({ public: true }), { maxRequests: 60 }), [])
})

test('inject-socket: an answer that depends on the connection', async () => {
  const app = touchstone()
  app.get('/', async (request) => ({ port: typeof request.raw.socket.remotePort }))
  assert.deepEqual(await found(app, { maxRequests: 60 }), ['inject-socket GET /'])
})

test('removals: what was made and then deleted is asked for once more', async () => {
  const app = touchstone()
  const users = new Map<string, { name: string } | null>()
  const body = {
    ...closed,
    properties: { name: { type: 'string', maxLength: 9 } },
    required: ['name'],
  } as const
  app.post('/users', { schema: { body } }, async (request) => {
    const id = `u${users.size}`
    users.set(id, request.body)
    return { id }
  })
  app.get('/users/:id', async ({ params }, reply) => {
    const user = users.get(params.id)
    if (user === undefined) return reply.code(404).send({ message: 'none' })
    return { length: user!.name.length }
  })
  app.delete('/users/:id', async ({ params }) => {
    if (users.has(params.id)) users.set(params.id, null)
    return {}
  })
  const { findings } = await fuzz(app, { maxRequests: 600 })
  assert.deepEqual(
    findings.map(({ check, route, phase }) => [check, route, phase]),
    [['no-5xx', 'GET /users/:id', 'removals']],
  )
  assert.deepEqual(
    findings[0]?.requests.map(({ method }) => method),
    ['POST', 'DELETE', 'GET'],
  )
})

test('lints: what is unbounded, open, or told in full', async () => {
  const app = touchstone({ ajv: { customOptions: { allErrors: true } } })
  const properties = { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } } } as const
  app.post('/l', { schema: { body: { type: 'object', properties, required: ['a', 'b'] } } }, async () => 'ok')
  assert.deepEqual((await found(app)).sort(), [
    'lint-all-errors POST /l',
    'lint-open-object POST /l',
    'lint-unbounded POST /l',
    'lint-unbounded POST /l',
  ])
})

test('lints: closing one of several schemas loses properties, and is not recommended; slow patterns', async () => {
  const branch = (name: string, closed: object): object => ({
    ...{ type: 'object', properties: { [name]: { type: 'integer' } }, required: [name], ...closed },
  })
  const app = touchstone()
  const open = { oneOf: [branch('a', {}), branch('b', {})] } as const
  const closing = { additionalProperties: false }
  app.post('/open', { schema: { body: open as never } }, async () => 'ok')
  app.post(
    '/closed',
    { schema: { body: { oneOf: [branch('a', closing), branch('b', {})] } as never } },
    async () => 'ok',
  )
  const text = { type: 'string', maxLength: 50, pattern: '^(a+)+$' } as const
  app.get('/slow', { schema: { querystring: { type: 'object', properties: { text } } } }, async () => 'ok')
  const { warnings } = await fuzz(app, { maxRequests: 1 })
  assert.deepEqual(
    warnings.map(({ check, route }) => `${check} ${route}`),
    ['lint-removal POST /closed', 'lint-slow-pattern GET /slow'],
  )
})

test('what is refused the second time, and not shown again, is decided by a fresh application', async () => {
  const create = (): Instance => {
    const app = touchstone()
    const names = new Set<string>()
    const properties = {
      name: { type: 'string', minLength: 1, maxLength: 9 },
      kind: { enum: ['A', 'B'], type: 'string' },
    } as const
    const body = { ...closed, properties, required: ['name'] } as const
    const response = {
      201: { type: 'object', properties: { kind: { type: 'string', enum: ['A', 'B'] } } },
    } as const
    app.post('/once', { schema: { body, response } }, async (request, reply) => {
      const { name, kind = 'a' } = request.body
      if (names.has(name)) return reply.code(409).send({ message: 'there is one' } as never)
      names.add(name)
      return reply.code(201).send({ kind } as never)
    })
    return app as Instance
  }
  const { findings } = await fuzz(create, { maxRequests: 600, checks: ['response-schema'] })
  assert.deepEqual(
    findings.map(({ check, route, unstable }) => [check, route, unstable]),
    [['response-schema', 'POST /once', undefined]],
  )
})

test('no-5xx: a route without a schema is tried with the names of its neighbours', async () => {
  const app = touchstone()
  const title = { type: 'string', maxLength: 9 } as const
  app.post('/labels', { schema: { body: { ...closed, properties: { title } } } }, async () => 'ok')
  app.patch('/labels/:id', async ({ body }) => ((body as { title?: string } | null)?.title ?? 'none').trim())
  const { findings } = await fuzz(app, { maxRequests: 900, checks: ['no-5xx'] })
  assert.deepEqual(
    findings.map(({ requests, phase }) => [phase, requests.map(({ body }) => body)]),
    [['boundaries', ['{"title":0}']]],
  )
})

test('boundaries: what a thing takes only once is tried with a new thing each time', async () => {
  const app = touchstone()
  const paid = new Map<string, boolean>()
  app.post('/bookings', async (_, reply) => {
    const id = `booking-${paid.size}`
    paid.set(id, false)
    return reply.code(201).send({ id })
  })
  const by = { type: 'string', enum: ['card', 'cash', 'bank', 'gift', 'points'] } as const
  const body = { ...closed, properties: { by }, required: ['by'] } as const
  app.post('/bookings/:id/payment', { schema: { body } }, async ({ params, body }, reply) => {
    if (paid.get(params.id) !== false) return reply.code(409).send({ message: 'paid, or not there' })
    paid.set(params.id, true)
    if (body.by === 'points') throw new Error('no points')
    return 'ok'
  })
  const { findings } = await fuzz(app, { maxRequests: 1500, checks: ['no-5xx'] })
  assert.deepEqual(
    findings.map(({ check, route }) => `${check} ${route}`),
    ['no-5xx POST /bookings/:id/payment'],
  )
})

test('no-5xx: bodies of other types that a parser stumbles on', async () => {
  const app = touchstone()
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_request: unknown, text: string) => ({
    names: text.split('\n').map((line) => line[0]!.toUpperCase()),
  }))
  const names = { type: 'array', maxItems: 9, items: { type: 'string', maxLength: 9 } } as const
  app.post('/lines', { schema: { body: { ...closed, properties: { names } } } }, async () => 'ok')
  const { findings } = await fuzz(app, { maxRequests: 600, checks: ['no-5xx'] })
  assert.deepEqual(
    findings.map(({ requests }) => requests.map(({ body }) => body)),
    [['']],
  )
})

test('unvalidated-media-type: also the types for which the application has parsers of its own', async () => {
  const app = touchstone()
  app.addContentTypeParser(
    'application/x-lines',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => [text],
  )
  const lenient = (data: unknown): boolean => Array.isArray(data) || (data as { n?: unknown } | null)?.n === 1
  const body = { ...closed, properties: { n: { const: 1 } }, required: ['n'] } as const
  app.post('/lines', { schema: { body }, validatorCompiler: () => lenient }, async () => 'ok')
  const { findings } = await fuzz(app, { maxRequests: 400, checks: ['unvalidated-media-type'] })
  assert.deepEqual(
    findings.map(({ check, key }) => [check, key]),
    [['unvalidated-media-type', 'application/x-lines']],
  )
})

test('lint-async: a schema that makes a request wait for its own validation, where a framework takes one', async () => {
  const properties = { n: { type: 'integer' } }
  const body = { $async: true, type: 'object', properties, required: ['n'], additionalProperties: false }
  const plugin = (app: Instance<Root>, _options: object, done: () => void): void => {
    app.post('/later', { schema: { body } }, async () => 'ok')
    app.post('/now', { schema: { body: { ...body, $async: false } } }, async () => 'ok')
    done()
  }
  const target = await targetOf(plugin, { framework: fastify as never })
  const all = await found(target)
  assert.deepEqual(
    all.filter((one) => one.startsWith('lint')),
    ['lint-async POST /later'],
  )
  assert.ok(!all.some((one) => one.endsWith('POST /now')), all.join())
})

test('an instance that was ready before is fuzzed from outside, and the report says so', async () => {
  const app = touchstone()
  app.get('/', async () => {
    throw new Error('always')
  })
  await app.ready()
  const { findings, notes } = await fuzz(app, { maxRequests: 30 })
  assert.deepEqual(
    findings.map(({ check }) => check),
    ['no-5xx'],
  )
  assert.match(notes.join(), /no hooks can be added/)
})

test('what is not an application, and a check that is none, are refused with what is right', async () => {
  await assert.rejects(fuzz(5), /The application is 5\. Export an instance/)
  await assert.rejects(
    fuzz(() => 'x'),
    /it has to return an instance; it returned x/,
  )
  await assert.rejects(
    fuzz(() => ({ getHttpAdapter: () => null })),
    /Of a NestJS application, wait for app\.init\(\) and return app\.getHttpAdapter\(\)\.getInstance\(\)\./,
  )
  const wrong = fuzz(touchstone(), { checks: ['no-6xx' as never] })
  await assert.rejects(
    wrong,
    (error) => error instanceof FuzzUsageError && /There is no check "no-6xx"/.test(error.message),
  )
})
