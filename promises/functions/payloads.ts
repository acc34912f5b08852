/** Payloads and thrown values that fail when they are looked at or sent, as handlers: each is the function of one row. */
import { PassThrough, Readable } from 'node:stream'
import { hostile } from './forms.ts'
import type { Slot, UserFunction } from './slot.ts'

const broken = (): never => {
  throw new Error('own')
}
const getter = (name: string): object => Object.defineProperty({}, name, { get: broken, enumerable: true })

/** A stream of the old kind, whose method throws. */
function old(method: string): object {
  const stream: Record<string, unknown> = {}
  for (const name of ['on', 'once', 'removeListener', 'pipe', 'destroy', 'emit']) stream[name] = () => stream
  stream[method] = broken
  return stream
}

async function* chunks(): AsyncGenerator<string> {
  yield 'first'
  await new Promise((resolve) => setImmediate(resolve))
  broken()
}

const read = new Map<string, () => unknown>([
  ['A stream of objects', () => Readable.from([{ a: 1 }])],
  ['A stream of texts and objects', () => Readable.from(['a', { a: 1 }])],
  ['A stream that fails before its first byte', () => new Readable({ read: broken })],
  ['A stream that fails after its first byte', () => Readable.from(chunks())],
  ['A stream that is destroyed', () => new PassThrough().destroy()],
  [
    'A stream that is destroyed with an error',
    () => new PassThrough().destroy(new Error('own')).on('error', () => {}),
  ],
  ['A stream that has ended', () => new PassThrough().end().resume()],
  ['A stream whose `pipe` throws', () => old('pipe')],
  ['A stream whose `on` throws', () => old('on')],
  ['A payload whose getter `pipe` throws', () => getter('pipe')],
  ['A payload whose getter `then` throws', () => getter('then')],
  ['A payload whose getter `toJSON` throws', () => getter('toJSON')],
  ['A payload with a property whose getter throws', () => getter('a')],
  ['A payload whose every access throws', hostile],
  [
    'A payload that contains itself',
    () => {
      const all: unknown[] = []
      all.push(all)
      return all
    },
  ],
  ['A bigint within a payload', () => ({ a: 1n })],
  ['A symbol', () => Symbol('own')],
  ['A function', () => () => 'x'],
  ['A `Response` whose body fails', () => new Response(new ReadableStream({ pull: broken }))],
  ['A web stream that fails', () => new ReadableStream({ pull: broken })],
  [
    'A web stream that is locked',
    () => {
      const stream = new ReadableStream()
      stream.getReader()
      return stream
    },
  ],
])

const thrown = new Map<string, () => unknown>([
  ['`undefined`', () => undefined],
  ['`null`', () => null],
  ['A text', () => 'own'],
  ['A symbol', () => Symbol('own')],
  ['A frozen error', () => Object.freeze(new Error('own'))],
  ['An error without a prototype', () => Object.setPrototypeOf(new Error('own'), null)],
  [
    'An error whose `message` throws',
    () => Object.defineProperty(new Error('own'), 'message', { get: broken }),
  ],
  [
    'An error whose `statusCode` throws',
    () => Object.defineProperty(new Error('own'), 'statusCode', { get: broken }),
  ],
  ['An error whose `stack` throws', () => Object.defineProperty(new Error('own'), 'stack', { get: broken })],
  ['An error whose `code` throws', () => Object.defineProperty(new Error('own'), 'code', { get: broken })],
  [
    'An error whose `cause` is itself',
    () => {
      const error = new Error('own')
      error.cause = error
      return error
    },
  ],
  ['An error with the status 99', () => Object.assign(new Error('own'), { statusCode: 99 })],
  ['An error with a status that is a text', () => Object.assign(new Error('own'), { statusCode: 'x' })],
  [
    'An error with headers that HTTP refuses',
    () => Object.assign(new Error('own'), { headers: { 'a b': '\n' } }),
  ],
  ['An error whose `toJSON` throws', () => Object.assign(new Error('own'), { toJSON: broken })],
  ['A value whose every access throws', hostile],
])

/** How a payload gets to the client, by the heading of the column. */
export const PAYLOAD_FORMS: Readonly<Record<string, (make: () => unknown) => Slot['declare']>> = {
  'returned by a handler': (make) => (app, bad) =>
    app.get(
      '/',
      bad(
        async () => 'x',
        async () => make(),
      ),
    ),
  'sent with `reply.send`': (make) => (app, bad) =>
    app.get(
      '/',
      bad(
        (_request, reply) => reply.send('x'),
        (_request, reply) => reply.send(make()),
      ),
    ),
  'from `onSend`': (make) => (app, bad) => {
    const own = bad(
      async (_request, _reply, payload) => payload,
      async () => make(),
    )
    app.addHook('onSend', (request, reply, payload) => own(request, reply, payload))
    return app.get('/', async () => 'x')
  },
  'from `preSerialization`': (make) => (app, bad) => {
    const own = bad(
      async (_request, _reply, payload) => payload,
      async () => make(),
    )
    app.addHook('preSerialization', (request, reply, payload) => own(request, reply, payload))
    return app.get('/', async () => ({ n: 1 }))
  },
}

const throwing =
  (make: () => unknown): UserFunction =>
  () => {
    throw make()
  }
const failing = async (): Promise<never> => broken()

/** Where a value is thrown, by the heading of the column. */
export const THROWN_FORMS: typeof PAYLOAD_FORMS = {
  'thrown by a handler': (make) => (app, bad) =>
    app.get(
      '/',
      bad(() => 'x', throwing(make)),
    ),
  'rejected by a handler': (make) => (app, bad) =>
    app.get(
      '/',
      bad(
        async () => 'x',
        async () => throwing(make)(),
      ),
    ),
  'given to `done` of a hook': (make) => (app, bad) => {
    const own = bad(
      (_request, _reply, done) => done(),
      (_request, _reply, done) => done(make()),
    )
    app.addHook('onRequest', (request, reply, done) => own(request, reply, done))
    return app.get('/', async () => 'x')
  },
  'thrown by an error handler': (make) => (app, bad) => {
    app.setErrorHandler(bad(() => 'told', throwing(make)))
    return app.get('/', failing)
  },
}

export const PAYLOADS: ReadonlyMap<string, () => unknown> = read
export const THROWN: ReadonlyMap<string, () => unknown> = thrown
