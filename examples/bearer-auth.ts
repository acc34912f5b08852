/** Bearer tokens in one context only: the published plugin of the 4.x line, or ours; neighbours stay open. */
import { createRequire } from 'node:module'
import { bearerAuth, pluginAs, type Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const published = pluginAs()<{ keys: string[] }>(createRequire(import.meta.url)('@fastify/bearer-auth'))

export const variants = { published, ours: bearerAuth }

export function build(framework: Touchstone, variant: keyof typeof variants = 'ours') {
  const app = framework()
  app.get('/', async () => 'open')
  app.register(async (secret) => {
    if (variant === 'ours') secret.register(bearerAuth, { keys: ['key-one', 'key-two'] })
    else secret.register(published, { keys: ['key-one', 'key-two'] })
    secret.get('/secret', async () => ({ told: true }))
    secret.post('/secret', { schema: { body: { n: { type: 'integer' } } } }, async ({ body }) => body)
    secret.register(async (inner) => inner.get('/secret/inner', async () => ({ told: 'within' })))
  })
  app.register(async (neighbour) => neighbour.get('/neighbour', async () => 'open too'))
  return app
}

const secret = (authorization?: string, url = '/secret') =>
  authorization === undefined ? { url } : { url, headers: { authorization } }

export const exchanges: Exchange[] = [
  { title: 'the root is open', request: { url: '/' }, status: 200 },
  { title: 'a neighbour is open', request: { url: '/neighbour' }, status: 200 },
  { title: 'no header', request: secret(), status: 401 },
  { title: 'another key', request: secret('Bearer key-three'), status: 401 },
  { title: 'another scheme', request: secret('Basic key-one'), status: 401 },
  { title: 'a key', request: secret('Bearer key-one'), status: 200 },
  { title: 'the other key', request: secret('Bearer key-two'), status: 200 },
  { title: 'a child is closed', request: secret(undefined, '/secret/inner'), status: 401 },
  { title: 'a child with a key', request: secret('Bearer key-one', '/secret/inner'), status: 200 },
  {
    title: 'before the body is looked at',
    request: { method: 'POST', url: '/secret', payload: { n: 'x' } },
    status: 401,
  },
  {
    title: 'and then it is',
    request: {
      method: 'POST',
      url: '/secret',
      headers: { authorization: 'Bearer key-one' },
      payload: { n: 'x' },
    },
    status: 400,
  },
]
