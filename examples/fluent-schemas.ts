/** Schemas written as calls: fluent-json-schema, in parts, in responses and shared. */
import { S } from 'fluent-json-schema'
import type { Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const address = S.object()
  .id('#address')
  .prop('city', S.string().required())
  .prop('zip', S.string().maxLength(5))
const person = S.object()
  .id('https://example.com/person')
  .definition('address', address)
  .prop('name', S.string().minLength(2).required())
  .prop('role', S.enum(['reader', 'writer']).default('reader'))
  .prop('home', S.ref('#address'))

export function build(framework: Touchstone) {
  const app = framework()
  app.addSchema(person.valueOf() as { $id: string })
  app.post(
    '/people/:id',
    {
      schema: {
        params: S.object().prop('id', S.integer().minimum(1)),
        querystring: S.object()
          .additionalProperties(false)
          .prop('tags', S.array().items(S.string()).maxItems(2)),
        body: S.ref('https://example.com/person#'),
        response: { 200: S.object().prop('id', S.integer()).prop('name', S.string()) },
      },
    },
    async ({ params, body }) => ({ ...(body as object), ...(params as object) }),
  )
  return app
}

const post = (url: string, payload: object) => ({ method: 'POST', url, payload }) as const

export const exchanges: Exchange[] = [
  { title: 'the response names what goes out', request: post('/people/1', { name: 'Ada' }), status: 200 },
  {
    title: 'a reference within',
    request: post('/people/1', { name: 'Ada', home: { zip: '1' } }),
    status: 400,
  },
  { title: 'a parameter', request: post('/people/0', { name: 'Ada' }), status: 400 },
  { title: 'the query', request: post('/people/1?tags=a&tags=b&tags=c', { name: 'Ada' }), status: 400 },
  { title: 'the body', request: post('/people/1', { name: 'A' }), status: 400 },
]
