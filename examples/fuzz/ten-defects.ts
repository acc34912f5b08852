/** An application with ten defects, one in each of its corners: `touchstone fuzz` finds them all, and nothing else. */
import { setImmediate as soon } from 'node:timers/promises'
import { bearerAuth, type Instance, type Root, touchstone } from 'touchstone'

const ok = { type: 'object', properties: { ok: { type: 'boolean' } } } as const
const named = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } } as const
const byId = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1, maximum: 1000 } },
  required: ['id'],
} as const

export default function create() {
  const app = touchstone()
  boundary(app)
  responses(app)
  validators(app)
  doors(app)
  state(app)
  return app
}

/** 1: the largest order that the schema allows fails. 2: one number of rows is never answered. */
function boundary(app: Instance<Root>): void {
  const body = {
    type: 'object',
    properties: { quantity: { type: 'integer', minimum: 1, maximum: 1000 } },
    required: ['quantity'],
    additionalProperties: false,
  } as const
  app.post('/orders', { schema: { body, response: { 200: ok } } }, async (request) => {
    if (request.body.quantity > 999) throw new Error('no shelf is that long')
    return { ok: true }
  })
  const querystring = {
    type: 'object',
    properties: { rows: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
  } as const
  app.get('/reports', { schema: { querystring, response: { 200: ok } } }, (request, reply) => {
    if (request.query.rows !== 100) reply.send({ ok: true })
  })
}

/** 3: a property that the response schema forgot. 4: null becomes an empty text. 5: a status that nobody declared. */
function responses(app: Instance<Root>): void {
  const summed = {
    type: 'object',
    properties: { ...named.properties, summary: { type: 'string' } },
    required: ['summary'],
  } as const
  app.get('/articles', { schema: { response: { 200: { type: 'array', items: summed } } } }, async () => [
    { id: 1, name: 'a', summary: 'b' },
  ])
  app.get('/articles/:id', { schema: { params: byId, response: { 200: named } } }, async ({ params }) => {
    const article: { id: number; name: string } = Object.assign(
      { id: params.id, name: 'a' },
      { summary: 'b' },
    )
    return article
  })
  app.get('/profiles/:id', { schema: { params: byId, response: { 200: named } } }, async ({ params }) => {
    const profile: { id: number; name: string | null } = { id: params.id, name: null }
    return profile as { id: number; name: string }
  })
  app.get('/items/:id', { schema: { params: byId, response: { 200: named } } }, async ({ params }, reply) => {
    if (params.id > 500) reply.code(404 as 200)
    return { id: params.id, name: 'a' }
  })
}

/** 6: a validator that forgets the maximum. 7: a validator that looks at JSON only, beside a parser of CSV. */
function validators(app: Instance<Root>): void {
  const seats = {
    type: 'object',
    properties: { seats: { type: 'integer', minimum: 1, maximum: 8 } },
    required: ['seats'],
    additionalProperties: false,
  } as const
  const isTicket = (data: unknown): boolean => {
    const count = (data as { seats?: unknown } | null)?.seats
    return Number.isInteger(count) && (count as number) >= 1
  }
  app.post(
    '/tickets',
    { schema: { body: seats, response: { 200: ok } }, validatorCompiler: () => isTicket },
    async () => ({ ok: true }),
  )
  app.register(async (imports) => {
    class Csv {
      readonly lines: string[]
      constructor(text: string) {
        this.lines = text.split('\n')
      }
    }
    imports.addContentTypeParser(
      'text/csv',
      { parseAs: 'string' },
      async (_request: unknown, text: string) => new Csv(text),
    )
    const isImport = (data: unknown): boolean => {
      if (data instanceof Csv) return true
      const count = (data as { seats?: unknown } | null)?.seats
      return Number.isInteger(count) && (count as number) >= 1 && (count as number) <= 8
    }
    imports.post(
      '/imports',
      { schema: { body: seats, response: { 200: ok } }, validatorCompiler: () => isImport },
      async () => ({ ok: true }),
    )
  })
}

/** 8: a route below /admin that is declared outside of the context that wants a key. */
function doors(app: Instance<Root>): void {
  const schema = { response: { 200: ok } }
  app.register(
    async (admin) => {
      admin.register(bearerAuth, { keys: ['a-key-of-the-example'] })
      admin.get('/users', { schema }, async () => ({ ok: true }))
      admin.get('/settings', { schema }, async () => ({ ok: true }))
      admin.delete('/cache', { schema }, async () => ({ ok: true }))
    },
    { prefix: '/admin' },
  )
  app.get('/admin/export', { schema }, async () => ({ ok: true }))
}

/** 9: one object for all requests. 10: a header that is looked up by the letters that a client happens to send. */
function state(app: Instance<Root>): void {
  const basket = { amount: 0 }
  const querystring = {
    type: 'object',
    properties: { amount: { type: 'integer', minimum: 0, maximum: 99 } },
    required: ['amount'],
  } as const
  const response = { 200: { type: 'object', properties: { amount: { type: 'integer' } } } } as const
  app.get('/basket', { schema: { querystring, response } }, async (request) => {
    basket.amount = request.query.amount
    await soon()
    return { amount: basket.amount }
  })
  const headers = {
    type: 'object',
    properties: { 'x-tenant': { type: 'string', enum: ['red', 'blue'] } },
    required: ['x-tenant'],
  } as const
  app.get('/tenant', { schema: { headers, response: { 200: ok } } }, async (request) => ({
    ok: request.raw.rawHeaders.includes('x-tenant'),
  }))
}
