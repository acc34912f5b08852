/** Tracks the open connections of all servers of an application, and ends them: drained, or by force. */
import type { Server } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'

/** How often connections are checked while they drain, in milliseconds. */
const SWEEP = 20

export class Connections {
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<ServerHttp2Session>()

  /** Tracks the connections of a server. This has a cost for each connection, but none for a request. */
  watch(server: Server): Server {
    const open = (socket: Socket): void => {
      for (const session of this.#sessions) if (isSame(session.socket, socket)) return
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    }
    server.on('connection', open)
    server.on('secureConnection', (socket: Socket) => {
      this.#replace(socket)
      open(socket)
    })
    server.on('session', (session: ServerHttp2Session) => {
      this.#replace(session.socket)
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
    return server
  }

  // A TLS socket or an HTTP/2 session uses the raw socket of its client, which must not be ended on its own.
  #replace(socket: Peer): void {
    for (const known of this.#sockets) if (isSame(known, socket)) this.#sockets.delete(known)
  }

  get count(): number {
    return this.#sockets.size + this.#sessions.size
  }

  /** Ends idle connections repeatedly, until none is left or `stop` is called. Replies that have started are sent completely. */
  drain(): { stop(): void } {
    for (const session of this.#sessions) session.close() // tells the client, and waits for the streams
    const sweep = (): void => {
      for (const socket of this.#sockets) if (isAtRest(socket)) socket.destroySoon()
    }
    sweep()
    const timer = setInterval(sweep, SWEEP)
    return { stop: () => clearInterval(timer) }
  }

  /** Ends all connections at once. */
  destroy(): void {
    for (const session of this.#sessions) session.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }
}

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>

// The clients of a pipe have no port: nothing tells one from another.
function isSame(a: Peer, b: Peer): boolean {
  return a.remotePort !== undefined && a.remotePort === b.remotePort && a.remoteAddress === b.remoteAddress
}

/**
 * Whether no reply is being sent. For node, a connection is idle when its response has ended, but some bytes of it may not
 * be sent yet. A connection without a parser was upgraded to another protocol: the code that upgraded it ends it.
 */
function isAtRest(socket: Socket): boolean {
  const { _httpMessage: message, parser }: { _httpMessage?: unknown; parser?: unknown } = Object(socket)
  return !message && parser !== null && socket.writableLength === 0
}
