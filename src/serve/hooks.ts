/** Runs a list of hooks: callback or promise, one after the other, each continuing in the context in which it finished. */
import { errorCodes } from '../errors.ts'
import type { Exchange, Step } from '../types/plan.ts'
import { requestLog } from './exchange.ts'

/** A stage of the corridor: what comes next when a list has run. */
export type Stage = (x: Exchange) => void
export type PayloadStage = (x: Exchange, payload: unknown) => void
export type Failure = (x: Exchange, error: unknown) => void

/** Whether a value has to be waited for. One whose `then` throws when it is read counts: waiting for it will reject. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  try {
    return typeof (value as { then?: unknown }).then === 'function'
  } catch {
    return true
  }
}

// The next stage runs inside the hook's own `done`, not after it: what a hook put around it (an AsyncLocalStorage,
// an AsyncResource) thereby holds for all that follows. A promise of the whole list would lose it.

/** onRequest, preValidation, preHandler: a hook that answers ends the corridor. */
export function runHooks(list: readonly Step[] | null, x: Exchange, next: Stage, failed: Failure): void {
  if (list === null) next(x)
  else step(list, 0, x, next, failed)
}

function step(list: readonly Step[], at: number, x: Exchange, next: Stage, failed: Failure): void {
  if (x.status !== 'open') return
  if (at === list.length) {
    next(x)
    return
  }
  let called = false
  const done = (error?: unknown): void => {
    if (called) return // a hook that calls back twice, or calls back and also resolves, moves on once
    called = true
    if (error) failed(x, error)
    else step(list, at + 1, x, next, failed)
  }
  let result: unknown
  try {
    result = list[at]!(x.request, x.reply, done)
  } catch (error) {
    threw(x, error, called, failed)
    called = true
    return
  }
  if (isThenable(result)) settle(result, () => done(), done)
}

/** preParsing, preSerialization, onSend: each may replace the payload that the next one gets. */
export function runPayloadHooks(
  list: readonly Step[] | null,
  x: Exchange,
  payload: unknown,
  next: PayloadStage,
  failed: Failure,
): void {
  if (list === null) next(x, payload)
  else payloadStep(list, 0, x, payload, next, failed)
}

function payloadStep(
  list: readonly Step[],
  at: number,
  x: Exchange,
  payload: unknown,
  next: PayloadStage,
  failed: Failure,
): void {
  if (x.status === 'written' || x.status === 'hijacked') return
  if (at === list.length) {
    next(x, payload)
    return
  }
  let called = false
  const done = (error?: unknown, replaced?: unknown): void => {
    if (called) return
    called = true
    if (error) failed(x, error)
    else payloadStep(list, at + 1, x, replaced === undefined ? payload : replaced, next, failed)
  }
  let result: unknown
  try {
    result = list[at]!(x.request, x.reply, payload, done)
  } catch (error) {
    threw(x, error, called, failed)
    called = true
    return
  }
  if (isThenable(result)) settle(result, (value) => done(null, value), done)
}

/** onError, onResponse, onTimeout: they watch; what they return changes nothing, and a failure is only reported. */
export function runWatchers(
  list: readonly Step[] | null,
  x: Exchange,
  args: readonly unknown[],
  next: Stage,
  report: Failure,
): void {
  if (list === null) next(x)
  else watcherStep(list, 0, x, args, next, report)
}

function watcherStep(
  list: readonly Step[],
  at: number,
  x: Exchange,
  args: readonly unknown[],
  next: Stage,
  report: Failure,
): void {
  if (at === list.length) {
    next(x)
    return
  }
  let called = false
  const done = (error?: unknown): void => {
    if (called) return
    called = true
    if (error) {
      report(x, error)
      next(x)
    } else watcherStep(list, at + 1, x, args, next, report)
  }
  let result: unknown
  try {
    result = list[at]!(...args, done)
  } catch (error) {
    if (called) report(x, error)
    else done(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
    return
  }
  if (isThenable(result)) settle(result, () => done(), done)
}

// A hook that throws after it called back: the corridor is past it, so this fails the exchange only while nobody answers.
function threw(x: Exchange, error: unknown, called: boolean, failed: Failure): void {
  if (called && x.status !== 'open')
    requestLog(x).error({ err: error }, 'a hook threw after it had called back')
  else failed(x, error ?? new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
}

/** Waits for a promise, or for what only looks like one; a rejection without a reason is still an error. */
export function settle(
  result: PromiseLike<unknown>,
  fulfilled: (value: unknown) => void,
  rejected: (error: unknown) => void,
): void {
  // Somebody's own thenable may throw, call back at once, or settle twice: a real promise does none of it.
  Promise.resolve(result).then(fulfilled, (error) =>
    rejected(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR()),
  )
}
