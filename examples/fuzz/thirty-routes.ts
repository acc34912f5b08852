/** A right application of thirty routes that uses every schema keyword of the validator: the fuzzer finds nothing in it. */
import { bearerAuth, type Instance, type Root, touchstone } from 'touchstone'

const closed = { type: 'object', additionalProperties: false } as const
const failure = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
} as const
const shortText = { type: 'string', maxLength: 40 } as const
const echo = { type: 'object', additionalProperties: true } as const

export default function create() {
  const app = touchstone()
  app.addSchema({
    $id: 'money',
    ...closed,
    properties: {
      amount: { $ref: '#/definitions/amount' },
      currency: { $id: '#currency', enum: ['EUR', 'USD'] },
    },
    required: ['amount'],
    definitions: { amount: { type: 'number', minimum: 0, maximum: 1000 } },
  })
  app.addSchema({ $id: 'http://example.com/tags', type: 'array', items: shortText, maxItems: 5 })
  keyword(app)
  references(app)
  parts(app)
  for (const name of ['users', 'books', 'rooms']) resource(app, name)
  app.register(locked, { prefix: '/admin' })
  return app
}

/** 8 routes: each takes a body and gives it back, coerced, with its defaults. */
function keyword(app: Instance<Root>): void {
  const bodies = {
    types: {
      n: { type: ['number', 'null'] },
      b: { type: 'boolean' },
      z: { type: 'null' },
      i: { type: 'integer' },
    },
    nullable: { s: { ...shortText, nullable: true }, i: { type: 'integer', nullable: true } },
    lists: {
      a: { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 3 },
      m: { type: 'array', items: { type: 'array', items: shortText, maxItems: 2 }, maxItems: 2 },
    },
    defaults: { d: { type: 'integer', default: 7 }, e: { ...shortText, default: 'x' } },
    choices: {
      one: {
        oneOf: [
          { type: 'integer', minimum: 5 },
          { type: 'array', items: { type: 'boolean' }, maxItems: 2 },
        ],
      },
    },
    exclusions: { not: { type: 'integer', not: { enum: [3, 4] } } },
    limits: {
      age: { type: 'integer', minimum: 18, maximum: 99 },
      word: { type: 'string', minLength: 1, maxLength: 3 },
    },
    nesting: {
      inner: {
        ...closed,
        properties: { deep: { ...closed, properties: { s: shortText } } },
        required: ['deep'],
      },
    },
  }
  for (const [name, properties] of Object.entries(bodies)) {
    const required = Object.keys(properties).slice(0, name === 'defaults' ? 0 : 1)
    const body = { ...closed, properties, required } as Record<string, unknown>
    const response = { 200: echo, 400: failure }
    app.post(`/keywords/${name}`, { schema: { body, response } }, async (request) => request.body as object)
  }
}

/** 5 routes: every form of a reference. */
function references(app: Instance<Root>): void {
  const bodies = {
    root: { $ref: 'money#' },
    definitions: {
      ...closed,
      properties: { a: { $ref: '#/definitions/a' } },
      definitions: { a: { type: 'integer', minimum: 1 } },
    },
    'inner-id': { ...closed, properties: { a: { $id: '#a', type: 'integer' }, b: { $ref: '#a' } } },
    'shared-path': {
      ...closed,
      properties: { a: { $ref: 'money#/definitions/amount' }, c: { $ref: 'money#/properties/currency' } },
    },
    'shared-id': {
      ...closed,
      properties: { c: { $ref: 'money#currency' }, t: { $ref: 'http://example.com/tags#' } },
    },
  }
  for (const [name, given] of Object.entries(bodies)) {
    const body = given as Record<string, unknown>
    const response = { '2xx': echo, default: failure }
    app.post(`/references/${name}`, { schema: { body, response } }, async (request) => request.body as object)
  }
}

/** 5 routes: what is not a body. */
function parts(app: Instance<Root>): void {
  const querystring = {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'integer' }, maxItems: 4, default: [] },
      word: shortText,
      page: { type: 'integer', minimum: 1, default: 1 },
    },
  } as const
  app.get('/search', { schema: { querystring, response: { 200: echo } } }, async (request) => request.query)
  const headers = {
    type: 'object',
    properties: { 'X-Trace': { type: 'integer' }, 'x-mode': { enum: ['fast', 'slow'] } },
    required: ['X-Trace'],
  } as const
  const traced = { type: 'object', properties: { trace: { type: 'integer' } } } as const
  app.get('/trace', { schema: { headers, response: { 200: traced } } }, async (request) => ({
    trace: Number(request.headers['x-trace']),
  }))
  // The shorthand: type and properties are left out.
  const params = { year: { type: 'integer', minimum: 1900, maximum: 2100 }, slug: shortText } as const
  const place = {
    type: 'object',
    properties: { year: { type: 'integer' }, slug: { type: 'string' } },
  } as const
  app.get(
    '/archive/:year/:slug',
    { schema: { params, response: { 200: place } } },
    async (request) => request.params,
  )
  const content = {
    'application/json': { schema: { type: 'object', properties: { kind: { type: 'string' } } } },
    'application/vnd.example+json': { schema: { type: 'object', properties: { v: { type: 'integer' } } } },
  } as const
  app.get(
    '/kinds',
    { schema: { response: { 200: { description: 'by media type', content } } } },
    async () => ({ kind: 'plain' }),
  )
  const body = { ...closed, properties: { n: { type: 'integer' } }, required: ['n'] } as const
  const told = { type: 'object', properties: { wrong: { type: 'boolean' } } } as const
  app.post(
    '/attached',
    { schema: { body, response: { 200: told } }, attachValidation: true },
    async (request) => ({
      wrong: request.validationError !== undefined,
    }),
  )
}

/** 3 routes each: what is made is found, changed and taken away. */
function resource(app: Instance<Root>, name: string): void {
  const kept = new Map<number, { name: string; score: number | null }>()
  let last = 0
  const properties = {
    name: { type: 'string', minLength: 1, maxLength: 20 },
    score: { type: 'number', nullable: true, minimum: 0, maximum: 10, default: null },
  } as const
  const body = { ...closed, properties, required: ['name'] } as const
  const made = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      score: { type: 'number', nullable: true },
    },
    required: ['id', 'name'],
  } as const
  const params = {
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1 } },
    required: ['id'],
  } as const
  const response = { 200: made, 404: failure } as const
  const missing = () => Object.assign(new Error('there is none'), { statusCode: 404 })
  app.post(`/${name}`, { schema: { body, response: { 201: made } } }, async (request, reply) => {
    const id = ++last
    kept.set(id, request.body as { name: string; score: number | null })
    if (kept.size > 100) kept.delete(id - 100)
    return reply.code(201).send({ id, ...(request.body as { name: string; score: number | null }) })
  })
  app.get(`/${name}/:id`, { schema: { params, response } }, async (request) => {
    const one = kept.get(request.params.id)
    if (!one) throw missing()
    return { id: request.params.id, ...one }
  })
  app.delete(`/${name}/:id`, { schema: { params, response } }, async (request) => {
    const one = kept.get(request.params.id)
    if (!one) throw missing()
    kept.delete(request.params.id)
    return { id: request.params.id, ...one }
  })
}

/** 3 routes behind a key; all of the context are. */
async function locked(admin: Instance<Root>): Promise<void> {
  admin.register(bearerAuth, { keys: ['a-key-of-the-example'] })
  const body = { ...closed, properties: { level: { enum: ['low', 'high'] } }, required: ['level'] } as const
  const response = { 200: { type: 'object', properties: { done: { type: 'boolean' } } } } as const
  admin.get('/state', { schema: { response } }, async () => ({ done: true }))
  admin.put('/level', { schema: { body, response } }, async () => ({ done: true }))
  admin.delete('/cache', { schema: { response } }, async () => ({ done: true }))
}
