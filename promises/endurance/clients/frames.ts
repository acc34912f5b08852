/** A client that writes frames of HTTP/2 in an order that makes no sense. Most frames are right on their own. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { Random } from './random.ts'
import type { Place } from './wanted.ts'

const [DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE] = [0, 1, 2, 3, 4, 6, 7, 8]
/** the authority `a` and the path `/`, with GET and POST, as HPACK writes them */
const [GET, POST] = [0x82, 0x83].map((method) => Buffer.from([method, 0x84, 0x86, 0x41, 1, 0x61]))
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}

/** Makes one frame after another; the streams count up as the protocol wants it. */
function writer(random: Random): () => Buffer {
  let latest = -1
  const pick = (values: readonly number[]): number => values[random.upTo(values.length)]!
  const recent = (): number => Math.max(1, latest - 2 * random.upTo(3))
  const opens = (end: number, head: Buffer): Buffer => {
    latest += 2
    return frame(HEADERS, end, latest, head)
  }
  const kinds: readonly (() => Buffer)[] = [
    () => opens(5, GET!),
    () => opens(5, GET!),
    () => opens(4, POST!),
    () => frame(DATA, random.upTo(2), recent(), Buffer.alloc(random.upTo(200))),
    () => frame(RST_STREAM, 0, recent(), words(pick([0, 2, 7, 8]))),
    () =>
      frame(
        SETTINGS,
        0,
        0,
        Buffer.concat([Buffer.from([0, pick([1, 3, 4, 5])]), words(pick([0, 1, 65_535]))]),
      ),
    () => frame(SETTINGS, 1, 0),
    () => frame(PING, random.upTo(2), 0, Buffer.alloc(8)),
    () => frame(GOAWAY, 0, 0, words(pick([0, 1, recent()]), pick([0, 0, 0, 1, 2]))),
    () => frame(WINDOW_UPDATE, 0, pick([0, recent()]), words(pick([1, 1000, 100_000]))),
    () => frame(PRIORITY, 0, recent(), Buffer.from([0, 0, 0, 0, 10])),
    () => frame(random.upTo(12), random.upTo(256), random.upTo(8), Buffer.alloc(random.upTo(20), 0xa5)),
  ]
  return () => kinds[random.upTo(kinds.length)]!()
}

function open({ port, secure }: Place): Socket {
  const socket = secure
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] })
    : connect(port, '127.0.0.1')
  return socket.on('error', () => {}).resume()
}

export async function randomFrames(at: Place, random: Random): Promise<void> {
  const socket = open(at)
  const next = writer(random)
  socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0)]))
  for (let piece = random.upTo(5); piece >= 0 && !socket.destroyed; piece--) {
    await sleep(1 + random.upTo(4))
    // frames in one piece are read at once: what one of them starts is not done when the next is read
    socket.write(Buffer.concat(Array.from({ length: 1 + random.upTo(6) }, next)))
  }
  await sleep(random.upTo(20))
  socket.destroy()
}
