/** The setup of a configuration on small applications: seeded, reset, chosen routes, own checks, logins by function, a hook, a rate. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { fuzz } from '../fuzz.ts'
import type { Answer, TargetRoute } from '../target/target.ts'
import { chosenOf } from './chosen.ts'
import { configured } from './configured.ts'
import { faultOfSetup, type Setup } from './setup.ts'

test('a wrong setup is told with its key and with what would be right', () => {
  const faults: [unknown, RegExp][] = [
    [[], /"fuzz" is an object with identities, /],
    [{ sead: 1 }, /no key "sead"; there are identities, seed, /],
    [{ seed: 'x' }, /"seed" is a function, .* not "x"/],
    [{ rate: 0 }, /"rate" is the requests a second, such as 20, not 0/],
    [{ maxTime: 'soon' }, /"maxTime" is a time such as "30s"/],
    [{ profile: 'loose' }, /"profile" is "lenient" or "strict", not "loose"/],
    [{ coverage: true }, /"coverage" is "auto" or "on" or "off", not true/],
    [{ workers: 1.5 }, /"workers" is a number of processes from 1 to 64, not 1.5/],
    [{ include: 'GET' }, /"include" is a list of patterns/],
    [{ exclude: ['GET  /a'] }, /"exclude" has "GET {2}\/a": a pattern is a method, a path/],
    [{ checks: { 'no-5xx': () => '' } }, /there is a check of that name already/],
    [{ checks: { 'No nulls': () => '' } }, /a name has small letters/],
    [{ checks: { mine: 1 } }, /"checks.mine" is a function of \{ request, answer \}/],
    [{ identities: [] }, /"identities" is a list of at least one identity/],
  ]
  for (const [setup, fault] of faults) assert.match(faultOfSetup(setup) ?? 'right', fault)
  assert.equal(faultOfSetup({ seed: () => 0, include: ['GET /a/*', 'tag:b'], maxTime: '10m', rate: 5 }), null)
})

test('routes are chosen by method, path and tag', () => {
  const route = (method: string, url: string, tags: string[] = []) =>
    ({ method, url, tags }) as unknown as TargetRoute
  const routes = [route('GET', '/a'), route('POST', '/a/:id', ['x']), route('GET', '/b.c')]
  const names = (include?: string[], exclude?: string[]) =>
    chosenOf(routes, include, exclude).routes.map(({ method, url }) => `${method} ${url}`)
  assert.deepEqual(names(['get']), ['GET /a', 'GET /b.c'])
  assert.deepEqual(names(['/a*'], ['GET']), ['POST /a/:id'])
  assert.deepEqual(names(['POST /a/{id}', '/b.c']), ['POST /a/:id', 'GET /b.c'])
  assert.deepEqual(names(undefined, ['tag:x']), ['GET /a', 'GET /b.c'])
  assert.deepEqual(chosenOf(routes, ['/a', '/bxc'], ['tag:y']).idle, ['/bxc', 'tag:y'])
})

test('seed fills each fresh application, login gives headers, and an own check is a finding', async () => {
  let seeded = 0
  const build = () => {
    const app = touchstone()
    const things = new Map<string, { id: string; name: string | null }>()
    const params = { type: 'object', properties: { id: { type: 'string', enum: ['t7', 't8'] } } } as const
    app.decorate('things', things)
    app.post('/login', async () => ({ handle: 'k-123456' }))
    app.get('/things/:id', { schema: { params } }, (request, reply) => {
      if (request.headers['x-key'] !== 'k-123456') return reply.code(401).send({})
      const thing = things.get(String(request.params.id))
      return thing ? reply.send(thing) : reply.code(404).send({})
    })
    return app
  }
  const setup: Setup = {
    seed: (app) => {
      seeded++
      const { things } = app as unknown as { things: Map<string, unknown> }
      things.set('t7', { id: 't7', name: null })
    },
    identities: [
      {
        name: 'ada',
        login: async (app) => {
          const { handle } = (await app.inject({ method: 'POST', url: '/login' })).json() as {
            handle: string
          }
          return { 'X-Key': handle }
        },
      },
    ],
    include: ['GET /things/*'],
    checks: {
      'no-nulls': ({ answer }) => (/:null/.test(answer.body) ? 'A property is null.' : undefined),
    },
  }
  const { findings, routes } = await fuzz(build, { setup, maxRequests: 150 })
  assert.deepEqual(
    routes.map(({ route, statuses }) => [route, (statuses[200] ?? 0) > 0]),
    [['GET /things/:id', true]],
  )
  assert.deepEqual(
    findings.map(({ check, why, unstable }) => [check, why, unstable]),
    [['no-nulls', 'A property is null.', undefined]],
  )
  assert.ok(seeded > 1, 'the fresh application of the proof is seeded too')
})

test('an own check is one finding of a route, whatever its text says of the values, and is shrunk', async () => {
  const app = touchstone()
  const body = {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 30 } },
    required: ['name'],
  } as const
  app.post('/names', { schema: { body } }, async (request) => ({ said: request.body.name }))
  const checks: Setup['checks'] = {
    short: ({ answer }) => {
      const { said = '' } = (answer.json() ?? {}) as { said?: string }
      return said.length > 4 ? `${said} is too long.` : undefined
    },
  }
  const { findings } = await fuzz(app, { setup: { checks }, maxRequests: 400 })
  assert.deepEqual(
    findings.map(({ check, why }) => [check, why.length]),
    [['short', 'xxxxx is too long.'.length]],
  )
})

test('a function that throws ends the run and is named', async () => {
  const app = () => {
    const made = touchstone()
    made.get('/a', async () => 'a')
    return made
  }
  const fails = (): never => {
    throw new Error('the database is away')
  }
  const all: [Setup, RegExp][] = [
    [{ seed: fails }, /"seed" of the configuration failed: the database is away \(at /],
    [{ reset: async () => fails() }, /"reset" of the configuration failed: the database is away/],
    [{ beforeRequest: fails }, /"beforeRequest" of the configuration failed/],
    [{ checks: { mine: fails } }, /"checks.mine" of the configuration failed/],
    [{ identities: [{ name: 'a', login: fails }] }, /"login of a" of the configuration failed/],
    [
      { identities: [{ name: 'a', login: () => 'x' }] },
      /login of a returned "x", and what it returns is an object of texts/,
    ],
    [
      { identities: [{ name: 'a', login: { method: 'GET', url: '/a', token: '/key' } }] },
      /login of a \(GET \/a\) was accepted with 200, and its answer has no text at "token": "\/key"/,
    ],
    [{ identities: [{ name: 'a', login: { method: 'GET', url: '/a' } }] }, /its answer has no cookie/],
    [{ include: ['/b'] }, /leave none of the 1 routes/],
  ]
  for (const [setup, message] of all)
    await assert.rejects(fuzz(app, { setup, maxRequests: 20 }), { name: 'SetupError', message })
})

test('beforeRequest changes what is sent and kept, reset makes a server fresh, and rate spreads requests', async () => {
  const sent: number[] = []
  let resets = 0
  const target = configured(
    {
      name: 'a',
      notes: [],
      routes: async () => [],
      ask: async ({ headers }): Promise<Answer> => {
        sent.push(performance.now())
        return { status: 200, headers, body: '' }
      },
      close: async () => undefined,
    },
    {
      rate: 50,
      reset: () => {
        resets++
      },
      beforeRequest: (request) => ({ ...request, headers: { ...request.headers, 'x-signature': 's' } }),
    },
  )
  const request = { method: 'GET', url: '/', headers: {} }
  const fresh = await target.fresh!()
  for (const one of [target, fresh, target]) await one.ask(request, { timeout: 1000 })
  assert.deepEqual(request.headers, { 'x-signature': 's' })
  assert.equal(resets, 1)
  assert.ok(sent[2]! - sent[0]! >= 35, 'three requests at 50 a second take 40 ms')
})
