/**
 * The engine: reads the connections of a server of node with a strict parser of its own, and gives a connection back to node with
 * the first byte that it does not understand. What it takes it answers in fewer steps than node's HTTP.
 */
import diagnostics from 'node:diagnostics_channel'
import http, { type Server } from 'node:http'
import { Socket } from 'node:net'
import { isFunction } from '../values.ts'
import { Tail } from './answer.ts'
import type { Sender } from './answers.ts'
import { Connection, type Host } from './connection.ts'
import type { FastWire } from './fast-wire.ts'
import { Head, type Limits } from './head.ts'

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

/** Options of a server that change how node reads or writes a message. */
const OF_NODE =
  `IncomingMessage ServerResponse insecureHTTPParser joinDuplicateHeaders uniqueHeaders requireHostHeader
  shouldUpgradeCallback rejectNonStandardBodyWrites optimizeEmptyRequests highWaterMark`.split(/\s+/)

/** Whether the engine understands the options of a server. */
export function understands(options: object | null | undefined | false): boolean {
  return !options || !OF_NODE.some((name) => Reflect.get(options, name) !== undefined)
}

const CHANNELS = ['request.start', 'response.created', 'response.finish', 'request.created'].map((name) =>
  diagnostics.channel(`http.server.${name}`),
)

export class Engine implements Host {
  readonly server: Server
  readonly receive: (wire: FastWire) => void
  readonly head = new Head()
  readonly limits: Limits
  readonly #open = new Map<Socket, Connection>()
  readonly #node: readonly ((socket: Socket) => void)[]
  readonly #event: 'connection' | 'secureConnection'
  readonly #tail = new Tail()
  /** the answers that leave with the next write, their encoding, and whose they are */
  #text = ''
  #encoding: BufferEncoding = 'latin1'
  #owner: Sender | null = null
  #soon = false
  #timer: NodeJS.Timeout | null = null
  #now = 0
  #foreign = false

  constructor(server: Server, receive: (wire: FastWire) => void) {
    this.server = server
    this.receive = receive
    const { maxHeaderSize = http.maxHeaderSize }: { maxHeaderSize?: number } = Object(server)
    this.limits = { head: maxHeaderSize, headers: MOST_HEADERS }
    this.#event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
    this.#node = server.listeners(this.#event) as ((socket: Socket) => void)[] // those of node's own server
    for (const listener of this.#node) server.removeListener(this.#event, listener)
    server.on(this.#event, this.#take)
    server.on('newListener', (name) => {
      if (name === 'request') this.#foreign = true
    })
    this.#closeWith(server)
  }

  // Otherwise somebody looks at what only node makes.
  get takes(): boolean {
    if (
      this.#foreign ||
      this.server.maxRequestsPerSocket! > 0 ||
      typeof this.server.maxHeadersCount === 'number'
    )
      return false
    for (const channel of CHANNELS) if (channel.hasSubscribers) return false
    return true
  }

  get halfOpen(): boolean {
    const { httpAllowHalfOpen }: { httpAllowHalfOpen?: boolean } = Object(this.server)
    return httpAllowHalfOpen === true
  }

  readonly #take = (socket: Socket): void => {
    if (!(socket instanceof Socket) || !this.takes) {
      this.#giveNew(socket)
      return
    }
    this.#open.set(socket, new Connection(this, socket, this.#now))
    if (this.#timer === null) this.#startSweeps()
  }

  #giveNew(socket: Socket): void {
    for (const listener of this.#node) listener.call(this.server, socket)
  }

  give(connection: Connection, bytes: Buffer | null): void {
    const { socket } = connection
    this.flush(connection)
    this.#open.delete(socket)
    // Node hears of those of the application when they are added; they have had these bytes.
    const heard = socket.rawListeners('data').filter(isFunction)
    for (const listener of heard) socket.removeListener('data', listener)
    const told = socket.rawListeners('end')
    this.#giveNew(socket)
    if (bytes !== null) socket.emit('data', bytes)
    // The client has ended its side before node listened: node has to hear of it too.
    if (socket.readableEnded)
      for (const listener of socket.rawListeners('end')) if (!told.includes(listener)) listener.call(socket)
    for (const listener of heard) socket.on('data', listener)
  }

  forget(connection: Connection): void {
    this.#open.delete(connection.socket)
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
