/** `close()` ends in bounded time, even if a connection becomes idle only after the server has begun to close; when a boot begins. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from './index.ts'

test('close() replies to pipelined requests in flight, then ends their connection', async () => {
  const app = touchstone()
  const begun = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve()
      await sleep(100)
      return 'slow'
    })
  })
  app.get('/fast', async () => 'fast')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\nGET /fast HTTP/1.1\r\nhost: x\r\n\r\n')
  await begun
  const ended = once(socket, 'close') // the client may read the answers after the server has closed
  const closed = await Promise.race([app.close().then(() => 'closed'), sleep(3000, 'hangs', { ref: false })])
  if (closed !== 'closed') socket.destroy()
  await ended
  assert.equal(closed, 'closed')
  assert.match(received, /slow/)
  assert.match(received, /fast/)
})

test('what is declared two turns of process.nextTick behind ready() is part of the boot, as on Fastify', async () => {
  const turn = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
  const declare = async (turns: number): Promise<string> => {
    const app = touchstone()
    const ready = app.ready()
    for (let n = 0; n < turns; n++) await turn()
    try {
      app.get('/', async () => 'x')
      return 'declared'
    } catch (error) {
      return Object(error).code
    } finally {
      await ready
    }
  }
  assert.equal(await declare(2), 'declared')
  assert.equal(await declare(3), 'FST_ERR_INSTANCE_ALREADY_LISTENING')
})
