// GraphQL Yoga 5 behind a route, as its documentation shows: queries, streams of events and uploads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, LOCAL, load } from './load.js'

const { createSchema, createYoga } = load('graphql-yoga')

const app = fastify()
const yoga = createYoga({
  logging: false,
  schema: createSchema({
    typeDefs: `
      scalar File
      type Query { hello(name: String): String user: String }
      type Mutation { read(file: File!): String }
      type Subscription { count(to: Int!): Int }
    `,
    resolvers: {
      Query: {
        hello: (_root, { name }) => `hello ${name ?? 'world'}`,
        user: (_root, _arguments, { req }) => req.headers['x-user'] ?? null,
      },
      Mutation: { read: (_root, { file }) => file.text() },
      Subscription: {
        count: {
          async *subscribe(_root, { to }) {
            for (let n = 1; n <= to; n++) yield { count: n }
          },
        },
      },
    },
  }),
})

let address
before(async () => {
  app.addContentTypeParser('multipart/form-data', {}, (_request, _payload, done) => done(null))
  app.route({
    url: yoga.graphqlEndpoint,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: async (req, reply) => {
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply })
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.status(response.status).send(response.body)
    },
  })
  address = `${await app.listen(LOCAL)}${yoga.graphqlEndpoint}`
})
after(() => app.close())

const ask = (query, more = {}) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...more },
    body: JSON.stringify({ query }),
  })

test('a query, and the request in its context', async () => {
  const answer = await ask('{ hello(name: "you") user }', { 'x-user': 'ann' })
  assert.deepEqual(await answer.json(), { data: { hello: 'hello you', user: 'ann' } })
})

test('a wrong query', async () => {
  const { errors } = await (await ask('{ nothing }')).json()
  assert.match(errors[0].message, /Cannot query field/)
})

test('a subscription is a stream of events', async () => {
  const text = await (await ask('subscription { count(to: 3) }', { accept: 'text/event-stream' })).text()
  assert.deepEqual(
    [...text.matchAll(/"count":(\d)/g)].map(([, n]) => n),
    ['1', '2', '3'],
  )
})

test('an upload', async () => {
  const form = new FormData()
  form.set(
    'operations',
    JSON.stringify({ query: 'mutation ($f: File!) { read(file: $f) }', variables: { f: null } }),
  )
  form.set('map', JSON.stringify({ 0: ['variables.f'] }))
  form.set('0', new Blob(['the content']), 'a.txt')
  const answer = await fetch(address, { method: 'POST', body: form, headers: { connection: 'close' } })
  assert.deepEqual(await answer.json(), { data: { read: 'the content' } })
})

test('its page', async () => {
  const answer = await fetch(address, { headers: { accept: 'text/html', connection: 'close' } })
  assert.match(await answer.text(), /graphiql/i)
})
