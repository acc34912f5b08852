/** Good clients of HTTP/2: several requests at a time in one session. */
import http2 from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolvers } from './http1.ts'
import {
  type Client,
  type End,
  isWhole,
  lengthOf,
  type Place,
  type Wanted,
  wanted,
  wantedToRead,
} from './wanted.ts'

/** requests at a time in a session */
const STREAMS = 3
/** bytes that a client may have received and not read, by its window and those of the system */
const WINDOW = 200_000

export const fast: Client = (at, random, ended) => sessions(at, () => wanted(random), ended, 0)

/** Reads an answer in pieces with pauses between them. */
export const slow: Client = (at, random, ended) => sessions(at, () => wantedToRead(random), ended, 3)

/** One session after another, until no connection is taken. */
async function sessions(
  { port, secure, over }: Place,
  next: () => Wanted,
  ended: (one: Wanted, end: End) => void,
  pause: number,
): Promise<void> {
  let refused = false
  while (!over.aborted && !refused) {
    const session = http2.connect(`${secure ? 'https' : 'http'}://127.0.0.1:${port}`, {
      rejectUnauthorized: false,
    })
    session.on('error', (error: NodeJS.ErrnoException) => {
      refused = error.code === 'ECONNREFUSED'
    })
    const line = async (): Promise<void> => {
      while (!over.aborted && !session.closed && !session.destroyed) {
        const one = next()
        ended(one, await exchange(session, one, pause))
      }
    }
    await Promise.all(Array.from({ length: STREAMS }, line))
    session.destroy()
    await sleep(1)
  }
}

async function exchange(session: http2.ClientHttp2Session, one: Wanted, pause: number): Promise<End> {
  const { promise, resolve } = resolvers<End>()
  const { method, url, body } = one
  let stream: http2.ClientHttp2Stream
  try {
    stream = session.request({
      ':method': method,
      ':path': url,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    })
  } catch {
    return 'none' // the session closes
  }
  let status = 0
  stream.on('response', (headers) => {
    status = headers[':status'] ?? 0
    void read(stream, lengthOf(one), pause).then((text) => {
      if (text === null) resolve('part')
      else resolve(status === 503 ? 'refused' : isWhole(one, status, text) ? 'whole' : 'part')
    })
  })
  stream.on('error', () => {})
  stream.on('close', () => {
    if (status === 0) resolve('none')
  })
  if (method === 'POST') stream.end(body) // one without a body has ended already
  return promise
}

/**
 * Reads slowly, but for the last part: Node's client drops what it has received and not handed out when the connection ends,
 * and a server that has sent everything may end it.
 */
async function read(stream: http2.ClientHttp2Stream, length: number, pause: number): Promise<string | null> {
  let text = ''
  try {
    for await (const piece of stream.setEncoding('latin1')) {
      text += piece
      if (pause > 0 && text.length < length - WINDOW) await sleep(pause)
    }
    return text
  } catch {
    return null
  }
}
