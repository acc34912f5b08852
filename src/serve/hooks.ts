/** Runs a list of hooks: callback or promise, one after the other, each continuing in the context in which it finished. */
import { errorCodes } from '../errors.ts'
import { isThenable, once, type UserFunction } from '../values.ts'
import { type Exchange, requestLog } from './exchange.ts'

/** What comes next when a list has run: the next stage of the corridor. `payload` is what the last hook left. */
export type Stage = (x: Exchange, payload: unknown) => void
/** `late`: the hook had called back before it failed, so what comes next runs already. */
export type Failure = (x: Exchange, error: unknown, late?: true) => void

/**
 * How the hooks of a list are called, and when the list ends early:
 * `request`  (request, reply, done)           as soon as somebody has answered
 * `payload`  (request, reply, payload, done)  as soon as the answer is written; each hook may replace the payload
 * `error`    (request, reply, error, done)    never: it watches, and the payload is the error
 * `watch`    (request, reply, done)           never: it watches
 * `abort`    (request, done)                  never: it watches
 */
export type Shape = 'request' | 'payload' | 'error' | 'watch' | 'abort'

interface Run {
  readonly shape: Shape
  readonly list: readonly UserFunction[]
  readonly x: Exchange
  readonly next: Stage
  readonly failed: Failure
}

/** Runs the list, then `next`; the first hook that fails ends it with `failed`. */
export function runHooks(
  shape: Shape,
  list: readonly UserFunction[] | null,
  x: Exchange,
  payload: unknown,
  next: Stage,
  failed: Failure,
): void {
  if (list === null) next(x, payload)
  else step({ shape, list, x, next, failed }, 0, payload)
}

// The next stage runs inside the hook's own `done`, not after it: what a hook put around it (an AsyncLocalStorage,
// an AsyncResource) thereby holds for all that follows. A promise of the whole list would lose it.
function step(run: Run, at: number, payload: unknown): void {
  const { shape, list, x } = run
  if (isOver(shape, x)) return
  if (at === list.length) {
    run.next(x, payload)
    return
  }
  const done = once((error?: unknown, replaced?: unknown): void => {
    if (error) run.failed(x, error)
    else step(run, at + 1, shape === 'payload' && replaced !== undefined ? replaced : payload)
  })
  let result: unknown
  try {
    result = call(list[at]!, shape, x, payload, done)
  } catch (error) {
    const reason = error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR()
    if (!done(reason)) threwLate(run, reason)
    return
  }
  if (isThenable(result)) settle(result, (value) => done(null, value), done)
}

function isOver(shape: Shape, { status }: Exchange): boolean {
  if (shape === 'request') return status !== 'open'
  return shape === 'payload' && (status === 'written' || status === 'hijacked')
}

function call(
  hook: UserFunction,
  shape: Shape,
  { request, reply }: Exchange,
  payload: unknown,
  done: UserFunction,
): unknown {
  switch (shape) {
    case 'payload':
    case 'error':
      return hook(request, reply, payload, done)
    case 'abort':
      return hook(request, done)
    default:
      return hook(request, reply, done)
  }
}

// A hook that throws after it called back: the corridor is past it, so this fails the exchange only while nobody answers.
function threwLate({ shape, x, failed }: Run, error: unknown): void {
  const watches = shape !== 'request' && shape !== 'payload'
  if (watches || x.status === 'open') failed(x, error, true)
  else requestLog(x).error({ err: error }, 'a hook threw after it had called back')
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
