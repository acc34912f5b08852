/** A limit on what a program may wait for, that does not take a busy machine for a hang. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Turns of the event loop that pass after the time is over, so that what was ready to go on has gone on. */
const TURNS = 25

export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(async () => {
      for (let turn = 0; turn < TURNS; turn++) await nextTurn()
      reject(new Error(`${what} took longer than ${milliseconds} ms`))
    }, milliseconds)
  })
  work.catch(() => undefined) // it may fail after the limit
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
