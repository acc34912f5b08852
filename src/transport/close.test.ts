/** close() loses no reply and always ends: large replies, slow and silent clients, upgrades, HTTP/2 sessions. */
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import http2 from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../index.ts'

const SIZE = 20_000_000
const large = 'x'.repeat(SIZE)

function portOf(app: { server: { address(): unknown } }): number {
  return (app.server.address() as AddressInfo).port
}

/** Counts the bytes of a connection; with a pause it reads slowly. */
async function count(socket: Socket, pause: number): Promise<number> {
  let received = 0
  socket.on('data', (bytes) => {
    received += bytes.length
    if (pause === 0) return
    socket.pause()
    setTimeout(() => socket.resume(), pause)
  })
  await once(socket, 'close')
  return received
}

for (const [when, pause] of [
  ['before', 0],
  ['after', 0],
  ['after', 1],
] as const) {
  const client = pause === 0 ? 'a fast client' : 'a slow client'
  test(`20 MB reach ${client} whole when close() is called ${when} the answer`, {
    timeout: 60_000,
  }, async () => {
    const app = touchstone()
    let closed: Promise<unknown> | undefined
    app.get('/', (_request, reply) => {
      if (when === 'before') closed = app.close()
      void reply.send(large)
      if (when === 'after') closed = app.close()
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(portOf(app), '127.0.0.1')
    const received = count(socket, pause)
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    assert.ok((await received) > SIZE)
    await closed
  })
}

test('a client that says nothing does not hold close()', { timeout: 10_000 }, async () => {
  const app = touchstone()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(portOf(app), '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  socket.resume()
  await sleep(20)
  await app.close()
  await ended
})

test('every silent client of a pipe is ended: none of them has a port to tell it by', {
  timeout: 10_000,
}, async () => {
  const app = touchstone()
  const path = join(mkdtempSync(join(tmpdir(), 'pipe-')), 's')
  await app.listen({ path })
  const clients = [connect(path), connect(path), connect(path)]
  const ended = clients.map((client) => once(client, 'close'))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  await sleep(50) // until the server has taken them
  await app.close()
  await Promise.all(ended)
})

test('closeTimeout ends what does not end by itself, and the log says how many', {
  timeout: 10_000,
}, async () => {
  const lines: string[] = []
  const app = touchstone({ closeTimeout: 100, logger: { stream: { write: (line) => lines.push(line) } } })
  app.get('/', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(portOf(app), '127.0.0.1')
  socket.on('error', () => {})
  socket.resume().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await sleep(30)
  await app.close()
  assert.ok(lines.some((line) => line.includes('1 connections were ended by force')))
})

test('sessions of HTTP/2 are told, their streams end, and forceCloseConnections ends them at once', {
  timeout: 20_000,
}, async () => {
  for (const force of [false, true]) {
    const app = touchstone({ http2: true, ...(force ? { forceCloseConnections: true } : {}) })
    app.get('/', async () => {
      await sleep(50)
      return 'answered'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const client = http2.connect(`http://127.0.0.1:${portOf(app)}`)
    client.on('error', () => {})
    await once(client, 'connect')
    const stream = client.request({ ':path': '/' })
    stream.on('error', () => {})
    let body = ''
    stream.on('data', (bytes) => {
      body += bytes
    })
    const ended = once(client, 'close')
    await sleep(20)
    await app.close()
    await ended
    assert.equal(body, force ? '' : 'answered')
  }
})

/** Gives localhost a second address, which not every machine has. */
function twoAddresses(t: TestContext): void {
  const found = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  t.mock.method(dns.promises, 'lookup', async () => found)
}

test('the second address of localhost answers garbage, too long headers and upgrades as the first, and close() frees it', {
  timeout: 10_000,
}, async (t) => {
  twoAddresses(t)
  const app = touchstone({ closeTimeout: 50 })
  app.server.on('upgrade', (_request, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: own\r\n\r\n')
  })
  await app.listen({ port: 0 })
  const places = app.addresses()
  assert.equal(places.length, 2)
  const told: string[] = []
  const upgraded: Promise<unknown>[] = []
  for (const { address, port } of places) {
    for (const sent of [
      'garbage\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: own\r\n\r\n',
    ]) {
      const socket = connect(port, address).on('error', () => {})
      const got = once(socket, 'data')
      socket.write(sent)
      const text = String(await got)
      told.push(text.slice(9, 12))
      if (text.includes('101')) upgraded.push(once(socket.resume(), 'close'))
    }
  }
  assert.deepEqual(told, ['400', '431', '101', '400', '431', '101'])
  await app.close()
  await Promise.all(upgraded)
  assert.deepEqual(app.addresses(), [])
  for (const { address, port } of places) {
    const [error] = await once(connect(port, address), 'error')
    assert.equal(error.code, 'ECONNREFUSED')
  }
})

test('an upgrade that nobody takes is answered, on every address of localhost', {
  timeout: 10_000,
}, async (t) => {
  twoAddresses(t)
  const app = touchstone()
  app.get('/', async () => 'no upgrade')
  await app.listen({ port: 0 })
  for (const { address, port } of app.addresses()) {
    const socket = connect(port, address)
    const got = once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
    assert.match(String(await got), /200 OK/)
    socket.destroy()
  }
  await app.close()
})

test('a signal that is aborted before the server listens closes the application', async () => {
  let closed = false
  const app = touchstone()
  app.addHook('onClose', async () => {
    closed = true
  })
  await assert.rejects(app.listen({ port: 0, signal: AbortSignal.abort() }), {
    code: 'FST_ERR_REOPENED_CLOSE_SERVER',
  })
  assert.ok(closed)
})

test('a signal that is aborted while plugins load, or in onReady, closes the application before listen rejects', {
  timeout: 10_000,
}, async () => {
  for (const moment of ['plugin', 'onReady'] as const) {
    let closed = false
    const aborting = new AbortController()
    const app = touchstone()
    app.register(async () => {
      if (moment === 'plugin') aborting.abort()
      await sleep(5)
    })
    app.addHook('onReady', async () => {
      if (moment === 'onReady') aborting.abort()
    })
    app.addHook('onClose', async () => {
      closed = true
    })
    await assert.rejects(app.listen({ port: 0, signal: aborting.signal }), {
      code: 'FST_ERR_REOPENED_CLOSE_SERVER',
    })
    assert.ok(closed, moment)
    assert.deepEqual(app.addresses(), [])
  }
})

test('a signal that is aborted while a reply is sent cuts nothing', { timeout: 30_000 }, async () => {
  const aborting = new AbortController()
  const app = touchstone()
  const closed = new Promise<void>((resolve) => app.addHook('onClose', async () => resolve()))
  app.get('/', (_request, reply) => {
    void reply.send(large)
    aborting.abort()
  })
  await app.listen({ port: 0, host: '127.0.0.1', signal: aborting.signal })
  const socket = connect(portOf(app), '127.0.0.1')
  const received = count(socket, 0)
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  assert.ok((await received) > SIZE)
  await closed
})

test('close() while listen binds leaves no address bound', async () => {
  const app = touchstone()
  const listening = app.listen({ port: 0 }).catch(() => {})
  await app.ready()
  await Promise.all([app.close(), listening])
  await sleep(20)
  assert.deepEqual(app.addresses(), [])
})

test('a client of HTTP/2 that takes no bytes and answers no ping does not hold close()', {
  timeout: 25_000,
}, async () => {
  const app = touchstone({ http2: true, closeTimeout: 0 })
  app.get('/', async () => large)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(portOf(app), '127.0.0.1')
  socket.pause()
  const settings = '\x00\x00\x00\x04\x00\x00\x00\x00\x00'
  const request = '\x00\x00\x06\x01\x05\x00\x00\x00\x01\x82\x86\x84\x41\x01a'
  socket.write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${settings}${request}`, 'latin1')
  await sleep(100)
  await app.close()
  socket.destroy()
})
