// What is counted of the libraries and of node: a lost fast way shows in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../../src/index.ts'
import { isSame, KINDS, sumOf, takeWork, tellWork, watchWork } from './work.ts'

watchWork(import.meta.url)

const done = (): Record<string, number> =>
  Object.fromEntries(takeWork().flatMap((count, at) => (count === 0 ? [] : [[KINDS[at]!, count]])))

const body = { type: 'object', properties: { count: { type: 'integer' } } }

test('a body that fits needs no library, one that does not needs ajv', async () => {
  const app = touchstone()
  app.post('/', { schema: { body } }, async () => 'ok')
  await app.ready()
  takeWork()
  await app.inject({ method: 'POST', url: '/', payload: { count: 1 } })
  const fits = done()
  await app.inject({ method: 'POST', url: '/', payload: { count: 'many' } })
  const not = done()
  assert.equal(fits.ajv, undefined)
  assert.deepEqual([not['ajv.compile'], not.ajv], [1, 1])
  await app.close()
})

test('an instance of ajv is told, and a schema that its metaschema checks', async () => {
  for (const [options, expected] of [
    [{}, [undefined, undefined]],
    [{ ajv: { customOptions: { strict: false } } }, [1, 1]],
  ] as const) {
    const app = touchstone(options)
    app.post('/', { schema: { body } }, async () => 'ok')
    takeWork()
    await app.ready()
    const { 'ajv.create': made, 'ajv.schema': checked } = done()
    assert.deepEqual([made, checked], expected)
    await app.close()
  }
})

test('what differs is told', () => {
  const [one, other] = [KINDS.map(() => 1), KINDS.map((kind) => (kind === 'ajv' ? 3 : 1))]
  assert.ok(isSame(one, [...one]) && !isSame(one, other))
  assert.equal(tellWork(other, one), 'ajv 3 instead of 1')
  assert.deepEqual(
    sumOf([one, other]),
    KINDS.map((kind) => (kind === 'ajv' ? 4 : 2)),
  )
})
