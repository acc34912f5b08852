// Limits the time that an implementation may take.

export class TimeoutError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`)
    this.name = 'TimeoutError'
  }
}

/** A limit is counted in so many steps. */
const STEPS = 20

/**
 * Calls `passed` after so many milliseconds; gives what prevents it. A process that does not get the processor loses one step by that,
 * however long it waits, and so the limit does not pass within one turn of the event loop. As long as `moved` changes, it begins anew.
 */
export function countdown(
  milliseconds: number,
  passed: () => void,
  moved: () => number = () => 0,
): () => void {
  let left = STEPS
  let before = moved()
  const timer = setInterval(() => {
    const now = moved()
    left = now === before ? left - 1 : STEPS
    before = now
    if (left > 0) return
    clearInterval(timer)
    passed()
  }, milliseconds / STEPS)
  return () => clearInterval(timer)
}

/** What `work` gives, unless it takes longer than a countdown. */
export async function within<T>(
  milliseconds: number,
  what: string,
  work: Promise<T>,
  moved?: () => number,
): Promise<T> {
  let stop = (): void => undefined
  const limit = new Promise<never>((_, reject) => {
    stop = countdown(milliseconds, () => reject(new TimeoutError(what, milliseconds)), moved)
  })
  // A result after the deadline is ignored, and must not become an unhandled rejection.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    stop()
  }
}
