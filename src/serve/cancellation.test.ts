// What a time limit and a signal leave: nothing, whether the request is answered or its client leaves.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../index.ts'

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
const listeners = (socket: Socket): number =>
  socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0)

for (const engine of ['fast', 'node'] as const) {
  test(`answered requests leave no timer and no listener: engine ${engine}`, async () => {
    const app = touchstone({ engine, handlerTimeout: 60_000 })
    const aborted: boolean[] = []
    app.get('/', async ({ signal }) => {
      aborted.push(signal.aborted)
      return 'x'
    })
    const sockets = new Set<Socket>()
    app.server.on('connection', (socket) => sockets.add(socket))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (): Promise<void> => {
      const [response] = await once(get({ port, agent }), 'response')
      await once(response.resume(), 'end')
    }
    for (let at = 0; at < 20; at++) await ask()
    const [socket] = [...sockets]
    assert.ok(socket)
    const before = [timers(), listeners(socket)]
    for (let at = 0; at < 100; at++) await ask()
    await sleep(5)
    const after = [timers(), listeners(socket)]
    agent.destroy()
    await app.close()
    assert.deepEqual(after, before)
    assert.deepEqual([aborted.length, aborted.includes(true)], [120, false])
  })

  test(`each client that leaves aborts its signal once, and leaves no timer: engine ${engine}`, async () => {
    const app = touchstone({ engine, handlerTimeout: 60_000 })
    let heard = 0
    let inside = (): void => {}
    app.get('/', async ({ signal }) => {
      signal.addEventListener('abort', () => heard++)
      inside()
      await once(signal, 'abort')
      return 'late'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const leave = async (): Promise<void> => {
      const isInside = new Promise<void>((resolve) => {
        inside = resolve
      })
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      await isInside
      socket.destroy()
    }
    await leave()
    while (heard < 1) await sleep(1)
    const before = timers()
    for (let at = 0; at < 50; at++) await leave()
    while (heard < 51) await sleep(1)
    await sleep(5)
    assert.ok(timers() <= before, `${timers()} timers, before ${before}`)
    await app.close()
    assert.equal(heard, 51)
  })
}

test('a pipelined request that waits learns that its client has left', async () => {
  const app = touchstone({ engine: 'node' })
  const seen: string[] = []
  app.get('/:n', async ({ signal, params }) => {
    const { n } = params as { n: string }
    await once(signal, 'abort')
    seen.push(n)
    return 'late'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\n')
  await sleep(50)
  socket.destroy()
  while (seen.length < 2) await sleep(1)
  await app.close()
  assert.deepEqual(seen.sort(), ['1', '2'])
})

test('a listener of the signal may answer, and return the reply', async () => {
  const app = touchstone({ handlerTimeout: 20 })
  app.get('/', (request, reply) => {
    request.signal.addEventListener('abort', () => reply.code(504).send('too late'))
  })
  const answer = await app.inject('/')
  assert.deepEqual([answer.statusCode, answer.body], [504, 'too late'])
})

test('a limit that no timer of node can have is one all the same', async () => {
  const app = touchstone()
  const warnings: string[] = []
  const warned = ({ name }: Error): unknown => warnings.push(name)
  process.on('warning', warned)
  app.get('/', { handlerTimeout: 2 ** 40 }, async () => sleep(20, 'in time'))
  const answer = await app.inject('/')
  await sleep(1)
  process.off('warning', warned)
  assert.deepEqual([answer.body, warnings], ['in time', []])
})
