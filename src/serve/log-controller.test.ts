/** A LogController of an application, beside Fastify 5: the same program on both, with the same calls and lines. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone from '../index.ts'

type Factory = typeof touchstone
type App = ReturnType<Factory>
const fastify: Factory = createRequire(import.meta.url)('fastify-5')

interface Line {
  level: number
  msg: string
  id?: string
  reqId?: string
}

const METHODS = [
  'incomingRequest',
  'requestCompleted',
  'defaultErrorLog',
  'streamError',
  'routeNotFound',
  'writeHeadError',
  'serializerError',
  'serviceUnavailable',
] as const

/** What a value is, without what differs between both. */
function kindOf(value: unknown): unknown {
  if (value === undefined || value === null) return 'none'
  if (value instanceof Error) return `error ${value.message}`
  const { raw, inject, info, url, statusCode } = Object(value)
  if (inject) return 'server'
  if (info) return 'logger'
  if (raw) return url === undefined ? `reply ${statusCode}` : `request ${url}`
  return value
}

/** The calls of each method, with the line that the default writes. */
async function record(factory: Factory, drive: (app: App) => Promise<unknown>, options: object = {}) {
  const calls: unknown[] = []
  const lines: Line[] = []
  class Recorder extends factory.LogController {}
  for (const name of METHODS) {
    const original = factory.LogController.prototype[name]
    Object.defineProperty(Recorder.prototype, name, {
      value(this: unknown, ...args: unknown[]) {
        calls.push([name, ...args.map(kindOf)])
        return Reflect.apply(original, this, args)
      },
    })
  }
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = factory({ logger: { stream, base: null }, logController: new Recorder(options) })
  app.get('/', async () => 'hello')
  app.get('/quiet', async () => 'hello')
  app.get('/boom', async () => {
    throw new Error('boom')
  })
  app.get('/teapot', async () => {
    throw Object.assign(new Error('short and stout'), { statusCode: 418 })
  })
  const schema = { response: { 500: { type: 'object', properties: { message: { type: 'string' } } } } }
  const failing = () => () => {
    throw new Error('no text')
  }
  app.get('/unserializable', { schema, serializerCompiler: failing }, async () => {
    throw new Error('boom')
  })
  app.get('/broken', async () =>
    Readable.from(
      (async function* () {
        yield 'first'
        await turn()
        throw new Error('half')
      })(),
    ),
  )
  await drive(app)
  await app.close()
  return { calls, lines: lines.map(({ level, msg, id, reqId }) => ({ level, msg, id, reqId })) }
}

const ask = (url: string) => (app: App) => app.inject(url).catch(() => {})
const DRIVES: Record<string, [drive: (app: App) => Promise<unknown>, options?: object]> = {
  'an answer': [ask('/')],
  'an error': [ask('/boom')],
  'an error below 500': [ask('/teapot')],
  'no route': [ask('/none')],
  'a serializer that fails': [ask('/unserializable')],
  'a stream that fails': [ask('/broken')],
  'a label of the id': [ask('/'), { requestIdLogLabel: 'id' }],
  'requests that are left out': [
    async (app) => {
      for (const url of ['/quiet', '/boom', '/none']) await app.inject(url)
    },
    { disableRequestLogging: ({ url }: { url: string }) => url !== '/' },
  ],
  'all are left out': [ask('/boom'), { disableRequestLogging: true }],
  'a server that closes': [
    async (app) => {
      app.addHook('preClose', async () => {
        socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
        await once(socket.resume(), 'close')
      })
      const address = new URL(await app.listen({ port: 0, listenTextResolver: () => 'listening' }))
      const socket = connect(Number(address.port), address.hostname)
      await once(socket, 'connect')
      await app.close()
    },
  ],
}

for (const [name, [drive, options]] of Object.entries(DRIVES))
  test(`a LogController is called as on Fastify 5: ${name}`, async () => {
    const [own, theirs] = [await record(touchstone, drive, options), await record(fastify, drive, options)]
    own.lines = own.lines.filter(({ msg }) => msg !== 'request aborted') // a line of our own, which Fastify has not
    assert.deepEqual(own, theirs)
    assert.ok(own.calls.length > 0)
  })

test('it is called without a logger, too, and what it throws changes no answer', async (t) => {
  const warned: string[] = []
  t.mock.method(process, 'emitWarning', (text: string) => warned.push(text))
  const seen: string[] = []
  class Failing extends touchstone.LogController {
    override incomingRequest(): void {
      seen.push('incoming')
      throw new Error('no disk')
    }
    override async requestCompleted(): Promise<void> {
      seen.push('completed')
      throw new Error('no disk')
    }
  }
  const app = touchstone({ logController: new Failing() })
  app.get('/', async () => 'hello')
  assert.equal((await app.inject('/')).body, 'hello')
  await turn()
  assert.deepEqual(seen, ['incoming', 'completed'])
  assert.deepEqual(warned, ['a logger failed, and lines are lost: no disk'])
})
