// Schemas of zod, valibot and arktype: the types that a handler sees and what happens at run time, over the same data.

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { type } from 'arktype'
import * as v from 'valibot'
import { object as yupObject, string as yupString } from 'yup'
import { z } from 'zod'
import touchstone, { routesOf, type TypeOf } from '../../index.ts'
import type { Instance } from '../../types/app/instance.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles where the types are one. */
function same<A, B>(answer: Same<A, B>): void {
  assert.equal(answer, true)
}

/** What a handler gets, and its check at run time. */
type Order = { name: string; n: number; tags: string[]; role: 'admin' | 'guest' }
function isOrder(value: unknown): value is Order {
  const { name, n, tags, role, ...more }: Record<string, unknown> = Object(value)
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')
  const known = role === 'admin' || role === 'guest'
  return (
    typeof name === 'string' && typeof n === 'number' && isList && known && Object.keys(more).length === 0
  )
}
/** What it may send: a Date, which leaves as a number. */
type Given = { name: string; at: Date }

const json = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    n: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    role: { enum: ['admin', 'guest'], default: 'guest' },
  },
  required: ['name', 'n', 'tags'],
  additionalProperties: false,
} as const

const zod = {
  body: z.object({
    name: z.string(),
    n: z.string().regex(/^\d+$/).transform(Number),
    tags: z.array(z.string()),
    role: z.enum(['admin', 'guest']).default('guest'),
  }),
  response: z.object({ name: z.string(), at: z.date().transform((date) => date.getTime()) }),
}
const valibot = {
  body: v.object({
    name: v.string(),
    n: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
    tags: v.array(v.string()),
    role: v.optional(v.picklist(['admin', 'guest']), 'guest'),
  }),
  response: v.object({
    name: v.string(),
    at: v.pipe(
      v.date(),
      v.transform((date) => date.getTime()),
    ),
  }),
}
const arktype = {
  body: type({
    '+': 'delete',
    name: 'string',
    n: type('/^\\d+$/').pipe(Number),
    tags: 'string[]',
    role: "'admin' | 'guest' = 'guest'",
  }),
  response: type({ '+': 'delete', name: 'string', at: type('Date').pipe((date) => date.getTime()) }),
}

same<TypeOf<typeof json>, Order>(true)
same<TypeOf<typeof zod.body>, Order>(true)
same<TypeOf<typeof valibot.body>, Order>(true)
same<TypeOf<typeof arktype.body>, Order>(true)
same<TypeOf<typeof zod.response, {}, 'out'>, Given>(true)
same<TypeOf<typeof valibot.response, {}, 'out'>, Given>(true)
same<TypeOf<typeof arktype.response, {}, 'out'>, Given>(true)

const at = new Date(7)
/** The same application four times; the compiler checks each handler. */
const applications: Record<string, () => Instance> = {
  'JSON Schema': () => {
    const app = touchstone()
    app.post('/', { schema: { body: json } }, ({ body }) => {
      same<typeof body, Order>(true)
      return told(body)
    })
    return app
  },
  zod: () => {
    const app = touchstone()
    app.post('/', { schema: { body: zod.body } }, ({ body }) => {
      same<typeof body, Order>(true)
      return told(body)
    })
    app.get('/sent', { schema: { response: { 200: zod.response } } }, () => ({ name: 'x', at, secret: 1 }))
    // @ts-expect-error another type
    app.get('/wrong', { schema: { response: { 200: zod.response } } }, () => ({ name: 1, at }))
    return app
  },
  valibot: () => {
    const app = touchstone()
    app.post('/', { schema: { body: valibot.body } }, ({ body }) => {
      same<typeof body, Order>(true)
      return told(body)
    })
    app.get('/sent', { schema: { response: { 200: valibot.response } } }, () => ({
      name: 'x',
      at,
      secret: 1,
    }))
    // @ts-expect-error another type
    app.get('/wrong', { schema: { response: { 200: valibot.response } } }, () => ({ name: 1, at }))
    return app
  },
  arktype: () => {
    const app = touchstone()
    app.post('/', { schema: { body: arktype.body } }, ({ body }) => {
      same<typeof body, Order>(true)
      return told(body)
    })
    app.get('/sent', { schema: { response: { 200: arktype.response } } }, () => ({
      name: 'x',
      at,
      secret: 1,
    }))
    // @ts-expect-error another type
    app.get('/wrong', { schema: { response: { 200: arktype.response } } }, () => ({ name: 1, at }))
    return app
  },
}
function told(body: Order): object {
  return { isOrder: isOrder(body), body }
}

const VALID: [given: object, body: Order][] = [
  [
    { name: 'a', n: '7', tags: [], role: 'admin' },
    { name: 'a', n: 7, tags: [], role: 'admin' },
  ],
  [
    { name: 'a', n: '0', tags: ['x'], more: 1 },
    { name: 'a', n: 0, tags: ['x'], role: 'guest' },
  ],
]
const INVALID: [given: object, path: string][] = [
  [{ n: '7', tags: [] }, ''],
  [{ name: 'a', n: 'x', tags: [] }, '/n'],
  [{ name: 'a', n: '1', tags: [{}] }, '/tags/0'],
  [{ name: 'a', n: '1', tags: [], role: 'other' }, '/role'],
]

for (const [library, build] of Object.entries(applications)) {
  test(`${library}: what the compiler says of a body is what the handler gets`, async () => {
    const app = build()
    for (const [payload, body] of VALID) {
      const response = await app.inject({ method: 'POST', url: '/', payload })
      assert.deepEqual(response.json(), { isOrder: true, body })
    }
    for (const [payload, path] of INVALID) {
      const response = await app.inject({ method: 'POST', url: '/', payload })
      assert.equal(response.statusCode, 400)
      const { code, message }: { code: string; message: string } = response.json()
      assert.equal(code, 'FST_ERR_VALIDATION')
      assert.ok(message.startsWith(`body${path}`), message)
    }
  })
  if (library === 'JSON Schema') continue
  test(`${library}: what the compiler lets a handler send is sent, and nothing else`, async () => {
    const app = build()
    const sent = await app.inject('/sent')
    assert.equal(sent.body, '{"name":"x","at":7}')
    const wrong = await app.inject('/wrong')
    assert.equal(wrong.statusCode, 500)
    assert.equal(wrong.json<{ code: string }>().code, 'FST_ERR_RESPONSE_VALIDATION')
  })
}

test('an asynchronous schema keeps the async context, in a part and in a response', async () => {
  const store = new AsyncLocalStorage<string>()
  const app = touchstone()
  const wait = async (): Promise<boolean> => {
    await new Promise(setImmediate)
    return store.getStore() === 'mine'
  }
  const body = z.object({ n: z.number() }).refine(wait)
  const response = v.pipeAsync(v.object({ n: v.number() }), v.checkAsync(wait, 'another context'))
  app.addHook('onRequest', (_request, _reply, done) => store.run('mine', done))
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-store', store.getStore() ?? 'lost')
  })
  app.post('/', { schema: { body, response: { 200: response } } }, ({ body: { n } }) => ({
    n: store.getStore() === 'mine' ? n : 0,
  }))
  const answer = await app.inject({ method: 'POST', url: '/', payload: { n: 5 } })
  assert.deepEqual([answer.statusCode, answer.body, answer.headers['x-store']], [200, '{"n":5}', 'mine'])
})

test('requests that wait for one schema keep their own errors', async () => {
  const app = touchstone()
  const querystring = z.object({ name: z.string().refine(async (name) => name === 'right', 'is wrong') })
  app.get(
    '/',
    { attachValidation: true, schema: { querystring } },
    (request) => request.validationError?.message ?? 'right',
  )
  const names = ['right', 'x', 'right', 'y', 'right']
  const answers = await Promise.all(names.map((name) => app.inject(`/?name=${name}`)))
  const bodies = answers.map(({ body }) => body)
  assert.deepEqual(
    bodies,
    names.map((name) => (name === 'right' ? 'right' : 'querystring/name is wrong')),
  )
})

test('formatters get the issue of the library, which is not part of the serialized error', async () => {
  const app = touchstone()
  const codes: unknown[] = []
  app.setSchemaErrorFormatter((errors) => {
    const [error] = errors
    codes.push(Object(Reflect.get(error!.params, 'issue')).code, JSON.stringify(error!.params))
    return new Error('no')
  })
  app.get('/', { schema: { querystring: type({ n: 'string.numeric' }) } }, async () => 'x')
  await app.inject('/?n=secret')
  assert.deepEqual(codes, ['pattern', '{"vendor":"arktype","path":["n"]}'])
})

test('a list of issues has an end', async () => {
  const app = touchstone()
  app.setErrorHandler((error, _request, reply) => reply.send({ count: error.validation?.length }))
  app.post('/', { schema: { body: z.array(z.string()) } }, async () => 'x')
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    payload: Array.from({ length: 5000 }, () => 1),
  })
  assert.deepEqual(answer.json(), { count: 100 })
})

test('the schema of a route has the JSON Schema of each library, and still judges as the library does', async () => {
  const app = touchstone()
  const handler = async (): Promise<string> => 'x'
  app.post('/zod', { schema: { body: zod.body, response: { 201: zod.response } } }, (_request, reply) =>
    reply.code(201).send({ name: 'x', at }),
  )
  app.post('/valibot', { schema: { body: valibot.body } }, handler)
  app.post('/arktype', { schema: { body: arktype.body } }, handler)
  app.post('/yup', { schema: { body: yupObject({ name: yupString().required() }) } }, handler)
  const routes = (await routesOf(app)) ?? []
  const bodies = Object.fromEntries(routes.map(({ url, schema }) => [url, Object(schema?.['body'])]))
  for (const url of ['/zod', '/valibot', '/arktype']) {
    assert.equal(bodies[url].type, 'object', url)
    assert.deepEqual(bodies[url].properties.name, { type: 'string' }, url)
    assert.equal(bodies[url].properties.n.type, 'string', url)
  }
  assert.equal(bodies['/yup'].$comment, 'yup: no JSON Schema of this schema: the library exports none')
  assert.deepEqual(await bodies['/yup']['~standard'].validate({ name: 'x' }), { value: { name: 'x' } })
  const response = Object(routes[0]?.schema?.['response'])[201]
  assert.deepEqual(response.properties, { name: { type: 'string' }, at: {} })
})
