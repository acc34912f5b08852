/** Options that `http` and `https` hand to node's servers of HTTP/2 have their effect on a session. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { test } from 'node:test'
import type { Reply } from '../../src/index.ts'
import { type App, answerOn, GET, HTTP2, open, serve, session, statusOn, talk } from './kinds.ts'

test('settings are those that a client is told', { timeout: 30_000 }, async () => {
  const settings = { maxConcurrentStreams: 7, initialWindowSize: 70_000, maxFrameSize: 20_000 }
  const told = {
    ...settings,
    maxHeaderListSize: 5000,
    headerTableSize: 2000,
    enableConnectProtocol: true,
  }
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

test('customSettings are told to a client', { timeout: 30_000 }, async () => {
  const own = { remoteCustomSettings: [1000] }
  for (const kind of HTTP2)
    for (const customSettings of [{ 1000: 7 }, undefined]) {
      const { app, port } = await serve(kind, {}, { settings: { customSettings } })
      const client = await session(kind, port, own)
      assert.equal(await statusOn(client), 200)
      assert.deepEqual(Reflect.get(client.remoteSettings, 'customSettings'), customSettings, kind)
      client.destroy()
      await app.close()
    }
})

test('origins are told to a client', { timeout: 30_000 }, async () => {
  for (const origins of [['https://a.example', 'https://b.example'], undefined]) {
    const { app, port } = await serve('h2', {}, { origins })
    const client = await session('h2', port)
    const seen: unknown[] = []
    client.on('origin', (list) => seen.push(...list))
    assert.equal(await statusOn(client), 200)
    assert.deepEqual(seen, origins ?? [])
    client.destroy()
    await app.close()
  }
})

class MarkedRequest extends Http2ServerRequest {
  readonly mark = 'mine'
}
class MarkedResponse extends Http2ServerResponse {
  readonly mark = 'mine'
}
class MarkedOldRequest extends IncomingMessage {
  readonly mark = 'mine'
}
class MarkedOldResponse extends ServerResponse {
  readonly mark = 'mine'
}

const marks = (app: App): void => {
  const markOf = (raw: object): string => String(Reflect.get(raw, 'mark'))
  app.get('/marks', async ({ raw }, reply: Reply) => `${markOf(raw)} ${markOf(reply.raw)}`)
}

test('Http2ServerRequest and Http2ServerResponse are the classes of an exchange', {
  timeout: 30_000,
}, async () => {
  for (const kind of HTTP2)
    for (const [nodes, seen] of [
      [{ Http2ServerRequest: MarkedRequest }, 'mine undefined'],
      [{ Http2ServerResponse: MarkedResponse }, 'undefined mine'],
      [{}, 'undefined undefined'],
    ] as const) {
      const { app, port } = await serve(kind, {}, nodes, marks)
      const client = await session(kind, port)
      assert.equal((await answerOn(client, { ':path': '/marks' })).text, seen, kind)
      client.destroy()
      await app.close()
    }
})

test('Http1IncomingMessage and Http1ServerResponse are those of a client of HTTP/1', {
  timeout: 30_000,
}, async () => {
  for (const [nodes, seen] of [
    [{ Http1IncomingMessage: MarkedOldRequest }, /mine undefined$/],
    [{ Http1ServerResponse: MarkedOldResponse }, /undefined mine$/],
    [{}, /undefined undefined$/],
  ] as const) {
    const { app, port } = await serve('both', {}, nodes, marks)
    const { text, socket } = await talk(await open('both', port), GET.replace('/', '/marks'), { until: seen })
    assert.match(text, seen)
    socket.destroy()
    await app.close()
  }
})

/** node hands it to the socket; the types do not know it */
const HALF_OPEN: object = { allowHalfOpen: true }

test('unknownProtocolTimeout ends a client of HTTP/1 that does not leave', { timeout: 30_000 }, async () => {
  for (const [nodes, ends] of [
    [{ unknownProtocolTimeout: 100 }, true],
    [{}, false],
  ] as const) {
    const { app, port } = await serve('h2', {}, nodes)
    const socket = await open('h2', port, { ALPNProtocols: [], ...HALF_OPEN })
    socket.resume()
    await once(socket, 'end') // it is told 403, and keeps its side open
    const sends = setInterval(() => socket.write('x'), 20)
    assert.equal((await talk(socket, '', { within: ends ? 10_000 : 1000 })).closed !== null, ends)
    clearInterval(sends)
    socket.destroy()
    await app.close()
  }
})
