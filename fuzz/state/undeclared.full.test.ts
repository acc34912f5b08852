/** Applications that take what no schema declares, and their right twins. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { fuzz } from '../fuzz.ts'

const user = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    role: { type: 'string', enum: ['user', 'admin'] },
    active: { type: 'boolean' },
    balance: { type: 'integer' },
    createdAt: { type: 'string' },
  },
} as const
const body = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 20 } },
  required: ['name'],
} as const
const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const

type Kind = 'right' | 'create' | 'create-quietly' | 'patch' | 'closed'

function build(kind: Kind) {
  const app = touchstone()
  const users = new Map<number, object>()
  const shown = { response: { 200: user } }
  const open = kind === 'closed' ? ({ ...body, additionalProperties: false } as const) : body
  const taken = (given: object, isCareless: boolean): object =>
    isCareless ? given : { name: Reflect.get(given, 'name') }
  app.post(
    '/users',
    { schema: { body: open, ...(kind === 'create-quietly' ? {} : shown) } },
    async (request) => {
      const id = users.size + 1
      const isCareless = kind.startsWith('create') || kind === 'closed'
      const fresh = {
        role: 'user',
        active: true,
        balance: 0,
        createdAt: String(id),
        ...taken(request.body, isCareless),
        id,
      }
      users.set(id, fresh)
      return kind === 'create-quietly' ? { id } : fresh
    },
  )
  app.get(
    '/users/:id',
    { schema: { params, ...shown } },
    async (request, reply) => users.get(request.params.id) ?? reply.code(404).send({ why: 'no user' }),
  )
  app.patch('/users/:id', { schema: { params, body: open, ...shown } }, async (request, reply) => {
    const old = users.get(request.params.id)
    if (old === undefined) return reply.code(404).send({ why: 'no user' })
    const next = { ...old, ...taken(request.body, kind === 'patch') }
    users.set(request.params.id, next)
    return next
  })
  return app
}

async function found(kind: Kind): Promise<string[]> {
  const { findings } = await fuzz(() => build(kind), { maxRequests: 1500, checks: ['mass-assignment'] })
  assert.deepEqual(
    findings.filter(({ unstable }) => unstable),
    [],
  )
  return [...new Set(findings.map(({ route, key }) => `${route} ${key}`))].sort()
}

test('mass-assignment: what a write takes without declaring it, seen in its answer or in a later one', async () => {
  assert.deepEqual(await found('create'), ['POST /users active', 'POST /users balance', 'POST /users role'])
  assert.deepEqual(await found('create-quietly'), [
    'POST /users active',
    'POST /users balance',
    'POST /users role',
  ])
  assert.deepEqual(await found('patch'), [
    'PATCH /users/:id active',
    'PATCH /users/:id balance',
    'PATCH /users/:id role',
  ])
})

test('mass-assignment: a write that takes what it declares, and a closed schema, are right', async () => {
  assert.deepEqual(await found('right'), [])
  assert.deepEqual(await found('closed'), [])
})
