/** Calls a function of the application outside of requests, and waits for its promise or its `done`, with a timeout. */
import { errorCodes } from '../errors.ts'
import { isThenable } from '../values.ts'

export type Done = (error?: unknown) => void

/** A timeout that pauses while its function waits for another one, so that only the one that hangs fails. 0: no limit. */
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
  /** whether the function takes no `done`: then it has finished when it returns anything but a promise */
  readonly endsAtOnce: boolean
  /** milliseconds; 0: no limit */
  readonly limit: number
  /** makes the error of the timeout; `nothing`: the function has returned no promise */
  late(nothing: boolean): Error
  /** gets the timeout, to pause it */
  watched?(watch: Watch): void
}

/** Rejects with the error of the function, or with the error of the timeout. */
export function waitFor(call: (done: Done) => unknown, waiting: Waiting): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let nothing = false
    const end: Done = (error) => {
      watch.end()
      if (error) reject(error)
      else resolve()
    }
    const failed = (error: unknown): void => end(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
    const watch = new Watch(waiting.limit, () => end(waiting.late(nothing)))
    waiting.watched?.(watch)
    try {
      const result = call(end)
      if (isThenable(result)) result.then(() => end(), failed)
      else if (waiting.endsAtOnce) end()
      else nothing = true
    } catch (error) {
      failed(error)
    }
  })
}

/** Gives an error a cause with the code that 4.x has for a timeout of the boot. */
export function causedBy(code: string, error: Error): Error {
  return Object.assign(error, { cause: Object.assign(new Error(error.message), { code }) })
}
