/** The signal of a request, and the time that it may take. Neither costs anything where it is not used. */
import { errorCodes } from '../errors.ts'
import type { SafeLog } from '../safe-log.ts'
import type { Deadlines, Timed } from './deadlines.ts'
import type { Wire } from './wire/wire.ts'

/** The part of an exchange that has a time limit and a signal. */
interface Cancellable<X extends Cancellable<X>> {
  readonly wire: Wire
  readonly log: SafeLog
  readonly status: string
  readonly plan: { readonly limit: Deadlines | null; readonly url: string | undefined }
  cancellation: Cancellation<X> | null
}

/** What is done when the time of a request is over; `again`: that of its error handlers. */
type Expired<X> = (x: X, error: Error, again: boolean) => void

/** What a request has of a time limit or a signal; made when one of them is asked for. */
export class Cancellation<X extends Cancellable<X>> implements Timed {
  due = 0
  previous: Timed | null = null
  next: Timed | null = null
  list: Deadlines | null = null
  /** when the time was over, in milliseconds of `performance.now()`; 0: it is not */
  expiredAt = 0
  /** ends the reading of the body with an error, while it arrives */
  interrupt: ((error: unknown) => void) | null = null
  readonly #x: X
  readonly #expired: Expired<X> | null
  #controller: AbortController | null = null
  #reason: { readonly error: unknown } | null = null

  constructor(x: X, expired: Expired<X> | null) {
    this.#x = x
    this.#expired = expired
  }

  /** From now on it is aborted when the client leaves. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController()
      if (this.#x.wire.aborted) this.abort()
      else this.#x.wire.settled((error) => this.#settle(error))
      if (this.#reason !== null) this.#controller.abort(this.#reason.error)
    }
    return this.#controller.signal
  }

  // Not aborted when the answer has left: what a handler still does then may go on. HTTP/2 has no error for a stream that was reset.
  #settle(error: unknown): void {
    this.stopTime()
    if (error || this.#x.wire.aborted) this.abort()
  }

  /** The first reason counts. Listeners of the signal run now. `error` undefined: an `AbortError`. */
  abort(error?: unknown): void {
    this.#reason ??= { error }
    this.#controller?.abort(error)
  }

  expire(): void {
    const x = this.#x
    const { status, wire, plan } = x
    if (status === 'hijacked' || wire.ended || wire.aborted) return
    const { limit, url = wire.url } = plan
    const again = this.expiredAt > 0
    if (!again) {
      this.expiredAt = performance.now()
      limit!.add(this) // for the error handlers
    }
    this.#expired!(x, new errorCodes.FST_ERR_HANDLER_TIMEOUT(limit!.ms, url), again)
  }

  stopTime(): void {
    this.list?.remove(this)
  }
}

export function signalOf<X extends Cancellable<X>>(x: X): AbortSignal {
  x.cancellation ??= new Cancellation(x, null)
  return x.cancellation.signal
}

/** Starts the time of a request whose route limits it. When it is over, it starts once more: for the error handlers. */
export function startTime<X extends Cancellable<X>>(x: X, limit: Deadlines, expired: Expired<X>): void {
  const cancellation = new Cancellation(x, expired)
  x.cancellation = cancellation
  limit.add(cancellation)
}

/** What came back after the time was over: another answer has been chosen. */
export function logLate<X extends Cancellable<X>>(x: X, error?: unknown): void {
  const late = Math.round(performance.now() - x.cancellation!.expiredAt)
  x.log.debug(error === undefined ? {} : { err: error }, `ended ${late} ms after its timeout`)
}
