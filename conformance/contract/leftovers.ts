// What an implementation in this process leaves behind: timers that keep the process alive, listeners without end, warnings told again.

import { currentSink, type Sink } from './faults.ts'

interface Left {
  readonly timers: Set<NodeJS.Timeout>
  readonly warnings: string[]
  /** what was told before in this process */
  readonly told: Set<string>
}

/** By the case on whose behalf it was made. */
const bySink = new WeakMap<Sink, Left>()
let isWatching = false

/**
 * Watches what is made on behalf of the current case from now on. Returns a function that tells, once its applications have closed,
 * what is left; null: nothing. `told` has the deprecations that the implementation has told in this process.
 */
export function watchLeftovers(told: Set<string>): () => string | null {
  const sink = currentSink()
  if (sink === undefined) return () => null
  if (!isWatching) watchProcess()
  const left: Left = bySink.get(sink) ?? { timers: new Set(), warnings: [], told }
  bySink.set(sink, left)
  return () => {
    const [warning] = left.warnings
    if (warning !== undefined) return warning
    for (const timer of left.timers) if (!isAlive(timer)) left.timers.delete(timer)
    return left.timers.size > 0 ? 'a timer keeps the process alive after the application has closed' : null
  }
}

function isAlive(timer: NodeJS.Timeout): boolean {
  const { _destroyed: destroyed }: { _destroyed?: boolean } = Object(timer)
  return destroyed !== true && timer.hasRef()
}

function watchProcess(): void {
  isWatching = true
  globalThis.setTimeout = noting(globalThis.setTimeout)
  globalThis.setInterval = noting(globalThis.setInterval)
  process.on('warning', (warning) => {
    const left = leftNow()
    if (left === undefined) return
    const { name, message, code = '' }: Error & { code?: string } = warning
    const key = `${code} ${message}`
    if (name === 'MaxListenersExceededWarning') left.warnings.push(message)
    else if (name === 'FastifyDeprecation' && left.told.has(key))
      left.warnings.push(`a deprecation is told again in one process: ${key}`)
    else left.told.add(key)
  })
}

function noting<F extends (...args: never[]) => NodeJS.Timeout>(make: F): F {
  const noted = (...args: Parameters<F>): NodeJS.Timeout => {
    const timer = make(...args)
    leftNow()?.timers.add(timer)
    return timer
  }
  return Object.defineProperties(noted, Object.getOwnPropertyDescriptors(make)) as unknown as F // it has all members of the original
}

function leftNow(): Left | undefined {
  const sink = currentSink()
  return sink && bySink.get(sink)
}
