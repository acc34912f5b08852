/** The bodies that are being received, on all connections of an application: what they hold together, and how long they take. */
import { errorCodes } from '../../errors.ts'
import { Collector } from './collector.ts'

export interface BodyLimits {
  /** bytes that the unfinished bodies of one connection may hold together; 0: no limit */
  readonly connection: number
  /** the same for all connections */
  readonly total: number
  /** milliseconds in which a body has to arrive, without those that its bytes add; 0: no limit */
  readonly timeout: number
}

/** Each byte that arrived allows a body another millisecond: a client needs 1 kB in a second. */
const MILLISECONDS_PER_BYTE = 1

/** How often the bodies are checked, in milliseconds. */
const SWEEP = 1000

/** A request whose body is read by the application, or by nobody. */
interface Source {
  readonly complete?: boolean
  readonly destroyed: boolean
  readonly readableLength: number
  readonly socket?: { readonly bytesRead?: number } | null
}

/** A body that is being received. */
export interface Incoming {
  /** Adds bytes. False if the bodies hold too much; a body that is alone is bounded by its own limit only. */
  add(bytes: Buffer): boolean
  readonly received: number
  /** Whether it is still waited for. */
  readonly open: boolean
  /** The whole body. */
  bytes(): Buffer
  /** The body has ended, or nobody waits for it. */
  close(): void
}

export class Bodies {
  readonly #limits: BodyLimits
  readonly #pace: number
  /** the newest of those that are open: a list, since a Set would be copied after every few bodies */
  #newest: Entry | null = null
  readonly #held = new Map<object, number>()
  #total = 0
  #timer: NodeJS.Timeout | null = null
  /** counts the checks: while the process is too busy for timers, no client is late */
  #now = 0

  constructor(limits: BodyLimits) {
    this.#limits = limits
    this.#pace = Math.min(SWEEP, Math.ceil(limits.timeout / 4))
  }

  /**
   * Begins a body that is collected. `connection` is one on which several can arrive at the same time; `late` gets the error of a
   * body that does not arrive in time.
   */
  collect(connection: object | null, late: (error: Error) => void): Incoming {
    const body = new Gathered(this, connection, late, this.#now)
    this.#enter(body)
    return body
  }

  /** Begins a body that is not collected. While bytes of it wait to be read, its client is not late. */
  watch(source: Source, late: (error: Error) => void): Pick<Incoming, 'close'> {
    const body = new Watched(this, source, late, this.#now)
    if (Number.isInteger(source.socket?.bytesRead)) this.#enter(body)
    return body
  }

  #enter(body: Entry): void {
    body.open = true
    body.older = this.#newest
    if (this.#newest !== null) this.#newest.newer = body
    this.#newest = body
    if (this.#timer !== null || this.#limits.timeout === 0) return
    this.#timer = setInterval(() => this.#sweep(), this.#pace).unref()
  }

  #sweep(): void {
    this.#now += this.#pace
    for (let body = this.#newest, older: Entry | null; body !== null; body = older) {
      older = body.older
      if (!body.open) continue // the one before has ended it
      const received = body.progress(this.#now)
      if (this.#now - body.since <= this.#limits.timeout + received * MILLISECONDS_PER_BYTE) continue
      body.close()
      body.late(new errorCodes.FST_ERR_CTP_BODY_TIMEOUT())
    }
    if (this.#newest !== null || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Counts bytes of a body that has `own` with them. False if there are too many. */
  take(connection: object | null, bytes: number, own: number): boolean {
    const { connection: each, total: all } = this.#limits
    this.#total += bytes
    const fits = all === 0 || this.#total <= all || this.#total === own
    if (connection === null) return fits
    const held = (this.#held.get(connection) ?? 0) + bytes
    this.#held.set(connection, held)
    return fits && (each === 0 || held <= each || held === own)
  }

  leave(body: Entry, connection: object | null, own: number): void {
    if (!body.open) return
    body.open = false
    const { newer, older } = body
    if (newer === null) this.#newest = older
    else newer.older = older
    if (older !== null) older.newer = newer
    this.#total -= own
    if (connection === null) return
    const held = (this.#held.get(connection) ?? 0) - own
    if (held > 0) this.#held.set(connection, held)
    else this.#held.delete(connection)
  }
}

interface Entry {
  open: boolean
  newer: Entry | null
  older: Entry | null
  readonly since: number
  readonly late: (error: Error) => void
  /** the bytes that have arrived */
  progress(now: number): number
  close(): void
}

class Gathered implements Entry, Incoming {
  received = 0
  /** the first piece, and what holds all of them once there is another: most bodies have one */
  #first: Buffer | null = null
  #all: Collector | null = null
  readonly #bodies: Bodies
  readonly #connection: object | null
  readonly late: (error: Error) => void
  readonly since: number
  open = false
  newer: Entry | null = null
  older: Entry | null = null

  constructor(bodies: Bodies, connection: object | null, late: (error: Error) => void, since: number) {
    this.#bodies = bodies
    this.#connection = connection
    this.late = late
    this.since = since
  }

  add(bytes: Buffer): boolean {
    if (this.received === 0) this.#first = bytes
    else {
      if (this.#all === null) {
        this.#all = new Collector()
        this.#all.put(this.#first!)
        this.#first = null
      }
      this.#all.put(bytes)
    }
    this.received += bytes.length
    return this.#bodies.take(this.#connection, bytes.length, this.received)
  }

  bytes(): Buffer {
    return this.#all?.bytes() ?? this.#first ?? Buffer.alloc(0)
  }

  progress(): number {
    return this.received
  }

  close(): void {
    this.#bodies.leave(this, this.#connection, this.received)
  }
}

class Watched implements Entry {
  readonly #bodies: Bodies
  readonly #source: Source
  readonly #before: number
  readonly late: (error: Error) => void
  since: number
  open = false
  newer: Entry | null = null
  older: Entry | null = null

  constructor(bodies: Bodies, source: Source, late: (error: Error) => void, since: number) {
    this.#bodies = bodies
    this.#source = source
    this.#before = source.socket?.bytesRead ?? 0
    this.late = late
    this.since = since
  }

  progress(now: number): number {
    const { complete, destroyed, readableLength, socket } = this.#source
    if (complete || destroyed) this.close()
    if (complete || destroyed || readableLength > 0) this.since = now
    return (socket?.bytesRead ?? 0) - this.#before
  }

  close(): void {
    this.#bodies.leave(this, null, 0)
  }
}
