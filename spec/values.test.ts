// A case of values becomes an application with a route for each schema, and an exchange for each test.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ValueCase } from './case.ts'
import { expandValues } from './values.ts'

const CASE = { id: 'one', rules: ['A-1'], source: 'mission', prose: 'Something holds.' } as const

const expand = (more: Omit<ValueCase, keyof typeof CASE>): ReturnType<typeof expandValues> =>
  expandValues({ ...CASE, rules: ['A-1'], ...more })

test('a property of the body: what passes, what changes and what is refused', () => {
  const schema = { type: 'integer' }
  const { app, exchanges } = expand({
    in: 'body.v',
    schema,
    tests: [
      { description: 'number 3', data: 3 },
      { description: 'text 3', data: '3', becomes: 3, again: true },
      { description: 'text x', data: 'x', refused: 'body/v must be integer' },
      { description: 'no value' },
    ],
  })
  const body = { type: 'object', properties: { v: schema } }
  assert.deepEqual(app.do, [{ post: '/', schema: { body }, do: [{ send: { $get: ['request', 'body'] } }] }])
  const send = { method: 'POST', url: '/' }
  const head = { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request' }
  assert.deepEqual(exchanges, [
    {
      id: 'number-3',
      polarity: 'positive',
      send: { ...send, json: { v: 3 } },
      expect: { status: 200, json: { v: 3 } },
    },
    {
      id: 'text-3',
      polarity: 'positive',
      send: { ...send, json: { v: '3' } },
      expect: { status: 200, json: { v: 3 } },
    },
    {
      id: 'text-x',
      polarity: 'negative',
      send: { ...send, json: { v: 'x' } },
      expect: { status: 400, json: { ...head, message: 'body/v must be integer' } },
    },
    { id: 'no-value', polarity: 'positive', send: { ...send, json: {} }, expect: { status: 200, json: {} } },
    {
      id: 'text-3-again',
      polarity: 'positive',
      send: { ...send, json: { v: '3' } },
      expect: { status: 200, json: { v: 3 } },
    },
  ])
})

test('several schemas have a route each, and their rules beside those of the case', () => {
  const { app, exchanges } = expand({
    in: 'querystring.v',
    values: [
      { description: 'a text', schema: { type: 'string' }, tests: [{ data: 'a b' }] },
      { description: 'a list', rules: ['B-2'], schema: { type: 'array' }, tests: [{ data: ['1', '2'] }] },
    ],
  })
  assert.deepEqual(
    app.do.map(({ get }) => get),
    ['/a-text', '/a-list'],
  )
  assert.deepEqual(
    exchanges.map((one) => ('send' in one ? [one.id, one.send?.url, one.rules] : one)),
    [
      ['a-text', '/a-text?v=a%20b', undefined],
      ['a-list', '/a-list?v=1&v=2', ['A-1', 'B-2']],
    ],
  )
})

test('a response has a route for each value, which writes it', () => {
  const { app, exchanges } = expand({
    in: 'response',
    schema: { type: 'integer' },
    tests: [
      { description: 'a fraction', data: 1.5, text: '1' },
      { description: 'a word', data: 'x', refused: true },
    ],
  })
  assert.deepEqual(app.do[0], {
    get: '/a-fraction',
    schema: { response: { 200: { type: 'integer' } } },
    do: [{ return: 1.5 }],
  })
  assert.deepEqual(
    exchanges.map((one) => 'expect' in one && one.expect),
    [{ status: 200, text: '1' }, { status: 500 }],
  )
})

test('a parameter and a header', () => {
  const first = (at: string, data: string): unknown => {
    const { app, exchanges } = expand({ in: at, schema: {}, tests: [{ description: 'x', data }] })
    const [one] = exchanges
    return [app.do[0]?.get, one !== undefined && 'send' in one ? one.send : undefined]
  }
  assert.deepEqual(first('params.v', 'a/b'), ['/:v', { url: '/a%2Fb' }])
  assert.deepEqual(first('headers.x-v', 'a'), ['/', { url: '/', headers: { 'x-v': 'a' } }])
})
