/** The answers of one connection, in the order of its requests. */
import type { Socket } from 'node:net'
import type { FastWire } from './fast-wire.ts'
import type { EngineRequest, EngineResponse } from './raw.ts'

/** Whose answers they are. */
export interface Sender {
  readonly socket: Socket
  readonly answers: Answers
  /** What the client does not take stops it from being read. */
  stall(): void
}

/** Where they are written. */
export interface Outlet {
  /** Writes an answer to the bytes that leave together. */
  put(sender: Sender, wire: FastWire, keeps: boolean): void
  /** Sends these bytes. */
  flush(sender: Sender): void
  /** Sends them at the end of this tick. */
  flushSoon(): void
}

export class Answers {
  readonly #outlet: Outlet
  readonly #sender: Sender
  /** requests whose answers have not been written, the oldest first */
  readonly #queue: FastWire[] = []
  /** those that came while another one was served */
  readonly #behind = new Set<FastWire>()
  /** the responses of those whose answers node writes */
  readonly #responses = new Map<FastWire, EngineResponse>()
  /** whose answers leave with the next write, and whose are on their way; somebody waits until the system has taken them */
  #written: FastWire[] = []
  #leaving: FastWire[] = []
  /** whether the last answer of the connection has been written */
  over = false

  constructor(outlet: Outlet, sender: Sender) {
    this.#outlet = outlet
    this.#sender = sender
  }

  get count(): number {
    return this.#queue.length
  }
  /** How many run that came behind another one. */
  get behind(): number {
    return this.#behind.size
  }
  get waiting(): boolean {
    return this.#queue.length > 0 || this.#leaving.length > 0
  }
  isFirst(wire: FastWire): boolean {
    return this.#queue[0] === wire
  }
  /** The response that node writes now. */
  get current(): EngineResponse | undefined {
    const first = this.#queue[0]
    return first && this.#responses.get(first)
  }
  /** What they hold, in bytes of node or characters. */
  get unsent(): number {
    let unsent = 0
    for (const wire of this.#queue)
      unsent += wire.payload?.length ?? this.#responses.get(wire)?.writableLength ?? 0
    return unsent
  }

  enter(wire: FastWire): void {
    if (this.#queue.length > 0) this.#behind.add(wire)
    this.#queue.push(wire)
  }

  isOfNode(wire: FastWire, response: EngineResponse): void {
    this.#responses.set(wire, response)
    if (this.isFirst(wire)) this.#assign(response)
  }

  #assign(response: EngineResponse): void {
    this.#outlet.flush(this.#sender)
    if (!this.#sender.socket.destroyed) response.assignSocket(this.#sender.socket)
  }

  /** Sends the answers that are complete, up to the first one that is not. */
  send(): void {
    for (let first = this.#queue[0]; first !== undefined && !this.over; first = this.#queue[0]) {
      if (first.payload === null) {
        const response = this.#responses.get(first)
        if (response !== undefined && response.socket === null) this.#assign(response)
        return
      }
      this.#queue.shift()
      this.#behind.delete(first)
      const keeps = first.keepsAlive && !first.last
      this.#outlet.put(this.#sender, first, keeps)
      if (first.watched) this.#written.push(first)
      if (!keeps) this.over = true
    }
  }

  /** Node has written an answer. */
  finish(wire: FastWire, request: EngineRequest, response: EngineResponse): boolean {
    if (!this.isFirst(wire)) return false
    this.#queue.shift()
    this.#behind.delete(wire)
    this.#responses.delete(wire)
    wire.state = 'left'
    if (!request.readableEnded && request.readableFlowing === null) request.resume()
    response.detachSocket(this.#sender.socket)
    process.nextTick(() => {
      response.destroyed = true
      response.emit('close')
    })
    if (response.isLast) this.over = true
    return true
  }

  /** For the write that takes answers whose leaving somebody waits for. */
  takeLeaving(): ((error?: Error | null) => void) | undefined {
    if (this.#written.length === 0) return undefined
    const wires = this.#written
    this.#written = []
    this.#leaving.push(...wires)
    return (error) => {
      if (error) return // they are told by the end of the connection
      this.#leaving = this.#leaving.filter((wire) => !wires.includes(wire))
      for (const wire of wires) wire.leave()
    }
  }

  /** The connection has closed. */
  lose(): void {
    const lost = [...this.#leaving, ...this.#written, ...this.#queue.splice(0)]
    this.#leaving = this.#written = []
    this.#responses.clear()
    for (const wire of lost) wire.lose()
  }
}
