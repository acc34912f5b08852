/** Ends what a client holds and does not use: replies of which it takes nothing, and sessions of HTTP/2 without a stream. */
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { http2 } from '../late.ts'

/** Times in milliseconds; 0: no limit. */
export interface ExpiryLimits {
  /** how long a client may take no byte of a reply */
  readonly reply: number
  /** how long a session may have no stream */
  readonly session: number
}

/** How often connections are checked at most, and how long a session that was told to end has for it, in milliseconds. */
const PACE = 5000
/** A client of HTTP/2 that takes fewer bytes in a millisecond is stalled. */
const BYTES_PER_MILLISECOND = 1
/** At least what a session writes when a client pings it or changes its settings, with TLS: the client takes no reply by that. */
const BYTES_OF_ECHO = 64

/** What a reply had when a client was seen to take some of it. */
interface Mark {
  readonly unsent: number
  readonly sent: number
  readonly since: number
}

export class Expiry {
  readonly pace: number
  readonly #limits: ExpiryLimits
  readonly #marks = new WeakMap<object, Mark>()
  readonly #streams = new WeakMap<ServerHttp2Session, Set<ServerHttp2Stream>>()
  readonly #echoes = new WeakMap<ServerHttp2Session, number>()
  readonly #idleSince = new WeakMap<ServerHttp2Session, number>()
  /** counts the checks: while the process is too busy for timers, no client is late */
  #now = 0

  constructor(limits: ExpiryLimits) {
    this.#limits = limits
    const shortest = Math.min(limits.reply || PACE, limits.session || PACE)
    this.pace = Math.min(PACE, Math.ceil(shortest / 4))
  }

  attach(session: ServerHttp2Session): void {
    const streams = new Set<ServerHttp2Stream>()
    this.#streams.set(session, streams)
    const echo = (): void => void this.#echoes.set(session, (this.#echoes.get(session) ?? 0) + 1)
    session.on('ping', echo)
    session.on('remoteSettings', echo)
    session.on('stream', (stream: ServerHttp2Stream) => {
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
    })
  }

  check(connections: Iterable<[Socket, ServerHttp2Session | null]>): void {
    this.#now += this.pace
    for (const [socket, session] of connections) {
      if (session !== null) this.#checkSession(socket, session)
      else if (this.#isStalled(socket, unsentOf(socket), 0)) socket.destroy()
    }
  }

  #checkSession(socket: Socket, session: ServerHttp2Session): void {
    const streams = this.#streams.get(session) ?? new Set()
    const sent = socket.bytesWritten - (this.#echoes.get(session) ?? 0) * BYTES_OF_ECHO
    for (const stream of streams)
      if (this.#isStalled(stream, stream.writableLength, sent)) stream.close(http2().constants.NGHTTP2_CANCEL)
    const limit = this.#limits.session
    if (streams.size > 0) this.#idleSince.delete(session)
    if (streams.size > 0 || limit === 0) return
    const since = this.#idleSince.get(session) ?? this.#now
    this.#idleSince.set(session, since)
    if (this.#now - since < limit) return
    session.close()
    if (this.#now - since >= limit + this.pace) socket.destroy() // its client has not closed the connection
  }

  #isStalled(reply: object, unsent: number, sent: number): boolean {
    const limit = this.#limits.reply
    if (unsent === 0 || limit === 0) return false
    const mark = this.#marks.get(reply)
    const moved = mark?.unsent !== unsent || sent - mark.sent >= limit * BYTES_PER_MILLISECOND
    if (!moved) return this.#now - mark.since >= limit
    this.#marks.set(reply, { unsent, sent, since: this.#now })
    return false
  }
}

/** What a connection of HTTP/1 has to send. Node counts what the system has not taken yet in its handle. */
function unsentOf(socket: Socket): number {
  const { parser, _handle: handle }: { parser?: unknown; _handle?: { writeQueueSize?: number } | null } =
    Object(socket)
  if (parser === null || socket.writableLength === 0) return 0 // was upgraded, or has sent everything
  return socket.writableLength + (handle?.writeQueueSize ?? 0)
}
