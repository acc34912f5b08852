/** Tracks the open connections of all servers of an application, and ends them: slow ones, and when the application closes. */
import type { Server } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { endOutsideReads, isEnding } from './end-session.ts'
import { Expiry, type ExpiryLimits } from './expiry.ts'
import { Pulse } from './pulse.ts'

/** How often connections are checked while they drain, in milliseconds. */
const SWEEP = 20
/** How many checks the client of a session that has ended has for its own end of the connection. */
const PATIENCE = 50

export class Connections {
  /** with the session of HTTP/2 that uses it */
  readonly #open = new Map<Socket, ServerHttp2Session | null>()
  readonly #expiry: Expiry
  #timer: NodeJS.Timeout | null = null

  /** whether a request is served on a connection that node does not read */
  readonly #isBusy: (socket: Socket) => boolean

  constructor(limits: ExpiryLimits, isBusy: (socket: Socket) => boolean) {
    this.#expiry = new Expiry(limits)
    this.#isBusy = isBusy
  }

  /** Tracks the connections of a server. This has a cost for each connection, but none for a request of HTTP/1. */
  watch(server: Server): Server {
    let latest: ServerHttp2Session | null = null // node tells it just before the connection on which it is
    server.on('session', (session: ServerHttp2Session) => {
      latest = session
      endOutsideReads(session)
      this.#expiry.attach(session)
    })
    const open = (socket: Socket): void => {
      this.#add(socket, latest)
      latest = null
    }
    server.on('connection', open)
    server.on('secureConnection', (socket: Socket) => {
      const { _parent: raw }: { _parent?: Socket } = Object(socket)
      if (raw !== undefined) this.#open.delete(raw) // it must not be ended on its own any more
      open(socket)
    })
    return server
  }

  #add(socket: Socket, session: ServerHttp2Session | null): void {
    this.#open.set(socket, session)
    socket.once('close', () => this.#open.delete(socket))
    this.#timer ??= setInterval(() => this.#expire(), this.#expiry.pace).unref()
  }

  #expire(): void {
    this.#expiry.check(this.#open)
    if (this.#open.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  get count(): number {
    return this.#open.size
  }

  /** Ends idle connections repeatedly, until none is left or `stop` is called. Replies that have started are sent completely. */
  drain(): { stop(): void } {
    const ended = new Map<Socket, number>()
    const pulse = new Pulse()
    const sweep = (): void => {
      for (const [socket, session] of this.#open) {
        if (session === null) {
          if (isAtRest(socket) && !this.#isBusy(socket)) socket.destroySoon()
        } else if (!isEnding(session)) {
          session.close() // tells the client, and waits for the streams
        } else if (!session.destroyed) {
          if (pulse.isGone(socket, session)) session.destroy()
        } else if (socket.writableLength === 0) {
          const times = (ended.get(socket) ?? 0) + 1
          ended.set(socket, times)
          if (times > PATIENCE) socket.destroy()
        }
      }
    }
    sweep()
    const timer = setInterval(sweep, SWEEP)
    return { stop: () => clearInterval(timer) }
  }

  /** Ends all connections at once. */
  destroy(): void {
    for (const [socket, session] of this.#open) {
      session?.destroy()
      socket.destroy()
    }
  }
}

/**
 * Whether no reply is being sent. For node, a connection is idle when its response has ended, but some bytes of it may not
 * be sent yet. A connection without a parser was upgraded to another protocol: the code that upgraded it ends it.
 */
function isAtRest(socket: Socket): boolean {
  const { _httpMessage: message, parser }: { _httpMessage?: unknown; parser?: unknown } = Object(socket)
  return !message && parser !== null && socket.writableLength === 0
}
