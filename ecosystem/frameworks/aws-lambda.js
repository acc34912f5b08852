// @fastify/aws-lambda 4: events of API Gateway and of function URLs become requests.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fastify, load } from './load.js'

const awsLambda = load('.')

const app = fastify()
app.get('/users/:id', async (request, reply) => {
  reply.header('set-cookie', ['a=1', 'b=2'])
  return { id: request.params.id, query: request.query, event: request.awsLambda?.event !== undefined }
})
app.post('/echo', async (request) => request.body)
app.get('/bytes', async (_request, reply) =>
  reply.type('application/octet-stream').send(Buffer.from([255, 0])),
)
const handle = awsLambda(app, { binaryMimeTypes: ['application/octet-stream'] })
after(() => app.close())

test('an event of the first format', async () => {
  const event = {
    httpMethod: 'GET',
    path: '/users/7',
    headers: { 'x-a': 'b' },
    multiValueQueryStringParameters: { q: ['1', '2'] },
    queryStringParameters: { q: '2' },
  }
  const { statusCode, body, multiValueHeaders } = await handle(event, {})
  assert.equal(statusCode, 200)
  assert.deepEqual(JSON.parse(body), { id: '7', query: { q: ['1', '2'] }, event: true })
  assert.deepEqual(multiValueHeaders['set-cookie'], ['a=1', 'b=2'])
})

test('an event of the second format', async () => {
  const event = {
    version: '2.0',
    rawPath: '/users/8',
    rawQueryString: 'q=1',
    cookies: ['c=3'],
    headers: {},
    requestContext: { http: { method: 'GET', path: '/users/8' } },
  }
  const { statusCode, cookies } = await handle(event, {})
  assert.equal(statusCode, 200)
  assert.deepEqual(cookies, ['a=1', 'b=2'])
})

test('bodies in base64, and an answer of bytes', async () => {
  const event = {
    httpMethod: 'POST',
    path: '/echo',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"a":1}').toString('base64'),
    isBase64Encoded: true,
  }
  assert.equal((await handle(event, {})).body, '{"a":1}')
  const bytes = await handle({ httpMethod: 'GET', path: '/bytes', headers: {} }, {})
  assert.deepEqual([bytes.isBase64Encoded, bytes.body], [true, Buffer.from([255, 0]).toString('base64')])
})

test('a wrong body and an unknown path are answers, not failures', async () => {
  const headers = { 'content-type': 'application/json' }
  assert.equal((await handle({ httpMethod: 'POST', path: '/echo', headers, body: '{' }, {})).statusCode, 400)
  assert.equal((await handle({ httpMethod: 'GET', path: '/no', headers: {} }, {})).statusCode, 404)
})
