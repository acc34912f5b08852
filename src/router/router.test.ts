// The routes that are found without the library, against the same routes in the library.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RouteEntry } from '../declare/declaration.ts'
import type { Wire } from '../serve/wire/wire.ts'
import { Router } from './router.ts'

interface Tried {
  router: Router
  entries: Map<string, RouteEntry>
}

/** With `constraints` the router has all its routes in the library. */
function routerOf(constraints: object | undefined, told: unknown[], entries: Tried['entries']): Tried {
  const nameOf = (entry: RouteEntry): string | undefined => [...entries].find(([, one]) => one === entry)?.[0]
  const router = new Router({
    settings: { ...(constraints && { constraints: {} }), useSemicolonDelimiter: true },
    found: (entry, { url }, params, query) =>
      told.push([url, nameOf(entry), { ...params }, Reflect.getPrototypeOf(params) === null, query]),
    missed: ({ url }) => told.push([url, 'missed']),
    badUrl: (path, { url }) => told.push([url, 'bad', path]),
    longParam: null,
  })
  return { router, entries }
}

const METHOD = fc.constantFrom('GET', 'HEAD', 'POST')
const PART = fc.constantFrom(
  'a',
  'b',
  'ab',
  'é',
  ' ',
  'a%20',
  ':x',
  ':y',
  ':x?',
  '*',
  '::a',
  ':x(^[0-9]+$)',
  '',
)
const PATH = fc
  .array(PART, { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`)
  .filter((path) => !/\*./.test(path)) // the library refuses them, and knows the method from then on
const SENT = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom('a', 'b', 'ab', '%C3%A9', '%20', '%61', '%2F', '%25', '%zz', '1', ''), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) => `/${parts.join('/')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('http://host/a', 'https://host/ab?x=1', '*', 'http://host') },
)
const QUERY = fc.constantFrom('', '', '?x=1', '?', '#a', ';x=1', '??', '?%61=%zz', '?/../a')
const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      methods: fc.array(METHOD, { minLength: 1, maxLength: 2 }),
      path: PATH,
      automatic: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), method: METHOD, path: PATH }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('send' as const), method: METHOD, path: SENT, query: QUERY }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const), method: METHOD, path: PATH }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('print' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('constrain' as const), path: PATH }) },
)

function run(
  steps: readonly (typeof STEP extends fc.Arbitrary<infer S> ? S : never)[],
  constraints?: object,
): unknown[] {
  const told: unknown[] = []
  const { router, entries } = routerOf(constraints, told, new Map())
  for (const [at, step] of steps.entries()) {
    try {
      if (step.kind === 'send')
        router.lookup({
          method: step.method,
          url: step.path + step.query,
          headers: {},
          request: { headers: {} },
        } as unknown as Wire)
      else if (step.kind === 'print') told.push(router.print())
      else if (step.kind === 'ask') {
        const found = router.declared(step.method, step.path, {})
        told.push(found && [[...entries].find(([, one]) => one === found.entry)?.[0], found.params])
      } else if (step.kind === 'remove') router.remove(step.method, step.path, {})
      else {
        const entry = {
          plan: null,
          automatic: step.kind === 'add' && step.automatic && step.methods.join() === 'HEAD',
          handler: () => {},
          config: {},
        } as unknown as RouteEntry
        entries.set(`entry ${at}`, entry)
        if (step.kind === 'add') router.add(step.methods, step.path, {}, entry)
        else router.add('GET', step.path, { host: 'a.test' }, entry)
      }
    } catch (error) {
      told.push(`${(error as { code?: string }).code} ${(error as Error).message}`)
    }
  }
  return told
}

test('a router with plain routes does what a router that has all of them in the library does', () => {
  fc.assert(
    fc.property(fc.array(STEP, { minLength: 1, maxLength: 14 }), (steps) => {
      assert.deepEqual(run(steps), run(steps, {}))
    }),
    { numRuns: Number(process.env.ROUTER_RUNS ?? 3000) },
  )
})

test('a request that no route matches has the parameters that the library would give', () => {
  const entry = {} as RouteEntry
  const [root, below] = [0, 1].map(() => routerOf(undefined, [], new Map()).router) as [Router, Router]
  root.addNotFound('', entry)
  below.addNotFound('/', entry) // a prefix like others, in the library
  fc.assert(
    fc.property(SENT, QUERY, (path, query) => {
      const [own, told] = [root.notFound(path + query), below.notFound(path + query)]
      assert.equal(own?.entry, entry)
      assert.deepEqual({ ...own?.params }, { ...told?.params })
    }),
    { numRuns: 2000 },
  )
})
