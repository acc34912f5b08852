/** What is for node, behind answers that the client has not taken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone from '../index.ts'

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
