// tRPC 10: queries, mutations, errors and contexts over its Fastify plugin, with the client of tRPC.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, LOCAL, load } from './load.js'

const { initTRPC, TRPCError } = load('@trpc/server')
const { fastifyTRPCPlugin } = load('@trpc/server/adapters/fastify')
const { createTRPCProxyClient, httpBatchLink } = load('@trpc/client')
const { z } = load('zod')

const t = initTRPC.context().create()
const router = t.router({
  hello: t.procedure.input(z.object({ name: z.string() })).query(({ input }) => `hello ${input.name}`),
  who: t.procedure.query(({ ctx }) => ctx.user),
  add: t.procedure.input(z.array(z.number())).mutation(({ input }) => input.reduce((a, b) => a + b, 0)),
  refuse: t.procedure.query(() => {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'not you' })
  }),
})

const app = fastify({ maxParamLength: 5000 })
let client
before(async () => {
  app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: { router, createContext: ({ req }) => ({ user: req.headers['x-user'] ?? 'nobody' }) },
  })
  app.post('/plain', async (request) => request.body)
  const url = `${await app.listen(LOCAL)}/trpc`
  const headers = { 'x-user': 'ann', connection: 'close' }
  client = createTRPCProxyClient({ links: [httpBatchLink({ url, headers })] })
})
after(() => app.close())

test('queries and mutations, several in one request', async () => {
  const [hello, sum] = await Promise.all([client.hello.query({ name: 'you' }), client.add.mutate([1, 2, 3])])
  assert.deepEqual([hello, sum], ['hello you', 6])
  assert.deepEqual(
    await Promise.all([client.hello.query({ name: 'a' }), client.hello.query({ name: 'b' })]),
    ['hello a', 'hello b'],
  )
})

test('the context is made from the request', async () => assert.equal(await client.who.query(), 'ann'))

test('a wrong input and an error of a procedure reach the client', async () => {
  await assert.rejects(client.hello.query({ name: 1 }), ({ data }) => data.httpStatus === 400)
  await assert.rejects(
    client.refuse.query(),
    ({ data, message }) => data.httpStatus === 403 && message === 'not you',
  )
})

test('the parser of the plugin stays inside it', async () => {
  const answer = await app.inject({ method: 'POST', url: '/plain', payload: { a: 1 } })
  assert.deepEqual(answer.json(), { a: 1 })
})
