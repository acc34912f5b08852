/** Serializers of one's own: for a context, for one answer, and for a whole route. */
import type { Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

export function build(framework: Touchstone) {
  const app = framework()
  app.register(async (child) => {
    child.setSerializerCompiler(
      ({ httpStatus, method, url }) =>
        (payload: unknown) =>
          JSON.stringify({ httpStatus, route: `${method} ${url}`, payload }),
    )
    child.get('/wrapped', { schema: { response: { '2xx': { type: 'object' } } } }, async () => ({ a: 1 }))
    child.get('/unwrapped', async () => ({ a: 1 })) // no response schema, no serializer
  })
  app.get('/xml', (_request, reply) => {
    reply
      .type('application/xml')
      .serializer((payload: { name: string }) => `<name>${payload.name}</name>`)
      .send({ name: 'Ada' })
  })
  app.register(async (child) => {
    child.setReplySerializer((payload, status) => JSON.stringify({ status, payload }))
    child.get('/numbered', async (_request, reply) => reply.code(202).send({ a: 1 }))
  })
  app.get(
    '/route',
    {
      schema: { response: { 200: { type: 'object', properties: { a: { type: 'string' } } } } },
      serializerCompiler: () => (payload: object) => Object.keys(payload).join(),
    },
    async () => ({ a: 'x' }),
  )
  app.get(
    '/limited',
    { schema: { response: { 200: { type: 'object', properties: { shown: { type: 'integer' } } } } } },
    async () => ({ shown: 1, hidden: 2 }),
  )
  return app
}

export const exchanges: Exchange[] = [
  { title: 'a context with its own compiler', request: { url: '/wrapped' }, status: 200 },
  { title: 'which needs a response schema', request: { url: '/unwrapped' }, status: 200 },
  { title: 'one answer', request: { url: '/xml' }, status: 200 },
  { title: 'every payload of a context', request: { url: '/numbered' }, status: 202 },
  { title: 'one route', request: { url: '/route' }, status: 200 },
  {
    title: 'the default serializer leaves out what is not declared',
    request: { url: '/limited' },
    status: 200,
  },
]
