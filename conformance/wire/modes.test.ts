// What the modes of a socket put on the wire, seen from the other end of it; and which exchanges fit which mode.

import assert from 'node:assert/strict'
import { createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Case, Exchange, SendForm, Transport } from '../../spec/case.ts'
import { createRecorder } from '../contract/recorder.ts'
import { SocketCarrier } from './carrier.ts'
import { DEFAULT_TRANSPORTS, exchangesOn, transportsOf } from './modes.ts'

interface Seen {
  port: number
  connections: number
  /** The bytes of each connection, piece by piece as they came. */
  pieces: string[][]
}

/** Answers on each connection once so many requests ended there, in their order; a body is told by its text. */
async function observe(t: TestContext, waitFor = 1, close = false): Promise<Seen> {
  const seen: Seen = { port: 0, connections: 0, pieces: [] }
  const server = createServer((socket) => answer(socket, seen, waitFor, close))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  seen.port = portOf(server)
  t.after(() => server.close())
  return seen
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function answer(socket: Socket, seen: Seen, waitFor: number, close: boolean): void {
  seen.connections++
  const pieces: string[] = []
  seen.pieces.push(pieces)
  let answered = 0
  socket.on('error', () => undefined)
  socket.on('data', (piece) => {
    pieces.push(String(piece))
    const ends = pieces.join('').split('END').length - 1
    if (ends < answered + waitFor) return
    const how = close ? 'connection: close\r\n' : ''
    for (; answered < ends && !(close && answered > 0); answered++)
      socket.write(`HTTP/1.1 200 OK\r\n${how}content-length: 1\r\n\r\n${answered}`)
    if (close) socket.end()
  })
}

const exchange = (id: string, send: SendForm, more: Partial<Exchange> = {}): Exchange => ({
  id,
  polarity: 'positive',
  send,
  expect: { status: 200 },
  ...more,
})
const post = (id: string): Exchange => exchange(id, { method: 'POST', url: `/${id}`, text: `text ${id} END` })

function carry(carrier: SocketCarrier, one: Exchange): ReturnType<SocketCarrier['carry']> {
  return carrier.carry(one, one.send as SendForm, 'main')
}

function carrierFor(t: TestContext, seen: Seen, transport: Transport): SocketCarrier {
  const carrier = new SocketCarrier(createRecorder(), transport)
  carrier.port = seen.port
  t.after(() => carrier.close())
  return carrier
}

test('socket keeps its connection, fresh opens another for each exchange', async (t) => {
  const kept = await observe(t)
  const keeping = carrierFor(t, kept, 'socket')
  await carry(keeping, post('a'))
  await carry(keeping, post('b'))
  assert.equal(kept.connections, 1)

  const opened = await observe(t)
  const opening = carrierFor(t, opened, 'fresh')
  await carry(opening, post('a'))
  await carry(opening, post('b'))
  assert.equal(opened.connections, 2)
})

test('split sends one byte at a time', async (t) => {
  const seen = await observe(t)
  await carry(carrierFor(t, seen, 'split'), post('a'))
  const [pieces = []] = seen.pieces
  const bytes = pieces.join('').length
  // The system may put a few bytes together on their way; a request in few pieces was not split.
  assert.ok(pieces.length > bytes / 4, `${bytes} bytes came in ${pieces.length} pieces`)
})

test('chunked sends the body without a length', async (t) => {
  const seen = await observe(t)
  await carry(carrierFor(t, seen, 'chunked'), post('a'))
  const text = seen.pieces[0]?.join('') ?? ''
  assert.match(text, /transfer-encoding: chunked\r\n/)
  assert.doesNotMatch(text, /content-length/)
  assert.match(text, /\r\n\r\n5\r\ntext \r\n5\r\na END\r\n/)
})

test('a named connection stays the same, also in fresh, and several answers of it are read in turn', async (t) => {
  const seen = await observe(t)
  const carrier = carrierFor(t, seen, 'fresh')
  const on = (id: string): Exchange => exchange(id, { method: 'POST', url: `/${id}`, text: 'END', on: 'a' })
  await carrier.connect('a')
  assert.equal(carrier.stateOf('a'), 'open')
  const carried = await Promise.all([carry(carrier, on('a')), carry(carrier, on('b'))])
  assert.equal(seen.connections, 1)
  assert.deepEqual(
    carried.map(({ answer: given }) => given?.text),
    ['0', '1'],
  )
  await carrier.disconnect('a')
  assert.equal(carrier.stateOf('a'), 'closed')
  assert.equal(carrier.stateOf('b'), undefined)
})

test('the rest of a body is sent, and an answer read, once its gate is open', async (t) => {
  const seen = await observe(t)
  const recorder = createRecorder()
  const carrier = new SocketCarrier(recorder, 'socket')
  carrier.port = seen.port
  t.after(() => carrier.close())
  const send = { method: 'POST', url: '/', chunks: ['first', 'END'], restWhen: 'rest', readWhen: 'read' }
  let answered = false
  const carrying = carry(carrier, exchange('a', send)).then((carried) => {
    answered = true
    return carried
  })
  while (!seen.pieces[0]?.join('').includes('first')) await new Promise((resolve) => setImmediate(resolve))
  assert.doesNotMatch(seen.pieces[0].join(''), /END/)
  recorder.openGate('rest')
  while (!seen.pieces[0].join('').includes('END')) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(answered, false)
  recorder.openGate('read')
  assert.equal((await carrying).answer?.text, '0')
})

test('pipelined writes all before it reads any, and gives each exchange its own answer', async (t) => {
  const seen = await observe(t, 3)
  const carrier = carrierFor(t, seen, 'pipelined')
  const carried = await Promise.all([post('a'), post('b'), post('c')].map((one) => carry(carrier, one)))
  assert.equal(seen.connections, 1)
  assert.deepEqual(
    carried.map(({ answer: given }) => given?.text),
    ['0', '1', '2'],
  )
})

test('what stands behind an answer that closes the connection is sent again on another', async (t) => {
  const seen = await observe(t, 1, true)
  const carrier = carrierFor(t, seen, 'pipelined')
  const carried = await Promise.all([post('a'), post('b')].map((one) => carry(carrier, one)))
  assert.equal(seen.connections, 2)
  assert.deepEqual(
    carried.map(({ answer: given }) => given?.status),
    [200, 200],
  )
})

function caseOf(exchanges: Exchange[], more: Partial<Case> = {}): Case {
  const app = { do: [{ get: '/a', do: [{ send: 1 }] }] }
  return { id: 'c', rules: [], source: 'interface', level: 'MUST', prose: '', app, exchanges, ...more }
}

const all: Transport[] = ['inject', 'socket', 'fresh', 'pipelined', 'split', 'chunked']
const http2: Transport[] = ['h2c', 'h2']

test('a case runs in the modes that show something of it', () => {
  const two = caseOf([exchange('a', { url: '/a' }), exchange('b', { url: '/b' })])
  assert.deepEqual(transportsOf(two, all), ['inject', 'socket', 'fresh', 'pipelined', 'split'])
  assert.deepEqual(transportsOf(caseOf([post('a')]), all), ['inject', 'socket', 'fresh', 'split', 'chunked'])
  assert.deepEqual(transportsOf({ ...two, transports: ['inject'] }, all), ['inject'])
  assert.deepEqual(transportsOf({ ...two, boot: 'manual' }, all), ['inject'])
  assert.deepEqual(transportsOf(caseOf([exchange('r', { raw: 'GET / HTTP/1.1\r\n\r\n' })]), all), ['socket'])
})

test('with the usual ways runs what only HTTP/2 carries, and with one that was chosen it does not', () => {
  const own = caseOf([{ ...exchange('a', { url: '/a' }), transports: ['http2'] }])
  assert.deepEqual(transportsOf(own, DEFAULT_TRANSPORTS), ['h2c'])
  assert.deepEqual(transportsOf(own, ['socket']), [])
  assert.deepEqual(transportsOf(own, [...DEFAULT_TRANSPORTS, 'h2']), ['h2'])
  assert.deepEqual(
    transportsOf(caseOf([exchange('a', { url: '/a' })]), DEFAULT_TRANSPORTS),
    DEFAULT_TRANSPORTS,
  )
})

test('over HTTP/2 runs what is not about a connection of HTTP/1, and does not say why not', () => {
  const ids = (body: Case, transport: Transport): string[] => exchangesOn(body, transport).map(({ id }) => id)
  const fits = exchange('a', { url: '/a' })
  assert.deepEqual(transportsOf(caseOf([fits]), http2), http2)
  for (const options of [{ http2: true }, { https: {} }, { $undefined: true }, 'none'])
    assert.deepEqual(transportsOf(caseOf([fits], { app: { options, do: [] } }), http2), [])
  const tls = { except: { h2: 'The case is about a connection without TLS.' } }
  assert.deepEqual(transportsOf(caseOf([fits], tls), http2), ['h2c'])
  const several = caseOf([
    fits,
    { ...exchange('b', { url: '/b' }), ...tls },
    exchange('c', { raw: 'GET / HTTP/1.1\r\n\r\n' }),
    exchange('d', { url: '/d', headers: { Connection: 'close' } }),
    exchange('e', { url: '/e', headers: { host: null } }),
    { ...exchange('f', { url: '/f' }), expect: { closed: true } },
  ])
  assert.deepEqual(ids(several, 'h2c'), ['a', 'b'])
  assert.deepEqual(ids(several, 'h2'), ['a'])
})

test('a pipeline holds neighbours whose traces can be told apart, and no case that keeps something', () => {
  const ids = (body: Case): string[] => exchangesOn(body, 'pipelined').map(({ id }) => id)
  const [a, b] = [exchange('a', { url: '/a' }), exchange('b', { url: '/b' })]
  assert.deepEqual(ids(caseOf([a, b])), ['a', 'b'])
  assert.deepEqual(ids(caseOf([a, { ...a, id: 'again' }])), [])
  assert.deepEqual(ids(caseOf([a, exchange('raw', { raw: 'x' }), b])), [])
  const keeps: Case['app'] = { do: [{ get: '/a', do: [{ set: ['app.n', 1] }] }] }
  assert.deepEqual(ids(caseOf([a, b], { app: keeps })), [])
})

test('an end goes with its beginning', () => {
  const begun = exchange('a', { url: '/a', abortWhen: 'g' }, { until: 'g' })
  const end: Exchange = { id: 'b', polarity: 'positive', awaits: 'a', expect: {} }
  const ids = (transport: Transport): string[] =>
    exchangesOn(caseOf([begun, end]), transport).map(({ id }) => id)
  assert.deepEqual([ids('inject'), ids('socket'), ids('pipelined')], [[], ['a', 'b'], []])
})

test('a body whose framing the case speaks of stays as it is', () => {
  const framed = exchange('a', { method: 'POST', url: '/a', text: 'x', headers: { 'Content-Length': '1' } })
  assert.deepEqual(transportsOf(caseOf([framed]), ['chunked']), [])
  assert.deepEqual(transportsOf(caseOf([{ ...post('a'), expect: { closed: true } }]), ['chunked']), [])
})

test('a refusal of a large body is read, though the server has closed the connection meanwhile', async (t) => {
  let requests = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      requests++
      // What comes after this is answered with a reset, which takes the first answer with it.
      if (requests === 1) socket.resetAndDestroy()
      else socket.end('HTTP/1.1 413 Payload Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const carrier = carrierFor(t, { port: portOf(server), connections: 0, pieces: [] }, 'socket')
  const large = exchange('large', { method: 'POST', url: '/', text: 'x'.repeat(4_000_000) })
  assert.equal((await carry(carrier, large)).answer?.status, 413)
  assert.equal(requests, 2)

  const small = exchange('small', { method: 'POST', url: '/', text: 'x' })
  requests = 0
  await assert.rejects(carry(carrier, small), /the connection ended without an answer/)
  assert.equal(requests, 1)
})
