/** Sequences of two identities, of what needs a deleted thing, and of what is made at the same time: each mistake is told, and nothing without it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone from '../../src/index.ts'
import type { CheckId } from '../engine/checks.ts'
import { fuzz } from '../fuzz.ts'

type Mistake =
  | 'delete'
  | 'read'
  | 'parent'
  | 'outlives'
  | 'hook'
  | 'twice'
  | 'lost'
  | 'beside'
  | 'cached'
  | 'none'

const text = { type: 'string', minLength: 1, maxLength: 9 } as const
const body = {
  type: 'object',
  properties: { name: text },
  required: ['name'],
  additionalProperties: false,
} as const

/** Boards with notes, each board of one user. */
function boards(mistake: Mistake) {
  const app = touchstone()
  const all = new Map<string, { id: string; user: string; name: string; notes: Map<string, string> }>()
  const users = new Map([
    ['Bearer key-of-ada', 'ada'],
    ['Bearer key-of-bob', 'bob'],
  ])
  let next = 0
  let last = ''
  app.decorateRequest('user', '')
  app.addHook('onRequest', async (request, reply) => {
    const user = users.get(String(request.headers.authorization))
    if (!user) return reply.code(401).send({})
    ;(request as unknown as { user: string }).user = user
    last = user
    await turn()
  })
  const userOf = (request: unknown): string => (request as { user: string }).user
  const mine = (request: unknown, id: string) => {
    const board = all.get(id)
    return board?.user === userOf(request) ? board : undefined
  }
  const none = { message: 'none' }
  const shown = ({ id, name, notes }: NonNullable<ReturnType<typeof mine>>) => ({
    ...{ id, name },
    notes: [...notes.keys()],
  })
  app.get('/me', async (request) => ({ name: mistake === 'beside' ? last : userOf(request) }))
  // What was asked by anybody with the same number: only a number that nobody has sent shows it.
  const kept = new Map<unknown, string>()
  const limit = {
    querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 200 } } },
  }
  app.get('/name', { schema: limit }, async (request) => {
    const key = (request.query as { limit?: number }).limit
    if (mistake !== 'cached' || !kept.has(key)) kept.set(key, userOf(request))
    return { name: kept.get(key) }
  })
  app.get('/boards', async (request) =>
    [...all.values()].filter(({ user }) => user === userOf(request)).map(shown),
  )
  app.post('/boards', { schema: { body } }, async (request, reply) => {
    const board = { id: `b${next++}`, user: userOf(request), name: request.body.name, notes: new Map() }
    all.set(board.id, board)
    return reply.code(201).send(shown(board))
  })
  app.get('/boards/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const board = mistake === 'read' ? all.get(id) : mine(request, id)
    return board ? shown(board) : reply.code(404).send(none)
  })
  app.patch('/boards/:id', { schema: { body } }, async (request, reply) => {
    const board = mine(request, (request.params as { id: string }).id)
    if (!board) return reply.code(404).send(none)
    board.name = request.body.name
    return shown(board)
  })
  app.delete('/boards/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    if (mistake === 'twice' && !all.has(id)) throw new Error('it is not there')
    if (!(mistake === 'delete' ? all.get(id) : mine(request, id))) return reply.code(404).send(none)
    all.delete(id)
    if (mistake !== 'hook') for (const [hook, { board }] of hooks) if (board === id) hooks.delete(hook)
    if (mistake !== 'outlives') for (const [note, board] of owners) if (board === id) owners.delete(note)
    return reply.code(204).send()
  })
  const owners = new Map<string, string>()
  const texts = new Map<string, string>()
  app.post('/boards/:id/notes', { schema: { body } }, async (request, reply) => {
    const board = mine(request, (request.params as { id: string }).id)
    if (!board) return reply.code(404).send(none)
    const id = `n${next++}`
    const before = mistake === 'lost' ? new Map(board.notes) : board.notes
    await turn()
    before.set(id, request.body.name)
    board.notes = before
    owners.set(id, board.id)
    texts.set(id, request.body.name)
    return reply.code(201).send({ id, name: request.body.name })
  })
  app.get('/boards/:id/notes', async (request, reply) => {
    const board = mine(request, (request.params as { id: string }).id)
    return board ? [...board.notes].map(([id, name]) => ({ id, name })) : reply.code(404).send(none)
  })
  app.get('/notes/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const owner = owners.get(id)
    const isOpen =
      owner !== undefined && (mine(request, owner) || (mistake === 'outlives' && !all.has(owner)))
    return isOpen ? { id, name: texts.get(id) } : reply.code(404).send(none)
  })
  app.delete('/boards/:id/notes/:noteId', async (request, reply) => {
    const { id, noteId } = request.params as { id: string; noteId: string }
    const board = mine(request, id)
    const owner = all.get(owners.get(noteId) ?? '')
    const isThere = mistake === 'parent' ? board && owner : board && owner === board
    if (!isThere) return reply.code(404).send(none)
    owner!.notes.delete(noteId)
    owners.delete(noteId)
    return reply.code(204).send()
  })
  // Whoever has the key of a hook writes with it.
  const hooks = new Map<string, { board: string; key: string }>()
  app.post('/boards/:id/hooks', async (request, reply) => {
    const board = mine(request, (request.params as { id: string }).id)
    if (!board) return reply.code(404).send(none)
    const [id, key] = [`h${next++}`, `key-of-hook-${next++}`]
    hooks.set(id, { board: board.id, key })
    return reply.code(201).send({ id, token: key })
  })
  app.get('/boards/:id/hooks', async (request, reply) => {
    const board = mine(request, (request.params as { id: string }).id)
    const own = [...hooks].filter((one) => one[1].board === board?.id)
    return board ? own.map(([id, { key }]) => ({ id, token: key })) : reply.code(404).send(none)
  })
  app.post('/hooks/:hook_id/:hook_token', { schema: { body } }, async (request, reply) => {
    const { hook_id, hook_token } = request.params as Record<'hook_id' | 'hook_token', string>
    return reply.code(hooks.get(hook_id)?.key === hook_token ? 204 : 404).send()
  })
  // What a client calls by a name of its own: it is no mistake that another board has a tag of that name.
  const tags = new Map<string, Set<string>>()
  app.post('/boards/:id/tags', { schema: { body } }, async (request, reply) => {
    const board = mine(request, (request.params as { id: string }).id)
    if (!board) return reply.code(404).send(none)
    tags.set(board.id, (tags.get(board.id) ?? new Set()).add(request.body.name))
    return reply.code(201).send({ name: request.body.name })
  })
  app.get('/boards/:id/tags/:name', async (request, reply) => {
    const { id, name } = request.params as { id: string; name: string }
    return mine(request, id) && tags.get(id)?.has(name) ? { name } : reply.code(404).send(none)
  })
  app.delete('/boards/:id/tags/:name', async (request, reply) => {
    const { id, name } = request.params as { id: string; name: string }
    if (!mine(request, id)) return reply.code(404).send(none)
    tags.get(id)?.delete(name)
    return reply.code(204).send()
  })
  return app
}

const checks: CheckId[] = [
  ...([
    'other-identity',
    'use-after-delete',
    'no-5xx',
    'lost-update',
    'shared-state',
    'request-state',
  ] as const),
]
const identities = ['ada', 'bob'].map((name) => ({
  name,
  headers: { authorization: `Bearer key-of-${name}` },
}))

const FOUND: readonly (readonly [Mistake, readonly string[]])[] = [
  ['delete', ['other-identity DELETE /boards/:id']],
  ['read', ['other-identity GET /boards/:id']],
  ['parent', ['other-identity DELETE /boards/:id/notes/:noteId']],
  ['outlives', ['use-after-delete GET /notes/:id']],
  ['hook', ['use-after-delete POST /hooks/:hook_id/:hook_token']],
  ['twice', ['no-5xx DELETE /boards/:id']],
  ['lost', ['lost-update POST /boards/:id/notes']],
  ['beside', ['shared-state GET /me']],
  ['cached', ['request-state GET /name']],
  ['none', []],
]

for (const [mistake, expected] of FOUND)
  test(`boards with the mistake ${mistake}: ${expected.join() || 'nothing is told'}`, async () => {
    const { findings } = await fuzz(() => boards(mistake), { checks, identities, maxRequests: 2500 })
    assert.deepEqual(
      findings.map(({ check, route }) => `${check} ${route}`),
      expected,
    )
    for (const { unstable, reason } of findings) assert.equal(unstable, undefined, reason)
  })

/** Orders of two users, in pages of ten. Each user has a dozen before the run, so that a new one is on the second page. */
function orders(isOpen: boolean) {
  const app = touchstone()
  const all = [...Array(24).keys()].map((at) => ({ id: `o${at}`, user: at % 2 === 0 ? 'ada' : 'bob' }))
  const userOf = (request: { headers: { authorization?: string | undefined } }): string =>
    String(request.headers.authorization).replace('Bearer key-of-', '')
  app.addHook('onRequest', async (request, reply) => {
    if (!/^Bearer key-of-(ada|bob)$/.test(String(request.headers.authorization)))
      return reply.code(401).send({})
  })
  app.post('/orders', async (request, reply) => {
    all.push({ id: `o${all.length}`, user: userOf(request) })
    return reply.code(201).send({ id: all.at(-1)!.id })
  })
  const paged = {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      offset: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
    },
  } as const
  app.get('/me/orders', { schema: { querystring: paged } }, async (request) => {
    const { limit = 10, offset = 0 } = request.query
    const own = all.filter(({ user }) => user === userOf(request))
    return { orders: own.slice(offset, offset + limit).map(({ id }) => ({ id })), count: own.length }
  })
  app.get('/orders/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const found = all.find((one) => one.id === id && (isOpen || one.user === userOf(request)))
    return found ? { id } : reply.code(404).send({ message: 'none' })
  })
  return app
}

for (const isOpen of [true, false])
  test(`an order on the second page of its owner, ${isOpen ? 'open to' : 'closed for'} the other user`, async () => {
    const some: CheckId[] = ['other-identity']
    const { findings } = await fuzz(() => orders(isOpen), { checks: some, identities, maxRequests: 2500 })
    assert.deepEqual(
      findings.map(({ check, route }) => `${check} ${route}`),
      isOpen ? ['other-identity GET /orders/:id'] : [],
    )
  })
