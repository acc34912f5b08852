/** Zod schemas in the place of JSON Schemas, for requests and for responses. */
import type { Touchstone } from 'touchstone'
import { z } from 'zod'
import type { Exchange } from './exchange.ts'

const item = z.object({ name: z.string().min(1), price: z.coerce.number().nonnegative() })
const page = z.object({ size: z.coerce.number().int().max(50).default(10) })

export function build(framework: Touchstone) {
  const app = framework()
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data: unknown) => {
    const result = schema.safeParse(data)
    return result.success ? { value: result.data } : { error: new Error(z.prettifyError(result.error)) }
  })
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (payload: unknown) =>
        JSON.stringify(schema.parse(payload)),
  )
  app.post('/items', { schema: { body: item, response: { 200: item } } }, async ({ body }) => ({
    ...body,
    secret: 'is not in the schema',
  }))
  app.get('/items', { schema: { querystring: page } }, async ({ query }) => ({ next: query.size + 1 }))
  return app
}

export const exchanges: Exchange[] = [
  {
    title: 'the parsed value is the body, and the response schema leaves out what it does not name',
    request: { method: 'POST', url: '/items', payload: { name: 'pen', price: '1.5' } },
    status: 200,
  },
  {
    title: 'what zod refuses is refused',
    request: { method: 'POST', url: '/items', payload: { name: '', price: 1 } },
    status: 400,
  },
  { title: 'a default in the query', request: { url: '/items' }, status: 200 },
  { title: 'too much in the query', request: { url: '/items?size=51' }, status: 400 },
]
