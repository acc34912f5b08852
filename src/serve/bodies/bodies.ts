/** The bodies that are being received, on all connections of an application: what they hold together, and how long they take. */
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
  /** The whole body. */
  bytes(): Buffer
  /** The body has ended, or nobody waits for it. */
  close(): void
}

export class Bodies {
  readonly #limits: BodyLimits
  readonly #pace: number
  readonly #open = new Set<Gathered | Watched>()
  readonly #held = new Map<object, number>()
  #total = 0
  #timer: NodeJS.Timeout | null = null
  /** counts the checks: while the process is too busy for timers, no client is late */
  #now = 0

  constructor(limits: BodyLimits) {
    this.#limits = limits
    this.#pace = Math.min(SWEEP, Math.ceil(limits.timeout / 4))
  }

  /** Begins a body that is collected. `connection` is one on which several can arrive at the same time; `late` is called once. */
  collect(connection: object | null, late: () => void): Incoming {
    const body = new Gathered(this, connection, late, this.#now)
    this.#enter(body)
    return body
  }

  /** Begins a body that is not collected. While bytes of it wait to be read, its client is not late. */
  watch(source: Source, late: () => void): Pick<Incoming, 'close'> {
    const body = new Watched(this, source, late, this.#now)
    if (Number.isInteger(source.socket?.bytesRead)) this.#enter(body)
    return body
  }

  #enter(body: Gathered | Watched): void {
    this.#open.add(body)
    if (this.#timer !== null || this.#limits.timeout === 0) return
    this.#timer = setInterval(() => this.#sweep(), this.#pace).unref()
  }

  #sweep(): void {
    this.#now += this.#pace
    for (const body of this.#open) {
      const received = body.progress(this.#now)
      if (this.#now - body.since <= this.#limits.timeout + received * MILLISECONDS_PER_BYTE) continue
      body.close()
      body.late()
    }
    if (this.#open.size > 0 || this.#timer === null) return
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

  leave(body: Gathered | Watched, connection: object | null, own: number): void {
    if (!this.#open.delete(body)) return
    this.#total -= own
    if (connection === null) return
    const held = (this.#held.get(connection) ?? 0) - own
    if (held > 0) this.#held.set(connection, held)
    else this.#held.delete(connection)
  }
}

class Gathered extends Collector implements Incoming {
  readonly #bodies: Bodies
  readonly #connection: object | null
  readonly late: () => void
  readonly since: number

  constructor(bodies: Bodies, connection: object | null, late: () => void, since: number) {
    super()
    this.#bodies = bodies
    this.#connection = connection
    this.late = late
    this.since = since
  }

  add(bytes: Buffer): boolean {
    this.put(bytes)
    return this.#bodies.take(this.#connection, bytes.length, this.received)
  }

  progress(): number {
    return this.received
  }

  close(): void {
    this.#bodies.leave(this, this.#connection, this.received)
  }
}

class Watched {
  readonly #bodies: Bodies
  readonly #source: Source
  readonly #before: number
  readonly late: () => void
  since: number

  constructor(bodies: Bodies, source: Source, late: () => void, since: number) {
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
