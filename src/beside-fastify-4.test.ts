/** What no case can say as data, beside Fastify 4.17: the same program on both, with the same outcome. */
import assert from 'node:assert/strict'
import http, { type Server } from 'node:http'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import touchstone from './index.ts'

type Factory = typeof touchstone
const load = createRequire(import.meta.url)
const fastify: Factory = load('fastify-4.17')
const pino = load('pino')

async function onBoth(program: (create: Factory) => Promise<unknown>): Promise<void> {
  assert.deepEqual(await program(touchstone), await program(fastify))
}

interface Line {
  level: number
  msg: string
  req?: unknown
  res?: unknown
  err?: unknown
}

const OWN = { req: () => 'own req', res: () => 'own res', err: () => 'own err' }
const PINO: Record<string, (stream: object) => object> = {
  'all three': (stream) => pino({ serializers: OWN }, stream),
  'one of them': (stream) => pino({ serializers: { res: OWN.res } }, stream),
  'those of a child': (stream) => pino({}, stream).child({ a: 1 }, { serializers: { res: OWN.res } }),
}

for (const [name, create] of Object.entries(PINO)) {
  test(`a pino instance keeps its serializers: ${name}`, () =>
    onBoth(async (factory) => {
      const lines: Line[] = []
      const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
      const app = factory({ logger: create(stream) as never })
      app.get('/', async () => {
        throw Object.assign(new Error('boom'), { stack: '' })
      })
      await app.inject('/')
      return lines.map(({ level, msg, req, res, err }) => ({ level, msg, req, res, err }))
    }))
}

test('an error of each code has the same own fields in the same order, and takes a cause', () =>
  onBoth(async ({ errorCodes: own }) => {
    const codes: Record<string, new (...values: unknown[]) => Error> = { ...own }
    const theirs = Object.keys(fastify.errorCodes) // one of them has the code of another, so codes are not compared
    return theirs.map((code) => {
      const Code = codes[code] ?? assert.fail(code)
      const error = new Code('a')
      const caused = new Code('a', { cause: 'why' })
      const kinds = [TypeError, RangeError, SyntaxError].filter((Kind) => error instanceof Kind)
      return [
        Object.keys(error),
        { ...error, code: '', message: '' },
        Object.keys(caused),
        caused.cause,
        kinds,
      ]
    })
  }))

/** The deprecations of 4.x that a program can cause. Each is told once in a process, so each program is run once. */
const OLD: Record<string, (app: ReturnType<Factory>) => unknown> = {
  FSTDEP005: (app) => app.get('/', async (request) => String(request.connection)),
  FSTDEP007: (app) => {
    app.head('/', async () => '')
    app.get('/', { exposeHeadRoute: true }, async () => 'x')
  },
  FSTDEP008: (app) => app.get('/', { version: '1.0.0' } as object, async () => 'x'),
  FSTDEP010: (app) =>
    app.get('/', (_request, reply) => {
      Object.assign(reply, { sent: true })
      reply.raw.end('x')
    }),
  FSTDEP012: (app) => app.get('/', async (request) => String(request.context.config)),
  FSTDEP013: (app) =>
    app.get('/', (_request, reply) => {
      reply.trailer('x', (() => 'y') as never).send('z')
    }),
  FSTDEP014: (app) => app.getDefaultRoute(),
}

for (const [code, program] of Object.entries(OLD)) {
  test(`${code} is told, and once`, async () => {
    const told: string[] = []
    const listen = ({ code }: { code?: string }) => void told.push(code ?? '')
    process.on('warning', listen)
    const run = async (create: Factory): Promise<string[]> => {
      const app = create()
      program(app)
      await app.inject({ url: '/', headers: { 'accept-version': '1.0.0' } })
      await turn()
      // light-my-request of 4.17 tells of request.connection too.
      return told.splice(0).filter((one) => one !== 'FST_LIGHTMYREQUEST_DEP01')
    }
    try {
      assert.deepEqual(await run(touchstone), [code])
      assert.deepEqual([...new Set(await run(fastify))], [code]) // it may tell twice, of the automatic HEAD route too
      assert.deepEqual(await run(touchstone), [])
    } finally {
      process.removeListener('warning', listen)
    }
  })
}

test('a server factory gets the options and the logger', () =>
  onBoth(async (factory) => {
    let given: { bodyLimit?: number; logger?: { info?: unknown }; http?: unknown } = {}
    const serverFactory = (listener: http.RequestListener, options: object): Server => {
      given = options
      return http.createServer(listener)
    }
    const app = factory({ serverFactory, bodyLimit: 7, http: { maxHeaderSize: 3000 } } as never)
    await app.ready()
    await app.close()
    return [given.bodyLimit, typeof given.logger?.info, given.http]
  }))

test('HTTP/2: the time-out of connections, and the scheme of the address with TLS', () =>
  onBoth(async (factory) => {
    const plain = factory({ http2: true, connectionTimeout: 1234 })
    await plain.ready()
    const secure = factory({ http2: true, https: {} })
    const address = await secure.listen({ port: 0, host: '127.0.0.1' })
    await secure.close()
    return [plain.server.timeout, new URL(address).protocol]
  }))

test('the names of plugins are under the symbol that plugins of the line read', () =>
  onBoth(async (create) => {
    const named = (name: string, body: (app: never) => void = () => {}) =>
      Object.assign(async (app: never) => body(app), {
        [Symbol.for('skip-override')]: true,
        [Symbol.for('plugin-meta')]: { name },
      })
    const app = create()
    const seen: unknown[] = []
    const note = (instance: object): void => {
      const names: unknown = Reflect.get(instance, Symbol.for('registered-plugin'))
      seen.push([...(names as Iterable<string>)])
    }
    app.register(named('one') as never)
    app.register(async (child) => {
      child.register(named('two') as never)
      child.after(() => note(child))
    })
    await app.ready()
    note(app)
    return seen
  }))
