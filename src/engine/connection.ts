/** One connection that the engine reads: its requests in order, their answers in order, and the hand-over to node. */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { Answers, MOST_BEHIND } from './answers.ts'
import { FastWire, type Line } from './fast-wire.ts'
import { HandOver } from './hand-over.ts'
import { areBlankLines, FOREIGN, MORE } from './head.ts'
import type { Host } from './host.ts'

/** How many bytes their answers may hold, above which only one of them runs. */
const UNSENT = 65_536
/** How many bytes may wait to be read, above which the connection is paused. */
const UNREAD = 65_536
/** In how many pieces a head may arrive. Node reads a head of more pieces, so that none is parsed often. */
const PIECES = 8

export class Connection implements Line {
  readonly socket: Socket
  readonly #engine: Host
  readonly answers: Answers
  /** The async context in which it was accepted. What a request puts into its own is not seen by the next one. */
  readonly #place = new AsyncResource('touchstone.connection')
  /** bytes that are not read yet: a part of a head, or requests that wait */
  #rest: Buffer | null = null
  #pieces = 0
  /** `#rest` waits for answers: of requests before it, or because it is for node */
  #waits: 'no' | 'turn' | 'node' = 'no'
  #reading = false
  /** 'client': it has sent its last request; 'half': it has ended its side; 'over': the socket has been ended */
  #last: 'no' | 'client' | 'half' | 'over' = 'no'
  /** node has the connection */
  #given: HandOver | null = null
  #stalled = false
  /** whether requests that wait are looked at again in this turn of the event loop */
  #isDue = false
  idleSince: number // the number of the sweep in which it was last busy
  served = false
  moved = false // since the last sweep: most requests are answered between two of them

  constructor(engine: Host, socket: Socket, now: number) {
    this.#engine = engine
    this.socket = socket
    this.idleSince = now
    this.answers = new Answers(engine, this)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
    socket.on('drain', this.#onDrain)
    socket.on('timeout', this.#onTimeout)
    if (engine.server.timeout > 0) socket.setTimeout(engine.server.timeout)
  }

  /** Whether a request is served. */
  get busy(): boolean {
    return this.answers.waiting || this.#waits !== 'no'
  }
  get inHead(): boolean {
    return this.#rest !== null
  }
  /** Whether it is at the beginning of a request, or inside of its head. */
  get waitsForHead(): boolean {
    return this.answers.count === 0 && this.#waits === 'no' && this.#last === 'no'
  }

  // ── what arrives
  readonly #onData = (chunk: Buffer): void => {
    if (this.#last === 'over' || (this.#last === 'client' && areBlankLines(chunk))) return
    if (this.#last === 'client') this.#fail('HPE_CLOSED_CONNECTION', 'Data after `Connection: close`', chunk)
    else if (this.#rest === null) this.#read(chunk)
    else this.#readOn(Buffer.concat([this.#rest, chunk]))
  }
  #readOn(bytes: Buffer): void {
    this.#rest = bytes
    if (this.#waits === 'no' && ++this.#pieces <= PIECES) this.#read(bytes)
    else if (this.#waits === 'no' && this.answers.count === 0) this.give()
    else this.#bound()
  }

  #read(bytes: Buffer): void {
    this.#rest = null
    this.#waits = 'no'
    this.#reading = true
    try {
      this.#readAll(bytes)
    } finally {
      this.#reading = false
      if (this.#given !== null) this.#given.feed()
      else {
        this.#engine.flush(this)
        this.#settle()
      }
    }
  }

  #readAll(bytes: Buffer): void {
    const { head, limits, receive } = this.#engine
    let at = 0
    while (at < bytes.length) {
      if (!this.#isFree()) {
        this.#keep(bytes, at, 'turn')
        return
      }
      const bodyStart = this.#engine.takes ? head.read(bytes, at, limits) : FOREIGN
      if (bodyStart === MORE) {
        this.#keep(bytes, at, 'no')
        return
      }
      const end = bodyStart + Math.max(0, head.length)
      // A body that has not arrived is for node, and so is what follows a last request: it has to be refused.
      if (bodyStart === FOREIGN || end > bytes.length || (!head.keepsAlive && end < bytes.length)) {
        this.#keep(bytes, at, 'node')
        return
      }
      const wire = new FastWire(this, bytes, at, head, bodyStart)
      this.answers.enter(wire)
      this.#pieces = 0
      this.served = this.moved = true
      if (!head.keepsAlive) this.#last = 'client'
      at = end
      wire.runInAsyncScope(receive, null, wire)
      wire.hear()
      if (this.#given !== null && at < bytes.length) this.#given.keep(bytes.subarray(at))
      if (this.#given !== null || this.socket.destroyed) return
    }
  }

  #keep(bytes: Buffer, at: number, waits: 'no' | 'turn' | 'node'): void {
    this.#rest = at === 0 ? bytes : bytes.subarray(at)
    this.#waits = waits
  }

  /** An answer that leaves, or the socket when it has drained, lets the next one run. */
  #isFree(): boolean {
    return this.answers.behind < MOST_BEHIND && this.answers.unsent + this.socket.writableLength < UNSENT
  }

  /** After bytes were read, or an answer has left: goes on with what waits, or gives it to node. */
  #settle(): void {
    if (this.#last === 'over' || this.socket.destroyed) return
    const inPieces = this.#pieces > PIECES && this.answers.count === 0
    if (inPieces && this.#waits === 'no' && this.#last === 'no') this.#waits = 'node'
    const left = this.#last === 'half' && this.answers.count === 0 && this.#waits === 'no'
    if (this.answers.over || left) this.#end()
    else if (this.#waits === 'node') this.#place.runInAsyncScope(this.#goOnReading, this)
    else if (this.#waits === 'turn' && !this.#isDue) {
      this.#isDue = true
      this.#place.runInAsyncScope(setImmediate, null, this.#takeTurn) // once the answers have left
    }
  }
  readonly #takeTurn = (): void => {
    this.#isDue = false
    this.#goOnReading()
  }

  #goOnReading(): void {
    if (this.#given !== null || this.#last === 'over' || this.socket.destroyed) return
    if (this.#waits === 'node' && this.answers.count === 0) this.#giveOnceSent()
    else if (this.#waits === 'turn' && this.#isFree()) {
      if (!this.#stalled) this.socket.resume()
      this.#read(this.#rest!)
    } else if (this.#waits !== 'no') this.#bound()
  }
  /** What waits is read on, so that the end of the client is seen, but not without a limit. */
  #bound(): void {
    if (this.#rest!.length >= UNREAD) this.socket.pause()
  }

  /** What node refuses ends the connection, and what has not left by then is lost: the answers before it leave first. */
  #giveOnceSent(): void {
    if (this.socket.writableLength === 0) this.give()
    else if (!this.#isDue) {
      this.#isDue = true
      this.#place.runInAsyncScope(this.socket.write, this.socket, '', this.#takeTurn)
    }
  }

  /** Gives the connection to node, with the bytes that are not read: those of a slow client, for the time-outs of node. */
  give(): void {
    if (this.#last === 'over' || this.socket.destroyed) return
    this.#engine.flush(this)
    this.#handOver([]).feed()
  }

  /** The application looks at the objects of node. They read and write from now on: all that has not been answered is theirs. */
  touch(wire: FastWire): void {
    this.#engine.flush(this) // the application may end the connection: what it has answered leaves before
    if (wire.state === 'open' || wire.state === 'ended') {
      this.#given = this.#place.runInAsyncScope(this.#handOver, this, this.answers.takeAll())
      if (!this.#reading) process.nextTick(process.nextTick, this.#given.feed) // once what it writes now has left
    } else this.#engine.node.afterwards(this.socket, wire.message, (pair) => wire.become(pair, false))
  }

  #handOver(wires: readonly FastWire[]): HandOver {
    const { socket } = this
    const rest = this.#rest
    this.#rest = null
    this.#waits = 'no'
    this.release()
    this.#engine.forget(this.socket, wires.length > 0)
    return new HandOver(this.#engine.node, socket, rest, wires)
  }

  release(): void {
    const { socket } = this
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('error', this.#onError)
    socket.off('close', this.#onClose)
    socket.off('drain', this.#onDrain)
    socket.off('timeout', this.#onTimeout)
    if (this.answers.waiting) socket.once('close', () => this.answers.lose())
  }
  // ── what leaves
  answered(wire: FastWire): void {
    if (this.answers.isFirst(wire)) this.#goOn()
  }

  /** An answer is complete: sends it, and goes on with what waits. */
  #goOn(): void {
    this.answers.send()
    if (this.#reading) return
    // Of several requests more answers come in this tick, as a rule.
    if (this.answers.count === 0) this.#engine.flush(this)
    else this.#engine.flushSoon()
    this.#settle()
  }

  /** What the client does not take stops it from being read. */
  stall(): void {
    this.#stalled = true
    this.socket.pause()
  }

  #end(): void {
    this.#engine.flush(this)
    this.#last = 'over'
    this.#rest = null
    this.socket.destroySoon()
  }

  // ── what happens to the socket, as node's server handles it
  readonly #onDrain = (): void => {
    if (!this.#stalled) return
    this.#stalled = false
    if (this.#waits === 'no') this.#place.runInAsyncScope(this.socket.resume, this.socket)
    else this.#settle()
    this.#engine.flush(this)
  }

  readonly #onEnd = (): void => {
    if (this.#rest !== null && this.#waits === 'no') {
      this.#fail('HPE_INVALID_EOF_STATE', 'Invalid EOF state') // as node, without the bytes
    } else if (
      this.#waits === 'turn' ||
      (this.#engine.halfOpen && (this.answers.count > 0 || this.#waits !== 'no'))
    ) {
      this.#last = 'half' // node would have run what waits its turn by now
    } else {
      this.#rest = null
      this.#waits = 'no'
      this.socket.end()
    }
  }

  #fail(code: string, reason: string, rawPacket?: Buffer): void {
    const about = { bytesParsed: 0, code, reason, ...(rawPacket && { rawPacket }) }
    this.#onError(Object.assign(new Error(rawPacket ? `Parse Error: ${reason}` : 'Parse Error'), about))
  }

  readonly #onError = (error: Error): void => {
    const { socket } = this
    socket.off('error', this.#onError)
    socket.on('error', nothing)
    if (this.#engine.server.emit('clientError', error, socket)) return
    if (!socket.writable) socket.destroy(error)
    else socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n') // as node
  }
  readonly #onTimeout = (): void => {
    if (!this.#engine.server.emit('timeout', this.socket)) this.socket.destroy()
  }
  readonly #onClose = (): void => {
    this.#engine.forget(this.socket, false)
    this.answers.lose()
    this.#rest = null
  }
}
const nothing = (): void => {}
