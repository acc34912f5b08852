/** The channels about handlers, beside Fastify 5: the same program on both, with the same events. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import touchstone from '../index.ts'

type Factory = typeof touchstone
const fastify: Factory = createRequire(import.meta.url)('fastify-5')
const KINDS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const

interface Message {
  request: { url: string }
  reply: { statusCode: number; sent: boolean }
  route: object
  async: boolean
  error?: Error
}

function declare(factory: Factory) {
  const app = factory()
  app.get('/sync', (_request, reply) => void reply.send('x'))
  app.get('/value', () => 'x')
  app.get('/async', async () => 'x')
  app.get('/async/:id', async (_request, reply) => reply.send('x'))
  app.get('/throws', () => {
    throw new Error('boom')
  })
  app.get('/rejects', async () => {
    throw Object.assign(new Error('boom'), { statusCode: 418 })
  })
  app.get('/hijacked', async (_request, reply) => {
    reply.hijack()
    reply.raw.end('x')
  })
  app.get('/own', (_request, reply) => reply.callNotFound())
  app.get('/reply', (_request, reply) => reply.send('x'))
  const preHandler = async () => {
    throw new Error('refused')
  }
  app.get('/refused', { preHandler }, async () => 'x')
  const answers = async (_request: unknown, reply: { send(payload: string): unknown }) =>
    void reply.send('early')
  app.get('/answered', { preHandler: answers }, async () => 'x')
  return app
}

async function record(factory: Factory, url: string) {
  const events: unknown[] = []
  const channel = tracingChannel<Message, Message>('fastify.request.handler')
  const seen = new Set<object>()
  const subscribers = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      (message: Message) => {
        seen.add(message)
        const { request, reply, route, async, error } = message
        events.push([kind, request.url, reply.statusCode, reply.sent, { ...route }, async, error?.message])
        events.push(Object.keys(message))
      },
    ]),
  ) as never
  const local = new AsyncLocalStorage<Message>()
  channel.subscribe(subscribers)
  channel.start.bindStore(local)
  const app = declare(factory)
  app.addHook('onSend', async () => void events.push(['onSend', local.getStore()?.request.url]))
  const { statusCode } = await app.inject(url)
  channel.unsubscribe(subscribers)
  channel.start.unbindStore(local)
  await app.close()
  return { events, statusCode, objects: seen.size }
}

for (const path of [
  'sync',
  'value',
  'async',
  'async/7',
  'throws',
  'rejects',
  'hijacked',
  'own',
  'reply',
  'refused',
  'answered',
  'none',
])
  test(`a handler is traced as on Fastify 5: /${path}`, async () =>
    assert.deepEqual(await record(touchstone, `/${path}`), await record(fastify, `/${path}`)))
