/** Each check of the state on an application that breaks it, and all of them on the same application when it is right. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import type { CheckId } from '../engine/checks.ts'
import { fuzz } from '../fuzz.ts'

interface Note {
  id: string
  title: string
  done: number
}

const CHECKS: CheckId[] = [
  ...(['use-after-delete', 'read-your-write', 'not-idempotent', 'lost-update'] as const),
  ...(['request-state', 'pagination', 'slow-input', 'memory-growth'] as const),
]

/** Notes, with one mistake or none. */
function notes(mistake: string) {
  const app = touchstone()
  const all = new Map<string, Note>()
  const byKey = new Map<string, Note>()
  const kept: unknown[] = []
  let [count, language] = [0, 'en']
  const title = { type: 'string', minLength: 1, maxLength: 2000 } as const
  const body = {
    type: 'object',
    properties: { title },
    required: ['title'],
    additionalProperties: false,
  } as const
  const headers = { type: 'object', properties: { 'idempotency-key': { type: 'string' } } } as const
  app.post('/notes', { schema: { body, headers } }, async (request, reply) => {
    const key = request.headers['idempotency-key'] as string | undefined
    const made = key === undefined ? undefined : byKey.get(key)
    if (made && mistake !== 'key') return reply.code(201).send(made)
    const number = count
    if (mistake === 'ids') await new Promise((resolve) => setImmediate(resolve))
    count = number + 1
    const note = { id: `n${count}`, title: request.body.title, done: 0 }
    all.set(note.id, note)
    if (key !== undefined) byKey.set(key, note)
    return reply.code(201).send(note)
  })
  const integer = { type: 'integer', minimum: 1, maximum: 50 } as const
  const querystring = {
    type: 'object',
    properties: { page: { ...integer, default: 1 }, limit: { ...integer, default: 50 } },
  } as const
  app.get('/notes', { schema: { querystring } }, async ({ query: { page, limit } }) => {
    const from = (page! - 1) * limit!
    return { notes: [...all.values()].slice(from, from + limit! + (mistake === 'page' ? 1 : 0)) }
  })
  app.get('/notes/:id', async ({ params }, reply) => {
    const note = all.get((params as Note).id)
    if (mistake === 'memory')
      kept.push(Buffer.alloc(10).toString().padEnd(50), new Array(1000).fill(kept.length))
    if (mistake === 'buffers') kept.push(Buffer.alloc(30_000))
    return note ?? reply.code(404).send({ message: 'none' })
  })
  const pages = new Map<string, { id: string; title: string; version: number }>()
  app.post('/pages', { schema: { body } }, async (request, reply) => {
    const page = { id: `p${pages.size}`, title: request.body.title, version: 1 }
    pages.set(page.id, page)
    return reply.code(201).send(page)
  })
  app.get(
    '/pages/:id',
    async ({ params }, reply) => pages.get((params as Note).id) ?? reply.code(404).send({ message: 'none' }),
  )
  const version = { type: 'integer', minimum: 1, maximum: 1000 } as const
  const edit = { ...body, properties: { title, version }, required: ['title', 'version'] } as const
  app.put('/pages/:id', { schema: { body: edit } }, async (request, reply) => {
    const page = pages.get((request.params as Note).id)
    if (!page) return reply.code(404).send({ message: 'none' })
    if (page.version !== request.body.version && mistake !== 'version')
      return reply.code(409).send({ message: 'changed' })
    return Object.assign(page, { title: request.body.title, version: page.version + 1 })
  })
  app.put('/notes/:id', { schema: { body } }, async (request, reply) => {
    const note = all.get((request.params as Note).id)
    if (!note) return reply.code(404).send({ message: 'none' })
    if (mistake !== 'write') note.title = request.body.title
    if (mistake === 'twice') note.done++
    return { ok: true }
  })
  app.delete('/notes/:id', async (request) => {
    if (mistake !== 'delete') all.delete((request.params as Note).id)
    return { ok: true }
  })
  const lang = { type: 'object', properties: { lang: { type: 'string', enum: ['de', 'fr'] } } } as const
  app.get('/hello', { schema: { querystring: lang } }, async ({ query }) => {
    if (mistake === 'language' && query.lang) language = query.lang
    return { language: query.lang ?? language }
  })
  const text = {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 26 } },
    required: ['text'],
  } as const
  app.post('/words', { schema: { body: text } }, async (request) => ({
    match: (mistake === 'slow' ? /^(a+)+$/ : /^a+$/).test(request.body.text),
  }))
  return app
}

async function found(mistake: string): Promise<string[]> {
  const create = () => notes(mistake)
  const { findings } = await fuzz(create, { maxRequests: 2500, checks: CHECKS })
  return [...new Set(findings.map(({ check, unstable }) => `${check}${unstable ? ' unstable' : ''}`))]
}

test('a right application: nothing', async () => {
  assert.deepEqual(await found('none'), [])
})

for (const [mistake, check] of [
  ['delete', 'use-after-delete'],
  ['write', 'read-your-write'],
  ['twice', 'not-idempotent'],
  ['key', 'not-idempotent'],
  ['ids', 'lost-update'],
  ['version', 'lost-update'],
  ['language', 'request-state'],
  ['page', 'pagination'],
  ['slow', 'slow-input'],
  ['memory', 'memory-growth'],
  ['buffers', 'memory-growth'],
] as const)
  test(`${check}: ${mistake}`, async () => {
    assert.ok((await found(mistake)).includes(check))
  })
