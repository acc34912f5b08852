// Which hosts an adapter may name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adapterOf } from '../adapters/adapter-of.ts'
import { checkedHost } from './loopback.ts'

test('an adapter names this machine, or the host that the user has named', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '::1', '0:0:0:0:0:0:0:1'])
    assert.equal(checkedHost(host), host)
  for (const host of [
    '10.0.0.1',
    '0.0.0.0',
    '::',
    'example.com',
    '127.0.0.1.example.com',
    '127.1',
    '',
    '::ffff:10.0.0.1',
    5,
    undefined,
  ])
    assert.throws(
      () => checkedHost(host),
      /right would be a loopback address such as 127\.0\.0\.1; for a server elsewhere write tcp:/,
    )
  assert.equal(checkedHost('10.0.0.1', '10.0.0.1'), '10.0.0.1')
  assert.throws(() => checkedHost('10.0.0.2', '10.0.0.1'), /or 10\.0\.0\.1$/)
})

test('no request goes where the listen of an adapter points to', async () => {
  const built = { listen: () => ({ host: '10.0.0.1', port: 80 }), close: () => undefined }
  const plain = { describe: () => ({ name: 'x', version: '1', capabilities: [] }), build: () => built }
  const application = await adapterOf({ default: plain }, 'x').build({ do: [] }, {} as never)
  await assert.rejects(application.listen({}), /the adapter says that it listens on "10\.0\.0\.1"/)
  assert.equal(application.host, undefined)
})
