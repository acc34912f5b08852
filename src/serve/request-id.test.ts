/** The id that a client sends, also where code of the application has set its header. */
import assert from 'node:assert/strict'
import http, { type IncomingMessage, request, type ServerResponse } from 'node:http'
import http2 from 'node:http2'
import { type AddressInfo, Socket } from 'node:net'
import test from 'node:test'
import type { Options } from '../index.ts'
import touchstone from '../index.ts'

const setId = ({ headers }: IncomingMessage): void => {
  headers['request-id'] = 'set'
}

async function idOf(port: number, headers: http.OutgoingHttpHeaders = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', headers, agent: false }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (more: string) => {
        text += more
      })
      res.on('end', () => resolve(text))
    })
    sent.on('error', reject).end()
  })
}

class SetsId extends http.IncomingMessage {
  constructor(...args: ConstructorParameters<typeof http.IncomingMessage>) {
    super(...args)
    Object.defineProperty(this, 'headers', { value: { host: 'own', 'request-id': 'set' } })
  }
}

const asked = async (options: Options, prepare = (_server: http.Server): void => {}): Promise<string> => {
  const app = touchstone(options)
  app.get('/', async ({ id }) => id)
  prepare(app.server)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const id = await idOf(port)
  await app.close()
  return id
}

test('the header is found in any case, and is one of the client alone', async () => {
  const app = touchstone({ requestIdHeader: 'X-Id' })
  app.get('/', async ({ id }) => id)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  assert.equal(await idOf(port, { 'x-ID': 'own' }), 'own')
  assert.equal(await idOf(port, { 'x-Ie': 'x-id', 'x-i': 'x-id' }), 'req-1')
  await app.close()
})

test('a listener that stands before the framework sets the header', async () => {
  assert.equal(await asked({}, (server) => server.prependListener('request', setId)), 'set')
})

test('rewriteUrl sets the header', async () => {
  const rewriteUrl = (raw: IncomingMessage): string => {
    setId(raw)
    return raw.url!
  }
  assert.equal(await asked({ rewriteUrl: rewriteUrl as never }), 'set')
})

test('a class of requests has headers of its own', async () => {
  assert.equal(await asked({ http: { IncomingMessage: SetsId } }), 'set')
})

class SetsIdOfHttp2 extends http2.Http2ServerRequest {
  constructor(...args: ConstructorParameters<typeof http2.Http2ServerRequest>) {
    super(...args)
    Object.defineProperty(this, 'headers', { value: { 'request-id': 'set' } })
  }
}

test('a class of requests of HTTP/2 has headers of its own', async () => {
  const app = touchstone({ http2: true, http: { Http2ServerRequest: SetsIdOfHttp2 } })
  app.get('/', async ({ id }) => id)
  const client = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  const text = (await client.request({ ':path': '/' }).toArray()).join('')
  client.close()
  await app.close()
  assert.equal(text, 'set')
})

test('a server of the application sets the header: serverFactory, and app.routing', async () => {
  const factory = (listener: (raw: IncomingMessage, res: ServerResponse) => void) =>
    http.createServer((raw, res) => {
      setId(raw)
      listener(raw, res)
    })
  assert.equal(await asked({ serverFactory: factory as never }), 'set')

  const app = touchstone()
  app.get('/', async ({ id }) => id)
  await app.ready()
  const server = http.createServer((raw, res) => {
    setId(raw)
    app.routing(raw as never, res as never)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  assert.equal(await idOf((server.address() as AddressInfo).port), 'set')
  server.close()
  await app.close()
})

test('a request that is made by hand and emitted has its header', async () => {
  for (const rawHeaders of [[], undefined]) {
    const app = touchstone()
    const seen = new Promise((resolve) => {
      app.get('/', async ({ id }) => resolve(id))
    })
    await app.ready()
    const raw = Object.assign(new http.IncomingMessage(new Socket()), {
      method: 'GET',
      url: '/',
      httpVersion: '1.1',
      rawHeaders,
    })
    Object.assign(raw.headers, { 'request-id': 'set' })
    app.server.emit('request', raw, new http.ServerResponse(raw))
    assert.equal(await seen, 'set')
    await app.close()
  }
})
