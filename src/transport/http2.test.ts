/** HTTP/2: its options, what holds a session for nothing, and floods of frames. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import http2 from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../index.ts'

const HOST = '127.0.0.1'
const [DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, CONTINUATION] = [0, 1, 3, 4, 6, 7, 9]
const [END_STREAM, END_HEADERS] = [1, 4]

function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(SETTINGS, 0, 0)])
/** `GET /` and `POST /` of `http://a`, as HPACK writes them */
const GET = Buffer.from([0x82, 0x86, 0x84, 0x41, 1, 0x61])
const POST = Buffer.from([0x83, 0x86, 0x84, 0x41, 1, 0x61])

/** What a hostile client sends, frame by frame. */
const FLOODS: Record<string, (n: number) => Buffer> = {
  'streams that are reset at once': (n) => {
    const stream = 2 * n + 1
    const reset = frame(RST_STREAM, 0, stream, Buffer.from([0, 0, 0, 8]))
    return Buffer.concat([frame(HEADERS, END_HEADERS | END_STREAM, stream, GET), reset])
  },
  settings: () => frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 1, 0, 0])),
  pings: () => frame(PING, 0, 0, Buffer.alloc(8)),
  'empty frames of a body': (n) =>
    n === 0 ? frame(HEADERS, END_HEADERS, 1, POST) : frame(DATA, 0, 1, Buffer.alloc(0)),
  'headers without an end': (n) =>
    n === 0
      ? frame(HEADERS, 0, 1, GET)
      : frame(CONTINUATION, 0, 1, Buffer.concat([Buffer.from([0, 1, 0x62, 100]), Buffer.alloc(100, 0x63)])),
  'streams without an end': (n) => frame(HEADERS, END_HEADERS, 2 * n + 1, POST),
  'replies that are not taken': (n) => frame(HEADERS, END_HEADERS | END_STREAM, 2 * n + 1, GET),
}
const FRAMES = 50_000

/** Sends frames as long as the server reads them. */
async function flood(port: number, make: (n: number) => Buffer): Promise<Socket> {
  const socket = connect(port, HOST).on('error', () => {})
  socket.pause()
  socket.write(PREFACE)
  for (let n = 0; n < FRAMES && !socket.destroyed; n += 500) {
    const some = Array.from({ length: 500 }, (_, at) => make(n + at))
    if (socket.write(Buffer.concat(some))) continue
    await Promise.race([once(socket, 'drain').catch(() => {}), sleep(500, null, { ref: false })])
    if (socket.writableLength > 0) break // it reads no more
  }
  return socket
}

async function status(port: number, path = '/'): Promise<number> {
  const client = http2.connect(`http://${HOST}:${port}`)
  const stream = client.request({ ':path': path })
  const [headers] = await once(stream, 'response')
  stream.resume()
  await once(stream, 'close')
  client.close()
  return headers[':status']
}

/** In a process of its own, so that its memory can be measured: a server that tells what it holds. */
async function serve(): Promise<void> {
  const app = touchstone({ http2: true })
  app.get('/', async () => 'x'.repeat(100_000))
  app.post('/', async () => 'ok')
  await app.listen({ port: 0, host: HOST })
  const { port } = app.server.address() as AddressInfo
  process.on('message', () => {
    globalThis.gc!()
    process.send!(process.memoryUsage().rss)
  })
  process.send!(port)
  await once(process, 'disconnect')
  process.exit()
}

if (process.env.SERVE_HTTP2 === '1') await serve()

test('floods of frames: the server serves others, and its memory is bounded', {
  timeout: 120_000,
}, async (t) => {
  const server = fork(import.meta.filename, {
    execArgv: ['--expose-gc'],
    env: { ...process.env, SERVE_HTTP2: '1', NODE_TEST_CONTEXT: '' },
  })
  t.after(() => server.kill())
  const [port] = (await once(server, 'message')) as [number]
  const held = async (): Promise<number> => {
    server.send('memory')
    const [bytes] = (await once(server, 'message')) as [number]
    return bytes / 1e6
  }
  for (let warm = 0; warm < 20; warm++) await status(port)
  const before = await held()
  for (const [name, make] of Object.entries(FLOODS)) {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => flood(port, make)))
    assert.equal(await status(port), 200, name)
    const grown = (await held()) - before
    t.diagnostic(`${name}: ${Math.round(grown)} MB`)
    assert.ok(grown < 250, `${name}: ${grown} MB more`)
    for (const socket of sockets) socket.destroy()
    await sleep(50)
  }
})

/** Says GOAWAY and opens two streams in one piece, and returns the types of the frames that the server sends. */
async function leave(port: number): Promise<number[]> {
  const streams = [3, 5].map((stream) => frame(HEADERS, END_HEADERS | END_STREAM, stream, POST))
  const last = Buffer.concat([frame(GOAWAY, 0, 0, Buffer.alloc(8)), ...streams])
  let received = Buffer.alloc(0)
  const socket = connect(port, HOST).on('error', () => {})
  socket.on('data', (bytes) => {
    if (received.length === 0) socket.write(last)
    received = Buffer.concat([received, bytes])
  })
  socket.write(Buffer.concat([PREFACE, frame(HEADERS, END_HEADERS | END_STREAM, 1, POST)]))
  await new Promise((resolve) => socket.on('close', resolve))
  const types: number[] = []
  for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3))
    types.push(received[at + 3]!)
  return types
}

test('a client that says GOAWAY and goes on to open streams is told GOAWAY, and cannot damage the heap', {
  timeout: 60_000,
}, async (t) => {
  const checked = { MALLOC_CHECK_: '3', MALLOC_PERTURB_: '165' } // glibc overwrites what is freed
  const server = fork(import.meta.filename, {
    env: { ...process.env, ...checked, SERVE_HTTP2: '1', NODE_TEST_CONTEXT: '' },
  })
  t.after(() => server.kill())
  const [port] = (await once(server, 'message')) as [number]
  for (let n = 0; n < 50; n++) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => leave(port)))
    assert.ok(server.exitCode === null && server.signalCode === null, `ended by ${20 * n + 20} clients`)
    for (const types of replies) assert.ok(types.includes(GOAWAY), types.join())
  }
})

test('the options http and https reach node:http2; a client may have 100 streams', {
  timeout: 20_000,
}, async () => {
  for (const [options, limit] of [
    [{}, 100],
    [{ http: { settings: { maxConcurrentStreams: 3 } } }, 3],
  ] as const) {
    const app = touchstone({ http2: true, ...options })
    const client = http2.connect(await app.listen({ port: 0, host: HOST }))
    const [settings] = await once(client, 'remoteSettings')
    assert.equal(settings.maxConcurrentStreams, limit)
    client.destroy()
    await app.close()
  }
})

test('a session without a stream ends: silent, with pings, or with headers that never end', {
  timeout: 20_000,
}, async () => {
  const app = touchstone({ http2: true, http2SessionTimeout: 200 })
  await app.listen({ port: 0, host: HOST })
  const { port } = app.server.address() as AddressInfo
  for (const more of [null, FLOODS.pings!(0), FLOODS['headers without an end']!(1)]) {
    const socket = connect({ port, host: HOST, allowHalfOpen: true }).on('error', () => {})
    if (more !== null) {
      socket.write(PREFACE)
      socket.write(FLOODS['headers without an end']!(0).subarray(0, more[3] === CONTINUATION ? undefined : 0))
    }
    socket.resume().on('end', () => socket.destroy()) // no later than the server
    const timer = setInterval(() => more !== null && socket.write(more), 20)
    await once(socket, 'close')
    clearInterval(timer)
  }
  await app.close()
})

test('a reply of which a client takes nothing ends: HTTP/1, HTTP/2, and HTTP/2 with pings or settings', {
  timeout: 30_000,
}, async () => {
  const manyOf = (kind: string): Buffer => Buffer.concat(Array.from({ length: 50 }, () => FLOODS[kind]!(0)))
  const versionsKept = {
    '1': null,
    '2': null,
    '2 with pings': manyOf('pings'),
    '2 with settings': manyOf('settings'),
  }
  for (const [versions, more] of Object.entries(versionsKept)) {
    const app = touchstone({ http2: versions !== '1', bodyTimeout: 200 })
    const ended = new Promise<void>((resolve) => {
      app.get('/', (_request, reply) => {
        reply.raw.on('close', resolve)
        void reply.send('x'.repeat(20_000_000))
      })
    })
    await app.listen({ port: 0, host: HOST })
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, HOST).on('error', () => {})
    if (versions === '1') socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    else socket.write(Buffer.concat([PREFACE, FLOODS['replies that are not taken']!(0)]))
    if (more === null) socket.pause()
    else socket.resume() // it takes what answers its frames, and no more of the reply than the first window
    const kept = setInterval(() => more !== null && socket.write(more), 20)
    await ended
    clearInterval(kept)
    socket.destroy()
    await app.close()
  }
})

test('a slow client that takes its reply is not ended', {
  timeout: 30_000,
}, async () => {
  const app = touchstone({ bodyTimeout: 1000 })
  app.get('/', async () => 'x'.repeat(5_000_000))
  await app.listen({ port: 0, host: HOST })
  const { port } = app.server.address() as AddressInfo
  const slow = connect(port, HOST)
  slow.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  let received = 0
  slow.on('data', (bytes) => {
    received += bytes.length
    slow.pause()
    setTimeout(() => slow.resume(), 25)
  })
  await once(slow, 'close')
  assert.ok(received > 5_000_000)
  await app.close()
})
