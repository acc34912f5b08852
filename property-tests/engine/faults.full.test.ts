// Clients that go wrong, on both engines: after each the server answers the next connection, and holds no connection any more.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { App } from '../../src/index.ts'
import { application, type Engine } from './application/application.ts'
import { Notes } from './application/notes.ts'

/** Turns of the event loop after which a server that will let go of a connection has done so. */
const TURNS = 2000

interface Server {
  port: number
  notes: Notes
  app: App
}

async function serving(engine: Engine, work: (server: Server) => Promise<void>): Promise<void> {
  const notes = new Notes()
  notes.begin()
  const app = application(engine, 'usual', notes)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  try {
    await work({ port, notes, app })
  } finally {
    app.server.closeAllConnections()
    await app.close()
  }
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

const held = ({ app }: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** The next connection is answered, and no other is held. */
async function isWell(server: Server, what: string): Promise<void> {
  const socket = await opened(server.port)
  let text = ''
  const ended = new Promise((resolve) => socket.on('data', (bytes) => (text += bytes)).once('close', resolve))
  socket.write('GET /told HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  await ended
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/, what)
  for (let turns = 0; turns < TURNS && (await held(server)) > 0; turns++) await turn()
  assert.equal(await held(server), 0, `${what}: connections that are held`)
}

const POST =
  'POST /json HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"n":1}'
const CHUNKS =
  'POST /json HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"n":1}\r\n0\r\n\r\n'
const get = (target: string): string => `GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`

const LEAVING: Readonly<Record<string, (socket: Socket) => void>> = {
  'a reset': (socket) => socket.resetAndDestroy(),
  'an end': (socket) => socket.end(),
  'a close': (socket) => socket.destroy(),
}

for (const engine of ['node', 'fast'] as const) {
  for (const [name, leave] of Object.entries(LEAVING)) {
    test(`${engine}: ${name} at each byte of a request`, async () => {
      await serving(engine, async (server) => {
        for (const text of [get('/told') + POST, CHUNKS]) {
          const sockets = await Promise.all([...text].map(() => opened(server.port)))
          for (const [at, socket] of sockets.entries()) socket.resume().write(text.slice(0, at + 1), 'latin1')
          for (let turns = 0; turns < 10; turns++) await turn()
          for (const socket of sockets) leave(socket)
          await isWell(server, name)
        }
      })
    })
  }

  test(`${engine}: a client that ends its side keeps nothing, whatever it had asked for`, async () => {
    await serving(engine, async (server) => {
      for (const target of ['/turn', '/never', '/later', '/odd/large', '/hijack/half', '/raw/later'])
        for (const behind of ['', get('/told'), POST, CHUNKS, get('/told').replace('1.1', '1.0')]) {
          const socket = await opened(server.port)
          socket.resume().end(get(target) + behind)
          await isWell(server, `${target} and ${behind}`)
        }
    })
  })

  test(`${engine}: a client that never reads is not read either, and one that leaves is let go`, async () => {
    await serving(engine, async (server) => {
      const socket = await opened(server.port)
      socket.pause()
      const asked = 2000
      for (let at = 0; at < asked; at++) socket.write(get('/odd/large'))
      const { notes } = server
      for (let steps = -1, turns = 0; steps !== notes.steps || turns < 50; turns++) {
        steps = notes.steps
        await turn()
      }
      assert.ok(notes.seen.length > 0)
      assert.ok(
        notes.seen.length < asked / 4,
        `${notes.seen.length} requests were served, and nothing was read`,
      )
      socket.destroy()
      await isWell(server, 'a client that never reads')
    })
  })

  test(`${engine}: a client that reads late gets every answer`, async () => {
    await serving(engine, async (server) => {
      const socket = await opened(server.port)
      socket.pause()
      const asked = 300
      for (let at = 0; at < asked; at++) socket.write(get('/odd/large'))
      for (let steps = -1, turns = 0; steps !== server.notes.steps || turns < 50; turns++) {
        steps = server.notes.steps
        await turn()
      }
      let answered = 0
      let tail = '' // a status line may come in two pieces
      socket.setEncoding('latin1').on('data', (more: string) => {
        const text = tail + more
        answered += text.split('HTTP/1.1 200 OK').length - 1
        tail = text.slice(-14)
      })
      socket.resume()
      for (let turns = 0; turns < 200_000 && answered < asked; turns++) await turn()
      assert.equal(answered, asked)
      socket.destroy()
      await isWell(server, 'a client that reads late')
    })
  })

  test(`${engine}: 3,000 idle connections are kept, and each is answered again`, async () => {
    await serving(engine, async (server) => {
      const sockets: Socket[] = []
      const askAll = (): Promise<unknown> =>
        Promise.all(
          sockets.map((socket) => {
            const answer = new Promise((resolve) => socket.once('data', resolve))
            socket.write(get('/told'))
            return answer
          }),
        )
      for (let at = 0; at < 3000; at += 100)
        sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => opened(server.port)))))
      await askAll()
      for (let turns = 0; turns < 100; turns++) await turn()
      assert.equal(await held(server), 3000)
      await askAll()
      for (const socket of sockets) socket.destroy()
      await isWell(server, 'idle connections')
    })
  })

  test(`${engine}: sockets that die in the middle of each kind of answer`, async () => {
    await serving(engine, async (server) => {
      const kinds = [
        'large',
        'large-stream',
        'stream',
        'stream-breaks',
        'trailer',
        'response',
        'enter',
        'cookies',
      ]
      const targets = [
        ...kinds.map((kind) => `/odd/${kind}`),
        '/told', '/turn', '/later', '/throw', '/never', '/raw', '/raw/set', '/raw/end', '/raw/events', '/raw/hints', '/hijack',
        '/hijack/pieces', '/hijack/half', '/hijack/destroy', '/socket/destroy', '/socket/end', '/nowhere',
      ] // biome-ignore format: a list of targets
      for (const target of targets)
        for (const leave of Object.values(LEAVING)) {
          for (const when of [0, 1, 2, 3]) {
            const socket = await opened(server.port)
            socket.pause().write(get(target) + get('/told') + get(target))
            for (let turns = 0; turns < when; turns++) await turn()
            leave(socket)
            socket.destroy()
          }
          await isWell(server, target)
        }
    })
  })

  test(`${engine}: each request that a hook saw has ended once the connections are closed`, async () => {
    await serving(engine, async (server) => {
      for (const text of [
        get('/told') + POST + CHUNKS,
        get('/never') + POST,
        get('/raw') + get('/odd/stream'),
        get('/turn') + get('/told'),
      ])
        for (let at = 1; at <= text.length; at++) {
          const socket = await opened(server.port)
          socket.resume().write(text.slice(0, at))
          await turn()
          if (at % 2 === 0) socket.resetAndDestroy()
          else socket.end()
        }
      server.notes.written()
      await isWell(server, 'requests that were broken off')
      for (let turns = 0; turns < 50; turns++) await turn()
      const endless = server.notes.seen.filter(
        ({ events }) => !events.some((event) => /^(response|abort)/.test(event)),
      )
      assert.deepEqual(endless, [])
    })
  })
}
