/** What proves a finding: the shortest sequence from a fresh application, the ids in it, and the test that is printed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { Claims } from '../engine/claims.ts'
import type { Finding } from '../engine/finding.ts'
import { fuzz } from '../fuzz.ts'
import { curlOf, testOf } from '../report/snippets.ts'
import { Log } from '../sequence/log.ts'
import { reportLate } from '../target/late.ts'

const params = { type: 'object', properties: { id: { type: 'string' } } } as const

/** A shop whose ids are drawn: an item that was put away cannot be shown. */
function create() {
  const app = touchstone()
  const items = new Map<string, { id: string; away: boolean }>()
  const body = { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } } as const
  app.post('/items', { schema: { body } }, async (_request, reply) => {
    const item = { id: randomUUID(), away: false }
    items.set(item.id, item)
    return reply.code(201).send(item)
  })
  app.put('/items/:id', { schema: { params } }, async ({ params: { id } }) => {
    const item = items.get(id as string)
    if (item) item.away = true
    return item ?? {}
  })
  app.get('/items/:id', { schema: { params } }, async ({ params: { id } }) => {
    if (items.get(id as string)?.away) throw new Error('it is away')
    return {}
  })
  return app
}

test('a fault after other requests: the shortest sequence, with the ids of a fresh application, as a test that fails', async () => {
  const { findings } = await fuzz(create, { maxRequests: 400, checks: ['no-5xx'] })
  assert.equal(findings.length, 1)
  const [finding] = findings as [Finding]
  assert.deepEqual(
    finding.requests.map(({ method }) => method),
    ['POST', 'PUT', 'GET'],
  )
  assert.deepEqual(
    finding.links?.map(({ from, to, pointer }) => [from, to, pointer]),
    [
      [0, 1, '/id'],
      [0, 2, '/id'],
    ],
  )
  await assert.rejects(runs(testOf(finding, './a.mjs', 'node'), create()), /it is away/)
  const closed = touchstone()
  closed.post('/items', (_request, reply) => reply.code(403).send({}))
  const skipped = await runs(testOf(finding, './a.mjs', 'node'), closed)
  assert.match(String(skipped), /POST \/items gives nothing/, 'what another mistake let in')
})

/** The body of a printed test, with the application that it would import. */
function runs(text: string, app: object): Promise<unknown> {
  const body = /async \(t?\) => \{\n([\s\S]*)\n\}\)/.exec(text)![1]!
  const run = new Function('app', 'assert', 't', `return (async () => {\n${body}\n})()`) as (
    ...given: unknown[]
  ) => Promise<unknown>
  return run(app, assert, { skip: (why: string) => why })
}

test('a key of a login that was altered: the fresh application gives another one, and the test alters that', async () => {
  const person = {
    type: 'object',
    properties: { user: { enum: ['ada', 'bob'] } },
    required: ['user'],
    additionalProperties: false,
  } as const
  const openTo = () => {
    const app = touchstone()
    const given = new Set<string>()
    app.post('/login', { schema: { body: person } }, async () => {
      const token = `${randomUUID()}.${randomUUID()}`
      given.add(token.split('.')[0]!)
      return { token }
    })
    app.get('/notes', async ({ headers: { authorization } }, reply) => {
      const [, key = ''] = /^Bearer ([^.]*)/.exec(String(authorization)) ?? []
      return given.has(key) ? { notes: 3 } : reply.code(401).send({})
    })
    return app
  }
  const login = {
    ...{ method: 'POST', url: '/login', body: { user: 'ada' }, token: '/token' },
    headers: { authorization: 'Bearer {token}' },
  }
  const identities = [{ name: 'ada', login }]
  const { findings } = await fuzz(openTo, { maxRequests: 300, checks: ['auth-altered-key'], identities })
  const [finding] = findings as [Finding]
  assert.equal(finding.unstable, undefined, finding.reason)
  assert.deepEqual(
    finding.requests.map(({ url }) => url),
    ['/login', '/notes'],
  )
  const text = testOf(finding, './a.mjs', 'node')
  assert.match(text, /"Bearer " \+ answer0\.json\(\)\["token"\]\.slice\(0, -1\)/)
  await assert.rejects(runs(text, openTo()), { code: 'ERR_ASSERTION' })
})

test('of hundreds of requests those stay that are needed, without trying all of them', async () => {
  let made = 0
  const boxes = () => {
    made++
    const app = touchstone()
    const all = new Map<string, { id: string; lid: boolean; lock: boolean }>()
    app.post('/boxes', async (_request, reply) => {
      const box = { id: randomUUID(), lid: false, lock: false }
      all.set(box.id, box)
      return reply.code(201).send(box)
    })
    for (const name of ['lid', 'lock'] as const)
      app.put(`/boxes/:id/${name}`, { schema: { params } }, async ({ params: { id } }, reply) => {
        const box = all.get(id as string)
        if (!box || (name === 'lock' && !box.lid)) return reply.code(404).send({})
        box[name] = true
        return {}
      })
    app.get('/boxes/:id', { schema: { params } }, async ({ params: { id } }, reply) => {
      const box = all.get(id as string)
      if (box?.lock) throw new Error('locked')
      return box ?? reply.code(404).send({})
    })
    return app
  }
  const { findings } = await fuzz(boxes, { maxRequests: 1500, checks: ['no-5xx'] })
  assert.deepEqual(
    findings.map(({ requests }) =>
      requests
        .map(({ method, url }) => `${method} ${url.split('/').at(-1)!.slice(0, 5)}`)
        .filter((one) => !one.startsWith('GET')),
    ),
    [['POST boxes', 'PUT lid', 'PUT lock']],
  )
  assert.ok(made < 40, `${made} applications`)
})

test('state of the first application only: the finding is told as unstable, with the reason', async () => {
  let made = 0
  const once = () => {
    const first = made++ === 0
    const app = touchstone()
    app.get('/', async () => {
      if (first) throw new Error('once')
      return 'ok'
    })
    return app
  }
  const { findings } = await fuzz(once, { maxRequests: 50 })
  assert.equal(findings[0]?.unstable, true)
  assert.match(findings[0]?.reason ?? '', /A fresh application does not show it/)
})

test('an exception after an answer: told of the request that throws it, with those that it needs', async () => {
  const mail = () => {
    const app = touchstone()
    const drafts = new Set<string>()
    app.get('/health', async () => ({ ok: true }))
    app.post('/drafts', async (_request, reply) => {
      const id = `d${drafts.size}`
      drafts.add(id)
      return reply.code(201).send({ id })
    })
    app.post('/drafts/:id/sent', { schema: { params } }, async ({ params: { id } }, reply) => {
      if (!drafts.has(id as string)) return reply.code(404).send({ message: 'none' })
      setTimeout(() => reportLate(new Error(`nobody reads ${id}`)), 2)
      return reply.code(204).send()
    })
    return app
  }
  const { findings } = await fuzz(mail, { maxRequests: 400, checks: ['crash'] })
  assert.deepEqual(
    findings.map(({ route, requests }) => [route, ...requests.map(({ url }) => url)]),
    [['POST /drafts/:id/sent', '/drafts', '/drafts/d0/sent']],
  )
})

const told: Finding = {
  ...{ id: 'no-5xx-00000000', check: 'no-5xx', key: '500', severity: 'error', route: 'GET /a\u2028' },
  ...{ why: 'line\u2028\u0085 and */ more', phase: 'random' },
  requests: [{ method: 'GET', url: '/a/[b]/../c', headers: { 'x-a': '\u0085' } }],
  answer: { status: 500, headers: {}, body: '' },
}

test('a printed test is code whatever stands in the finding, on the framework that was tried, or with fetch', async () => {
  const text = testOf(told, './a.mjs', 'node', { name: 'default', kind: 'plugin', framework: 'fastify' })
  assert.match(text, /^import fastify from 'fastify'$/m)
  assert.match(text, /const app = fastify\(\)/)
  assert.doesNotMatch(text, /[\u0080-\u009f\u2028]/)
  const server = testOf(told, 'http://127.0.0.1:3000/', 'node', null)
  assert.match(server, /await fetch\("http:\/\/127\.0\.0\.1:3000" \+ url/)
  assert.equal(
    curlOf(told.requests[0]!, 'http://127.0.0.1:3000/api'),
    "curl -i -g --path-as-is -H $'x-a: \\u0085' 'http://127.0.0.1:3000/api/a/[b]/../c'",
  )
})

test('an assertion holds for every right application: no whole payload, and no status that a handler may choose', () => {
  const lines = (more: Partial<Finding>): string => testOf({ ...told, ...more }, './a.mjs', 'node')
  assert.match(
    lines({ check: 'response-dropped', meant: { pointer: '/a', present: true } }),
    /notDeepEqual\(\(response.json\(\) \?\? \{ \["a"\]: null \}\)\["a"\], undefined\)/,
  )
  assert.match(
    lines({ check: 'response-schema', meant: { pointer: '/a', wrong: 'y' } }),
    /notDeepEqual\(response.json\(\)\?\.\["a"\], "y"\)/,
  )
  const answer = { status: 200, headers: {}, body: '' }
  assert.match(lines({ check: 'invalid-rejected', answer }), /assert\.ok\(response\.statusCode >= 400/)
})

test('where nothing can be shown any more, what was found is told as unstable, with the reason', async () => {
  const findings: Finding[] = []
  const claims = new Claims({
    ...{ prove: async ({ finding }) => finding, log: new Log(), plans: [] },
    options: { fresh: () => Promise.reject(new Error('it is gone')), timeout: 1 },
    ...{ phase: () => 'random', isNewCrash: () => false, onCrash: () => {}, drop: () => {} },
    tell: (finding) => void findings.push(finding),
  })
  claims.add({ finding: told, plan: {} as never })
  await claims.settle('it is not there.')
  await claims.settle()
  assert.deepEqual(
    findings.map(({ unstable, reason }) => [unstable, reason]),
    [[true, 'it is not there.']],
  )
})
