/** F15, F16, F17 and F19: a request gets the same answer whatever was asked before, beside it or of whom, however it is held on its way. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe } from '../../../conformance/language/describe.ts'
import type { App, Json, Program, SendForm, Statement, Transport } from '../../../spec/case.ts'
import { pathsOf, prepending, withRoutesAt } from '../../live/change.ts'
import { givenOf } from '../../live/given.ts'
import { liveScenario } from '../../live/scenario.ts'
import { observe, Running, type Seen } from '../../property/observe.ts'
import type { Property, Scenario, World } from '../../property/property.ts'

/** Options that Fastify 4.17 does not have. */
const OWN = fc.record(
  {
    responseValidation: fc.constantFrom('warn', 'throw'),
    totalBodyLimit: fc.constantFrom(60, 200),
    connectionBodyLimit: fc.constantFrom(60, 200),
    hideServerErrors: fc.boolean(),
    jsonDepthLimit: fc.constant(3),
    strictResponses: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<{ [key: string]: Json }>

export const live: fc.Arbitrary<Scenario> = liveScenario(fc.oneof(fc.constant({}), OWN))

/** Boots; null where the program is one that does not. */
export async function booted(
  app: App,
  world: World,
  transport: Transport = 'inject',
): Promise<Running | null> {
  try {
    return await Running.boot(app, world, transport)
  } catch (error) {
    const message = String((error as Error | null)?.message ?? error)
    assert.doesNotMatch(message, /has changed an object|took longer/)
    return null
  }
}

export async function askEach(running: Running, sends: readonly SendForm[]): Promise<Seen[]> {
  const all: Seen[] = []
  for (const send of sends) all.push(await running.ask(send))
  return all
}

/** What was handed over is what it was. */
async function assertKept({ app }: Scenario, running: Running): Promise<void> {
  const { shown, expected } = givenOf(app.do)
  assert.deepEqual(describe(await running.application.run([{ return: shown }])), expected, 'given objects')
}

interface Again extends Scenario {
  /** by which the second application is asked in another order */
  order: number[]
}

export const again: Property<Again> = {
  id: 'F15',
  title: 'a request gets the same answer the second time, and in any order of requests',
  precondition: 'hooks and handlers without state of their own',
  catches:
    'caches with too small a key, errors and headers of the request before, bounds that are never given back, objects of the application that are written to',
  rules: ['ENC-7'],
  runs: 30,
  arbitrary: fc
    .tuple(live, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }))
    .map(([{ app, sends }, order]) => ({ app, sends, order })),
  async check(value, world) {
    const running = await booted(value.app, world)
    if (running === null) return
    let first: Seen[]
    try {
      first = await askEach(running, value.sends)
      for (const [at, { failure }] of first.entries())
        assert.equal(failure, undefined, `request ${at} has an answer`)
      for (const time of [2, 3])
        assert.deepEqual(await askEach(running, value.sends), first, `what was asked for the time ${time}`)
      await assertKept(value, running)
    } finally {
      await running.close()
    }
    const order = [...value.sends.keys()].sort((a, b) => value.order[a]! - value.order[b]!)
    const other = await observe({ app: value.app, sends: order.map((at) => value.sends[at]!) }, world)
    assert.deepEqual(
      other.exchanges,
      order.map((at) => first[at]),
      `in the order ${order}`,
    )
  },
  scenarios: (value) => [value],
}

interface Alone extends Scenario {
  which: number
}

export const alone: Property<Alone> = {
  id: 'F16',
  title: 'a route answers as it does without the routes of other paths',
  precondition: 'nothing of the program asks for other routes, nor rewrites urls',
  catches: 'what routes of one context, or routes with one object, share and should not',
  rules: ['ENC-2'],
  runs: 30,
  arbitrary: fc.tuple(live, fc.nat(20)).map(([{ app, sends }, which]) => ({ app, sends, which })),
  async check({ app, sends, which }, world) {
    fc.pre(!/hasRoute|rewriteUrl/.test(JSON.stringify(app)))
    const paths = pathsOf(app.do)
    const path = paths[which % paths.length] as string
    const plain = path.replace(':id', '7').replace('*', 'any')
    const own = sends.filter(({ url }) => String(url).split('?')[0] === plain)
    fc.pre(own.length > 0)
    const less = { ...app, do: withRoutesAt(path, app.do) }
    const all = await observe({ app, sends: own }, world)
    if (all.boot !== null) return
    assert.deepEqual(await observe({ app: less, sends: own }, world), all, `${path} alone, and beside others`)
  },
  scenarios: (value) => [value],
}

interface Two {
  one: Scenario
  other: Scenario
}

const TELLS_ID: Statement = {
  addHook: ['onRequest', { style: 'async', do: [{ trace: { id: { $get: 'request.id' } } }] }],
}

export const beside: Property<Two> = {
  id: 'F17',
  title: 'two applications of one process answer as each does alone, and number their requests themselves',
  precondition: 'none',
  catches: 'what belongs to the process and should belong to an application',
  rules: ['ENC-7'],
  runs: 20,
  arbitrary: fc.tuple(live, live).map(([one, other]) => ({ one: withIds(one), other: withIds(other) })),
  async check({ one, other }, world) {
    const single = [await observe(one, world), await observe(other, world)] as const
    const both = await Promise.all([booted(one.app, world), booted(other.app, world)])
    try {
      const seen: [Seen[], Seen[]] = [[], []]
      for (let at = 0; at < Math.max(one.sends.length, other.sends.length); at++)
        for (const side of [0, 1] as const) {
          const send = [one, other][side]!.sends[at]
          const running = both[side]
          if (send !== undefined && running) seen[side].push(await running.ask(send))
        }
      for (const side of [0, 1] as const)
        if (both[side] !== null)
          assert.deepEqual(seen[side], single[side].exchanges, `the ${['first', 'second'][side]} application`)
    } finally {
      for (const running of both) await running?.close()
    }
  },
  scenarios: ({ one, other }) => [one, other],
}

const withIds = ({ app, sends }: Scenario): Scenario => ({
  app: { ...app, do: [TELLS_ID, ...app.do] },
  sends,
})

interface Undone extends Scenario {
  undone: Program
  declared: Program | null
}

/** Something is declared that is refused, or declared and taken back. */
const DECLARED: readonly Program[] = [
  [{ attempt: [{ call: ['app.addContentTypeParser', ['x/undone', 'text/plain'], { bodyLimit: -1 }, { $fn: 'async' }] }] }],
  [{ attempt: [{ call: ['app.addContentTypeParser', 'a/b', { parseAs: 'none' }, { $fn: 'async' }] }] }],
  [{ call: ['app.addContentTypeParser', 'x/undone', { $fn: 'async' }] }, { call: ['app.removeContentTypeParser', 'x/undone'] }],
  [{ attempt: [{ call: ['app.decorate', 'da', 1, ['missing']] }] }],
  [{ attempt: [{ call: ['app.decorateRequest', 'da', 1, ['missing']] }] }],
  [{ attempt: [{ call: ['app.addHook', 'onRequest', 5] }] }],
  [{ attempt: [{ call: ['app.setErrorHandler', 5] }] }],
  [{ attempt: [{ call: ['app.addSchema', { type: 'string' }] }] }],
  [{ attempt: [{ call: ['app.route', { method: 'GET', url: 5 }] }] }],
] // biome-ignore format: one line for each

/** Something is done, and taken back. */
const UNDONE: readonly Program[] = [
  [{ header: ['x-undone', 'v'] }, { call: ['reply.removeHeader', 'x-undone'] }],
  [{ header: ['x-undone', ['v', 'w']] }, { call: ['reply.removeHeader', 'X-Undone'] }],
  [
    { trailer: ['x-undone', { style: 'callback', params: ['reply', 'payload'], do: [{ return: 'tv' }] }] },
    { call: ['reply.removeTrailer', 'x-undone'] },
  ],
  [{ let: ['before', { $get: 'reply.statusCode' }] }, { set: ['request.undone', 1] }],
  [{ attempt: [{ code: 99 }] }],
  [{ attempt: [{ header: ['', 'v'] }] }],
  [{ attempt: [{ trailer: ['content-length', { style: 'async', do: [] }] }] }],
  [{ trace: { $get: 'reply.sent' } }, { call: ['reply.getHeaders'] }],
]

export const undone: Property<Undone> = {
  id: 'F19',
  title: 'what a handler or a plugin does and takes back, or tries and is refused, changes nothing',
  precondition: 'the names are those of nothing else',
  catches: 'traces of a header, a trailer or a status that is no longer there',
  rules: ['SVC-4'],
  runs: 30,
  arbitrary: fc
    .tuple(live, fc.constantFrom(...UNDONE), fc.option(fc.constantFrom(...DECLARED), { nil: null }))
    .map(([{ app, sends }, one, declared]) => ({ app, sends, undone: one, declared })),
  async check({ app, sends, undone: more, declared }, world) {
    if (declared !== null) return sameWith({ ...app, do: [...declared, ...app.do] }, { app, sends }, world)
    const plain = (insert: Program): App => prepending(app, (_, kind) => (kind === 'handler' ? insert : []))
    const quiet = more.map(
      (one): Statement => (one.trace === undefined ? one : { let: ['unused', one.trace] }),
    )
    await sameWith(plain(quiet), { app, sends }, world)
  },
  scenarios: ({ app, sends }) => [{ app, sends }],
}

async function sameWith(app: App, one: Scenario, world: World): Promise<void> {
  const without = await observe(one, world)
  if (without.boot === null) assert.deepEqual(await observe({ app, sends: one.sends }, world), without)
}
