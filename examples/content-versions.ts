/** One route in several versions: response schemas by media type, routes by `Accept-Version`. */
import type { Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const v1 = { type: 'object', properties: { name: { type: 'string' } } } as const
const v2 = {
  type: 'object',
  properties: { first: { type: 'string' }, last: { type: 'string' } },
} as const

export function build(framework: Touchstone) {
  const app = framework()
  app.get(
    '/person',
    {
      schema: {
        response: {
          200: {
            description: 'a person, in one of two shapes',
            content: {
              'application/vnd.person.v1+json': { schema: v1 },
              'application/vnd.person.v2+json': { schema: v2 },
            },
          },
          '3xx': { type: 'object', properties: { see: { type: 'string' } } },
          default: { type: 'object', properties: { error: { type: 'string' } } },
        },
      },
    },
    async (request, reply) => {
      const { accept } = request.headers
      if (accept === 'other') return reply.code(300).send({ see: '/other' })
      if (accept === 'none') return reply.code(406).send({ error: 'no such shape' })
      reply.type(`${accept}; charset=utf-8`)
      return { name: 'Ada Lovelace', first: 'Ada', last: 'Lovelace', secret: 1 }
    },
  )
  app.get('/greeting', { constraints: { version: '1.2.0' } }, async () => 'hello')
  app.get('/greeting', { constraints: { version: '2.0.0' } }, async () => 'good day')
  return app
}

const person = (accept: string) => ({ url: '/person', headers: { accept } })
const greeting = (version: string) => ({ url: '/greeting', headers: { 'accept-version': version } })

export const exchanges: Exchange[] = [
  { title: 'the first shape', request: person('application/vnd.person.v1+json'), status: 200 },
  { title: 'the second shape', request: person('application/vnd.person.v2+json'), status: 200 },
  { title: 'a class of statuses', request: person('other'), status: 300 },
  { title: 'any other status', request: person('none'), status: 406 },
  { title: 'a version', request: greeting('1.x'), status: 200 },
  { title: 'another version', request: greeting('2.0.0'), status: 200 },
  { title: 'no such version', request: greeting('3.x'), status: 404 },
]
