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
 * What `work` gives, unless it takes longer. A process that does not get the processor loses one step by that, however long it
 * waits, and so the limit does not pass within one turn of the event loop. As long as `moved` changes, the limit begins anew.
 */
export async function within<T>(
  milliseconds: number,
  what: string,
  work: Promise<T>,
  moved: () => number = () => 0,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    let left = STEPS
    let before = moved()
    timer = setInterval(() => {
      const now = moved()
      left = now === before ? left - 1 : STEPS
      before = now
      if (left === 0) reject(new TimeoutError(what, milliseconds))
    }, milliseconds / STEPS)
  })
  // A result after the deadline is ignored, and must not become an unhandled rejection.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    clearInterval(timer)
  }
}
