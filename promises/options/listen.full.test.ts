/** The options of `listen` decide where and how the server is reached. */
import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone, { type ListenOptions } from '../../src/index.ts'
import { HOST, KINDS, type KindName } from './kinds.ts'

const ENGINES = ['node', 'fast'] as const
const ALL = Object.keys(KINDS) as KindName[]

type Engine = (typeof ENGINES)[number]
type Elsewhere = ListenOptions & { engine: Engine; fd?: number }

/** As another process: listens as it is told, tells where or why not, and then stands still for as long as it is told. */
async function serveElsewhere({ engine, ...options }: Elsewhere): Promise<void> {
  const app = touchstone({ engine })
  app.get('/', async () => 'hello')
  const tell = (told: object): void => void process.send!(told)
  await app.listen(options).then(
    () => tell({ port: (app.server.address() as AddressInfo).port }),
    (error) => tell({ code: error.code }),
  )
  process.on('message', ({ still }: { still: number }) => {
    tell({ still })
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, still))
  })
}
if (process.env.LISTENS !== undefined) {
  await serveElsewhere(JSON.parse(process.env.LISTENS))
  process.on('disconnect', () => process.exit())
  await once(process, 'disconnect')
}

const environment = (options: Elsewhere) => ({ LISTENS: JSON.stringify(options), NODE_TEST_CONTEXT: '' })

/** Whether somebody accepts connections there. */
async function accepts(port: number, host: string, within = 2000): Promise<boolean> {
  const socket = connect(port, host).on('error', () => {})
  const opened = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    sleep(within, false, { ref: false }),
  ])
  socket.destroy()
  return opened
}

async function freePort(): Promise<number> {
  const free = createServer().listen(0, HOST)
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  return port
}

test('port and host: it is reached there and nowhere else', { timeout: 20_000 }, async () => {
  const port = await freePort()
  for (const kind of ALL) {
    const { secure, options } = KINDS[kind]
    const app = touchstone(options)
    const address = `${secure ? 'https' : 'http'}://127.0.0.1:${port}`
    assert.equal(await app.listen({ port, host: '127.0.0.1' }), address)
    assert.equal(await accepts(port, '127.0.0.1'), true)
    assert.equal(await accepts(port, '::1'), false)
    await app.close()
    assert.equal(await accepts(port, '127.0.0.1'), false)
  }
})

test('ipv6Only: whether clients of IPv4 reach a server of every address', { timeout: 20_000 }, async () => {
  for (const kind of ALL)
    for (const ipv6Only of [true, false]) {
      const app = touchstone(KINDS[kind].options)
      let connections = 0
      app.server.on('connection', () => connections++)
      await app.listen({ port: 0, host: '::', ipv6Only })
      const { port } = app.server.address() as AddressInfo
      // Another process may have this port of IPv4.
      const isReached = async (host: string): Promise<boolean> => {
        const before = connections
        const accepted = await accepts(port, host)
        for (let at = 0; accepted && connections === before && at < 50; at++) await sleep(20)
        return connections > before
      }
      assert.deepEqual([await isReached('::1'), await isReached('127.0.0.1')], [true, !ipv6Only], kind)
      await app.close()
    }
})

test('path, readableAll and writableAll: a socket in the file system with these rights', {
  timeout: 20_000,
}, async () => {
  if (process.platform === 'win32') return
  const folder = mkdtempSync(join(tmpdir(), 'listen-'))
  for (const engine of ENGINES)
    for (const rights of [
      {},
      { readableAll: true },
      { writableAll: true },
      { readableAll: true, writableAll: true },
    ] as const) {
      const path = join(folder, 'socket')
      const app = touchstone({ engine })
      app.get('/', async () => 'hello')
      assert.equal(await app.listen({ path, ...rights }), path)
      const { mode } = statSync(path)
      const others = { readableAll: (mode & 0o044) === 0o044, writableAll: (mode & 0o022) === 0o022 }
      for (const [right, value] of Object.entries(rights))
        assert.equal(Reflect.get(others, right), value, right)
      if (Object.keys(rights).length === 0)
        assert.equal(others.writableAll, (0o777 & ~process.umask() & 0o022) === 0o022)
      const client = connect(path)
      client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
      assert.match(String((await client.toArray()).join('')), /hello$/)
      await app.close()
    }
  rmSync(folder, { recursive: true })
})

test('signal: the application closes when it aborts', { timeout: 20_000 }, async () => {
  for (const kind of ALL) {
    const stop = new AbortController()
    const app = touchstone(KINDS[kind].options)
    const closed = new Promise<void>((resolve) => {
      app.addHook('onClose', async () => resolve())
    })
    await app.listen({ port: 0, host: HOST, signal: stop.signal })
    const { port } = app.server.address() as AddressInfo
    assert.equal(await accepts(port, HOST), true)
    stop.abort()
    await closed
    assert.equal(await accepts(port, HOST), false)
  }
})

/** How many of twenty clients are connected while the process stands still. */
async function countWaiting(engine: Engine, backlog: number): Promise<number> {
  const env = { ...process.env, ...environment({ engine, port: 0, host: HOST, backlog }) }
  const server = fork(import.meta.filename, { env })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  server.send({ still: 20_000 })
  await once(server, 'message')
  await sleep(200)
  const opened = await Promise.all(Array.from({ length: 20 }, () => accepts(port, HOST, 700)))
  server.kill('SIGKILL')
  await once(server, 'exit')
  return opened.filter(Boolean).length
}

test('backlog: how many connections wait for a process that accepts none', { timeout: 60_000 }, async () => {
  if (process.platform !== 'linux') return // other systems have limits of their own
  for (const engine of ENGINES) {
    const [few, many] = [await countWaiting(engine, 1), await countWaiting(engine, 50)]
    assert.ok(few <= 5 && many === 20, `${engine} ${few} ${many}`)
  }
})

/** What two workers of a cluster tell that listen at the same port. */
async function listenTwice(engine: Engine, exclusive: boolean, port: number): Promise<unknown[]> {
  cluster.setupPrimary({ exec: import.meta.filename })
  const told: unknown[] = []
  const workers = []
  for (let at = 0; at < 2; at++) {
    const worker = cluster.fork(environment({ engine, port, host: HOST, exclusive }))
    workers.push(worker)
    told.push((await once(worker, 'message'))[0])
  }
  for (const worker of workers) {
    worker.process.kill('SIGKILL')
    await once(worker, 'exit')
  }
  return told
}

test('exclusive: whether workers of a cluster share the port', { timeout: 60_000 }, async () => {
  for (const engine of ENGINES)
    for (const exclusive of [false, true]) {
      const port = await freePort()
      const second = exclusive ? { code: 'EADDRINUSE' } : { port }
      assert.deepEqual(await listenTwice(engine, exclusive, port), [{ port }, second], engine)
    }
})

test('fd: a socket that another process has bound', { timeout: 60_000 }, async () => {
  if (process.platform === 'win32') return
  for (const engine of ENGINES) {
    const bound = createServer().listen(0, HOST)
    await once(bound, 'listening')
    const { port } = bound.address() as AddressInfo
    const { fd } = Reflect.get(bound, '_handle')
    const server = spawn(process.execPath, [import.meta.filename], {
      env: { ...process.env, ...environment({ engine, fd: 3 }) },
      stdio: ['ignore', 'inherit', 'inherit', fd, 'ipc'],
    })
    assert.deepEqual((await once(server, 'message'))[0], { port })
    bound.close()
    assert.equal(await (await fetch(`http://${HOST}:${port}/`)).text(), 'hello', engine)
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
})

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const REUSES = process.platform === 'linux' && (major > 23 || (major === 22 && minor >= 12))

test('reusePort: whether two applications listen at one port', {
  timeout: 20_000,
}, async () => {
  if (!REUSES) return // Node.js 20 has no such option
  for (const kind of ALL)
    for (const reusePort of [true, false]) {
      const [first, second] = [touchstone(KINDS[kind].options), touchstone(KINDS[kind].options)]
      const options: ListenOptions & { reusePort: boolean } = { port: 0, host: HOST, reusePort }
      await first.listen(options)
      const { port } = first.server.address() as AddressInfo
      const listens = second.listen({ ...options, port }).then(
        () => 'listens',
        ({ code }) => code,
      )
      assert.equal(await listens, reusePort ? 'listens' : 'EADDRINUSE', kind)
      await first.close()
      assert.equal(await accepts(port, HOST), reusePort)
      await second.close()
    }
})
