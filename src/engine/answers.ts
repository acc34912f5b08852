/** The answers of one connection, in the order of its requests. */
import type { Socket } from 'node:net'
import type { FastWire } from './fast-wire.ts'
import type { EngineRequest, EngineResponse } from './raw.ts'

/** Whose answers they are. */
export interface Sender {
  readonly socket: Socket
  readonly answers: Answers
  /** whether a request has arrived */
  readonly served: boolean
  /** What the client does not take stops it from being read. */
  stall(): void
}

/** Where they are written. */
export interface Outlet {
  /** Writes an answer to the bytes that leave together. */
  put(sender: Sender, wire: FastWire, keeps: boolean): void
  /** A request comes while no other one is served. */
  begin(sender: Sender): void
  /** Sends these bytes. */
  flush(sender: Sender): void
  /** Sends them at the end of this tick. */
  flushSoon(): void
}

/** How many requests run behind the one whose answer is being sent. */
export const MOST_BEHIND = 9
/** How many requests one after the other touch the objects of node before their connection is given to node, where those cost less. */
export const TOUCHED = 16
/** The places of a ring, a power of two above `MOST_BEHIND` + 1. */
const PLACES = 16

/**
 * Requests whose answers have not been written, the oldest first: places that are used again and again. What has left is in none of
 * them. An array that is shifted leaves copies of itself that have become old, and the garbage collector keeps what they hold.
 */
class Ring {
  readonly #places: (FastWire | undefined)[] = new Array(PLACES).fill(undefined)
  #at = 0
  length = 0

  get first(): FastWire | undefined {
    return this.#places[this.#at]
  }
  push(wire: FastWire): void {
    this.#places[(this.#at + this.length) % PLACES] = wire
    this.length++
  }
  shift(): void {
    this.#places[this.#at] = undefined
    this.#at = (this.#at + 1) % PLACES
    this.length--
  }
  *[Symbol.iterator](): Generator<FastWire> {
    for (let n = 0; n < this.length; n++) yield this.#places[(this.#at + n) % PLACES]!
  }
  /** What they hold that is complete, in bytes of node or characters. */
  get size(): number {
    let size = 0
    for (let n = 0; n < this.length; n++) size += this.#places[(this.#at + n) % PLACES]!.payload?.length ?? 0
    return size
  }
}

export class Answers {
  readonly #outlet: Outlet
  readonly #sender: Sender
  readonly #queue = new Ring()
  /** how many came while another one was served */
  behind = 0
  /** the responses of those whose answers node writes */
  readonly #responses = new Map<FastWire, EngineResponse>()
  /** whose answers leave with the next write, and whose are on their way; somebody waits until the system has taken them */
  #written: FastWire[] = []
  #leaving: FastWire[] = []
  /** whether the last answer of the connection has been written */
  over = false
  /** how many answers, the last ones, were written by node */
  #ofNode = 0

  constructor(outlet: Outlet, sender: Sender) {
    this.#outlet = outlet
    this.#sender = sender
  }

  get count(): number {
    return this.#queue.length
  }
  /** Whether all requests need node, as far as can be seen. */
  get areOfNode(): boolean {
    return this.#ofNode >= TOUCHED && this.#queue.length === 0
  }
  get waiting(): boolean {
    return this.#queue.length > 0 || this.#leaving.length > 0
  }
  isFirst(wire: FastWire): boolean {
    return this.#queue.first === wire
  }
  /** The response that node writes now. */
  get current(): EngineResponse | undefined {
    const { first } = this.#queue
    return first && this.#responses.get(first)
  }
  /** What they hold, in bytes of node or characters. */
  get unsent(): number {
    let unsent = this.#queue.size
    if (this.#responses.size > 0)
      for (const response of this.#responses.values()) unsent += response.writableLength
    return unsent
  }

  enter(wire: FastWire): void {
    if (this.#queue.length > 0) {
      this.behind++
      wire.isBehind = true
    } else this.#outlet.begin(this.#sender)
    this.#queue.push(wire)
  }

  #shift(first: FastWire): void {
    this.#queue.shift()
    if (first.isBehind) this.behind--
  }

  isOfNode(wire: FastWire, response: EngineResponse): void {
    this.#responses.set(wire, response)
    if (this.isFirst(wire)) this.#assign(response)
  }

  #assign(response: EngineResponse): void {
    this.#outlet.flush(this.#sender)
    // As node, also to a socket that is destroyed: the response hears of its end.
    response.assignSocket(this.#sender.socket)
  }

  /** Sends the answers that are complete, up to the first one that is not. */
  send(): void {
    for (let { first } = this.#queue; first !== undefined && !this.over; { first } = this.#queue) {
      if (first.payload === null) {
        const response = this.#responses.get(first)
        if (response !== undefined && response.socket === null) this.#assign(response)
        return
      }
      this.#shift(first)
      this.#ofNode = 0
      const keeps = first.keepsAlive && !first.last
      this.#outlet.put(this.#sender, first, keeps)
      if (first.watched) this.#written.push(first)
      if (!keeps) this.over = true
    }
  }

  /** Node has written an answer. */
  finish(wire: FastWire, request: EngineRequest, response: EngineResponse): boolean {
    if (!this.isFirst(wire)) return false
    this.#shift(wire)
    this.#ofNode++
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
    const lost = [...this.#leaving, ...this.#written, ...this.#queue]
    while (this.#queue.first !== undefined) this.#shift(this.#queue.first)
    this.#leaving = this.#written = []
    this.#responses.clear()
    for (const wire of lost) wire.lose()
  }
}
