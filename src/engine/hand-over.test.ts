/** What is for node, behind answers that the client has not taken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone from '../index.ts'
import { kExchange } from '../serve/exchange.ts'

test('what node refuses does not cut off an answer that is still leaving', async () => {
  const app = touchstone({ engine: 'fast' })
  const body = 'x'.repeat(20_000_000)
  app.get('/', async () => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\nno request\r\n\r\n')
  for (let turns = 0; turns < 100; turns++) await turn()
  let length = 0
  let end = ''
  socket.setEncoding('latin1').on('data', (more: string) => {
    length += more.length
    end = (end + more).slice(-300)
  })
  socket.resume()
  await once(socket, 'close')
  assert.ok(length > body.length, `of ${body.length} characters ${length} came`)
  assert.match(end, /xHTTP\/1\.1 400 Bad Request\r\n/)
  await app.close()
})

/** How node shows that it has read the request: its parser is a property of the socket. */
const isOfNode = (socket: net.Socket | undefined): boolean => Boolean(Object(socket).parser)

test('a connection is given to node when somebody looks at its objects, and stays there', async () => {
  const app = touchstone({ engine: 'fast' })
  const seen: boolean[] = []
  let accepted: net.Socket | undefined
  app.get('/', async () => '')
  app.get('/raw', async ({ raw }) => {
    accepted = raw.socket
    return ''
  })
  app.addHook('onResponse', async () => void seen.push(isOfNode(accepted)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  for (const url of ['/', '/raw', '/']) {
    socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
  }
  assert.deepEqual(seen, [false, true, true])
  socket.destroy()
  await app.close()
})

test('pipelined requests, one of which touches the objects of node: those before, beside and behind it are answered in order', async () => {
  const app = touchstone({ engine: 'fast' })
  const gates: (() => void)[] = []
  app.get('/now/:n', async ({ url }) => url)
  app.get('/later/:n', async ({ url }) => {
    await new Promise<void>((resolve) => void gates.push(resolve))
    return url
  })
  app.get('/raw/:n', async ({ raw }) => {
    setImmediate(() => {
      for (const open of gates) open()
    })
    return raw.url
  })
  app.post('/raw/:n', async ({ raw, body }) => `${raw.url}${JSON.stringify(body)}${raw.readableLength}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const get = (url: string): string => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`
  const post =
    'POST /raw/6 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  const last = 'GET /now/8 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  socket.write(
    ['/now/1', '/later/2', '/now/3', '/raw/4', '/later/5'].map(get).join('') + post + get('/now/7') + last,
  )
  let text = ''
  for await (const more of socket) text += more
  assert.deepEqual(
    text.match(/\/(?:now|later|raw)\/\d.*/g)?.map((one) => one.replace(/HTTP.*/, '')),
    ['/now/1', '/later/2', '/now/3', '/raw/4', '/later/5', '/raw/6{}0', '/now/7', '/now/8'],
  )
  await app.close()
})

test('after 16 connections that were touched, node reads 15 of the next 16 from their beginning', async () => {
  const app = touchstone({ engine: 'fast' })
  const readers: boolean[] = []
  app.addHook('onRequest', async (request) => void readers.push(Object(request)[kExchange].wire.made))
  app.get('/', async ({ raw }) => raw.url)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (let n = 0; n < 32; n++) {
    const socket = net.connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  }
  assert.deepEqual(readers.slice(0, 16), Array(16).fill(false))
  assert.deepEqual(readers.slice(16), [...Array(15).fill(true), false])
  await app.close()
})
