/** A recorded session is sent with the ids of this application, and its values are used later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { fuzz } from '../fuzz.ts'
import { RecordingError, recordingOf } from './recording.ts'

const entry = (method: string, url: string, more: object = {}, response: object = {}) => ({
  request: {
    method,
    url: `https://example.com${url}`,
    headers: [{ name: 'Cookie', value: 'sid=1' }],
    ...more,
  },
  response: { status: 200, headers: [], ...response },
})

test('what is no archive, and an entry without a request, are told', () => {
  for (const [content, message] of [
    [[], /no HTTP archive/],
    [{ log: {} }, /no HTTP archive/],
    [
      { log: { entries: [entry('GET', '/'), { request: { method: 'GET', url: 'x' } }] } },
      /log\.entries\[1\]\.request needs/,
    ],
    [{ log: { entries: [null] } }, /log\.entries\[0\]/],
  ] as const)
    assert.throws(
      () => recordingOf(content),
      (error) => error instanceof RecordingError && message.test(error.message),
    )
})

test('the requests of a recording reach what no schema tells', async () => {
  const build = () => {
    const app = touchstone()
    const codes = new Map<string, string>()
    const body = {
      type: 'object',
      properties: { voucher: { type: 'string' } },
      required: ['voucher'],
    } as const
    app.post('/orders', { schema: { body } }, (request, reply) => {
      if (request.body.voucher !== 'SPRING-7') return reply.code(422).send({})
      const id = `order-${codes.size + 500}`
      codes.set(id, request.body.voucher)
      return reply.send({ id })
    })
    app.get('/orders/:id', (request, reply) => {
      const { id } = request.params as { id: string }
      if (!codes.has(id)) return reply.code(404).send({})
      throw new Error('nobody looked at an order before')
    })
    return app
  }
  const postData = { mimeType: 'application/json', text: '{"voucher":"SPRING-7"}' }
  const headers = [{ name: 'Content-Type', value: 'application/json' }]
  const recording = recordingOf({
    log: {
      entries: [
        entry('GET', '/style.css'),
        entry('POST', '/api/v1/orders', { postData, headers }, { content: { text: '{"id":"order-31415"}' } }),
        entry('GET', '/api/v1/orders/order-31415?x=1'),
      ],
    },
  })
  assert.deepEqual(recording[0]!.request.headers, {}, 'the keys of the recording are not sent')
  const report = await fuzz(build, { recording, maxRequests: 60, checks: ['no-5xx'] })
  assert.deepEqual(
    report.findings.map(({ route, phase, requests, unstable }) => [route, phase, requests.length, unstable]),
    [['GET /orders/:id', 'recorded', 2, undefined]],
  )
  assert.ok(report.notes.includes('2 of the 3 recorded requests have a route here.'))
  const without = await fuzz(build, { maxRequests: 60, checks: ['no-5xx'] })
  assert.deepEqual(without.findings, [])
})
