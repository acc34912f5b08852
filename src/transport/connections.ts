/** The open connections of the servers of an application, and how they end: drained, or by force. */
import type { Server } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'

/** How often connections are looked at while they drain, in milliseconds. */
const SWEEP = 20

export class Connections {
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<ServerHttp2Session>()

  /** Follows the connections of a server. It costs something for each connection and nothing for a request. */
  watch(server: Server): Server {
    const open = (socket: Socket): void => {
      if ([...this.#sessions].some((session) => isSame(session.socket, socket))) return
      this.#replace(socket)
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    }
    server.on('connection', open)
    server.on('secureConnection', open)
    server.on('session', (session: ServerHttp2Session) => {
      this.#replace(session.socket)
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
    return server
  }

  // A TLS socket and a session of HTTP/2 stand on the raw socket of the same client, which must not be ended below them.
  #replace({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): void {
    for (const known of this.#sockets) {
      if (known.remotePort === remotePort && known.remoteAddress === remoteAddress)
        this.#sockets.delete(known)
    }
  }

  get count(): number {
    return this.#sockets.size + this.#sessions.size
  }

  /** Ends what is at rest, again and again until nothing is left or `stop` is called. Answers that were begun leave whole. */
  drain(): { stop(): void } {
    for (const session of this.#sessions) session.close() // tells the client, and waits for the streams
    const sweep = (): void => {
      for (const socket of this.#sockets) if (isAtRest(socket)) socket.destroySoon()
    }
    sweep()
    const timer = setInterval(sweep, SWEEP)
    return { stop: () => clearInterval(timer) }
  }

  /** Ends everything at once. */
  destroy(): void {
    for (const session of this.#sessions) session.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }
}

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>

function isSame(a: Peer, b: Peer): boolean {
  return a.remotePort === b.remotePort && a.remoteAddress === b.remoteAddress
}

/**
 * Whether no answer is on its way. Node counts a connection as idle once its answer was ended, though bytes of it may still
 * wait to be sent. A connection without a parser was upgraded to another protocol: whoever upgraded it ends it.
 */
function isAtRest(socket: Socket): boolean {
  const { _httpMessage: message, parser }: { _httpMessage?: unknown; parser?: unknown } = Object(socket)
  return !message && parser !== null && socket.writableLength === 0
}
