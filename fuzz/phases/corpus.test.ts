/** A corpus shows again what took a sequence, a key or two requests at the same time, with the ids of the new application. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import type { Finding } from '../engine/finding.ts'
import { fuzz } from '../fuzz.ts'
import { UrlTarget } from '../target/url-target.ts'

function build(repaired = false) {
  const app = touchstone()
  const things = new Map<string, { id: string; name: string }>()
  const body = {
    ...{ type: 'object', required: ['name'], additionalProperties: false },
    properties: { name: { type: 'string', minLength: 1, maxLength: 9 } },
  } as const
  app.post('/things', { schema: { body } }, (request, reply) => {
    const thing = { id: randomUUID(), name: (request.body as { name: string }).name }
    things.set(thing.id, thing)
    return reply.code(201).send(thing)
  })
  app.get('/things/:id', (request, reply) => {
    const thing = things.get((request.params as { id: string }).id)
    if (thing === undefined) return reply.code(404).send({})
    if (!repaired) throw new Error('it cannot be read')
    return reply.send(thing)
  })
  app.get('/locked', (request, reply) => {
    const { authorization = '' } = request.headers
    const isRight = repaired
      ? authorization === 'Bearer right-key'
      : String(authorization).startsWith('Bearer ')
    return isRight ? reply.send({}) : reply.code(401).send({})
  })
  return app
}

const IN_SEQUENCE = ['auth-altered-key', 'no-5xx']

test('a sequence and a key are shown again first, and told as gone once they are repaired', async () => {
  const found = await fuzz(() => build(), { maxRequests: 300 })
  const corpus = found.findings.filter(({ check }) => IN_SEQUENCE.includes(check))
  assert.deepEqual([...new Set(corpus.map(({ check }) => check))].sort(), IN_SEQUENCE)
  assert.ok(corpus.some(({ requests }) => requests.length === 2))
  // As a file keeps it.
  const saved = JSON.parse(JSON.stringify(corpus)) as Finding[]
  const again = await fuzz(() => build(), { corpus: saved, maxRequests: 1 })
  assert.deepEqual(
    again.findings.map(({ id, phase, unstable }) => [id, phase, unstable]).sort(),
    corpus.map(({ id }) => [id, 'corpus', undefined]).sort(),
  )
  const after = await fuzz(() => build(true), { corpus: saved, maxRequests: 1 })
  assert.deepEqual(after.findings, [])
  assert.equal(after.notes.filter((note) => /requests do not show any more/.test(note)).length, corpus.length)
})

test('a sequence is shown again on a server that stays as it is', async (t) => {
  const found = await fuzz(() => build(), { maxRequests: 300, checks: ['no-5xx'] })
  const app = build()
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const { port } = app.server.address() as { port: number }
  const paths = { '/things/{id}': { get: {} }, '/things': { post: {} } }
  const server = new UrlTarget(`http://127.0.0.1:${port}`, { openapi: '3.0.0', paths })
  const [saved] = found.findings
  const report = await fuzz(server, {
    corpus: [{ ...saved!, key: '500 it cannot be read' }],
    maxRequests: 1,
    checks: ['no-5xx'],
  })
  assert.deepEqual(
    report.findings.map(({ phase, requests, unstable }) => [phase, requests.length, unstable]),
    [['corpus', 2, undefined]],
  )
})
