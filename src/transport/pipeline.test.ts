/** Pipelined requests: what a client that takes no replies can make the server do and hold. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../index.ts'

const HOST = '127.0.0.1'

/** Writes as long as the server reads; true if it has stopped. */
async function flood(port: number, request: string, bytes: number) {
  const socket = connect(port, HOST).on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  socket.write(request.repeat(Math.ceil(bytes / request.length)))
  for (let before = -1, turn = 0; turn < 100; turn++) {
    await sleep(20)
    const { writableLength } = socket
    if (turn > 10 && writableLength === before) break
    before = writableLength
  }
  return socket
}

for (const when of ['at once', 'later'] as const)
  test(`8 MB of requests whose replies are sent ${when} and not read: ten of them run, and the rest is not read`, {
    timeout: 30_000,
  }, async () => {
    const large = 'x'.repeat(5_000_000)
    const app = touchstone({ closeTimeout: 50 })
    let calls = 0
    app.get('/', async () => {
      calls++
      if (when === 'later') await sleep(20)
      return large
    })
    await app.listen({ port: 0, host: HOST })
    let read: () => number = () => 0
    app.server.on('connection', (socket) => {
      read = () => socket.bytesRead
    })
    const { port } = app.server.address() as AddressInfo
    const socket = await flood(port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', 8_000_000)
    assert.ok(calls <= 10, `${calls} requests were served`)
    assert.ok(read() < 500_000, `${read()} bytes were read`)
    socket.destroy()
    await app.close()
  })

test('all pipelined requests are answered in order once their replies are read', {
  timeout: 30_000,
}, async () => {
  const app = touchstone()
  const reply = 'x'.repeat(1000)
  app.get('/:id', async (request) => `<${request.params.id}>${reply}`)
  app.post('/:id', async (request) => {
    await sleep(Number(request.params.id) % 3)
    return `<${request.params.id}>${(request.body as string[]).length}${reply}`
  })
  await app.listen({ port: 0, host: HOST })
  const { port } = app.server.address() as AddressInfo
  const body = JSON.stringify(Array.from({ length: 2000 }, () => 'a'))
  const socket = connect(port, HOST)
  const count = 3000
  for (let id = 0; id < count; id++)
    socket.write(
      id % 10 === 0
        ? `POST /${id} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        : `GET /${id} HTTP/1.1\r\nhost: a\r\n${id === count - 1 ? 'connection: close\r\n' : ''}\r\n`,
    )
  socket.pause()
  await sleep(100)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.resume()
  await once(socket, 'close')
  const ids = [...text.matchAll(/<(\d+)>/g)].map(([, id]) => Number(id))
  assert.deepEqual(
    ids,
    Array.from({ length: count }, (_, id) => id),
  )
  await app.close()
})

test('requests that wait behind a connection that broke are never served', { timeout: 20_000 }, async () => {
  const app = touchstone()
  const replies: (() => void)[] = []
  app.get(
    '/',
    () =>
      new Promise<string>((resolve) => {
        replies.push(() => resolve('x'))
      }),
  )
  await app.listen({ port: 0, host: HOST })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, HOST).on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50))
  await sleep(100)
  const before = replies.length
  assert.equal(before, 10)
  socket.resetAndDestroy()
  await sleep(50)
  for (const reply of replies) reply()
  await sleep(50)
  assert.equal(replies.length, before)
  await app.close()
})
