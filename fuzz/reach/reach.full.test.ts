/** What a run reaches by itself: routes that need ids, tokens and cookies that only answers of other routes have. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { fuzz } from '../fuzz.ts'
import { nothingReached } from '../report/reached.ts'
import { routesInTree } from '../target/foreign.ts'

const require = createRequire(import.meta.url)
const text = { type: 'string', minLength: 1, maxLength: 30 } as const
const object = (properties: object, required = Object.keys(properties)) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const

// biome-ignore lint/suspicious/noExplicitAny: the same application on several frameworks
type Any = any

/** A member registers, logs in, and has notes with pages; every id and token is one that cannot be guessed. */
function club(app: Any, { leaves = true } = {}): Any {
  const members = new Map<string, string>()
  const tokens = new Set<string>()
  const notes = new Map<string, Set<string>>()
  let last = 0
  const next = () => `${(++last * 7_919_777).toString(36)}-x${last}`
  app.post(
    '/members',
    { schema: { body: object({ handle: text, password: text }) } },
    (request: Any, reply: Any) => {
      if (members.has(request.body.handle)) return reply.code(409).send({ message: 'taken' })
      members.set(request.body.handle, request.body.password)
      return reply.code(201).send({ handle: request.body.handle })
    },
  )
  app.post(
    '/sessions',
    { schema: { body: object({ handle: text, password: text }) } },
    (request: Any, reply: Any) => {
      if (members.get(request.body.handle) !== request.body.password) return reply.code(401).send({})
      const accessToken = next()
      tokens.add(accessToken)
      return reply.send({ accessToken })
    },
  )
  app.register(async (inner: Any) => {
    const tokenOf = (request: Any) => String(request.headers.authorization).replace('Bearer ', '')
    inner.addHook('onRequest', async (request: Any, reply: Any) => {
      if (!tokens.has(tokenOf(request))) return reply.code(401).send({})
    })
    if (leaves)
      inner.delete('/sessions', (request: Any, reply: Any) => {
        tokens.delete(tokenOf(request))
        return reply.code(204).send()
      })
    inner.post('/notes', { schema: { body: object({ title: text }) } }, (_request: Any, reply: Any) => {
      const id = next()
      notes.set(id, new Set())
      return reply.code(201).send({ note: { id } })
    })
    inner.post('/notes/:noteId/pages', (request: Any, reply: Any) => {
      const pages = notes.get(request.params.noteId)
      if (!pages) return reply.code(404).send({})
      const id = next()
      pages.add(id)
      return reply.code(201).send({ id })
    })
    inner.get('/notes/:noteId/pages/:id', (request: Any, reply: Any) =>
      notes.get(request.params.noteId)?.has(request.params.id) ? reply.send({}) : reply.code(404).send({}),
    )
    inner.post('/links', { schema: { body: object({ note_id: text }) } }, (request: Any, reply: Any) =>
      reply.code(notes.has(request.body.note_id) ? 201 : 422).send({}),
    )
    inner.delete('/notes/:noteId', (request: Any, reply: Any) =>
      reply.code(notes.delete(request.params.noteId) ? 204 : 404).send(),
    )
  })
  return app
}

const reached = (statuses: Readonly<Record<string, number>>) =>
  Object.keys(statuses).some((one) => one.startsWith('2'))

for (const [name, make] of [
  ['touchstone', () => touchstone()],
  ['Fastify 4.29', () => require('fastify-4.29')()],
  ['Fastify 5', () => require('fastify-5')()],
] as const)
  test(`${name}: every route of an application that is reached by registering and logging in`, async () => {
    const report = await fuzz(() => club(make()), { maxRequests: 1200, checks: ['no-5xx'] })
    assert.deepEqual(
      report.routes.filter(({ statuses }) => !reached(statuses)),
      [],
    )
    assert.equal(report.routes.length, 8)
    // A logout does not end the reach of the run: most requests for a note still get in.
    const { statuses } = report.routes.find(({ route }) => route === 'POST /notes')!
    assert.ok((statuses['201'] ?? 0) > (statuses['401'] ?? 0), JSON.stringify(statuses))
    assert.equal(nothingReached(report), null)
  })

test('equal seeds give equal runs, with the values of answers too', async () => {
  const run = () => fuzz(() => club(touchstone()), { maxRequests: 800, deterministic: true })
  assert.deepEqual(await run(), await run())
})

test('an instance of Fastify that is built: its routes and schemas are read, and what handlers return is seen', async () => {
  const app = require('fastify-5')()
  const schema = {
    body: object({ n: { type: 'integer' } }),
    response: { 200: object({ n: { type: 'integer' } }) },
  }
  app.register(
    async (inner: Any) => inner.post('/a/:id', { schema }, async ({ body }: Any) => ({ ...body, lost: 1 })),
    { prefix: '/p' },
  )
  app.get('/x/:y(^[a-z]+$)', async () => 'ok')
  let ran = 0
  app.delete('/gone', async () => ran++)
  await app.ready()
  const report = await fuzz(app, { maxRequests: 300, checks: ['response-undeclared', 'invalid-rejected'] })
  assert.deepEqual(report.routes.map(({ route }) => route).sort(), [
    'DELETE /gone',
    'GET /x/:y(^[a-z]+$)',
    'POST /p/a/:id',
  ])
  assert.deepEqual(
    report.warnings.map(({ check, route }) => `${check} ${route}`),
    ['response-undeclared POST /p/a/:id'],
  )
  // Listing the routes runs no handler.
  assert.equal(ran, report.routes.find(({ route }) => route === 'DELETE /gone')?.statuses['200'])
  assert.deepEqual(routesInTree('└── /a (GET, HEAD)\n    ├── b (POST)\n    └── c/\n        └── :d (PUT)\n'), [
    ...[
      { method: 'GET', url: '/a' },
      { method: 'HEAD', url: '/a' },
      { method: 'POST', url: '/ab' },
    ],
    { method: 'PUT', url: '/ac/:d' },
  ])
})

test('nothing reached, and no routes: said with what to do', async () => {
  const locked = touchstone()
  locked.get('/a', (_request, reply) => reply.code(401).send({}))
  assert.match(String(nothingReached(await fuzz(locked, { maxRequests: 50 }))), /no route answered below 400/)
  assert.match(
    String(nothingReached(await fuzz(touchstone()))),
    /has no routes that can be read. Export a function/,
  )
})

test('identities: headers and logins of the configuration; a login that fails, and a wrong value, are refused', async () => {
  const build = () => {
    const app = touchstone()
    const schema = { body: object({ user: text, secret: text }) }
    app.post('/enter', { schema }, ({ body }: Any, reply: Any) =>
      body.user === 'ada' && body.secret === 's3'
        ? reply.send({ out: { key: 'k-9' } })
        : reply.code(401).send({}),
    )
    app.get('/in', ({ headers }, reply) => reply.code(headers['x-key'] === 'k-9' ? 200 : 401).send({}))
    app.get('/cellar', ({ headers }, reply) =>
      reply.code(headers['x-cellar'] === 'open' ? 200 : 403).send({}),
    )
    return app
  }
  const login = (secret: string) => ({
    ...{ url: '/enter', body: { user: 'ada', secret }, token: '/out/key' },
    headers: { 'X-Key': '{token}' },
  })
  const cellar = { name: 'keeper', headers: { 'X-Cellar': 'open' } }
  const report = await fuzz(build, {
    maxRequests: 300,
    identities: [{ name: 'ada', login: login('s3') }, cellar],
  })
  assert.deepEqual(report.findings, [])
  assert.ok(report.routes.every(({ statuses }) => reached(statuses)))
  const refused = async (identities: Any, why: RegExp) =>
    assert.rejects(
      fuzz(build, { identities }),
      (error) =>
        /FuzzUsageError|SetupError/.test((error as Error).name) && why.test((error as Error).message),
    )
  await refused(
    [{ name: 'ada', login: login('no') }],
    /login of ada \(POST \/enter\) gave nothing .* the answer is 401/,
  )
  await refused(
    [{ name: 'ada', login: { ...login('s3'), url: '/entr' } }],
    /login of ada \(POST \/entr\).* as if there is no such route/,
  )
  await refused([{ name: 'ada' }], /identities\[0\] needs "headers" \(or "query"\) or a "login"/)
})

test('auth-missing: reads that are open beside writes that are not, and a route for monitors, are meant so', async () => {
  const app = touchstone()
  const locked = { preHandler: async (_request: Any, reply: Any) => reply.code(401).send({}) }
  for (const path of ['/api/posts', '/api/tags']) {
    app.get(path, async () => ({ a: 1 }))
    app.post(path, locked, async () => ({}))
    app.delete(`${path}/:id`, locked, async () => ({}))
  }
  for (const path of ['/v/a', '/v/b', '/v/c']) app.get(path, locked, async () => ({}))
  app.get('/v/status', async () => 'ok')
  const { findings } = await fuzz(app, { maxRequests: 200, checks: ['auth-missing'] })
  assert.deepEqual(findings, [])
})

test('auth-missing: a read below one thing of a list that needs a key', async () => {
  const create = (isOpen: boolean) => () => {
    const app = touchstone()
    const wantsKey = async (request: { headers: object }) => {
      if (!('x-api-key' in request.headers)) throw Object.assign(new Error('no key'), { statusCode: 401 })
    }
    app.get('/staff/trips', { onRequest: wantsKey }, async () => [{ id: 't1' }])
    app.get('/staff/trips/:id/people', isOpen ? {} : { onRequest: wantsKey }, async () => [])
    app.get('/stations', async () => [])
    return app
  }
  const identities = [{ name: 'one', headers: { 'x-api-key': 'k' } }]
  const told = async (isOpen: boolean) => {
    const { findings } = await fuzz(create(isOpen), {
      identities,
      maxRequests: 200,
      checks: ['auth-missing'],
    })
    return findings.map(({ route }) => route)
  }
  assert.deepEqual(await told(true), ['GET /staff/trips/:id/people'])
  assert.deepEqual(await told(false), [])
})
