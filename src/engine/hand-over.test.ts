/** What is for node, behind answers that the client has not taken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone from '../index.ts'
import { TOUCHED } from './answers.ts'

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

test('a connection whose requests all touch the objects of node is given to node', async () => {
  const app = touchstone({ engine: 'fast' })
  const readers: string[] = []
  app.get('/', async ({ raw }) => void readers.push(raw.constructor.name))
  app.get('/untouched', async () => '')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const ask = async (url: string): Promise<void> => {
    socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
  }
  for (let n = 1; n < TOUCHED; n++) await ask('/')
  await ask('/untouched')
  for (let n = 0; n < TOUCHED; n++) await ask('/')
  assert.deepEqual([...new Set(readers)], ['EngineRequest'], 'they count from the last that does not')
  await ask('/')
  assert.equal(readers.at(-1), 'IncomingMessage')
  socket.destroy()
  await app.close()
})
