/** The routes of the race, once as data: what each asks, what it answers, and the schemas of both. */

export interface BenchRoute {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** the pattern that is declared, and the path that is asked for */
  readonly pattern: string
  readonly path: string
  readonly body?: string
  readonly schema: Record<string, unknown>
  /** how many requests a connection has under way */
  readonly pipelining?: number
  /** whether the handler looks at the request and the response of node */
  readonly raw?: true
  /** the answer's payload */
  answer(request: { params: never; query: never; body: never }): unknown
}

const string = { type: 'string' }
const integer = { type: 'integer' }

const line = {
  type: 'object',
  required: ['sku', 'quantity', 'price'],
  additionalProperties: false,
  properties: {
    sku: { type: 'string', minLength: 3, maxLength: 20 },
    quantity: { type: 'integer', minimum: 1 },
    price: { type: 'number', minimum: 0 },
    note: { type: 'string', maxLength: 80 },
  },
}
const order = {
  type: 'object',
  required: ['customer', 'lines'],
  additionalProperties: false,
  properties: {
    customer: {
      type: 'object',
      required: ['name', 'email'],
      properties: {
        name: { type: 'string', maxLength: 60 },
        email: { type: 'string', maxLength: 80 },
        vip: { type: 'boolean' },
      },
    },
    lines: { type: 'array', minItems: 1, maxItems: 20, items: line },
    coupon: { type: ['string', 'null'], maxLength: 12 },
  },
}
const anOrder = {
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', vip: true },
  lines: Array.from({ length: 10 }, (_, at) => ({
    sku: `SKU-${1000 + at}`,
    quantity: at + 1,
    price: 9.5 + at,
    note: 'wrapped, with a card please',
  })),
  coupon: null,
}

const item = {
  type: 'object',
  properties: {
    id: integer,
    name: string,
    price: { type: 'number' },
    tags: { type: 'array', items: string },
    active: { type: 'boolean' },
    owner: { type: 'object', properties: { id: integer, name: string } },
  },
}
const items = Array.from({ length: 1000 }, (_, id) => ({
  id,
  name: `item number ${id}`,
  price: id * 1.25,
  tags: ['red', 'blue', 'green'],
  active: id % 2 === 0,
  owner: { id: id % 7, name: `owner ${id % 7}` },
}))

const user = { type: 'object', properties: { id: integer, name: string, expanded: { type: 'boolean' } } }

export const ROUTES: readonly BenchRoute[] = [
  {
    name: 'hello',
    method: 'GET',
    pattern: '/hello',
    path: '/hello',
    schema: { response: { 200: { type: 'object', properties: { hello: string } } } },
    answer: () => ({ hello: 'world' }),
  },
  {
    name: 'pipelined',
    method: 'GET',
    pattern: '/hello',
    path: '/hello',
    pipelining: 10,
    schema: { response: { 200: { type: 'object', properties: { hello: string } } } },
    answer: () => ({ hello: 'world' }),
  },
  {
    name: 'users',
    method: 'GET',
    pattern: '/users/:id',
    path: '/users/42?expand=a',
    schema: {
      params: { type: 'object', required: ['id'], properties: { id: integer } },
      querystring: { type: 'object', properties: { expand: { type: 'string', maxLength: 10 } } },
      response: { 200: user },
    },
    answer: ({ params, query }: { params: { id: number }; query: { expand?: string } }) => ({
      id: params.id,
      name: 'Ada',
      expanded: query.expand === 'a',
    }),
  },
  {
    name: 'orders',
    method: 'POST',
    pattern: '/orders',
    path: '/orders',
    body: JSON.stringify(anOrder),
    schema: { body: order, response: { 200: order } },
    answer: ({ body }: { body: unknown }) => body,
  },
  {
    name: 'large',
    method: 'GET',
    pattern: '/large',
    path: '/large',
    schema: { response: { 200: { type: 'array', items: item } } },
    answer: () => items,
  },
  {
    name: 'deep',
    method: 'GET',
    pattern: '/deep',
    path: '/deep/29/r9',
    schema: { response: { 200: { type: 'object', properties: { hello: string } } } },
    answer: () => ({ hello: 'world' }),
  },
  {
    name: 'raw',
    method: 'GET',
    pattern: '/raw',
    path: '/raw',
    raw: true,
    schema: { response: { 200: { type: 'object', properties: { hello: string } } } },
    answer: () => ({ hello: 'world' }),
  },
]
