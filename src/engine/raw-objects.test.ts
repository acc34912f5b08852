/** What people do with the objects of node, on both engines: the oracle is node:http, and nothing is expected by hand but that something happens. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../index.ts'

type App = ReturnType<typeof touchstone>

interface Program {
  /** declares routes and notes what they see */
  app(app: App, seen: unknown[]): void
  /** what is done to the server before it listens */
  server?(app: App, seen: unknown[]): void
  /** the bytes that the client sends, one after the other answer */
  send: readonly string[]
  /** the client ends its side behind them */
  ends?: boolean
}

const get = (url: string, more = ''): string => `GET ${url} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

/** What the client received and what the application saw. */
async function outcome(engine: 'node' | 'fast', { app: declare, server, send, ends }: Program) {
  const app = touchstone({ engine, keepAliveTimeout: 60_000 })
  const seen: unknown[] = []
  declare(app, seen)
  app.get('/next', async () => 'next')
  server?.(app, seen)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more
  })
  for (const bytes of send) {
    const before = text.length
    if (ends) socket.end(bytes)
    else socket.write(bytes)
    for (let turns = 0; bytes !== '' && turns < 200 && text.length === before && !socket.destroyed; turns++)
      await sleep(10)
    await sleep(bytes === '' ? 150 : 40) // '': the client waits
  }
  if (ends && !socket.destroyed) await once(socket, 'close')
  const isOpen = !socket.destroyed
  socket.destroy()
  await app.close()
  return { text: text.replace(/Date: .*/g, 'Date'), isOpen, seen }
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  'a time-out of the request does not outlive it': {
    app: (app, seen) => {
      app.get('/', async (request) => {
        request.raw.setTimeout(100, () => seen.push('late'))
        return 'x'
      })
    },
    send: [get('/'), '', get('/next')],
  },
  'a time-out of the response does not outlive it': {
    app: (app, seen) => {
      app.get('/', async (_request, reply) => {
        reply.raw.setTimeout(100, () => seen.push('late'))
        return 'x'
      })
    },
    send: [get('/'), '', get('/next')],
  },
  'what waits for the end of an answer hears of it, in onResponse and later': {
    app: (app, seen) => {
      app.get('/', async (_request, reply) => {
        finished(reply.raw).then(() => seen.push('finished'))
        once(reply.raw, 'close').then(() => seen.push('closed'))
        return 'x'
      })
      app.get('/late', async () => 'x')
      app.addHook('onResponse', async (request, reply) => {
        if (request.url !== '/late') return
        seen.push(reply.raw.writableEnded, reply.raw.headersSent, reply.raw.statusCode, request.raw.url)
        await finished(reply.raw)
        seen.push('late finished', request.socket === request.raw.socket)
      })
    },
    send: [get('/'), get('/late')],
  },
  'thirty pipelined requests of a client that ends its side': {
    app: (app, seen) => {
      app.get('/n/:n', async (request) => {
        seen.push(request.params)
        return request.params
      })
    },
    send: [Array.from({ length: 30 }, (_, n) => get(`/n/${n}`)).join('')],
    ends: true,
  },
  'an encoding for the socket is refused': {
    app: (app, seen) => {
      app.get('/', async (request) => {
        try {
          request.socket.setEncoding('utf8')
        } catch (error) {
          seen.push(Object(error).code)
        }
        return 'x'
      })
    },
    send: [get('/'), get('/next')],
  },
  'an answer without framing ends its connection': {
    app: (app) => {
      app.get('/', (_request, reply) => {
        reply.hijack()
        reply.raw.useChunkedEncodingByDefault = false
        reply.raw.write('a')
        reply.raw.end('b')
      })
    },
    send: [get('/') + get('/next')],
  },
  'a private method of the response': {
    app: (app) => {
      app.get('/', (_request, reply) => {
        reply.hijack()
        Reflect.apply(Reflect.get(reply.raw, '_storeHeader'), reply.raw, [
          'HTTP/1.1 200 OK\r\n',
          { 'x-own': '1' },
        ])
        reply.raw.end('stored')
      })
    },
    send: [get('/'), get('/next')],
  },
  'a socket that is corked and paused': {
    app: (app) => {
      app.get('/cork', async (request) => {
        request.socket.cork()
        return 'x'
      })
      app.get('/pause', async (request) => {
        request.socket.pause()
        return 'x'
      })
    },
    send: [get('/cork'), get('/next'), get('/pause'), get('/next')],
  },
  'headers, url and socket of the raw request that are replaced': {
    app: (app, seen) => {
      app.addHook('onRequest', async (request) => {
        if (request.url !== '/') return
        request.raw.headers = { 'x-own': 'replaced', host: 'other' }
        Object.defineProperty(request.raw, 'socket', { value: { remoteAddress: '1.2.3.4' } as Socket })
      })
      const headers = { type: 'object', properties: { 'x-own': { type: 'string', maxLength: 3 } } } as const
      app.get('/', { schema: { headers }, attachValidation: true }, async (request) => {
        seen.push(request.headers, request.hostname, request.ip, request.validationError?.message)
        return 'x'
      })
    },
    send: [get('/', 'X-Own: a\r\n')],
  },
  'other prototypes for both objects': {
    app: (app, seen) => {
      app.addHook('onRequest', async ({ raw }, reply) => {
        Object.setPrototypeOf(raw, Object.create(http.IncomingMessage.prototype))
        Object.setPrototypeOf(reply.raw, Object.create(http.ServerResponse.prototype))
      })
      app.get('/', async (request, reply) => {
        seen.push(request.headers, reply.raw.getHeaders())
        return 'x'
      })
    },
    send: [get('/', 'Connection: close\r\n')],
  },
  'what tells whether a connection is idle': {
    app: (app, seen) => {
      app.get('/', async (request) => {
        const { socket } = request
        seen.push(
          Object(socket)._httpMessage === request.raw.socket && 'never',
          Boolean(Object(socket)._httpMessage),
        )
        setTimeout(
          () => seen.push(Boolean(Object(socket)._httpMessage), Object(socket).server === app.server),
          20,
        )
        return 'x'
      })
    },
    send: [get('/')],
  },
  'a server whose own listener is removed': {
    app: () => {},
    server: (app, seen) => {
      app.server.removeAllListeners('request')
      seen.push(app.server.listenerCount('request'))
    },
    send: [get('/next')],
  },
  'a listener of the server for connections': {
    app: () => {},
    server: (app, seen) => {
      app.server.on('connection', (socket) => {
        try {
          socket.setEncoding('utf8')
        } catch (error) {
          seen.push(Object(error).code)
        }
      })
    },
    send: [get('/next')],
  },
  'an emit of the server that is wrapped': {
    app: () => {},
    server: (app, seen) => {
      const { emit } = app.server
      const wrapper = (event: string, ...args: unknown[]): boolean => {
        if (event === 'connection' || event === 'request') seen.push(event)
        return Reflect.apply(emit, app.server, [event, ...args])
      }
      Object.assign(app.server, { emit: wrapper })
    },
    send: [get('/next'), get('/next')],
  },
}

for (const [name, program] of Object.entries(PROGRAMS))
  test(name, async () => {
    const [node, fast] = [await outcome('node', program), await outcome('fast', program)]
    assert.ok(node.text.length > 0 || node.seen.length > 0)
    assert.deepEqual(fast, node)
  })

/** Replaces a method while a program runs. */
async function wrapped(holder: object, key: string, seen: unknown[], engine: 'node' | 'fast'): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(holder, key)
  const method = Reflect.get(holder, key)
  Object.defineProperty(holder, key, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      if (key !== 'emit' || args[0] === 'request') seen.push(key)
      return method.apply(this, args)
    },
  })
  try {
    await outcome(engine, { app: () => {}, send: [get('/next')] })
  } finally {
    if (own === undefined) Reflect.deleteProperty(holder, key)
    else Object.defineProperty(holder, key, own)
  }
}

test('wrapped methods of the classes of node are called', async () => {
  const wraps: readonly [object, string][] = [
    [http.ServerResponse.prototype, 'writeHead'],
    [http.ServerResponse.prototype, 'end'],
    [http.OutgoingMessage.prototype, 'end'],
    [http.Server.prototype, 'emit'],
    [net.Server.prototype, 'emit'],
    [http, 'createServer'],
  ]
  for (const [holder, key] of wraps) {
    const seen: Record<'node' | 'fast', unknown[]> = { node: [], fast: [] }
    for (const engine of ['node', 'fast'] as const) await wrapped(holder, key, seen[engine], engine)
    assert.ok(seen.node.length > 0, key)
    assert.deepEqual(seen.fast, seen.node, key)
  }
})

test('an observer of node sees the requests', async () => {
  for (const engine of ['node', 'fast'] as const) {
    const seen: string[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) seen.push(name)
    })
    observer.observe({ type: 'http' })
    await outcome(engine, { app: () => {}, send: [get('/next')] })
    await sleep(10)
    observer.disconnect()
    assert.deepEqual(seen, ['HttpRequest'], engine)
  }
})
