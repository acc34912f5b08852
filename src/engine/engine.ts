/**
 * The engine: reads the connections of a server of node with a strict parser of its own, and gives a connection back to node with
 * the first byte that it does not understand. What it takes it answers in fewer steps than node's HTTP.
 */
import http, { type Server } from 'node:http'
import { Socket } from 'node:net'
import type { SafeLog } from '../safe-log.ts'
import { Tail } from './answer.ts'
import type { Sender } from './answers.ts'
import { Connection } from './connection.ts'
import type { FastWire } from './fast-wire.ts'
import { Head, type Limits } from './head.ts'
import type { Host } from './host.ts'
import type { NodeSide } from './node-side.ts'
import { channel, Reasons } from './reasons.ts'

/** Answers that leave in one write are no more than so many characters. */
const MOST_TEXT = 65_536
/** Bytes up to so many are copied behind their head. */
const MOST_COPIED = 16_384
/** How often connections are looked at, in milliseconds. */
const SWEEP = 1000
/** Node closes an idle connection so much later than it tells the client, so that both do not meet. */
const GRACE = 1000
/** More headers than this are for node. */
const MOST_HEADERS = 128

/** After how many connections whose first request touches the objects of node the next ones are read by node; one of as many is tried. */
const TOUCHED = 16

/** Who gets the requests. */
interface Front {
  receive(wire: FastWire): void
}

export class Engine implements Host {
  readonly server: Server
  readonly receive: (wire: FastWire) => void
  readonly head = new Head()
  readonly limits: Limits
  readonly #open = new Map<Socket, Connection>()
  readonly node: NodeSide
  readonly #reasons: Reasons
  readonly #log: SafeLog
  readonly #tail = new Tail()
  /** the answers that leave with the next write, their encoding, and whose they are */
  #text = ''
  #encoding: BufferEncoding = 'latin1'
  #owner: Sender | null = null
  #soon = false
  #timer: NodeJS.Timeout | null = null
  #now = 0
  /** why node reads: asked for each connection, and when the listeners of the server change */
  #reason: string | null = null
  #isTold = false
  /** how many connections were touched, one after the other */
  #touched = 0

  constructor(server: Server, node: NodeSide, front: Front, log: SafeLog) {
    this.server = server
    this.receive = (wire) => front.receive(wire)
    this.#log = log
    const { maxHeaderSize = http.maxHeaderSize }: { maxHeaderSize?: number } = Object(server)
    this.limits = { head: maxHeaderSize, headers: MOST_HEADERS }
    const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
    this.node = node
    node.take(server, event)
    server.on(event, this.#take)
    for (const change of ['newListener', 'removeListener'])
      server.on(change, () => process.nextTick(() => this.#ask()))
    this.#reasons = new Reasons(server)
    this.#closeWith(server)
  }

  get takes(): boolean {
    return this.#reason === null && channel() === null
  }
  #ask(): void {
    this.#reason = this.#reasons.find()
    if (this.#reason === null || this.#isTold) return
    this.#isTold = true
    this.#log.debug(`node reads the connections: ${this.#reason}`)
  }

  get halfOpen(): boolean {
    const { httpAllowHalfOpen }: { httpAllowHalfOpen?: boolean } = Object(this.server)
    return httpAllowHalfOpen === true
  }

  readonly #take = (socket: Socket): void => {
    this.#ask()
    const isNodes = this.#touched >= TOUCHED && ++this.#touched % TOUCHED !== 0
    if (!(socket instanceof Socket) || isNodes || !this.takes) {
      this.node.accept(socket)
      return
    }
    this.#open.set(socket, new Connection(this, socket, this.#now))
    if (this.#timer === null) this.#startSweeps()
  }

  forget(socket: Socket, touched: boolean): void {
    if (this.#open.delete(socket)) this.#touched = touched ? this.#touched + 1 : 0
  }

  isBusy(socket: Socket): boolean {
    return this.#open.get(socket)?.busy === true
  }

  // ── the answers that leave in one write
  put(sender: Sender, wire: FastWire, keeps: boolean): void {
    const { socket } = sender
    if (!socket.writable) return
    const head = wire.text + this.#tail.text(keeps, wire.last, this.server.keepAliveTimeout)
    const body = wire.payload!
    // As with node, the head of a text has the encoding of the text.
    const encoding = typeof body === 'string' && body !== '' ? wire.encoding : 'latin1'
    if (this.#owner !== sender || this.#encoding !== encoding || this.#text.length > MOST_TEXT)
      this.#flushAll()
    this.#owner = sender
    this.#encoding = encoding
    if (typeof body === 'string') this.#text += head + body
    else this.#putBytes(socket, this.#text + head, body)
  }

  // `flush` tells when they have left.
  #putBytes(socket: Socket, before: string, bytes: Buffer): void {
    this.#text = ''
    if (bytes.length <= MOST_COPIED) {
      // One piece costs the system less than two.
      const whole = Buffer.allocUnsafe(before.length + bytes.length)
      whole.write(before, 'latin1')
      whole.set(bytes, before.length)
      socket.write(whole)
      return
    }
    socket.cork()
    socket.write(before, 'latin1')
    socket.write(bytes)
    socket.uncork()
  }

  flush(sender: Sender): void {
    if (this.#owner === sender) this.#flushAll()
    else this.#rest(sender)
  }

  flushSoon(): void {
    if (this.#soon || this.#owner === null) return
    this.#soon = true
    process.nextTick(this.#flushNow)
  }
  readonly #flushNow = (): void => {
    this.#soon = false
    this.#flushAll()
  }

  #flushAll(): void {
    const owner = this.#owner
    if (owner === null) return
    const { socket } = owner
    const text = this.#text
    this.#owner = null
    this.#text = ''
    const leaving = owner.answers.takeLeaving()
    if (!socket.writable) return
    const written = text !== '' || leaving !== undefined
    const taken = written ? socket.write(text, this.#encoding, leaving) : !socket.writableNeedDrain
    if (!taken) owner.stall()
    this.#rest(owner)
  }

  // ── time
  // As with node connectionTimeout counts while a request is served, and keepAliveTimeout behind its answer.
  begin({ socket, served }: Sender): void {
    const { timeout, keepAliveTimeout } = this.server
    if (timeout > 0 && keepAliveTimeout > 0 && served) socket.setTimeout(timeout)
  }
  #rest({ socket, served, answers }: Sender): void {
    const { timeout, keepAliveTimeout } = this.server
    if (timeout > 0 && keepAliveTimeout > 0 && served && answers.count === 0 && socket.writableLength === 0)
      socket.setTimeout(0)
  }

  #pace(): number {
    const { keepAliveTimeout, headersTimeout, requestTimeout } = this.server
    const times = [keepAliveTimeout, headersTimeout, requestTimeout].filter((time) => time > 0)
    return Math.max(10, Math.min(SWEEP, ...times.map((time) => Math.ceil(time / 4))))
  }

  #startSweeps(): void {
    const pace = this.#pace()
    this.#timer = setInterval(() => this.#sweep(pace), pace).unref()
  }

  #sweep(pace: number): void {
    this.#now += pace // counted: while the process is too busy for timers, no client is late
    const { keepAliveTimeout } = this.server
    const { keepAliveTimeoutBuffer: grace = GRACE }: { keepAliveTimeoutBuffer?: number } = Object(this.server) // Node.js 24
    for (const [socket, connection] of this.#open) {
      if (connection.busy || connection.moved || socket.writableLength > 0) {
        connection.idleSince = this.#now
        connection.moved = false
      } else if (!connection.waitsForHead) continue
      else if (!connection.served || connection.inHead) {
        if (this.#now - connection.idleSince > pace) connection.give()
      } else if (keepAliveTimeout > 0 && this.#now - connection.idleSince > keepAliveTimeout + grace) {
        connection.idleSince = Number.POSITIVE_INFINITY // told once, until it is used again
        if (!this.server.emit('timeout', socket)) socket.destroy()
      }
    }
    if (this.#open.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  // ── the methods of node's server that end connections
  #closeWith(server: Server): void {
    const { closeIdleConnections, closeAllConnections } = server
    server.closeIdleConnections = () => {
      // As with node, a connection is not idle before its first request.
      for (const [socket, { served, busy, inHead }] of this.#open)
        if (served && !busy && !inHead) socket.destroy()
      closeIdleConnections.call(server)
    }
    server.closeAllConnections = () => {
      for (const socket of this.#open.keys()) socket.destroy()
      closeAllConnections.call(server)
    }
  }
}
