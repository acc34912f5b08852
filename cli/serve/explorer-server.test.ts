// Pages of other sites cannot read the explorer under a name of theirs.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { ExplorerServer } from './explorer-server.ts'

test('a request for another host is refused', async (t) => {
  const server = new ExplorerServer()
  t.after(() => server.close())
  const address = await server.listen(0)
  const { port } = new URL(address)
  const statusOf = async (host: string, path = '/'): Promise<number | undefined> => {
    const [answer]: IncomingMessage[] = await once(
      get(`${address}${path}`, { headers: { host }, agent: false }),
      'response',
    )
    answer!.destroy()
    return answer!.statusCode
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`])
    assert.equal(await statusOf(host), 200, host)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    '10.0.0.1',
  ])
    for (const path of ['/', '/data', '/events'])
      assert.equal(await statusOf(host, path), 403, `${host}${path}`)
})

// Below the time after which an application ends connections by force (30 seconds).
test('close() ends connections that are silent, half a request, or not read', {
  timeout: 20_000,
}, async () => {
  const server = new ExplorerServer()
  const { port } = new URL(await server.listen(0))
  const begun = ['', 'GET / HT', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n[']
  const asked = [
    'GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(100),
  ]
  const ended = [...begun, ...asked].map(async (text) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    if (text !== '') await new Promise<void>((resolve) => void socket.write(text, () => resolve()))
    return socket
  })
  const sockets = await Promise.all(ended)
  await fetch(`http://127.0.0.1:${port}/data`) // what was sent before has arrived
  await server.close()
  for (const socket of sockets) socket.destroy()
})
