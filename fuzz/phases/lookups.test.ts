/** Applications that refuse everybody who has no password or key: what they look these up in lets the run in. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { fuzz } from '../fuzz.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 } as const
const USERS = [
  { name: 'ada', password: 'engine-1843' },
  { name: 'bob', password: 'number-1842' },
]

/** A secret with a fault behind it; `takes` says who may ask for it. */
function guarded(takes: (key: string) => boolean) {
  const app = touchstone()
  app.get('/secret', async (request, reply) => {
    if (!takes(String(request.headers.authorization).replace(/^Bearer /, ''))) return reply.code(401).send({})
    throw new Error('the secret')
  })
  return app
}

function withLogin() {
  const users = new Map(USERS.map((one) => [one.name, one]))
  const tokens = new Map<string, string>()
  const app = guarded((key) => tokens.has(key))
  const body = {
    type: 'object',
    properties: { user: text, password: text },
    required: ['user', 'password'],
  } as const
  app.post('/login', { schema: { body } }, async ({ body: { user, password } }, reply) => {
    if (users.get(user)?.password !== password) return reply.code(401).send({})
    const token = `token-of-${user}`
    tokens.set(token, user)
    return { token }
  })
  return app
}

const withKeys = () => {
  const keys = [{ owner: 'ada', key: '5d41402abc4b2a76b971' }]
  return guarded((given) => keys.find(({ key }) => key === given) !== undefined)
}

const withHashes = () => {
  const hash = (key: string): string => createHash('sha256').update(key).digest('hex')
  const hashes = new Set([hash('5d41402abc4b2a76b971')])
  return guarded((given) => hashes.has(hash(given)))
}

const CASES = [
  ['a login', withLogin, true, /POST \/login with values/],
  ['a key', withKeys, true, /authorization with keys/],
  ['a key of which only the hash is known', withHashes, false, /^$/],
] as const

for (const [what, create, isFound, note] of CASES)
  test(`${what}: ${isFound ? 'the run lets itself in, and says so' : 'the run stays outside'}`, async () => {
    const { findings, notes } = await fuzz(create, { maxRequests: 400, checks: ['no-5xx'] })
    assert.deepEqual(
      findings.map(({ route }) => route),
      isFound ? ['GET /secret'] : [],
    )
    assert.match(notes.join(), note)
    assert.doesNotMatch(notes.join(), /engine-1843|5d41402abc/, 'no secret is told')
  })
