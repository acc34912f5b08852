// Whose an uncaught error is: work that is done on behalf of a case carries the case's sink along, through every callback.

import { AsyncLocalStorage } from 'node:async_hooks'

export type Sink = (error: unknown) => void

const sinks = new AsyncLocalStorage<Sink>()

/** The process of an adapter died, hangs or broke the protocol: the verdict of the cases that ran then, not an answer. */
export class AdapterFault extends Error {
  readonly outcome: 'crash' | 'timeout' | 'protocol'

  constructor(outcome: AdapterFault['outcome'], message: string) {
    super(message)
    this.name = 'AdapterFault'
    this.outcome = outcome
  }
}

/** An error that nobody caught while an application ran: on its own it would have ended the process. */
export class CrashError extends AdapterFault {
  constructor(fault: unknown) {
    super('crash', `the process would have died: ${String((fault as Error | null)?.message ?? fault)}`)
    this.name = 'CrashError'
  }
}

/** The adapter says that it cannot make this application. */
export class SkippedError extends Error {
  override name = 'SkippedError'
}

/** Does the work, and tells the sink what is thrown in it past everyone. */
export function attributing<T>(sink: Sink, work: () => Promise<T>): Promise<T> {
  return sinks.run(sink, work)
}

/** The sink of the case on whose behalf this runs. */
export function currentSink(): Sink | undefined {
  return sinks.getStore()
}

/** Hands an uncaught error to the one whose it is; false when that is not known. */
export function attribute(error: unknown): boolean {
  const sink = sinks.getStore()
  sink?.(error)
  return sink !== undefined
}
