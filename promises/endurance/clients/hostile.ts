/** Clients that break off, send what is no request, or ask for more than they read. No answer of theirs counts. */
import http2 from 'node:http2'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { randomFrames } from './frames.ts'
import type { Random } from './random.ts'
import type { Place } from './wanted.ts'

/** milliseconds that one of them may take */
const LONGEST = 250

type Attack = (at: Place, random: Random) => Promise<void>

/** Attacks one after another, until no connection is taken. */
export async function hostile(at: Place, isHttp2: boolean, random: Random): Promise<void> {
  const attacks = isHttp2 ? [...ANY, ...OVER_HTTP2] : [...ANY, ...OVER_HTTP1]
  while (!at.over.aborted) await attacks[random.upTo(attacks.length)]!(at, random)
}

function open({ port, secure }: Place): Socket {
  const socket = secure
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect(port, '127.0.0.1')
  return socket.on('error', () => {})
}

/** Sends text in pieces, reads nothing or all, and breaks off. */
async function send(socket: Socket, pieces: readonly string[], random: Random): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) break
    socket.write(piece, 'latin1')
    await sleep(random.upTo(LONGEST / pieces.length))
  }
  await sleep(random.upTo(20))
  socket.destroy()
}

const silent: Attack = async (at, random) => {
  const socket = open(at)
  await sleep(random.upTo(LONGEST))
  socket.destroy()
}
const garbage: Attack = (at, random) => {
  const bytes = Array.from({ length: 1 + random.upTo(400) }, () => String.fromCharCode(random.upTo(256)))
  return send(open(at).resume(), [bytes.join('')], random)
}
/** The beginning of a handshake of TLS, or plain text where one is expected. */
const otherProtocol: Attack = (at, random) =>
  send(
    connect(at.port, '127.0.0.1').on('error', () => {}),
    ['\x16\x03\x01\x00\xa5\x01', 'GET / HTTP/1.1\r\n\r\n'],
    random,
  )

const ANY: readonly Attack[] = [silent, garbage, otherProtocol]

const HEAD = 'HTTP/1.1\r\nhost: a\r\n'
const cutRequest: Attack = (at, random) => {
  const text = `POST /echo ${HEAD}content-type: application/json\r\ncontent-length: 30\r\n\r\n{"n": 5, "text":`
  return send(open(at).resume(), [text.slice(0, 1 + random.upTo(text.length))], random)
}
const cutAnswer: Attack = async (at, random) => {
  const socket = open(at)
  socket.once('data', () => socket.destroy())
  await send(socket, [`GET /body/1000000 ${HEAD}\r\n`], random)
}
const malformed: Attack = (at, random) => {
  const texts = [
    `GET / ${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /echo ${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`,
    'GET /\x00 HTTP/1.1\r\n\r\n',
    `GET / ${HEAD}a b: c\r\n\r\n`,
    `POST /echo ${HEAD}content-type: application/json\r\ncontent-length: 2\r\n\r\n{]`,
    `GET /?__proto__=1 ${HEAD}\r\n`,
    `GET /%zz ${HEAD}\r\n`,
    `GET / ${HEAD}${'x: y\r\n'.repeat(3000)}\r\n`,
  ]
  return send(open(at).resume(), [texts[random.upTo(texts.length)]!], random)
}
const slowHead: Attack = (at, random) => send(open(at).resume(), [...`GET / ${HEAD}`], random)
const smallChunks: Attack = (at, random) =>
  send(
    open(at).resume(),
    [
      `POST /echo ${HEAD}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      '1\r\n{\r\n'.repeat(2000),
    ],
    random,
  )
/** Many requests, and no answer is read. */
const pipelined: Attack = (at, random) =>
  send(open(at).pause(), [`GET /body/20000 ${HEAD}\r\n`.repeat(300)], random)

const OVER_HTTP1: readonly Attack[] = [cutRequest, cutAnswer, malformed, slowHead, smallChunks, pipelined]

async function inSession(
  { port, secure }: Place,
  act: (session: http2.ClientHttp2Session) => unknown,
  random: Random,
): Promise<void> {
  const session = http2.connect(`${secure ? 'https' : 'http'}://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
  })
  session.on('error', () => {})
  try {
    act(session)
  } catch {} // the session has ended
  await sleep(random.upTo(LONGEST))
  session.destroy()
}
const rapidReset: Attack = (at, random) =>
  inSession(
    at,
    (session) => {
      for (let count = 0; count < 200; count++) {
        const stream = session.request({ ':path': '/body/1000' })
        stream.on('error', () => {})
        stream.close(http2.constants.NGHTTP2_CANCEL)
      }
    },
    random,
  )
const pings: Attack = (at, random) =>
  inSession(
    at,
    (session) => {
      for (let count = 0; count < 8; count++) session.ping(() => {})
    },
    random,
  )
const settings: Attack = (at, random) =>
  inSession(
    at,
    (session) => {
      for (let count = 0; count < 8; count++) session.settings({ initialWindowSize: 1000 + count })
    },
    random,
  )
/** Large answers in many streams, none of which is read. */
const unread: Attack = (at, random) =>
  inSession(
    at,
    (session) => {
      for (let count = 0; count < 50; count++)
        session
          .request({ ':path': '/body/2000000' })
          .on('error', () => {})
          .pause()
    },
    random,
  )
const cutBody: Attack = (at, random) =>
  inSession(
    at,
    (session) => {
      const stream = session.request({
        ':path': '/echo',
        ':method': 'POST',
        'content-type': 'application/json',
      })
      stream.on('error', () => {}).write('{"n": 5, "text":')
    },
    random,
  )
const noFrames: Attack = (at, random) =>
  send(
    open(at).resume(),
    [
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x00\x00\x00\x04\x00\x00\x00\x00\x00',
      '\x00\xff\xff\x09\x00\x00\x00\x00\x01xx',
    ],
    random,
  )

const OVER_HTTP2: readonly Attack[] = [
  rapidReset,
  pings,
  settings,
  unread,
  cutBody,
  noFrames,
  randomFrames,
  randomFrames,
]
