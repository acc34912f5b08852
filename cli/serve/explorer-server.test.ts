// Pages of other sites cannot read the explorer under a name of theirs.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
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
