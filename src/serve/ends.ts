/** The end of an exchange: its answer has left, its connection closed before, or it timed out. The first of them counts. */
import type { Exchange } from './exchange.ts'
import { runHooks, type Stage } from './hooks.ts'
import { completed, endedEarly } from './lines.ts'

/** Runs hooks that only observe: their results are ignored, and a failure is only logged. */
export function watch(
  shape: 'error' | 'watch' | 'abort',
  name: 'onError' | 'onResponse' | 'onTimeout' | 'onRequestAbort',
  x: Exchange,
  payload: unknown,
  next: Stage,
): void {
  runHooks(shape, x.plan[name], x, payload, next, (_x, failure, late) => {
    if (name === 'onResponse') {
      next(x, failure)
      return
    }
    x.log.error(
      { err: failure },
      name === 'onRequestAbort' ? 'onRequestAborted hook failed' : `an ${name} hook failed`,
    )
    if (!late) next(x, payload)
  })
}

const nothing = (): void => {}

/** Runs onResponse, onRequestAbort or onTimeout when the exchange ends, and logs how. */
export function watchEnd(x: Exchange): void {
  const { plan, wire } = x
  x.startedAt = performance.now()
  const answered = (error?: Error): void => {
    if (x.place === null) answeredWith(x, error)
    else x.place.runInAsyncScope(answeredWith, null, x, error)
  }
  wire.watch(answered, () => abort(x))
  if (plan.onTimeout !== null) watchTimeout(x)
}

function answeredWith(x: Exchange, error?: Error): void {
  // HTTP/2 emits `finish` when a stream is reset, too.
  if (x.wire.aborted && error === undefined) abort(x)
  else if (end(x)) watch('watch', 'onResponse', x, error, completed)
}

/** Whether this is the end: each exchange has one. */
function end(x: Exchange): boolean {
  if (x.ended) return false
  x.ended = true
  x.cancellation?.stopTime()
  x.endedAt = performance.now()
  return true
}

/** The connection closed before the answer had left. */
function abort(x: Exchange): void {
  if (!end(x)) return
  endedEarly(x, 'request aborted')
  if (x.plan.onRequestAbort !== null) watch('abort', 'onRequestAbort', x, undefined, nothing)
}

const latest = new WeakMap<object, Exchange>() // socket → its latest exchange, whose onTimeout hooks run

function watchTimeout(x: Exchange): void {
  const { peer } = x.wire
  if (!latest.has(peer)) peer.on('timeout', () => timeOut(latest.get(peer)!))
  latest.set(peer, x)
}

function timeOut(x: Exchange): void {
  if (!end(x)) return
  endedEarly(x, 'request timed out')
  watch('watch', 'onTimeout', x, undefined, nothing)
}
