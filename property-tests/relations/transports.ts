/** F5 and F14: the answer is the same through inject and every mode of a socket, one by one and all at once. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Json, Program, SendForm, Transport } from '../../spec/case.ts'
import { value as anyValue, OBJECTS, QUIET, type Schema } from '../arbitraries/schemas.ts'
import { observe, Running } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'

/** Routes of every kind of answer: echoes, errors, empty ones, streams, redirects; hooks that trace, some of them slow. */
export function routes(schema: Schema, slow: readonly number[]): Program {
  const [first = 0, second = 0] = slow
  return [
    { addHook: ['onRequest', [{ tick: first + 1 }, { trace: 'onRequest' }]] },
    { addHook: ['preHandler', [{ trace: 'preHandler' }, { tick: second + 1 }]] },
    { addHook: ['onSend', [{ trace: 'onSend' }]] },
    {
      route: { method: ['POST', 'PUT', 'PATCH'], url: '/echo/:id' },
      schema: {
        body: schema as Json,
        querystring: { type: 'object', properties: { n: { type: 'integer' }, list: { type: 'array' } } },
      },
      do: [
        { tick: second + 1 },
        { trace: { $get: 'request.params.id' } },
        {
          send: {
            body: { $get: 'request.body' },
            query: { $get: 'request.query' },
            id: { $get: 'request.params.id' },
          },
        },
      ],
    },
    {
      get: '/echo/:id',
      do: [
        { tick: first + 1 },
        { send: { id: { $get: 'request.params.id' }, query: { $get: 'request.query' } } },
      ],
    },
    { get: '/throw', do: [{ throw: { $error: { message: 'thrown', statusCode: 418 } } }] },
    { get: '/empty', do: [{ code: 204 }, { send: { $undefined: true } }] },
    { get: '/text', do: [{ header: ['x-a', 'b'] }, { send: 'späte Ö' }] },
    { get: '/bytes', do: [{ send: { $bytes: 'AAECAw==' } }] },
    { get: '/stream', do: [{ send: { $stream: { chunks: ['a', 'bc'] } } }] },
    { get: '/moved', do: [{ redirect: ['/text'] }] },
    { delete: '/echo/:id', do: [{ send: { id: { $get: 'request.params.id' } } }] },
    { route: { method: ['OPTIONS'], url: '/echo/:id' }, do: [{ code: 200 }, { send: 'options' }] },
  ]
}

const url = fc
  .tuple(
    fc.constantFrom(
      '/echo/1',
      '/echo/a%20b',
      '/echo/%C3%A9',
      '/echo/a%2Fb',
      '/echo/',
      '/throw',
      '/empty',
      '/text',
      '/bytes',
      '/stream',
      '/moved',
      '/missing',
      '/echo/1/',
    ),
    fc.array(fc.constantFrom('n=1', 'n=x', 'n=', 'list=1', 'list=2', 'other=%C3%A9', 'a[]=1', '=', '%'), {
      maxLength: 3,
    }),
  )
  .map(([path, query]) => (query.length === 0 ? path : `${path}?${query.join('&')}`))

export const send: fc.Arbitrary<SendForm> = fc.oneof(
  fc.record({ method: fc.constantFrom('GET', 'HEAD', 'GET', 'DELETE', 'OPTIONS'), url }),
  fc.record({
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    url: fc.constantFrom('/echo/1', '/echo/2?n=3', '/echo/x?n=y'),
    json: anyValue as fc.Arbitrary<Json>,
  }),
  fc.record({
    method: fc.constantFrom('POST', 'DELETE'),
    url: fc.constantFrom('/echo/1', '/missing', '/throw'),
    text: fc.constantFrom('{', '', '{"a":1}', '{"__proto__":{}}', 'plain', 'null', '[1'),
    contentType: fc.constantFrom(
      'application/json',
      'Application/JSON; charset=utf-8',
      'text/plain',
      'application/x-y',
      'nonsense',
    ),
  }),
)

interface Asked extends Scenario {
  transport: Transport
}

const asked = (transports: readonly Transport[], most: number): fc.Arbitrary<Asked> =>
  fc
    .record({
      schema: fc.oneof(OBJECTS.flat, OBJECTS.nested),
      slow: fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }),
      sends: fc.array(send, { minLength: 1, maxLength: most }),
      transport: fc.constantFrom(...transports),
    })
    .map(({ schema, slow, sends, transport }) => ({
      app: { options: QUIET, do: routes(schema, slow) },
      sends: sends.map((one) => JSON.parse(JSON.stringify(one)) as SendForm),
      transport,
    }))

export const transports: Property<Asked> = {
  id: 'F5',
  title: 'inject and every mode of a socket give the same answer and run the same hooks',
  precondition:
    'requests in normal form: ASCII urls in origin form, a host, nothing that inject would normalize',
  catches: 'framing, HEAD, content-length, what one request leaves on a connection for the next',
  rules: ['RUL-20'],
  runs: 60,
  arbitrary: asked(['socket', 'fresh', 'split', 'chunked'], 6),
  async check(value, world) {
    const injected = await observe(value, world)
    assert.deepEqual(await observe(value, world, value.transport), injected, `inject and ${value.transport}`)
  },
  scenarios: (value) => [value],
}

export const parallel: Property<Asked> = {
  id: 'F14',
  title: 'requests at the same time get what they get one after the other',
  precondition: 'handlers without state; every url is requested once, so that traces are distinguishable',
  catches: 'state that requests share: the errors of a validator, a record of an exchange that is used again',
  rules: ['ENC-7'],
  runs: 80,
  arbitrary: asked(['inject', 'socket'], 8).map((value) => ({
    ...value,
    sends: value.sends.map((one, at) => ({ ...one, url: unique(String(one.url), at) })),
  })),
  async check(value, world) {
    const running = await Running.boot(value.app, world, value.transport)
    try {
      const single = []
      for (const one of value.sends) single.push(await running.ask(one))
      assert.deepEqual(await running.askAll(value.sends), single, `at the same time, over ${value.transport}`)
    } finally {
      await running.close()
    }
  },
  scenarios: (value) => [value],
}

function unique(one: string, at: number): string {
  return `${one}${one.includes('?') ? '&' : '?'}at=${at}`
}
