// Limits the time that an implementation may take.

export class TimeoutError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`)
    this.name = 'TimeoutError'
  }
}

export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(what, milliseconds)), milliseconds)
  })
  // A result after the deadline is ignored, and must not become an unhandled rejection.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
