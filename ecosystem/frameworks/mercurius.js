// mercurius 14: GraphQL with loaders, subscriptions over web sockets, and its hooks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fastify, LOCAL, load } from './load.js'

const mercurius = load('mercurius')
const WebSocket = load('ws')

const dogs = [
  { name: 'rex', owner: 'ann' },
  { name: 'max', owner: 'bob' },
]
const app = fastify()
let address
let batches = 0

before(async () => {
  await app.register(mercurius, {
    schema: `
      type Owner { name: String! }
      type Dog { name: String! owner: Owner }
      type Query { dogs: [Dog!]! fail: String }
      type Mutation { bark(text: String!): String! }
      type Subscription { barked: String! }
    `,
    resolvers: {
      Query: {
        dogs: async () => dogs,
        fail: async () => {
          throw new mercurius.ErrorWithProps('kaboom', { code: 'SOME' }, 418)
        },
      },
      Mutation: {
        bark: async (_root, { text }, { pubsub }) => {
          await pubsub.publish({ topic: 'barked', payload: { barked: text } })
          return text
        },
      },
      Subscription: {
        barked: { subscribe: async (_root, _arguments, { pubsub }) => pubsub.subscribe('barked') },
      },
    },
    loaders: {
      Dog: {
        owner: async (queries) => {
          batches++
          return queries.map(({ obj }) => ({ name: obj.owner }))
        },
      },
    },
    subscription: true,
    jit: 1,
  })
  app.graphql.addHook('preExecution', async (_schema, _document, context) => {
    context.reply?.header('x-graphql', 'yes') // not returned: a reply is a promise
  })
  address = await app.listen(LOCAL)
})
after(() => app.close())

const ask = (query, variables) =>
  app.inject({ method: 'POST', url: '/graphql', payload: { query, variables } })

test('a loader asks once for all', async () => {
  const answer = await ask('{ dogs { name owner { name } } }')
  assert.deepEqual(answer.json().data.dogs[1], { name: 'max', owner: { name: 'bob' } })
  assert.equal(batches, 1)
  assert.equal(answer.headers['x-graphql'], 'yes')
})

test('errors: of a resolver, of a query, and of a body', async () => {
  const failed = (await ask('{ fail }')).json()
  assert.deepEqual(failed.errors[0].extensions, { code: 'SOME' })
  assert.equal((await ask('{ nothing }')).statusCode, 400)
  const wrong = await app.inject({ method: 'POST', url: '/graphql', payload: { query: 7, variables: 'x' } })
  assert.equal(wrong.statusCode, 400)
})

test('a subscription gets what a mutation publishes', { timeout: 20_000 }, async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/graphql`, 'graphql-ws')
  await once(socket, 'open')
  const next = async () => JSON.parse(String((await once(socket, 'message'))[0]))
  const acknowledged = next()
  socket.send(JSON.stringify({ type: 'connection_init' }))
  assert.equal((await acknowledged).type, 'connection_ack')
  socket.send(JSON.stringify({ id: 1, type: 'start', payload: { query: 'subscription { barked }' } }))
  socket.ping()
  await once(socket, 'pong')
  const heard = next()
  // The subscription begins after its message was read: publish until it is heard.
  const timer = setInterval(() => ask('mutation { bark(text: "woof") }'), 50)
  assert.deepEqual((await heard).payload.data, { barked: 'woof' })
  clearInterval(timer)
  socket.terminate()
})
