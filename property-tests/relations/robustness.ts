/** F13: whatever bytes arrive, what comes back is HTTP or nothing, and the next one to come is served. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { within } from '../../conformance/contract/deadline.ts'
import { attributing } from '../../conformance/contract/faults.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import { parseAnswer } from '../../conformance/wire/answer-parser.ts'
import { Connection } from '../../conformance/wire/socket.ts'
import type { App } from '../../spec/case.ts'
import type { Property } from '../property/property.ts'

interface Bytes {
  /** what is written, one piece after the other, a character for each byte */
  pieces: string[]
}

const APP: App = {
  do: [
    {
      post: '/echo/:id',
      schema: {
        body: { type: 'object', properties: { a: { type: 'integer' } } },
        querystring: { n: { type: 'integer' } },
      },
      do: [
        {
          send: {
            body: { $get: 'request.body' },
            query: { $get: 'request.query' },
            params: { $get: 'request.params' },
          },
        },
      ],
    },
    {
      get: '/',
      do: [
        { send: { polluted: { $defined: 'request.query.polluted' }, method: { $get: 'request.method' } } },
      ],
    },
  ],
}

const token = (...usual: string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...usual), weight: 6 },
    { arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 8 }), weight: 1 },
  )

const header = fc.oneof(
  fc.constantFrom(
    'host: a', 'Host: a', 'content-type: application/json', 'content-type: __proto__', 'content-length: 3', 'content-length: 0',
    'content-length: -1', 'content-length: 1e3', 'content-length: 3, 3', 'transfer-encoding: chunked', 'transfer-encoding: gzip, chunked',
    'connection: close', 'connection: keep-alive', 'expect: 100-continue', 'expect: nonsense', 'accept-version: 1.0.0', 'upgrade: websocket',
    '__proto__: x', 'constructor: x', 'content-type: text/plain; charset=\u00ff', 'x-long: '.padEnd(5000, 'x'),
  ), // biome-ignore format: a list of lines
  fc.tuple(token('x', 'content-type'), token('y', '')).map(([name, value]) => `${name}: ${value}`),
)

const body = fc.constantFrom(
  '', '{}', '{"a":1}', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"a":', '3\r\n{}x\r\n0\r\n\r\n',
  '2\r\n{}\r\n0\r\n\r\n', 'ffffffffff\r\n', '[[[[', '\u0000\u0001', '"'.padEnd(2000, '\\u0000'),
) // biome-ignore format: a list of bodies

/** By the grammar, each part of it sometimes wrong. */
const grammatical = fc
  .record({
    method: token('GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS', 'get', 'PRI', 'CONNECT', 'TRACE'),
    target: token(
      '/',
      '/echo/1',
      '/echo/%00?n=1',
      '/?__proto__[polluted]=1',
      '/?__proto__=1&constructor=2',
      '*',
      'http://a/',
      '//',
      '/echo/%',
      '/echo/%ff',
      '/?n=%',
      '/#f',
    ),
    version: token('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', ''),
    headers: fc.array(header, { maxLength: 5 }),
    end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'),
    body,
  })
  .map(
    ({ method, target, version, headers, end, body: tail }) =>
      [`${method} ${target} ${version}`, 'host: a', ...headers].join(end) + end + end + tail,
  )

/** And then bytes are taken out, put in, or changed. */
const mutated = fc
  .tuple(
    grammatical,
    fc.array(fc.tuple(fc.nat(200), fc.nat(255), fc.constantFrom('put', 'take', 'change')), { maxLength: 3 }),
  )
  .map(([text, changes]) =>
    changes.reduce((now, [at, byte, how]) => {
      const place = at % (now.length + 1)
      const character = how === 'take' ? '' : String.fromCharCode(byte)
      return now.slice(0, place) + character + now.slice(how === 'put' ? place : place + 1)
    }, text),
  )

/** Longer than an answer takes, shorter than the patience of a server with half a request. */
const PATIENCE = 60

export const robustness: Property<Bytes> = {
  id: 'F13',
  title: 'any bytes get well-formed HTTP/1.1 or a closed connection, and the next connection is served',
  precondition: 'none',
  catches: 'crashes, hangs, answers that are not HTTP, prototypes that are polluted',
  rules: ['SEC-3-c'],
  runs: 100,
  arbitrary: fc.record({ pieces: fc.array(fc.oneof(grammatical, mutated), { minLength: 1, maxLength: 2 }) }),
  async check({ pieces }, world) {
    const thrown: unknown[] = []
    await attributing(
      (error) => thrown.push(error),
      async () => {
        const application = await world.subject.build(APP, createRecorder())
        try {
          const port = await application.listen({ port: 0, host: '127.0.0.1' })
          const connection = await Connection.open(port)
          for (const piece of pieces) {
            world.requests++
            if (!connection.closed) await connection.write(Buffer.from(piece, 'latin1'))
          }
          await connection.waitForEnd(PATIENCE)
          wellFormed(connection.stray, pieces)
          connection.destroy()
          const next = await Connection.open(port)
          await next.write(Buffer.from('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'))
          const answer = await within(3000, 'the next answer', next.answer('GET'))
          next.destroy()
          assert.equal(answer?.body.toString(), '{"polluted":false,"method":"GET"}')
        } finally {
          await within(5000, 'closing', application.close())
        }
      },
    )
    assert.deepEqual(thrown, [], 'uncaught errors')
    assert.equal(({} as { polluted?: unknown }).polluted, undefined, 'the prototype of all objects')
  },
  scenarios: ({ pieces }) => [{ app: APP, sends: [{ url: '/', raw: pieces }] }],
}

/** Whatever came back is a row of answers, the last of which may have been cut off by the end of our patience. */
function wellFormed(received: Buffer, pieces: readonly string[]): void {
  // Which method an answer belongs to decides whether it has a body: only what can be told is parsed.
  if (received.length === 0 || /^(HEAD|CONNECT)/m.test(pieces.join('\n'))) return
  let rest = received
  while (rest.length > 0) {
    assert.match(rest.toString('latin1'), /^HTTP\/1\.[01] \d{3} /, 'an answer begins with its status line')
    const answer = parseAnswer(rest, 'GET', true)
    if (!answer) return
    rest = rest.subarray(answer.size)
  }
}
