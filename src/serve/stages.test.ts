/** The channel `touchstone.request.stage`: what is published about each function of a request, and when. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { test } from 'node:test'
import touchstone, { type Instance } from '../index.ts'
import type { StageMessage } from './stages.ts'

const channel = tracingChannel<StageMessage, StageMessage>('touchstone.request.stage')
const KINDS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const

function declare(): Instance {
  const app = touchstone()
  app.addHook('onRequest', async function first() {})
  app.register(async function users(child) {
    child.addHook('onRequest', function second(_request, _reply, done) {
      setImmediate(done)
    })
    child.get('/users/:id', { preHandler: async function third() {} }, async function find(request) {
      return { id: request.params.id }
    })
    child.get('/sync', function now(_request, reply) {
      reply.send('x')
    })
    child.get('/lazy', () => later(['x']) as never)
    child.get('/fails', async function fails() {
      throw new Error('no')
    })
  })
  app.setErrorHandler(async function mend(error: Error) {
    return error.message
  })
  app.addHook('onSend', async function last() {})
  app.addHook('onResponse', async function after() {})
  return app
}

/** A thenable that does its work for each `then`, as a query builder. */
let asked = 0
function later(values: readonly string[]): object {
  return {
    then(resolve: (value: string) => void) {
      asked++
      resolve(values[0]!)
    },
  }
}

async function listen<T>(run: (events: string[]) => Promise<T>): Promise<T> {
  const events: string[] = []
  const subscribers = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      ({ stage, hook, place, error }: StageMessage) =>
        events.push(
          `${kind} ${stage} ${hook} of ${place}${error === undefined ? '' : `: ${(error as Error).message}`}`,
        ),
    ]),
  ) as never
  channel.subscribe(subscribers)
  try {
    return await run(events)
  } finally {
    channel.unsubscribe(subscribers)
  }
}

const asyncCall = (name: string): string[] =>
  ['start', 'end', 'asyncStart', 'asyncEnd'].map((kind) => `${kind} ${name}`)

test('each hook and the handler are published in their order, with the place of their declaration', async () => {
  const events = await listen(async (told) => {
    const app = declare()
    assert.equal((await app.inject('/users/7')).body, '{"id":"7"}')
    return told
  })
  assert.deepEqual(events, [
    ...asyncCall('onRequest first of root'),
    'start onRequest second of root -> users',
    'end onRequest second of root -> users',
    'asyncStart onRequest second of root -> users',
    ...['start preHandler third of GET /users/:id', 'end preHandler third of GET /users/:id'],
    'asyncEnd onRequest second of root -> users',
    ...['asyncStart preHandler third of GET /users/:id', 'asyncEnd preHandler third of GET /users/:id'],
    ...asyncCall('handler find of GET /users/:id'),
    ...asyncCall('onSend last of root'),
    ...asyncCall('onResponse after of root'),
  ])
})

test('a failure is published by the function that failed, and the error handler is a stage', async () => {
  const events = await listen(async (told) => {
    await declare().inject('/fails')
    return told.filter((one) => /handler|Handler/.test(one))
  })
  assert.deepEqual(events, [
    ...['start handler fails of GET /fails', 'end handler fails of GET /fails'],
    ...['error handler fails of GET /fails: no', 'asyncStart handler fails of GET /fails: no'],
    'asyncEnd handler fails of GET /fails: no',
    ...asyncCall('errorHandler mend of root'),
  ])
})

test('a handler that sends has its end after the stages that it has run, and one that returns a thenable asks it once', async () => {
  const events = await listen(async (told) => {
    const app = declare()
    assert.equal((await app.inject('/sync')).body, 'x')
    const sync = told.filter((one) => /handler|onSend/.test(one)).slice(0, 3)
    assert.equal((await app.inject('/lazy')).body, 'x')
    return sync
  })
  assert.equal(asked, 1)
  assert.deepEqual(events, [
    'start handler now of GET /sync',
    'start onSend last of root',
    'end onSend last of root',
  ])
})

test('nothing is published where the first subscriber came after ready()', async () => {
  const app = declare()
  await app.ready()
  const events = await listen(async (told) => {
    assert.equal((await app.inject('/users/7')).body, '{"id":"7"}')
    return told
  })
  assert.deepEqual(events, [])
})

test('a store that is bound to start is active in the function that starts, and in what it awaits', async () => {
  const local = new AsyncLocalStorage<StageMessage>()
  channel.start.bindStore(local)
  const seen: unknown[] = []
  const app = touchstone()
  app.addHook('preHandler', async () => {
    await null
    seen.push(local.getStore()?.stage)
  })
  app.get('/', async () => {
    seen.push(local.getStore()?.stage)
    return 'x'
  })
  await app.inject('/')
  channel.start.unbindStore(local)
  assert.deepEqual(seen, ['preHandler', 'handler'])
})
