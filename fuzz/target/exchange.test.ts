/** What is read of one answer is bounded. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { exchange } from './exchange.ts'

test('an answer without an end is not read to the end of the memory', async (t) => {
  let sent = 0
  const server = createServer((incoming, response) => {
    if (incoming.url === '/short') {
      response.end('x'.repeat(1_000_000))
      return
    }
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (path: string) =>
    exchange(request, { port, host: '127.0.0.1', path, headers: {} }, undefined, 60_000)
  assert.equal((await ask('/short')).body.length, 1_000_000)
  await assert.rejects(ask('/endless'), { message: 'the answer has more than 16777216 bytes' })
  assert.ok(sent < 64 * 1024 * 1024)
})
