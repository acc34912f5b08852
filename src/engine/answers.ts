/** The answers of one connection, in the order of its requests. */
import type { Socket } from 'node:net'
import type { FastWire } from './fast-wire.ts'

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
  shift(): FastWire {
    const first = this.#places[this.#at]!
    this.#places[this.#at] = undefined
    this.#at = (this.#at + 1) % PLACES
    this.length--
    return first
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
  get waiting(): boolean {
    return this.#queue.length > 0 || this.#leaving.length > 0
  }
  isFirst(wire: FastWire): boolean {
    return this.#queue.first === wire
  }
  /** What they hold, in bytes of node or characters. */
  get unsent(): number {
    return this.#queue.size
  }

  enter(wire: FastWire): void {
    if (this.#queue.length > 0) {
      this.behind++
      wire.isBehind = true
    } else this.#outlet.begin(this.#sender)
    this.#queue.push(wire)
  }

  #shift(): FastWire {
    const first = this.#queue.shift()
    if (first.isBehind) this.behind--
    return first
  }

  /** Sends the answers that are complete, up to the first one that is not. */
  send(): void {
    for (let { first } = this.#queue; first !== undefined && !this.over; { first } = this.#queue) {
      if (first.payload === null) return
      this.#shift()
      const keeps = first.keepsAlive && !first.last
      this.#outlet.put(this.#sender, first, keeps)
      first.state = 'written'
      if (first.watched) this.#written.push(first)
      if (!keeps) this.over = true
    }
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

  /** Those that have not been written: node writes them from now on. */
  takeAll(): FastWire[] {
    const all: FastWire[] = []
    while (this.#queue.length > 0) all.push(this.#shift())
    return all
  }

  /** The connection has closed. */
  lose(): void {
    const lost = [...this.#leaving, ...this.#written, ...this.takeAll()]
    this.#leaving = this.#written = []
    for (const wire of lost) wire.lose()
  }
}
