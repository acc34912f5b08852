/** Options that `http` and `https` hand to node's servers have their effect on each kind of server. */
import assert from 'node:assert/strict'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import touchstone, { type Reply } from '../../src/index.ts'
import { type App, GET, HTTP1, type KindName, open, PLAIN, serve, talk } from './kinds.ts'

class MarkedRequest extends IncomingMessage {
  readonly mark = 'mine'
}
class MarkedResponse extends ServerResponse {
  readonly mark = 'mine'
}

const line = (more: string): string => `GET / HTTP/1.1\r\nhost: a\r\n${more}\r\n`
const answer = (value: (reply: Reply) => unknown) => (app: App) => {
  app.get('/seen', async (_request, reply) => ({ seen: value(reply) }))
}
const SEEN = 'GET /seen HTTP/1.1\r\nhost: a\r\nx-a: 1\r\nx-a: 2\r\nuser-agent: b\r\nuser-agent: c\r\n\r\n'

/** What is sent, and what the answer begins or ends with: with the option, and without. */
interface Row {
  readonly kinds?: readonly KindName[]
  readonly options: object
  readonly sends: string
  readonly given: RegExp
  readonly without: RegExp
  readonly declare?: (app: App) => void
}

/** node:https does not read every option of node:http. */
const OF_HTTP: readonly KindName[] = ['node', 'fast']
/** Node names the classes otherwise on the port of HTTP/2. */
const ONE_VERSION: readonly KindName[] = PLAIN

const MESSAGES: Record<string, Row> = {
  maxHeaderSize: {
    options: { maxHeaderSize: 500 },
    sends: line(`x-long: ${'x'.repeat(600)}\r\n`),
    given: /^HTTP\/1.1 431/,
    without: /^HTTP\/1.1 200[\s\S]*hello$/,
  },
  'maxHeaderSize, a larger one': {
    options: { maxHeaderSize: 40_000 },
    sends: line(`x-long: ${'x'.repeat(30_000)}\r\n`),
    given: /^HTTP\/1.1 200[\s\S]*hello$/,
    without: /^HTTP\/1.1 431/,
  },
  insecureHTTPParser: {
    options: { insecureHTTPParser: true },
    sends: line('x-odd: a\x01b\r\n'),
    given: /^HTTP\/1.1 200[\s\S]*hello$/,
    without: /^HTTP\/1.1 400/,
  },
  requireHostHeader: {
    options: { requireHostHeader: false },
    sends: 'GET / HTTP/1.1\r\n\r\n',
    given: /^HTTP\/1.1 200[\s\S]*hello$/,
    without: /^HTTP\/1.1 400/,
  },
  joinDuplicateHeaders: {
    options: { joinDuplicateHeaders: true },
    sends: SEEN,
    given: /\{"seen":"b, c"\}$/,
    without: /\{"seen":"b"\}$/,
    declare: answer(({ request }) => request.headers['user-agent']),
  },
  uniqueHeaders: {
    kinds: OF_HTTP,
    options: { uniqueHeaders: ['x-one'] },
    sends: GET.replace('/', '/two'),
    given: /x-one: 1; 2\r\n[\s\S]*two$/,
    without: /x-one: 1\r\nx-one: 2\r\n[\s\S]*two$/,
    declare: (app) => {
      app.get('/two', async (_request, reply) => reply.header('x-one', ['1', '2']).send('two'))
    },
  },
  IncomingMessage: {
    kinds: ONE_VERSION,
    options: { IncomingMessage: MarkedRequest },
    sends: SEEN,
    given: /\{"seen":"mine"\}$/,
    without: /\{\}$/,
    declare: answer(({ request }) => Reflect.get(request.raw, 'mark')),
  },
  ServerResponse: {
    kinds: ONE_VERSION,
    options: { ServerResponse: MarkedResponse },
    sends: SEEN,
    given: /\{"seen":"mine"\}$/,
    without: /\{\}$/,
    declare: answer((reply) => Reflect.get(reply.raw, 'mark')),
  },
  rejectNonStandardBodyWrites: {
    options: { rejectNonStandardBodyWrites: true },
    sends: `${SEEN.replace('GET', 'HEAD')}${SEEN}`,
    given: /\{"seen":"ERR_HTTP_BODY_NOT_ALLOWED"\}$/,
    without: /\{"seen":"nothing"\}$/,
    declare: (app) => {
      let seen: unknown = 'nothing'
      app.head('/seen', (_request, reply) => {
        try {
          reply.hijack().raw.write('a body')
        } catch (error) {
          seen = Reflect.get(Object(error), 'code')
        }
        reply.raw.end()
      })
      app.get('/seen', async () => ({ seen }))
    },
  },
  highWaterMark: {
    kinds: OF_HTTP,
    options: { highWaterMark: 1000 },
    sends: SEEN,
    given: /full$/,
    without: /takes more$/,
    declare: (app) => {
      app.get('/seen', (_request, reply) => {
        const { raw } = reply.hijack()
        raw.setHeader('content-length', 1500 + 10)
        const more = raw.write('x'.repeat(1500))
        raw.end((more ? 'takes more' : 'full').padStart(10))
      })
    },
  },
}

for (const [name, { kinds = HTTP1, options, sends, given, without, declare }] of Object.entries(MESSAGES))
  test(`${name} has its effect`, { timeout: 30_000 }, async () => {
    for (const kind of kinds)
      for (const [nodes, expected] of [
        [options, given],
        [{}, without],
      ] as const) {
        const { app, port } = await serve(kind, {}, nodes, declare)
        const { text, socket } = await talk(await open(kind, port), sends, { until: expected })
        assert.match(text, expected, kind)
        socket.destroy()
        await app.close()
      }
  })

/** Requests that are sent one behind the other on a connection are answered until the server closes it. */
async function countAnswers(kind: KindName, options: object): Promise<number> {
  const { app, port } = await serve(kind, options)
  const socket = await open(kind, port)
  let answers = 0
  while (answers < 4) {
    const { text, closed } = await talk(socket, GET, { until: /hello$/ })
    if (/^HTTP\/1.1 200/.test(text)) answers++
    if (closed !== null || /connection: close/i.test(text)) break
  }
  socket.destroy()
  await app.close()
  return answers
}

test('maxRequestsPerSocket closes a connection behind its last request', { timeout: 30_000 }, async () => {
  for (const kind of [...PLAIN, 'both'] as const) {
    assert.equal(await countAnswers(kind, { maxRequestsPerSocket: 2 }), 2, kind)
    assert.equal(await countAnswers(kind, {}), 4, kind)
  }
})

test('forceCloseConnections decides whether close() waits for an answer', { timeout: 30_000 }, async () => {
  for (const kind of [...PLAIN, 'both'] as const)
    for (const force of [true, 'idle', false] as const) {
      let enter = (): void => {}
      let leave = (_text: string): void => {}
      const entered = new Promise<void>((resolve) => {
        enter = resolve
      })
      const { app, port } = await serve(kind, { forceCloseConnections: force }, {}, (one) => {
        one.get('/slow', () => {
          enter()
          return new Promise((resolve) => {
            leave = resolve
          })
        })
      })
      const idle = await open(kind, port)
      await talk(idle, GET, { until: /hello$/ })
      const served = talk(await open(kind, port), GET.replace('/', '/slow'), { until: /slow$/ })
      await entered
      const closing = app.close()
      if (force !== false) assert.notEqual((await talk(idle, '')).closed, null, `${kind} ${force}`)
      if (force !== true) leave('slow')
      assert.equal(/slow$/.test((await served).text), force !== true, `${kind} ${force}`)
      idle.destroy()
      await closing
    }
})

test('options of a server that is not created are refused: http beside https', () => {
  const both = (http: object, https: object | null) => touchstone({ http, https })
  assert.throws(() => both({ maxHeaderSize: 500 }, {}), {
    code: 'FST_ERR_INIT_OPTS_INVALID',
    message: /http is .* must be left out beside https/,
  })
  for (const [http, https] of [
    [{}, {}],
    [{ maxHeaderSize: 500 }, null],
  ] as const)
    both(http, https)
  const serverFactory = () => createServer() // may create both, from its options
  touchstone({ http: { maxHeaderSize: 500 }, https: {}, serverFactory })
})
