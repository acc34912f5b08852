/** Bodies that are being received: what they hold, alone and together, and how long they may take. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../../index.ts'
import { Collector } from './collector.ts'

const HOST = '127.0.0.1'

function portOf(app: { server: { address(): unknown } }): number {
  return (app.server.address() as AddressInfo).port
}

/** A connection that has sent the head of a chunked request. */
function post(port: number, type = 'application/json'): Socket {
  const socket = connect(port, HOST).on('error', () => {})
  socket.write(
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`,
  )
  return socket
}

function chunk(bytes: string): string {
  return `${bytes.length.toString(16)}\r\n${bytes}\r\n`
}

test('pieces of any sizes come out as they went in', () => {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 300; round++) {
    const collector = new Collector()
    const pieces: Buffer[] = []
    const count = random(40)
    for (let n = 0; n < count; n++) {
      const most = [2, 100, 5000, 70_000][random(4)]!
      const piece = Buffer.alloc(random(most), random(256))
      pieces.push(piece)
      collector.put(piece)
    }
    const whole = Buffer.concat(pieces)
    assert.ok(collector.bytes().equals(whole), `round ${round}`)
  }
})

test('bodies together hold at most totalBodyLimit: the next one is a 503, and is served once others have ended', {
  timeout: 20_000,
}, async () => {
  const app = touchstone({ totalBodyLimit: 100_000 })
  app.post('/', async (request) => String((request.body as number[]).length))
  await app.listen({ port: 0, host: HOST })
  const port = portOf(app)
  const large = `[${'1,'.repeat(30_000)}`
  const first = post(port)
  first.write(chunk(large))
  await sleep(50)
  const refused = post(port)
  refused.write(chunk(large))
  const refusal = await text(refused)
  assert.match(refusal, /^HTTP\/1\.1 503 .*connection: close.*FST_ERR_CTP_BODIES_TOO_LARGE/s)
  first.write(`${chunk('1]')}0\r\n\r\n`)
  assert.match(await text(first), /^HTTP\/1\.1 200 .*30001/s)
  for (let n = 0; n < 3; n++) {
    const served = post(port) // alone, a body may be longer than the limit of all
    served.write(`${chunk(`[${'1,'.repeat(60_000)}1]`)}0\r\n\r\n`)
    assert.match(await text(served), /^HTTP\/1\.1 200 .*60001/s)
  }
  await app.close()
})

test('bodies of one HTTP/2 connection hold at most connectionBodyLimit', { timeout: 20_000 }, async () => {
  const app = touchstone({ http2: true, connectionBodyLimit: 100_000 })
  app.post('/', async (request) => String((request.body as number[]).length))
  const address = await app.listen({ port: 0, host: HOST })
  const client = http2.connect(address).on('error', () => {})
  const begin = async (bytes: string) => {
    const stream = client.request({ ':path': '/', ':method': 'POST', 'content-type': 'application/json' })
    const status = new Promise<number>((resolve) =>
      stream.on('response', (headers) => resolve(headers[':status']!)),
    )
    stream.on('error', () => {})
    stream.write(bytes)
    await sleep(50)
    return { stream, status }
  }
  const large = `[${'1,'.repeat(25_000)}`
  const first = await begin(large)
  const second = await begin(large)
  assert.equal(await second.status, 503)
  await text(second.stream) // ends, although the body has not: the server resets the stream
  first.stream.end('1]')
  assert.equal(await first.status, 200)
  assert.equal(await text(first.stream), '25001')
  const third = await begin(large)
  third.stream.end('1]')
  assert.equal(await text(third.stream), '25001')
  client.close()
  await app.close()
})

test('a slow body is a 408: collected, or read by a parser of the application', {
  timeout: 20_000,
}, async () => {
  const app = touchstone({ bodyTimeout: 100 })
  app.addContentTypeParser(
    'own/stream',
    (_request: unknown, payload: Readable, done: (error: null) => void) => {
      payload.on('end', () => done(null)).resume()
    },
  )
  app.post('/', async () => 'ok')
  await app.listen({ port: 0, host: HOST })
  for (const type of ['application/json', 'own/stream']) {
    const socket = post(portOf(app), type)
    socket.write(chunk('['))
    assert.match(await text(socket), /^HTTP\/1\.1 408 .*connection: close.*FST_ERR_CTP_BODY_TIMEOUT/s)
  }
  const patient = post(portOf(app))
  patient.write(chunk(`[${' '.repeat(20_000)}`)) // allows 20 seconds more
  await sleep(400)
  patient.write(`${chunk(']')}0\r\n\r\n`)
  assert.match(await text(patient), /^HTTP\/1\.1 200/)
  await app.close()
})

test('a slow body that a parser leaves to the handler ends as if its client had left', {
  timeout: 20_000,
}, async () => {
  for (const versions of [1, 2]) {
    const app = touchstone({ bodyTimeout: 100, http2: versions === 2 })
    app.addContentTypeParser(
      'own/stream',
      (_request: unknown, payload: unknown, done: (error: null, body: unknown) => void) =>
        done(null, payload),
    )
    const left = new Promise((resolve) => {
      app.post('/', async (request) => {
        ;(request.body as Readable).on('close', resolve).on('error', () => {})
        await text(request.body as Readable).catch(() => {})
      })
    })
    const address = await app.listen({ port: 0, host: HOST })
    if (versions === 1) post(portOf(app), 'own/stream').write(chunk('1'))
    else {
      const client = http2.connect(address).on('error', () => {})
      const stream = client.request({ ':path': '/', ':method': 'POST', 'content-type': 'own/stream' })
      stream.on('error', () => {}).write('1')
    }
    await left
    await app.close()
  }
})

test('a slow body that nobody reads ends its connection once the reply has left', {
  timeout: 20_000,
}, async () => {
  const app = touchstone({ bodyTimeout: 100 })
  app.get('/', async () => 'ok')
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send('no') }, async () => 'ok')
  await app.listen({ port: 0, host: HOST })
  for (const line of ['GET /', 'POST /refused']) {
    const socket = connect(portOf(app), HOST).on('error', () => {})
    socket.write(`${line} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n1`)
    assert.match(await text(socket), /^HTTP\/1\.1 (200|401)/) // ends with the connection
  }
  const kept = connect(portOf(app), HOST)
  kept.write('GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n12')
  await once(kept, 'data')
  await sleep(400)
  kept.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  assert.match(await text(kept), /^HTTP\/1\.1 200/)
  await app.close()
})

test('a parser of the application that is slow itself makes no client late', {
  timeout: 20_000,
}, async () => {
  const app = touchstone({ bodyTimeout: 50 })
  app.addContentTypeParser('own/stream', async (_request: unknown, payload: Readable) => {
    await sleep(400)
    return text(payload)
  })
  app.post('/', async (request) => String((request.body as string).length))
  await app.listen({ port: 0, host: HOST })
  const socket = post(portOf(app), 'own/stream')
  socket.write(`${chunk('1'.repeat(100))}`)
  await sleep(300)
  socket.write('0\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 .*100/s)
  await app.close()
})
