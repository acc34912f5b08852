/** What shows only after several steps: each mistake is told, and nothing without it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import type { CheckId } from '../engine/checks.ts'
import { fuzz } from '../fuzz.ts'

type Mistake = 'search' | 'wrapped' | 'spent' | 'choice' | 'steps' | 'both' | 'beginning' | 'none'

const KEY = '5d41402abc4b2a76b9719d91'
const title = { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z0-9 ]+$' } as const
const id = { type: 'string', minLength: 2, maxLength: 9 } as const
const closed = { additionalProperties: false } as const
const isObject = { type: 'object', ...closed } as const
/** `{ item: { … } }`: the thing is inside. */
const wrapped = (name: string, inner: object) => ({
  body: { ...isObject, required: [name], properties: { [name]: inner } },
})

class Refused extends Error {
  readonly statusCode: number
  constructor(statusCode: number) {
    super('refused')
    this.statusCode = statusCode
  }
}

function found<T>(all: ReadonlyMap<string, T>, key: string): T {
  const one = all.get(key)
  if (one === undefined) throw new Refused(404)
  return one
}

const idIn = (request: unknown): string => (request as { params: { id: string } }).params.id
const bodyIn = <T>(request: unknown): T => (request as { body: T }).body

/** Items with labels that can be searched, tickets for labels, accounts that are used up, and receipts of their ends. */
function office(mistake: Mistake) {
  const app = touchstone()
  let next = 0
  app.decorateRequest('user', '')
  app.addHook('onRequest', async (request) => {
    const { key } = request.query as { key?: string }
    const isKey = mistake === 'beginning' ? KEY.startsWith(key?.slice(0, 6) || '-') : key === KEY
    const [, user = isKey ? 'reader' : ''] =
      /^Bearer key-of-(ada|bob)$/.exec(String(request.headers.authorization)) ?? []
    if (user === '' || (user === 'reader') !== request.url.startsWith('/feed')) throw new Refused(401)
    ;(request as unknown as { user: string }).user = user
  })
  const userOf = (request: unknown): string => (request as { user: string }).user
  const labels = new Map<string, { id: string; name: string }>()
  const items = new Map<string, { id: string; title: string; label?: string | undefined }>()
  const tickets = new Map<string, { id: string; label: string; status: string }>()
  const accounts = new Map<string, { id: string; user: string; left: number }>()
  const receipts = new Map<string, { id: string; user: string }>()
  const idOf = (letter: string): string => `${letter}${next++}`

  app.get('/feed', async () => ({ items: items.size }))
  app.post(
    '/labels',
    { schema: { body: { ...isObject, required: ['name'], properties: { name: title } } } },
    async (request, reply) => {
      const one = { id: idOf('l'), name: bodyIn<{ name: string }>(request).name }
      labels.set(one.id, one)
      return reply.code(201).send(one)
    },
  )
  app.get('/labels/:id', async (request) => found(labels, idIn(request)))
  app.delete('/labels/:id', async (request, reply) => {
    found(labels, idIn(request))
    labels.delete(idIn(request))
    if (mistake !== 'wrapped')
      for (const one of items.values()) if (one.label === idIn(request)) delete one.label
    return reply.code(204).send()
  })

  const item = { ...isObject, required: ['title'], properties: { title, labelId: id } }
  type Item = { title: string; labelId?: string }
  const put = (key: string, { title, labelId }: Item) => {
    if (labelId !== undefined) found(labels, labelId)
    items.set(key, { id: key, title, label: labelId })
    return shown(key)
  }
  const shown = (key: string) => {
    const { label, ...one } = found(items, key)
    return { item: { ...one, label: label === undefined ? null : labels.get(label)!.name } }
  }
  app.post('/items', { schema: wrapped('item', item) }, async (request, reply) =>
    reply.code(201).send(put(idOf('i'), bodyIn<{ item: Item }>(request).item)),
  )
  app.get('/items/:id', async (request) => shown(idIn(request)))
  app.put('/items/:id', { schema: wrapped('item', item) }, async (request) => {
    found(items, idIn(request))
    return put(idIn(request), bodyIn<{ item: Item }>(request).item)
  })
  const index = new Map<string, string>()
  const q = {
    querystring: { type: 'object', required: ['q'], properties: { q: { type: 'string', minLength: 1 } } },
  }
  app.get('/search', { schema: q }, async (request) => {
    const textOf = (one: { id: string; title: string }): string => {
      if (mistake !== 'search') return one.title
      if (!index.has(one.id)) index.set(one.id, one.title)
      return index.get(one.id)!
    }
    const hits = [...items.values()].filter((one) => textOf(one).includes((request.query as { q: string }).q))
    return { items: hits.map((one) => ({ id: one.id, title: one.title })) }
  })

  const ticket = { body: { ...isObject, required: ['labelId'], properties: { labelId: id } } }
  app.post('/tickets', { schema: ticket }, async (request, reply) => {
    const { labelId } = bodyIn<{ labelId: string }>(request)
    const one = { id: idOf('t'), label: found(labels, labelId).id, status: 'open' }
    tickets.set(one.id, one)
    return reply.code(201).send(one)
  })
  app.get('/tickets/:id', async (request) => found(tickets, idIn(request)))
  const status = {
    body: {
      ...isObject,
      required: ['status'],
      properties: { status: { type: 'string', enum: ['refused', 'granted'] } },
    },
  }
  app.put('/tickets/:id/status', { schema: status }, async (request) => {
    const one = found(tickets, idIn(request))
    const { status } = bodyIn<{ status: string }>(request)
    if (one.status !== 'open' && one.status !== status) throw new Refused(409)
    if (status === 'granted' && mistake !== 'choice') found(labels, one.label)
    return Object.assign(one, { status, name: status === 'granted' ? labels.get(one.label)!.name : null })
  })

  app.post('/accounts', async (request, reply) => {
    const one = { id: idOf('a'), user: userOf(request), left: 777 }
    accounts.set(one.id, one)
    return reply.code(201).send({ id: one.id, left: one.left })
  })
  const mine = (request: unknown) => {
    const one = found(accounts, idIn(request))
    if (one.user !== userOf(request)) throw new Refused(404)
    return one
  }
  app.get('/accounts/:id', async (request) => ({ id: idIn(request), left: mine(request).left }))
  const amount = {
    body: {
      ...isObject,
      required: ['amount'],
      properties: { amount: { type: 'integer', minimum: 1, maximum: 100_000 } },
    },
  }
  app.post('/accounts/:id/payments', { schema: amount }, async (request) => {
    const one = mine(request)
    const { amount } = bodyIn<{ amount: number }>(request)
    if (one.left === 0 && mistake === 'spent') throw new Error('nothing is left')
    if (amount > one.left) throw new Refused(409)
    one.left -= amount
    return { id: one.id, left: one.left }
  })
  app.post('/accounts/:id/finish', async (request, reply) => {
    accounts.delete(mine(request).id)
    const one = { id: idOf('r'), user: userOf(request) }
    receipts.set(one.id, one)
    return reply.code(201).send({ receipt: { id: one.id } })
  })
  app.get('/receipts', async (request) =>
    [...receipts.values()].filter(({ user }) => user === userOf(request)).map((one) => ({ id: one.id })),
  )
  for (const part of ['', '/lines', '/mail'])
    app.get(`/receipts/:id${part}`, async (request) => {
      const one = found(receipts, idIn(request))
      const isOpen = mistake === 'both' ? part !== '/mail' : mistake === 'steps' && part === ''
      if (one.user !== userOf(request) && !isOpen) throw new Refused(404)
      return { id: one.id }
    })
  return app
}

const checks: CheckId[] = ['other-identity', 'no-5xx', 'read-your-write', 'auth-altered-key']
const users = ['ada', 'bob'].map((name) => ({ name, headers: { authorization: `Bearer key-of-${name}` } }))
const identities = [...users, { name: 'reader', query: { key: KEY } }]

const FOUND: readonly (readonly [Mistake, string])[] = [
  ['search', 'read-your-write GET /search'],
  ['wrapped', 'no-5xx GET /items/:id'],
  ['spent', 'no-5xx POST /accounts/:id/payments'],
  ['choice', 'no-5xx PUT /tickets/:id/status'],
  ['steps', 'other-identity GET /receipts/:id'],
  ['both', 'other-identity GET /receipts/:id'],
  ['beginning', 'auth-altered-key GET /feed'],
  ['none', ''],
]

for (const [mistake, expected] of FOUND)
  test(`an office with the mistake ${mistake}: ${expected || 'nothing is told'}`, async () => {
    const { findings } = await fuzz(() => office(mistake), { checks, identities, maxRequests: 3000 })
    assert.deepEqual(
      findings.map(({ check, route }) => `${check} ${route}`),
      expected === '' ? [] : [expected],
    )
    for (const { unstable, reason } of findings) assert.equal(unstable, undefined, reason)
  })
