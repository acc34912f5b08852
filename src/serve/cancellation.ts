/** The signal of a request, and the time that it may take. Neither costs anything where it is not used. */
import { errorCodes } from '../errors.ts'
import type { Exchange } from './exchange.ts'

/** What a request has of a time limit or a signal; made when one of them is asked for. */
export class Cancellation {
  #controller: AbortController | null = null
  #reason: { readonly error: unknown } | null = null
  #timer: NodeJS.Timeout | null = null
  /** when the time was over, in milliseconds of `performance.now()`; 0: it is not */
  expiredAt = 0
  /** ends the reading of the body with an error, while it arrives */
  interrupt: ((error: unknown) => void) | null = null

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController()
      if (this.#reason !== null) this.#controller.abort(this.#reason.error)
    }
    return this.#controller.signal
  }

  /** The first reason counts. Listeners of the signal run now. `error` undefined: an `AbortError`. */
  abort(error?: unknown): void {
    this.#reason ??= { error }
    this.#controller?.abort(error)
  }

  startTimer(ms: number, expired: () => void): void {
    this.#timer = setTimeout(expired, ms)
  }

  stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** The cancellation of a request. From now on it learns when the client leaves. */
function cancellationOf(x: Exchange): Cancellation {
  if (x.cancellation !== null) return x.cancellation
  const made = new Cancellation()
  x.cancellation = made
  if (x.wire.aborted) made.abort()
  else
    x.wire.settled((error) => {
      made.stopTimer()
      // Not when the answer has left: what a handler still does then may go on. HTTP/2 tells of no error for a stream that was reset.
      if (error || x.wire.aborted) made.abort()
    })
  return made
}

export function signalOf(x: Exchange): AbortSignal {
  return cancellationOf(x).signal
}

/** Starts the time of a request whose route limits it. When it is over, it starts once more: for the error handlers. */
export function startTime(x: Exchange, expired: (x: Exchange, error: Error, again: boolean) => void): void {
  const cancellation = cancellationOf(x)
  const { handlerTimeout: ms, url = x.wire.url } = x.plan
  const over = (): void => {
    if (x.status === 'hijacked' || x.ended || x.wire.aborted) return
    const again = cancellation.expiredAt > 0
    if (!again) {
      cancellation.expiredAt = performance.now()
      cancellation.startTimer(ms, over)
    }
    expired(x, new errorCodes.FST_ERR_HANDLER_TIMEOUT(ms, url), again)
  }
  cancellation.startTimer(ms, over)
}

/** What came back after the time was over: another answer has been chosen. */
export function logLate(x: Exchange, error?: unknown): void {
  const late = Math.round(performance.now() - x.cancellation!.expiredAt)
  x.log.debug(error === undefined ? {} : { err: error }, `ended ${late} ms after its timeout`)
}
