/** The engine beside node: what the cases of the specification, which run on both, cannot ask. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { CERTIFICATE, PRIVATE_KEY } from '../../conformance/wire/certificate.ts'
import touchstone, { type Options } from '../index.ts'
import { kExchange } from '../serve/exchange.ts'

type App = ReturnType<typeof touchstone>

const get = (url: string, more = ''): string => `GET ${url} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

async function start(app: App): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** A client that reads text until it ends with what is expected, or until the connection closes. */
class Client {
  readonly socket: net.Socket
  text = ''
  #look = (): void => {}

  constructor(socket: net.Socket) {
    this.socket = socket
    socket.setEncoding('latin1').on('data', (more: string) => {
      this.text += more
      this.#look()
    })
    socket.on('close', () => this.#look())
    socket.on('error', () => {})
  }
  async until(end: string): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#look = () => {
        if (this.text.endsWith(end) || this.socket.destroyed) resolve()
      }
      this.#look()
    })
    const { text } = this
    this.text = ''
    return text
  }
  async ask(bytes: string, end: string): Promise<string> {
    this.socket.write(bytes)
    return this.until(end)
  }
}

const connect = (port: number): Client => new Client(net.connect(port, '127.0.0.1'))

test('the objects of node are made when somebody looks, once, and are real', async () => {
  const app = touchstone({ engine: 'fast' })
  const seen: unknown[] = []
  app.post('/', async (request, reply) => {
    const { raw } = request
    seen.push(raw instanceof IncomingMessage, reply.raw instanceof ServerResponse, raw === request.raw)
    seen.push(
      raw.headers === request.headers,
      raw.headersDistinct['x-a'],
      raw.rawHeaders.length,
      raw.complete,
    )
    seen.push(raw.socket === request.socket, reply.raw.req === raw, raw.method, raw.url, raw.httpVersion)
    reply.raw.on('finish', () => seen.push('finish'))
    reply.raw.on('close', () => seen.push('close'))
    reply.raw.setHeader('x-raw', '1')
    return request.body
  })
  app.get('/', async () => 'next')
  const client = connect(await start(app))
  const body = '{"a":1}'
  const head = `POST / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nx-a: 2\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const answer = await client.ask(head + body, body)
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*x-raw: 1\r\n.*Connection: keep-alive\r\n/s)
  assert.match(await client.ask(get('/'), 'next'), /^HTTP\/1\.1 200 OK\r\n/)
  assert.deepEqual(seen.slice(0, 12), [
    true,
    true,
    true,
    true,
    ['1', '2'],
    10,
    true,
    true,
    true,
    'POST',
    '/',
    '1.1',
  ])
  assert.deepEqual(seen.slice(12), ['finish', 'close'])
  client.socket.destroy()
  await app.close()
})

test('hijacked answers, and a last one', async () => {
  const app = touchstone({ engine: 'fast' })
  app.get('/hijacked', (_request, reply) => {
    reply.hijack()
    reply.raw.end('own')
  })
  app.get('/last', (_request, reply) => {
    reply.raw.setHeader('connection', 'close')
    reply.send('last')
  })
  const client = connect(await start(app))
  await client.ask(get('/hijacked'), 'own')
  await client.ask(get('/hijacked'), 'own')
  assert.match(await client.ask(get('/last'), 'nothing ends so'), /connection: close\r\n.*last$/s)
  assert.equal(client.socket.destroyed, true)
  await app.close()
})

test('a context that a request enters is not seen by the next one, nor by its pipelined neighbour', async () => {
  const contexts = new AsyncLocalStorage<string>()
  const app = touchstone({ engine: 'fast' })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-sees', contexts.getStore() ?? 'nothing')
    contexts.enterWith(request.url)
    done()
  })
  app.get('/now', (_request, reply) => void reply.send(contexts.getStore()))
  app.get('/later', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return contexts.getStore()
  })
  const client = connect(await start(app))
  const pipelined = get('/later').repeat(12) + get('/now').repeat(12) + get('/later?last')
  const text = (await client.ask(pipelined, '/later?last')) + (await client.ask(get('/now'), '/now'))
  assert.deepEqual(text.match(/x-sees: .*/g), Array(26).fill('x-sees: nothing'))
  client.socket.destroy()
  await app.close()
})

test('close() sends what was accepted whole, and ends connections that are idle or inside of a head', async () => {
  const app = touchstone({ engine: 'fast' })
  const large = 'x'.repeat(8_000_000)
  let inside = (): void => {}
  let go = (): void => {}
  const entered = new Promise<void>((resolve) => {
    inside = resolve
  })
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  app.get('/large', async () => {
    inside()
    await gate
    return large
  })
  app.get('/', async () => 'idle')
  const port = await start(app)
  const [idle, partial, busy] = [connect(port), connect(port), connect(port)]
  await idle.ask(get('/'), 'idle')
  await partial.ask(get('/'), 'idle')
  partial.socket.write('GET / HTTP/1.1\r\nHo')
  busy.socket.write(get('/large'))
  await entered
  const closed = app.close()
  await once(idle.socket, 'close')
  go()
  const answer = await busy.until('nothing ends so')
  assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, large.length)
  await closed
  await partial.until('nothing ends so')
})

test('the methods of the server that end connections end those of the engine', async () => {
  const app = touchstone({ engine: 'fast' })
  let inside = (): void => {}
  const entered = new Promise<void>((resolve) => {
    inside = resolve
  })
  app.get('/', async () => 'x')
  app.get('/never', () => {
    inside()
    return new Promise(() => {})
  })
  const port = await start(app)
  const [idle, busy] = [connect(port), connect(port)]
  await idle.ask(get('/'), 'x')
  busy.socket.write(get('/never'))
  await entered
  app.server.closeIdleConnections()
  await once(idle.socket, 'close')
  assert.equal(busy.socket.destroyed, false)
  app.server.closeAllConnections()
  await once(busy.socket, 'close')
  await app.close()
})

test('an idle connection ends after keepAliveTimeout, and a request that hangs after connectionTimeout', async () => {
  const app = touchstone({ engine: 'fast', keepAliveTimeout: 40, connectionTimeout: 300 })
  const seen: string[] = []
  app.addHook('onTimeout', async (request) => void seen.push(request.url))
  app.get('/', async () => 'x')
  app.get('/never', () => new Promise(() => {}))
  const port = await start(app)
  const [idle, hanging] = [connect(port), connect(port)]
  await idle.ask(get('/'), 'x')
  hanging.socket.write(get('/never'))
  await Promise.all([once(idle.socket, 'close'), once(hanging.socket, 'close')])
  assert.deepEqual(seen, ['/never'])
  await app.close()
})

test('a connection whose requests are all answered at once is not idle, however long it is used', async () => {
  const app = touchstone({ engine: 'fast', keepAliveTimeout: 40 })
  app.get('/', async () => 'x')
  const client = connect(await start(app))
  let closed = false
  client.socket.on('close', () => {
    closed = true
  })
  // Longer than an idle connection is kept, a second of grace included.
  for (const until = performance.now() + 1500; performance.now() < until; await sleep(5))
    await client.ask(get('/'), 'x')
  assert.equal(closed, false)
  client.socket.destroy()
  await app.close()
})

test('a silent client, and one that stays inside of a head, get the 408 of node', async () => {
  const app = touchstone({
    engine: 'fast',
    requestTimeout: 100,
    http: { headersTimeout: 100, connectionsCheckingInterval: 20 },
  })
  const port = await start(app)
  const [silent, slow] = [connect(port), connect(port)]
  slow.socket.write('GET / HTTP/1.1\r\n')
  for (const one of [silent, slow]) assert.match(await one.until('nothing ends so'), /^HTTP\/1\.1 408 /)
  await app.close()
})

/** Whether node has read the request, asked without touching it. */
const isOfNode = (request: object): boolean => Object(request)[kExchange].wire.made

async function readers(options: Options, before: (app: App) => void = () => {}): Promise<boolean[]> {
  const app = touchstone(options)
  const seen: boolean[] = []
  app.get('/', async (request) => {
    seen.push(isOfNode(request))
    return 'x'
  })
  const port = await start(app)
  before(app)
  const client = connect(port)
  await client.ask(get('/'), 'x')
  await client.ask(get('/'), 'x')
  client.socket.destroy()
  await app.close()
  return seen
}

test('who needs node gets node', async () => {
  assert.deepEqual(await readers({ engine: 'fast' }), [false, false])
  assert.deepEqual(await readers({ engine: 'node' }), [true, true])
  assert.deepEqual(await readers({}), [false, false])
  assert.deepEqual(await readers({ engine: 'fast' }, (app) => void app.server.on('request', () => {})), [
    true,
    true,
  ])
  for (const http of [{ insecureHTTPParser: true }, { IncomingMessage: class extends IncomingMessage {} }])
    assert.deepEqual(await readers({ engine: 'fast', http }), [true, true])
  assert.deepEqual(await readers({ engine: 'fast', maxRequestsPerSocket: 9 }), [true, true])
  const told: unknown[] = []
  const listener = (message: unknown): void => void told.push(message)
  diagnostics.subscribe('http.server.request.start', listener)
  assert.deepEqual(await readers({ engine: 'fast' }), [true, true])
  diagnostics.unsubscribe('http.server.request.start', listener)
  assert.equal(told.length, 2)
})

test('a connection is given to node with the first request that is not understood, and stays there', async () => {
  const app = touchstone({ engine: 'fast' })
  app.get('/', async (request) => (isOfNode(request) ? 'node' : 'fast'))
  const port = await start(app)
  for (const foreign of [
    'Expect: other\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Connection: keep-alive, x\r\n',
  ]) {
    const client = connect(port)
    assert.match(await client.ask(get('/'), 'fast'), /200 OK/)
    const body = foreign.startsWith('T') ? '0\r\n\r\n' : ''
    const text = await client.ask(get('/', foreign) + body, foreign.startsWith('E') ? '\r\n\r\n' : 'node')
    assert.match(text, foreign.startsWith('E') ? /417/ : /200 OK/)
    assert.match(await client.ask(get('/'), 'node'), /200 OK/)
    client.socket.destroy()
  }
  await app.close()
})

test('over TLS', async () => {
  const app = touchstone({ engine: 'fast', https: { key: PRIVATE_KEY, cert: CERTIFICATE } })
  app.get('/', async (request) => `${request.protocol} ${isOfNode(request)}`)
  app.get('/raw', async (request) => `raw ${request.raw.url}`)
  const port = await start(app)
  const client = new Client(tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }))
  await client.ask(get('/').repeat(20), 'https false')
  assert.match(await client.ask(get('/raw'), 'raw /raw'), /200 OK/)
  assert.match(await client.ask(get('/'), 'https true'), /200 OK/)
  client.socket.destroy()
  await app.close()
})

test('engine takes one of two words', () => {
  for (const engine of ['quick', true, 1])
    assert.throws(() => touchstone({ engine } as never), /engine is .* and must be 'node' or 'fast'/)
})
