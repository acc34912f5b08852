/** The side of node: it gets connections as if they had just come, and makes the objects of a request from the request's own bytes. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export interface Pair {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export class NodeSide {
  /** takes the objects that node makes next, in place of the listener of the server, until it has all */
  #wanted: ((pair: Pair) => boolean) | null = null
  /** whether the request that node makes next came behind another one */
  wasBehind = false
  /** what node itself does with a connection */
  #accept: (socket: Socket) => void = () => {}

  /** The listener of the server for requests. */
  readonly around = (serve: Listener): Listener => {
    return (request, response) => {
      if (this.#wanted === null) serve(request, response)
      else if (this.#wanted({ request, response })) this.#wanted = null
    }
  }

  /** Takes the connections of a server from node. */
  take(server: Server, event: 'connection' | 'secureConnection'): void {
    const accept = server.listeners(event)[0] as (socket: Socket) => void // the first one is that of node
    server.removeListener(event, accept)
    this.#accept = (socket) => accept.call(server, socket)
  }

  accept(socket: Socket): void {
    this.#accept(socket)
  }

  /**
   * The objects of these requests, on a connection that node has. Its parser makes them before this call returns, when it gets all of them
   * at once: it takes no further bytes while answers wait.
   */
  pairs(socket: Socket, messages: readonly Buffer[], wasBehind = false): Pair[] {
    const made: Pair[] = []
    this.wasBehind = wasBehind
    this.#wanted = (pair) => made.push(pair) === messages.length
    try {
      socket.emit('data', messages.length === 1 ? messages[0] : Buffer.concat(messages))
    } finally {
      this.wasBehind = false
      this.#wanted = null
    }
    if (made.length === messages.length) return made
    // This would be a fault of the engine. The connection is at its end.
    throw new Error(
      `node refuses what the engine has taken: ${messages[made.length]!.toString('latin1', 0, 200)}`,
    )
  }

  /**
   * The objects of a request whose answer has left: node makes them on a connection that goes nowhere. `answer` writes the answer once
   * more, so that they look as they would at the end of a request.
   */
  afterwards(socket: Socket, message: Buffer, answer: (pair: Pair) => void): Pair {
    // Node takes any stream as a connection.
    const nowhere: Socket = Object(new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }))
    this.accept(nowhere)
    const pair = this.pairs(nowhere, [message])[0]!
    pair.request.socket = socket
    pair.response.once('close', () => nowhere.destroy())
    answer(pair)
    return pair
  }
}
