/** The ways in which an exchange can end, by the ids of `ends.json`. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { Reply } from '../../src/index.ts'
import { get, isInside, leave, leaveStream, post, send } from './clients.ts'
import type { HookName, Scene, Way } from './observe.ts'

function fail(): never {
  throw new Error('failed')
}

const HEAD = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n'

/** A route whose handler waits until the client has left, and answers then. */
function waits(answer: (reply: Reply) => unknown): Way['declare'] {
  return ({ app, enter, left }) => {
    const handler = async (_request: unknown, reply: Reply) => {
      enter()
      await left
      return answer(reply)
    }
    app.get('/', handler)
    app.post('/', handler)
  }
}
const inHook = (name: HookName): Way => ({
  declare: ({ app }) => {
    app.addHook(name as 'onRequest', async () => fail())
    app.get('/', async () => ({ a: 1 }))
  },
  run: get('/'),
})
const answering = (handler: (reply: Reply, scene: Scene) => unknown, run = get('/'), options = {}): Way => ({
  options,
  declare: (scene) => {
    scene.app.get('/', (_request, reply) => handler(reply, scene))
    scene.app.post('/', (_request, reply) => handler(reply, scene))
  },
  run,
})

// node swaps the two where the time for the head is the longer one
const TIMED = { requestTimeout: 100, http: { headersTimeout: 80, connectionsCheckingInterval: 20 } }

export const WAYS: Record<string, Way> = {
  whole: answering(() => Promise.resolve({ a: 1 })),
  head: answering(() => Promise.resolve({ a: 1 }), get('/', 'HEAD')),
  'not-modified': answering((reply) => reply.code(304).send()),
  stream: answering((reply) => reply.send(Readable.from(['a', 'b']))),
  'by-hand': answering((reply) => void reply.raw.end('x')),
  hijacked: answering((reply) => void reply.hijack().raw.end('x')),
  'refused-by-hook': {
    declare: ({ app }) => {
      app.addHook('onRequest', async (_request, reply) => reply.code(401).send('no'))
      app.get('/', async () => 'x')
    },
    run: get('/'),
  },
  'error-onRequest': inHook('onRequest'),
  'error-preParsing': inHook('preParsing'),
  'error-preValidation': inHook('preValidation'),
  'error-validation': {
    declare: ({ app }) => {
      const querystring = { type: 'object', required: ['a'], properties: {} } as const
      app.get('/', { schema: { querystring } }, async () => 'x')
    },
    run: get('/'),
  },
  'error-preHandler': inHook('preHandler'),
  'error-handler': answering(() => Promise.reject(new Error('failed'))),
  'error-preSerialization': inHook('preSerialization'),
  'error-serializer': answering((reply) => reply.serializer(fail).send({ a: 1 })),
  'error-onSend': inHook('onSend'),
  'error-onError': {
    declare: ({ app }) => {
      app.addHook('onError', async () => fail())
      app.get('/', async () => fail())
    },
    run: get('/'),
  },
  'error-error-handler': {
    declare: ({ app }) => {
      app.setErrorHandler(async () => fail())
      app.get('/', async () => fail())
    },
    run: get('/'),
  },
  'error-onResponse': inHook('onResponse'),
  'not-found': { run: get('/missing') },
  'call-not-found': answering((reply) => void reply.callNotFound()),
  'unknown-media-type': answering(() => 'x', post('application/x-own', 'a')),
  'large-body': answering(() => 'x', post('application/json', '"aaaaaaaa"'), { bodyLimit: 4 }),
  'bad-body': answering(() => 'x', post('application/json', '{"a":')),
  'bad-url': { declare: ({ app }) => void app.get('/:name', async () => 'x'), run: get('/%zz') },
  'bad-url-frameworkErrors': {
    declare: ({ app }) => void app.get('/:name', async () => 'x'),
    options: {
      frameworkErrors: (_error: Error, _request: unknown, reply: Reply) => reply.code(400).send('bad'),
    },
    run: get('/%zz'),
  },
  'poisoned-query': answering(() => 'x', get('/?__proto__=1')),
  'id-fails': answering(() => 'x', get('/'), { genReqId: fail }),
  'rewrite-fails': answering(() => 'x', get('/'), { rewriteUrl: () => 1 }),
  'left-before-body': { declare: waits(() => 'late'), run: leave(HEAD, async () => void (await turn())) },
  'left-in-body': {
    declare: waits(() => 'late'),
    run: leave(`${HEAD}{"a`, async () => void (await turn())),
  },
  'left-after-body': { declare: waits(() => 'late'), run: leave(`${HEAD}{"a":1}`, isInside) },
  'left-before-answer': {
    declare: waits(() => 'late'),
    run: leave('GET / HTTP/1.1\r\nhost: a\r\n\r\n', isInside),
  },
  'left-no-answer': {
    ...answering((_reply, { enter }) => enter()),
    run: leave(`${HEAD}{"a":1}`, isInside),
  },
  'left-in-queue': {
    declare: waits(() => 'late'),
    run: leave(`${HEAD}{"a":1}${HEAD}{"a":2}`, isInside),
  },
  'left-in-stream': answering(
    (reply, { left }) =>
      reply.send(
        Readable.from(
          (async function* () {
            yield 'first'
            await left
            yield 'second'
          })(),
        ),
      ),
    leave('GET / HTTP/1.1\r\nhost: a\r\n\r\n', (socket) => once(socket, 'data')),
  ),
  'stream-fails-first': answering((reply) => {
    const read = (): never => fail()
    return reply.send(new Readable({ read }))
  }),
  'stream-fails-late': answering((reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'first'
          await turn()
          fail()
        })(),
      ),
    ),
  ),
  'connection-timeout': {
    options: { connectionTimeout: 100 },
    declare: waits(() => 'late'),
    run: async (scene) => {
      const got = await get('/')(scene)
      scene.leave()
      return got
    },
  },
  'request-timeout-in-head': {
    options: TIMED,
    run: (scene) => send(scene, 'GET / HTTP/1.1\r\n'),
  },
  'request-timeout-in-body': {
    options: TIMED,
    declare: waits(() => 'late'),
    run: (scene) => send(scene, `${HEAD}{"a`),
  },
  'close-while-answering': {
    declare: waits(() => 'late'),
    run: async (scene) => {
      const got = get('/')(scene)
      await scene.inside
      const closed = scene.app.close()
      scene.leave()
      await closed
      return got
    },
  },
  'close-by-force': {
    options: { forceCloseConnections: true },
    declare: waits(() => 'late'),
    run: async (scene) => {
      const got = get('/')(scene)
      await scene.inside
      await scene.app.close()
      scene.leave()
      return got
    },
  },
  upgrade: {
    declare: ({ app }) =>
      void app.server.on('upgrade', (_raw, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')),
    run: (scene) => send(scene, 'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: own\r\n\r\n'),
  },
  malformed: { run: (scene) => send(scene, 'garbage\r\n\r\n') },
  'large-head': { run: (scene) => send(scene, `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`) },
  'http-2.0': { run: (scene) => send(scene, 'GET / HTTP/2.0\r\nhost: a\r\n\r\n') },
  'http2-whole': { ...answering(() => Promise.resolve({ a: 1 }), leaveStream('', false), { http2: true }) },
  'http2-left-before-answer': {
    options: { http2: true },
    declare: waits(() => 'late'),
    run: leaveStream('', true),
  },
  'http2-left-after-body': {
    options: { http2: true },
    declare: waits(() => 'late'),
    run: leaveStream('{}', true),
  },
}
