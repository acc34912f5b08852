/** Options that `http` and `https` hand to node's servers of HTTP/2 have their effect on the frames of a connection. */
import assert from 'node:assert/strict'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { test } from 'node:test'
import {
  DATA,
  END_HEADERS,
  END_STREAM,
  exchange,
  type Frame,
  frame,
  HEADERS,
  PADDED,
  PING,
  PREFACE,
  SETTINGS,
  type Seen,
} from './frames.ts'
import { type App, HTTP2, type KindName, open, serve } from './kinds.ts'

/** `GET` and `POST` of `/` of `http://a`, as HPACK writes them */
const [GET, POST] = ['\x82\x86\x84\x41\x01a', '\x83\x86\x84\x41\x01a']
const get = (stream: number, more = ''): string =>
  frame(HEADERS, END_HEADERS | END_STREAM, stream, GET + more)
/** The beginning of a request whose body does not come. */
const half = (stream: number): string => frame(HEADERS, END_HEADERS, stream, POST)
const settings = (count: number): string => frame(SETTINGS, 0, 0, '\0\x04\0\x01\0\0'.repeat(count))
const each = (count: number, make: (stream: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(2 * at + 1)).join('')

interface Row {
  readonly options: object
  /** what is handed on for comparison, without the option */
  readonly instead?: object
  readonly sends: string
  /** the stream whose answer is awaited: none, if the connection itself answers */
  readonly answered?: number
  readonly sees: (seen: Seen) => unknown
  /** with the option, and without */
  readonly given: unknown
  readonly without: unknown
  readonly declare?: (app: App) => void
}

const fate = ({ ended }: Seen): string => (ended ? 'ended' : 'open')
const headOf = (stream: number, { frames }: Seen): Frame | undefined =>
  frames.find((one) => one.type === HEADERS && one.stream === stream)

const longHeader = (app: App): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-long', 'x'.repeat(1000))
  })
}
const MANY_STREAMS = { settings: { maxConcurrentStreams: 10_000 } }

const ROWS: Record<string, Row> = {
  maxSettings: {
    options: { maxSettings: 3 },
    sends: settings(5),
    sees: fate,
    given: 'ended',
    without: 'open',
  },
  maxSendHeaderBlockLength: {
    options: { maxSendHeaderBlockLength: 500 },
    sends: get(1),
    answered: 1,
    declare: longHeader,
    sees: (seen) => headOf(1, seen) !== undefined,
    given: false,
    without: true,
  },
  maxDeflateDynamicTableSize: {
    options: { maxDeflateDynamicTableSize: 0 },
    sends: get(1) + get(3),
    answered: 3,
    declare: longHeader,
    sees: (seen) => headOf(3, seen)!.payload.length > 500,
    given: true,
    without: false,
  },
  paddingStrategy: {
    options: { paddingStrategy: constants.PADDING_STRATEGY_MAX },
    sends: get(1),
    answered: 1,
    sees: ({ frames }) => frames.some(({ type, flags }) => type === DATA && (flags & PADDED) !== 0),
    given: true,
    without: false,
  },
  maxSessionInvalidFrames: {
    options: { maxSessionInvalidFrames: 2 },
    sends: each(10, (stream) => get(stream, '\0\x01A\x01a')), // no name of a header has capitals
    sees: fate,
    given: 'ended',
    without: 'open',
  },
  maxSessionMemory: {
    options: { maxSessionMemory: 1, ...MANY_STREAMS },
    instead: MANY_STREAMS,
    sends: each(4000, half),
    sees: fate,
    given: 'ended',
    without: 'open',
  },
  maxSessionRejectedStreams: {
    options: { maxSessionRejectedStreams: 10_000, maxSessionMemory: 1, ...MANY_STREAMS },
    instead: { maxSessionMemory: 1, ...MANY_STREAMS },
    sends: each(4000, half),
    sees: fate,
    given: 'open',
    without: 'ended',
  },
  maxOutstandingPings: {
    options: { maxOutstandingPings: 2 },
    sends: get(1),
    answered: 1,
    declare: (app) => {
      app.addHook('onRequest', async ({ raw }) => {
        const { session }: ServerHttp2Stream = Reflect.get(raw, 'stream')
        for (let at = 0; at < 5; at++) session!.ping(() => {})
      })
    },
    sees: ({ frames }) => frames.filter(({ type, flags }) => type === PING && flags === 0).length,
    given: 2,
    without: 5,
  },
}

/** Two pings: a session that ends while it reads may still answer the first. */
const PINGS = ['the next', 'the last']

async function look(
  kind: KindName,
  options: object,
  { sends, answered, sees, declare }: Row,
): Promise<unknown> {
  const { app, port } = await serve(kind, {}, options, declare)
  const socket = await open(kind, port)
  const isAnswer = (one: Frame): boolean =>
    one.type === DATA && one.stream === answered && (one.flags & END_STREAM) !== 0
  const steps = PINGS.map((text, at) => ({
    sends: (at === 0 ? PREFACE + sends : '') + frame(PING, 0, 0, text),
    until: (frames: readonly Frame[]) =>
      frames.some(({ type, flags, payload }) => type === PING && flags === 1 && payload === text) &&
      (answered === undefined || frames.some(isAnswer)),
  }))
  const seen = await exchange(socket, steps)
  socket.destroy()
  await app.close()
  return sees(seen)
}

for (const [name, row] of Object.entries(ROWS))
  test(`${name} has its effect`, { timeout: 30_000 }, async () => {
    for (const kind of HTTP2) {
      assert.equal(await look(kind, row.options, row), row.given, kind)
      assert.equal(await look(kind, row.instead ?? {}, row), row.without, kind)
    }
  })
