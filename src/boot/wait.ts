/** Calls a function of the application outside of requests, and waits for its promise or its `done`, no longer than it may take. */
import { errorCodes } from '../errors.ts'
import { isThenable } from '../values.ts'

export type Done = (error?: unknown) => void

/** A time-out that stands still while its function waits for another: the one that hangs is to blame. 0: no limit. */
export class Watch {
  #after: number
  readonly #late: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(after: number, late: () => void) {
    this.#after = after
    this.#late = late
    this.go()
  }
  go(): void {
    if (this.#after > 0) this.#timer = setTimeout(this.#late, this.#after)
  }
  hold(): void {
    clearTimeout(this.#timer)
  }
  end(): void {
    this.hold()
    this.#after = 0
  }
}

export interface Waiting {
  /** whether the function has ended when it returns no promise, since it takes no `done` */
  readonly endsAtOnce: boolean
  /** milliseconds; 0: no limit */
  readonly limit: number
  /** makes the error of a function that took too long; `returned`: it has come back, but did not say that it is done */
  late(returned: boolean): Error
  /** hands out the time-out, for those who have to hold it */
  watched?(watch: Watch): void
}

/** Rejects with what the function failed with, or with the error of the time-out. */
export function waitFor(call: (done: Done) => unknown, waiting: Waiting): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let returned = false
    const end: Done = (error) => {
      watch.end()
      if (error) reject(error)
      else resolve()
    }
    const failed = (error: unknown): void => end(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
    const watch = new Watch(waiting.limit, () => end(waiting.late(returned)))
    waiting.watched?.(watch)
    try {
      const result = call(end)
      returned = true
      if (isThenable(result)) result.then(() => end(), failed)
      else if (waiting.endsAtOnce) end()
    } catch (error) {
      failed(error)
    }
  })
}

/** An error with a cause that has the code by which 4.x tells a time-out of its boot. */
export function causedBy(code: string, error: Error): Error {
  return Object.assign(error, { cause: Object.assign(new Error(error.message), { code }) })
}
