// Attributes uncaught errors to cases: work on behalf of a case carries the case's sink through every callback.

import { AsyncLocalStorage } from 'node:async_hooks'

export type Sink = (error: unknown) => void

const sinks = new AsyncLocalStorage<Sink>()

/** The process of an adapter died, hangs or broke the protocol; this becomes the verdict of the cases that ran then. */
export class AdapterFault extends Error {
  readonly outcome: 'crash' | 'timeout' | 'protocol'

  constructor(outcome: AdapterFault['outcome'], message: string) {
    super(message)
    this.name = 'AdapterFault'
    this.outcome = outcome
  }
}

/** An uncaught error while an application ran: on its own it would have ended the process. */
export class CrashError extends AdapterFault {
  constructor(fault: unknown) {
    super('crash', `the process would have died: ${String((fault as Error | null)?.message ?? fault)}`)
    this.name = 'CrashError'
  }
}

/** The adapter cannot build this application. */
export class SkippedError extends Error {
  override name = 'SkippedError'
}

/** How the reason of a skip begins where a server over HTTP says itself that it has not built a context. */
export const LEFT_OUT = 'its "skips" has '

/** What is not asked of a server over HTTP, and why: the message is the whole reason. */
export class NotAskedError extends SkippedError {
  override name = 'NotAskedError'
}

/** A fixture that was asked for is not served, or not to its end: the rest of it does not run. */
export class NotBuiltError extends NotAskedError {
  override name = 'NotBuiltError'

  constructor(told: string) {
    super(`the fixture ${told}`)
  }
}

/** Does the work, and passes uncaught errors of it to the sink. */
export function attributing<T>(sink: Sink, work: () => Promise<T>): Promise<T> {
  return sinks.run(sink, work)
}

/** The sink of the case on whose behalf this runs. */
export function currentSink(): Sink | undefined {
  return sinks.getStore()
}

/** Passes an uncaught error to the sink of its case; false if there is none. */
export function attribute(error: unknown): boolean {
  const sink = sinks.getStore()
  sink?.(error)
  return sink !== undefined
}
