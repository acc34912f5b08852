// Apollo Server 4 on its Fastify integration, which drains the server when it stops.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, LOCAL, load } from './load.js'

const { ApolloServer } = load('@apollo/server')
const { default: fastifyApollo, fastifyApolloDrainPlugin } = load('@as-integrations/fastify')

const app = fastify()
let stopped = false
const apollo = new ApolloServer({
  typeDefs: 'type Query { hello: String user: String fail: String }',
  resolvers: {
    Query: {
      hello: () => 'hello',
      user: (_root, _arguments, { user }) => user,
      fail: () => {
        throw new Error('kaboom')
      },
    },
  },
  plugins: [
    fastifyApolloDrainPlugin(app),
    { serverWillStart: async () => ({ serverWillStop: async () => void (stopped = true) }) },
  ],
})

before(async () => {
  await apollo.start()
  await app.register(fastifyApollo(apollo), {
    context: async (request) => ({ user: request.headers['x-user'] }),
  })
  await app.listen(LOCAL)
})
after(() => app.close())

const ask = (query) =>
  app.inject({ method: 'POST', url: '/graphql', headers: { 'x-user': 'ann' }, payload: { query } })

test('a query, with a context from the request', async () => {
  assert.deepEqual((await ask('{ hello user }')).json(), { data: { hello: 'hello', user: 'ann' } })
})

test('errors of a resolver and of a query', async () => {
  assert.equal((await ask('{ fail }')).json().errors[0].message, 'kaboom')
  assert.equal((await ask('{ nothing }')).statusCode, 400)
})

test('a query in the address', async () => {
  const headers = { 'apollo-require-preflight': 'yes' }
  const answer = await app.inject({ url: '/graphql?query=%7Bhello%7D', headers })
  assert.equal(answer.json().data.hello, 'hello')
})

test('stopping the server of GraphQL drains the one of HTTP', async () => {
  await apollo.stop()
  assert.ok(stopped)
})
