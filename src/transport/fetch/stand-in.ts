/** What stands in the place of a socket: a runtime has given a request, and keeps the connection to itself. */
import { EventEmitter } from 'node:events'
import { errorCodes } from '../../errors.ts'

/** What the stand-in asks of its request. */
interface Owner {
  /** Ends it, as if its client had left. */
  abandon(error?: Error): void
}

export class StandIn extends EventEmitter {
  readonly encrypted: boolean
  /** no address is known: only `trustProxy: true` trusts it */
  readonly anonymous: boolean
  readonly remoteAddress: string | undefined
  destroyed = false
  readonly readable = true
  readonly writable = true
  readonly #owner: Owner

  constructor(owner: Owner, encrypted: boolean, remoteAddress: string | undefined) {
    super()
    this.#owner = owner
    this.encrypted = encrypted
    this.remoteAddress = remoteAddress
    this.anonymous = remoteAddress === undefined
  }

  /** Ends the request, as if its client had left. */
  destroy(error?: Error): this {
    if (!this.destroyed) this.#owner.abandon(error)
    return this
  }
  /** The request has ended before its answer. */
  closed(): void {
    if (this.destroyed) return
    this.destroyed = true
    process.nextTick(() => this.emit('close', false))
  }

  // What is about a connection has no effect.
  setTimeout(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  address(): object {
    return {}
  }

  write(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('socket.write')
  }
  end(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('socket.end')
  }
  pipe(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('socket.pipe')
  }
  connect(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('socket.connect')
  }
}
