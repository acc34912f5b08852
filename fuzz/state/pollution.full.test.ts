/** Handlers that write to a prototype, and their right twins. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone, { type Options } from '../../src/index.ts'
import { fuzz } from '../fuzz.ts'

type Kind = 'params' | 'set' | 'path' | 'merge' | 'right'

function merge(into: Record<string, unknown>, from: object): void {
  for (const [key, value] of Object.entries(from))
    if (typeof value === 'object' && value !== null && typeof Reflect.get(into, key) !== 'undefined')
      merge(Reflect.get(into, key) as Record<string, unknown>, value)
    else into[key] = value
}

function build(kind: Kind) {
  const options: Options =
    kind === 'merge' ? { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' } : {}
  const app = touchstone(options)
  const text = { type: 'string', minLength: 1, maxLength: 60 } as const
  const store: Record<string, Record<string, unknown>> = kind === 'right' ? Object.create(null) : {}
  const safe = (key: string): boolean =>
    kind !== 'right' || !['__proto__', 'constructor', 'prototype'].includes(key)
  const params = { type: 'object', properties: { id: text, key: text }, required: ['id', 'key'] } as const
  if (kind === 'params' || kind === 'right')
    app.put('/stores/:id/:key', { schema: { params } }, async ({ params: { id, key } }) => {
      store[id] ??= {}
      if (safe(key)) store[id][key] = 'set'
      return 'ok'
    })
  const body = {
    type: 'object',
    properties: { id: text, key: text, value: text },
    required: ['id', 'key', 'value'],
  } as const
  if (kind === 'set' || kind === 'right')
    app.post('/set', { schema: { body } }, async ({ body: { id, key, value } }) => {
      store[id] ??= {}
      if (safe(key)) store[id][key] = value
      return 'ok'
    })
  const path = { type: 'object', properties: { path: text }, required: ['path'] } as const
  if (kind === 'path')
    app.post('/path', { schema: { body: path } }, async ({ body: { path: steps } }) => {
      const names = steps.split('.')
      let at = store as Record<string, unknown>
      for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>
      at[names.at(-1)!] = 1
      return 'ok'
    })
  if (kind === 'merge')
    app.post('/merge', { schema: { body: { type: 'object', properties: { a: text } } } }, async (request) => {
      merge(store, request.body)
      return 'ok'
    })
  return app
}

async function found(kind: Kind): Promise<string[]> {
  const { findings } = await fuzz(() => build(kind), { maxRequests: 800, checks: ['prototype-pollution'] })
  return findings.map(({ check, route }) => `${check} ${route}`)
}

test('prototype-pollution: parameters, texts and keys that reach a prototype, and what they left is gone', async () => {
  assert.deepEqual(await found('params'), ['prototype-pollution PUT /stores/:id/:key'])
  assert.deepEqual(await found('set'), ['prototype-pollution POST /set'])
  assert.deepEqual(await found('path'), ['prototype-pollution POST /path'])
  assert.deepEqual(await found('merge'), ['prototype-pollution POST /merge'])
  assert.deepEqual(
    Object.keys(Object.getOwnPropertyDescriptors(Object.prototype)).filter((name) => /polluted/i.test(name)),
    [],
  )
})

test('prototype-pollution: objects without a prototype, and names that are looked at, are right', async () => {
  assert.deepEqual(await found('right'), [])
})
