// Whose an uncaught error is: work that is done on behalf of a case carries the case's sink along, through every callback.

import { AsyncLocalStorage } from 'node:async_hooks'

type Sink = (error: unknown) => void

const sinks = new AsyncLocalStorage<Sink>()

/** An error that nobody caught while an application ran: on its own it would have ended the process. */
export class CrashError extends Error {
  constructor(fault: unknown) {
    super(`the process would have died: ${String((fault as Error | null)?.message ?? fault)}`)
    this.name = 'CrashError'
  }
}

/** Does the work, and tells the sink what is thrown in it past everyone. */
export function attributing<T>(sink: Sink, work: () => Promise<T>): Promise<T> {
  return sinks.run(sink, work)
}

/** Hands an uncaught error to the one whose it is; false when that is not known. */
export function attribute(error: unknown): boolean {
  const sink = sinks.getStore()
  sink?.(error)
  return sink !== undefined
}
