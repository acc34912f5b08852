/** Streams that fail, each in its way, and the moments at which an application can hand them in. */
import { createReadStream } from 'node:fs'
import { PassThrough, Readable, Stream } from 'node:stream'
import type { App } from '../../src/index.ts'

const own = (): Error => new Error('own')
const soon = (what: () => void): void => void setTimeout(what, 2)

/** The methods that the framework calls on a stream of the application: each fails in a row of its own. */
export const METHODS = [
  'on',
  'once',
  'listenerCount',
  'pipe',
  'resume',
  'destroy',
  'close',
  'abort',
  'cancel',
] as const
/** Those that the `pipe` of node calls as well, where nothing can catch what they throw. */
export const METHODS_OF_NODE: readonly string[] = ['removeListener', 'unpipe']
type Method = (typeof METHODS)[number]

function failing(stream: object, method: Method, fails: () => unknown): object {
  Object.defineProperty(stream, method, { value: fails })
  return stream
}
const throws = (): never => {
  throw own()
}

/** A stream of before Node.js 0.10: it emits, and has no state. */
function old(ends?: 'destroy' | 'close' | 'abort', emit: (stream: Stream) => void = () => {}): Stream {
  const stream = new Stream()
  if (ends !== undefined) Object.defineProperty(stream, ends, { value: () => {} })
  soon(() => emit(stream))
  return stream
}

const web = (): ReadableStream => new ReadableStream({ start: (to) => soon(() => to.error(own())) })

/** Makes a stream, by what is wrong with it. */
export const STREAMS: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['a file that is not there', () => createReadStream('/there/is/no/such/file')],
  ['fails soon', () => fails(new PassThrough())],
  ['fails after its first bytes', () => fails(new PassThrough(), 'first')],
  ['has failed', () => new PassThrough().on('error', () => {}).destroy(own())],
  ['is destroyed', () => new PassThrough().destroy()],
  ['never ends', () => new PassThrough()],
  ['emits objects', () => Readable.from([{ a: 1 }])],
  ['old, emits objects', () => old('destroy', (stream) => stream.emit('data', { a: 1 }))],
  ['old, emits null', () => old('close', (stream) => stream.emit('data', null))],
  ['old, fails', () => old('abort', (stream) => stream.emit('error', own()))],
  ['old, closes early', () => old('destroy', (stream) => stream.emit('close'))],
  ['old, cannot be ended', () => old()],
  ['a web stream that fails', web],
  ['a Response that fails', () => new Response(web())],
  ['its destroy throws', () => failing(new PassThrough(), 'destroy', throws)],
  ['its pipe throws', () => failing(new PassThrough(), 'pipe', throws)],
  ...METHODS.filter((method) => method !== 'cancel').map((method): [string, () => unknown] => [
    `old, its ${method} throws`,
    () => failing(old(), method, throws),
  ]),
  ...(['destroy', 'close', 'abort'] as const).map((method): [string, () => unknown] => [
    `old, its ${method} rejects`,
    () => failing(old(), method, async () => throws()),
  ]),
  ['a web stream whose cancel throws', () => failing(new ReadableStream(), 'cancel', throws)],
  ['a web stream whose cancel rejects', () => failing(new ReadableStream(), 'cancel', async () => throws())],
])

function fails(stream: PassThrough, first?: string): PassThrough {
  if (first !== undefined) stream.write(first)
  soon(() => stream.destroy(own()))
  return stream
}

export interface Moment {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** the client leaves while the answer is made */
  leaves?: true
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** When the stream is handed in, by what happens with it. */
export const MOMENTS: ReadonlyMap<string, Moment> = new Map<string, Moment>([
  ['as a body that nobody reads', { method: 'GET', path: '/body', headers: JSON_TYPE, body: '{"n":1}' }],
  ['as a body, HEAD', { method: 'HEAD', path: '/body' }],
  ['as a body, no route', { method: 'POST', path: '/body/none', headers: JSON_TYPE, body: '{"n":1}' }],
  ['as a body that is read', { method: 'POST', path: '/body', headers: JSON_TYPE, body: '{"n":1}' }],
  [
    'as a body of an unknown type',
    { method: 'POST', path: '/body', headers: { 'content-type': 'a/b' }, body: 'x' },
  ],
  [
    'as a body that is too long',
    { method: 'POST', path: '/body', headers: JSON_TYPE, body: `"${'x'.repeat(99)}"` },
  ],
  [
    'as a body for a stream parser',
    { method: 'POST', path: '/body', headers: { 'content-type': 'a/stream' }, body: 'x' },
  ],
  [
    'as a body, late, of a second hook',
    { method: 'POST', path: '/body/twice', headers: JSON_TYPE, body: '{"n":1}' },
  ],
  ['sent', { method: 'GET', path: '/sent' }],
  ['sent, HEAD', { method: 'HEAD', path: '/sent' }],
  ['sent with 204', { method: 'GET', path: '/sent?status=204' }],
  ['sent with trailers', { method: 'GET', path: '/sent?trailer=1' }],
  ['sent with a length', { method: 'GET', path: '/sent?length=1' }],
  ['sent, and the client leaves', { method: 'GET', path: '/sent', leaves: true }],
  ['sent, onSend waits', { method: 'GET', path: '/sent/waits' }],
  ['sent, onSend waits, and the client leaves', { method: 'GET', path: '/sent/waits', leaves: true }],
  ['sent, onSend replaces it', { method: 'GET', path: '/sent/replaces' }],
  ['sent, onSend pipes it on', { method: 'GET', path: '/sent/pipes' }],
  ['sent, onSend fails', { method: 'GET', path: '/sent/fails' }],
  ['sent as the second answer', { method: 'GET', path: '/second' }],
  ['sent by an error handler', { method: 'GET', path: '/sent/handles' }],
])

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

/** An application whose routes hand in what `make` makes. */
export function declare(app: App, make: () => unknown): void {
  app.addContentTypeParser('a/stream', async (_request: unknown, stream: Readable) => {
    stream.on('data', () => {})
    await wait()
    return 'parsed'
  })
  app.get('/fine', async () => 'fine')
  app.register(
    async (scope) => {
      scope.addHook('preParsing', async () => make() as never)
      scope.setNotFoundHandler((_request, reply) => reply.code(404).send('none'))
      scope.route({ method: ['GET', 'HEAD', 'POST'], url: '/', bodyLimit: 50, handler: async () => 'ran' })
      scope.post('/twice', { preParsing: async () => wait().then(() => make() as never) }, async () => 'ran')
    },
    { prefix: '/body' },
  )
  app.get('/second', async (_request, reply) => {
    reply.send('first')
    reply.send(make())
    return reply
  })
  const sends = (scope: App, url: string): void =>
    void scope.get(url, async (request, reply) => {
      const { status, trailer, length } = request.query as Record<string, string | undefined>
      if (status !== undefined) reply.code(Number(status))
      if (trailer !== undefined) reply.trailer('x-own', async () => 'value')
      if (length !== undefined) reply.header('content-length', length)
      return reply.send(make())
    })
  sends(app, '/sent')
  const withHook = (url: string, hook: (payload: unknown) => Promise<unknown>): void =>
    void app.register(async (scope) => {
      scope.addHook('onSend', async (_request, _reply, payload) => hook(payload))
      sends(scope, url)
    })
  withHook('/sent/waits', wait)
  withHook('/sent/replaces', async () => 'instead')
  withHook('/sent/fails', async () => throws())
  withHook('/sent/pipes', async (payload) => {
    await wait()
    return payload instanceof Readable ? payload.pipe(new PassThrough({ objectMode: true })) : payload
  })
  app.get(
    '/sent/handles',
    { errorHandler: async (_error, _request, reply) => reply.send(make()) },
    async () => throws(),
  )
}
