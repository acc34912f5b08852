/**
 * Spreads the compilations that requests ask for. A compilation takes milliseconds in which no other request is served, and
 * a client chooses when: its first wrong request to each route causes one.
 */

/** How much time the compilations of an application may take at once, in milliseconds. */
const BURST = 500
/** The part of the time that they may take after that. */
const SHARE = 0.2

interface Timing {
  /** milliseconds that always grow */
  readonly now: () => number
  readonly burst: number
  readonly share: number
}

export class Turns {
  readonly #timing: Timing
  /** milliseconds that are left; less than 0: a compilation took more */
  #left: number
  #since: number
  readonly #waiting: (() => void)[] = []
  #taken = 0
  #timer: NodeJS.Timeout | null = null

  constructor(timing: Partial<Timing> = {}) {
    this.#timing = { now: () => process.uptime() * 1000, burst: BURST, share: SHARE, ...timing }
    this.#left = this.#timing.burst
    this.#since = this.#timing.now()
  }

  /** Whether a compilation may start now. */
  get isFree(): boolean {
    return this.#waiting.length === 0 && this.#allowed() > 0
  }

  /** Runs a compilation, and counts its time. */
  take<T>(compile: () => T): T {
    const started = this.#timing.now()
    this.#taken++
    try {
      return compile()
    } finally {
      this.#left = this.#allowed() - (this.#timing.now() - started)
    }
  }

  /** Calls `run` when a compilation may start, one after another. */
  wait<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(run())
        } catch (error) {
          reject(error)
        }
      })
      this.#schedule()
    })
  }

  #allowed(): number {
    const { now, burst, share } = this.#timing
    const time = now()
    this.#left = Math.min(burst, this.#left + (time - this.#since) * share)
    this.#since = time
    return this.#left
  }

  // One compilation a timer, so that other requests are served between them. Those whose schema is compiled by now do not wait on.
  #runNext(): void {
    const taken = this.#taken
    while (this.#waiting.length > 0 && this.#taken === taken) this.#waiting.shift()?.()
  }

  #schedule(): void {
    if (this.#timer !== null || this.#waiting.length === 0) return
    const pause = Math.max(0, -this.#allowed() / this.#timing.share)
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#allowed() > 0) this.#runNext()
      this.#schedule()
    }, pause)
  }
}
