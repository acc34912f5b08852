/** Runs a list of hooks in sequence, with callbacks or promises; the next one runs in the async context of the one before. */
import { errorCodes } from '../errors.ts'
import { isThenable, once, type UserFunction } from '../values.ts'
import { logLate } from './cancellation.ts'
import type { Exchange } from './exchange.ts'
import { hold } from './payload/held-streams.ts'
import { Later } from './plan.ts'

/** A stage of the request that runs after a list of hooks, with the payload that they leave. */
export type Stage = (x: Exchange, payload: unknown) => void
/** `late`: the hook failed after it had called back, so the next stage has already run. */
export type Failure = (x: Exchange, error: unknown, late?: true) => void

/**
 * How the hooks of a list are called, and when the list stops early:
 * `request`  (request, reply, done)           when a hook has sent a reply, or has ended the raw response
 * `payload`  (request, reply, payload, done)  when the reply is written; each hook may replace the payload
 * `error`    (request, reply, error, done)    never: the hooks only observe; the payload is the error
 * `watch`    (request, reply, done)           never: the hooks only observe
 * `abort`    (request, done)                  never: the hooks only observe
 */
export type Shape = 'request' | 'payload' | 'error' | 'watch' | 'abort'

interface Run {
  readonly shape: Shape
  readonly list: readonly UserFunction[]
  readonly x: Exchange
  readonly turn: number
  readonly next: Stage
  readonly failed: Failure
}

/** Runs the list, then `next`; the first hook that fails stops the list, and `failed` is called. */
export function runHooks(
  shape: Shape,
  list: readonly UserFunction[] | null,
  x: Exchange,
  payload: unknown,
  next: Stage,
  failed: Failure,
): void {
  if (list === null) next(x, payload)
  else step({ shape, list, x, turn: x.turn, next, failed }, 0, payload)
}

// The next stage runs inside the `done` of the hook, so that an async context which the hook has set (AsyncLocalStorage,
// AsyncResource) is kept in all later stages. A promise for the whole list would lose it.
function step(run: Run, at: number, payload: unknown): void {
  const { shape, list, x } = run
  if (isOver(shape, x)) return
  if (at === list.length) {
    run.next(x, payload)
    return
  }
  const done = once((error?: unknown, replaced?: unknown): void => {
    if (shape === 'payload' && typeof replaced === 'object' && replaced !== payload) hold(x, replaced)
    if (run.turn !== x.turn && !observes(shape)) {
      logLate(x, error)
      return
    }
    if (isFailure(error, x)) run.failed(x, error)
    else step(run, at + 1, shape === 'payload' && replaced !== undefined ? replaced : payload)
  })
  let result: unknown
  try {
    result = call(list[at]!, shape, x, payload, done)
  } catch (error) {
    const reason = error || undefinedError()
    if (!done(reason)) threwLate(run, reason)
    return
  }
  if (isThenable(result))
    settle(
      result,
      (value) => done(null, value),
      (error) => done(error || undefinedError()),
    )
}

/** Whether the hooks only see how the request has ended. */
function observes(shape: Shape): boolean {
  return shape === 'watch' || shape === 'abort'
}

function isOver(shape: Shape, { status, wire }: Exchange): boolean {
  if (status === 'open') return wire.ended && (shape === 'request' || shape === 'payload')
  if (shape === 'request') return true
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

// A hook threw after it had called back. The next stages run already, so the request fails only if it has no reply yet.
function threwLate({ shape, x, failed }: Run, error: unknown): void {
  if (observes(shape) || shape === 'error' || x.status === 'open') failed(x, error, true)
  else x.log.error({ err: error }, 'a hook threw after it had called back')
}

// Before the handler, whatever a hook calls back with but null and undefined refuses the request: `done(false)` is no yes.
function isFailure(error: unknown, { status }: Exchange): boolean {
  return status === 'open' ? error !== undefined && error !== null : Boolean(error)
}

/** The error in place of a reason that is missing or falsy. */
export const undefinedError = (): Error => new errorCodes.FST_ERR_SEND_UNDEFINED_ERR()

/** Waits for a promise or a thenable. */
export function settle(
  result: PromiseLike<unknown>,
  fulfilled: (value: unknown) => void,
  rejected: (error: unknown) => void,
): void {
  // `types.isPromise` would tell as much, but calls into C++: this runs for every async handler.
  try {
    if (result instanceof Promise && result.then === Promise.prototype.then) {
      result.then(fulfilled, rejected)
      return
    }
  } catch {} // a proxy, or an object that only inherits from Promise
  adopted(result).then(fulfilled, rejected)
}

// A thenable of another library may throw, call back at once, or settle twice. Its `then` may be async, and reject.
function adopted(result: PromiseLike<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    queueMicrotask(() => {
      try {
        const returned: unknown = result.then(resolve, reject)
        if (isThenable(returned)) Promise.resolve(returned).catch(reject)
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** Runs the next stage with a text, which an asynchronous response schema gives later. */
export function whenKnown(x: Exchange, text: unknown, next: Stage, failed: Failure): void {
  if (typeof text === 'string' || !(text instanceof Later)) {
    next(x, text)
    return
  }
  const { turn } = x
  settle(
    text.text,
    (value) => (turn === x.turn ? next(x, value) : logLate(x)),
    (error) => (turn === x.turn ? failed(x, error) : logLate(x, error)),
  )
}
