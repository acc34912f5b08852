/** Shared schemas and every form of `$ref` to them, each in the context where it is known. */
import type { Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

export function build(framework: Touchstone) {
  const app = framework().addSchema({
    $id: 'common',
    type: 'object',
    definitions: {
      id: { $id: '#id', type: 'integer', minimum: 1 },
      name: { type: 'string', minLength: 2 },
    },
    properties: { id: { $ref: '#/definitions/id' }, name: { $ref: '#/definitions/name' } },
    required: ['id'],
  })
  app.post(
    '/whole',
    { schema: { body: { $ref: 'common#' }, response: { 200: { $ref: 'common#' } } } },
    async (request) => ({
      ...request.body,
      extra: 'is left out',
    }),
  )
  app.get(
    '/parts/:id',
    {
      schema: {
        params: { type: 'object', properties: { id: { $ref: 'common#/definitions/id' } } },
        querystring: {
          type: 'object',
          properties: { name: { $ref: 'common#/properties/name' }, other: { $ref: 'common#id' } },
        },
      },
    },
    async ({ params, query }) => ({ params, query }),
  )
  app.register(async (child) => {
    const more = child.addSchema({
      $id: 'list',
      type: 'array',
      items: { $ref: 'common#' },
      maxItems: 2,
    })
    more.post('/list', { schema: { body: { $ref: 'list#' } } }, async ({ body }) => ({
      first: body[0]?.id ?? null,
    }))
    more.get('/seen', async () => Object.keys(child.getSchemas()))
  })
  app.register(async (sibling) => {
    sibling.get('/seen/by/sibling', async () => ({
      ids: Object.keys(sibling.getSchemas()),
      list: sibling.getSchema('list') === undefined,
    }))
  })
  return app
}

const post = (url: string, payload: object) => ({ method: 'POST', url, payload }) as const

export const exchanges: Exchange[] = [
  { title: 'a whole schema, in and out', request: post('/whole', { id: '1', name: 'Ada' }), status: 200 },
  { title: 'a definition of it is broken', request: post('/whole', { id: 0 }), status: 400 },
  { title: 'parts of it', request: { url: '/parts/1?name=Ada&other=2' }, status: 200 },
  { title: 'a part is broken', request: { url: '/parts/0' }, status: 400 },
  { title: 'another part is broken', request: { url: '/parts/1?name=A' }, status: 400 },
  { title: 'a schema refers to another', request: post('/list', [{ id: 3 }]), status: 200 },
  { title: 'and both count', request: post('/list', [{ id: 3 }, { id: 0 }]), status: 400 },
  { title: 'a child sees both', request: { url: '/seen' }, status: 200 },
  { title: 'its sibling sees one', request: { url: '/seen/by/sibling' }, status: 200 },
]
