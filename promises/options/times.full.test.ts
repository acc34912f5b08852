/** Options that limit times end a connection of each kind, and longer ones do not. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import {
  GET,
  HALF,
  HTTP1,
  HTTP2,
  type KindName,
  open,
  PLAIN,
  serve,
  session,
  statusOn,
  talk,
} from './kinds.ts'

/** A time that a test waits for, and one that ends nothing while it waits, in milliseconds. */
const SHORT = 200
const LONG = 60_000

const ANSWERED = /hello$/

/** Each row: the options, of the factory and of node; what the client sends; the status of what ends it, or null for none. */
interface Row {
  readonly kinds: readonly KindName[]
  readonly options?: object
  readonly nodes?: object
  readonly sends: string
  readonly status: string | null
}

const TIMES: Record<string, Row> = {
  'requestTimeout ends a body': {
    kinds: HTTP1,
    options: { requestTimeout: SHORT },
    sends: HALF,
    status: '408',
  },
  'requestTimeout of node ends a body': {
    kinds: HTTP1,
    nodes: { requestTimeout: SHORT },
    sends: HALF,
    status: '408',
  },
  'requestTimeout ends a head': {
    kinds: HTTP1,
    options: { requestTimeout: SHORT },
    sends: 'GET / HTTP/1.1\r\nhos',
    status: '408',
  },
  'requestTimeout ends a connection that sends nothing': {
    kinds: PLAIN,
    options: { requestTimeout: SHORT },
    sends: '',
    status: '408',
  },
  'headersTimeout of node ends a head': {
    kinds: HTTP1,
    options: { requestTimeout: LONG },
    nodes: { headersTimeout: SHORT },
    sends: 'GET / HTTP/1.1\r\nhos',
    status: '408',
  },
  'bodyTimeout ends a body': {
    kinds: HTTP1,
    options: { bodyTimeout: SHORT },
    sends: HALF,
    status: '408',
  },
  'connectionTimeout ends a silent connection': {
    kinds: HTTP1,
    options: { connectionTimeout: SHORT },
    sends: '',
    status: null,
  },
  'connectionTimeout ends a silent body': {
    kinds: HTTP1,
    options: { connectionTimeout: SHORT },
    sends: HALF,
    status: null,
  },
}

for (const [name, { kinds, options = {}, nodes = {}, sends, status }] of Object.entries(TIMES))
  test(name, { timeout: 60_000 }, async () => {
    await Promise.all(
      kinds.map(async (kind) => {
        const { app, port } = await serve(kind, options, nodes)
        const { text, closed } = await talk(await open(kind, port), sends, { within: 15_000 })
        assert.ok(closed !== null && closed >= SHORT / 2, `${kind}: ${closed}`)
        assert.equal(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? null, status, kind)
        await app.close()
      }),
    )
  })

test('connectionsCheckingInterval decides when a late head is noticed', { timeout: 60_000 }, async () => {
  const kinds = HTTP1.flatMap((kind) => [20, LONG].map((interval) => ({ kind, interval })))
  await Promise.all(
    kinds.map(async ({ kind, interval }) => {
      const nodes = { headersTimeout: SHORT, connectionsCheckingInterval: interval }
      const { app, port } = await serve(kind, {}, nodes)
      const socket = await open(kind, port)
      const within = interval === LONG ? 10 * SHORT : 15_000
      const { closed } = await talk(socket, 'GET / HTTP/1.1\r\nhos', { within })
      assert.equal(closed !== null, interval !== LONG, `${kind} ${interval}`)
      socket.destroy()
      await app.close()
    }),
  )
})

test('keepAliveTimeout ends an idle connection, as an option of the factory and of node', {
  timeout: 60_000,
}, async () => {
  const given = [
    [{ keepAliveTimeout: SHORT }, {}],
    [{}, { keepAliveTimeout: SHORT }],
  ] as const
  const kinds = HTTP1.flatMap((kind) => given.map(([options, nodes]) => ({ kind, options, nodes })))
  await Promise.all(
    kinds.map(async ({ kind, options, nodes }) => {
      const { app, port } = await serve(kind, options, nodes)
      const { text, closed } = await talk(await open(kind, port), GET, { within: 15_000 })
      assert.match(text, ANSWERED)
      assert.ok(closed !== null && closed >= SHORT / 2, `${kind}: ${closed}`)
      await app.close()
    }),
  )
})

test('times that are long, or zero, end nothing', { timeout: 60_000 }, async () => {
  const names = ['requestTimeout', 'bodyTimeout', 'connectionTimeout', 'keepAliveTimeout']
  const kinds = HTTP1.flatMap((kind) => [0, LONG].map((time) => ({ kind, time })))
  await Promise.all(
    kinds.map(async ({ kind, time }) => {
      const { app, port } = await serve(kind, Object.fromEntries(names.map((name) => [name, time])))
      const socket = await open(kind, port)
      const first = await talk(socket, GET, { until: ANSWERED })
      const { text, closed } = await talk(socket, HALF, { within: 5 * SHORT })
      assert.deepEqual([ANSWERED.test(first.text), text, closed], [true, '', null], `${kind} ${time}`)
      assert.match((await talk(socket, '12345678', { until: /taken$/ })).text, /taken$/, kind)
      socket.destroy()
      await app.close()
    }),
  )
})

test('a session of HTTP/2 that is silent ends after the shorter one of http2SessionTimeout and connectionTimeout', {
  timeout: 60_000,
}, async () => {
  const given = [
    { http2SessionTimeout: SHORT },
    { connectionTimeout: SHORT },
    { connectionTimeout: SHORT, http2SessionTimeout: 0 },
    { connectionTimeout: LONG, http2SessionTimeout: SHORT },
  ]
  const kinds = HTTP2.flatMap((kind) => given.map((options) => ({ kind, options })))
  await Promise.all(
    kinds.map(async ({ kind, options }) => {
      const { app, port } = await serve(kind, options)
      const client = await session(kind, port)
      const began = Date.now()
      assert.equal(await statusOn(client), 200)
      await once(client, 'close')
      assert.ok(Date.now() - began >= SHORT / 2, JSON.stringify(options))
      await app.close()
    }),
  )
})

test('a stream that is served ends with connectionTimeout, and outlives http2SessionTimeout', {
  timeout: 60_000,
}, async () => {
  const held = (options: object) => ({ ...options, pluginTimeout: LONG })
  for (const kind of HTTP2)
    for (const [options, status] of [
      [held({ connectionTimeout: 4 * LONG, http2SessionTimeout: SHORT }), 200],
      [held({ connectionTimeout: SHORT }), 0],
    ] as const) {
      const { app, port } = await serve(kind, options, {}, (one) => {
        one.get('/slow', () => new Promise((resolve) => setTimeout(resolve, 5 * SHORT, 'slow')))
      })
      const client = await session(kind, port)
      assert.equal(await statusOn(client, { ':path': '/slow' }), status, `${kind} ${JSON.stringify(options)}`)
      client.destroy()
      await app.close()
    }
})

test('handshakeTimeout of node ends a connection on which no handshake begins', {
  timeout: 60_000,
}, async () => {
  for (const kind of ['node-tls', 'fast-tls', 'both', 'h2'] as const) {
    const { app, port } = await serve(kind, {}, { handshakeTimeout: SHORT })
    const { closed } = await talk(await open('node', port), '')
    assert.ok(closed !== null && closed >= SHORT / 2, `${kind}: ${closed}`)
    await app.close()
  }
})
