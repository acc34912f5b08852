/** Whether the client of an HTTP/2 session is still there. Node does not always notice that it has gone. */
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'

/** How long a client may be silent, in milliseconds: no byte arrives, and no ping is answered. */
const SILENCE = 5000
/** How often a silent client is pinged, in milliseconds. */
const PACE = 1000

interface Beat {
  bytes: number
  /** when a byte of it arrived last, or a ping was answered */
  seen: number
  pinged: number
}

export class Pulse {
  readonly #beats = new WeakMap<Socket, Beat>()

  isGone(socket: Socket, session: ServerHttp2Session): boolean {
    const now = performance.now()
    const bytes = socket.bytesRead // what is written says nothing: pings are
    const beat = this.#beats.get(socket) ?? { bytes: -1, seen: now, pinged: now }
    this.#beats.set(socket, beat)
    if (beat.bytes !== bytes) {
      beat.bytes = bytes
      beat.seen = now
    } else if (now - beat.pinged >= PACE) {
      beat.pinged = now
      session.ping((error) => {
        if (error === null) beat.seen = performance.now()
      })
    }
    return now - beat.seen >= SILENCE
  }
}
