/** Gives a connection to node as if it had just come. */
import type { Socket } from 'node:net'
import type { FastWire } from './fast-wire.ts'
import type { NodeSide } from './node-side.ts'

export class HandOver {
  readonly #socket: Socket
  /** bytes that nobody has read */
  #rest: Buffer | null
  /** who has heard of the end of the client before node listened */
  readonly #heard: readonly unknown[]

  /** The engine has taken its listeners off the socket. `wires`: the requests that have no answer yet, which node writes. */
  constructor(node: NodeSide, socket: Socket, rest: Buffer | null, wires: readonly FastWire[]) {
    this.#socket = socket
    // While the engine had paused it, bytes may have come.
    const more: Buffer | null = socket.readableLength > 0 ? socket.read() : null
    this.#rest = more === null || rest === null ? (rest ?? more) : Buffer.concat([rest, more])
    socket.resume()
    this.#heard = socket.listeners('end')
    node.accept(socket)
    if (wires.length === 0) return
    const messages = wires.map(({ message }) => message)
    const pairs = node.pairs(socket, messages, wires[0]!.isBehind)
    for (const [at, wire] of wires.entries()) wire.become(pairs[at]!, true)
  }

  /** More bytes that nobody has read: they stand before the others. */
  keep(bytes: Buffer): void {
    this.#rest = this.#rest === null ? bytes : Buffer.concat([bytes, this.#rest])
  }

  /** Node reads on: those bytes, and the end of the client, if that came before. */
  readonly feed = (): void => {
    const socket = this.#socket
    if (socket.isPaused()) {
      socket.once('resume', this.feed) // node takes no bytes while answers wait
      return
    }
    const rest = this.#rest
    this.#rest = null
    if (rest !== null) socket.emit('data', rest)
    if (!socket.readableEnded) return
    for (const listener of socket.listeners('end')) if (!this.#heard.includes(listener)) listener.call(socket)
  }
}
