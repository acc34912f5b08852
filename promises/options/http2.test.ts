/** Options that `http` and `https` hand to node's servers of HTTP/2 have their effect on a session. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { GET, HTTP2, open, serve, session, statusOn, talk } from './kinds.ts'

test('settings are those that a client is told', { timeout: 30_000 }, async () => {
  const settings = { maxConcurrentStreams: 7, initialWindowSize: 70_000, maxFrameSize: 20_000 }
  const told = { ...settings, maxHeaderListSize: 5000, headerTableSize: 2000 }
  for (const kind of HTTP2) {
    const { app, port } = await serve(kind, {}, { settings: told })
    const client = await session(kind, port)
    if (client.pendingSettingsAck || client.remoteSettings.maxConcurrentStreams !== 7)
      await once(client, 'remoteSettings')
    for (const [name, value] of Object.entries(told))
      assert.equal(Reflect.get(client.remoteSettings, name), value, `${kind} ${name}`)
    client.destroy()
    await app.close()
  }
})

test('maxHeaderListPairs refuses a stream with more headers', { timeout: 30_000 }, async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-${at}`, '1']))
  for (const kind of HTTP2)
    for (const [nodes, status] of [
      [{ maxHeaderListPairs: 10 }, 0],
      [{}, 200],
    ] as const) {
      const { app, port } = await serve(kind, {}, nodes)
      const client = await session(kind, port)
      assert.equal(await statusOn(client, many), status, kind)
      client.destroy()
      await app.close()
    }
})

test('allowHTTP1 takes a client of HTTP/1 on the same port', { timeout: 30_000 }, async () => {
  for (const allowHTTP1 of [true, false]) {
    const { app, port } = await serve('h2', {}, { allowHTTP1 })
    const { text } = await open('node-tls', port)
      .then((socket) => talk(socket, GET, { until: /hello$/, within: 2000 }))
      .catch(() => ({ text: '' }))
    assert.equal(/^HTTP\/1.1 200[\s\S]*hello$/.test(text), allowHTTP1)
    const client = await session('h2', port)
    assert.equal(await statusOn(client), 200)
    client.destroy()
    await app.close()
  }
})
