/**
 * The functions of the application as stages of a request: what is published about each on the channel `touchstone.request.stage`, and
 * the times of the header `server-timing`. A plan has the functions of this file only where one of both is in use.
 */
import { tracingChannel } from 'node:diagnostics_channel'
import { inTime, isFunction, isObject, isThenable, type UserFunction } from '../values.ts'
import { type Exchange, kExchange } from './exchange.ts'
import type { AnyReply, AnyRequest } from './plan.ts'

/** Where a function was declared, and what it is called. */
export interface StagePlace {
  /** such as `onRequest`, `handler` or `errorHandler` */
  readonly stage: string
  /** the name of the function; empty: it has none */
  readonly hook: string
  /** the context, such as `root -> users`, or the route, such as `GET /users/:id` */
  readonly place: string
}

/** One object for all events of one call. */
export interface StageMessage extends StagePlace {
  readonly request: AnyRequest
  error?: unknown
}

/** The channels. A function is published if they have a subscriber when its plan is made. */
export const stages = tracingChannel<StageMessage, StageMessage>('touchstone.request.stage')

/** Says for which requests `server-timing` is sent. */
export type Timed = (request: AnyRequest) => unknown

const timings = new WeakMap<AnyRequest, Timing>()

export class Stages {
  readonly #traced: boolean
  readonly #timed: Timed | null

  private constructor(traced: boolean, timed: Timed | null) {
    this.#traced = traced
    this.#timed = timed
  }

  /** Null: nobody listens, and nobody wants times. */
  static of(timed: Timed | null): Stages | null {
    const traced = stages.hasSubscribers
    return traced || timed !== null ? new Stages(traced, timed) : null
  }

  /** A hook: the request is its first argument, and `done` its last one. */
  hook(fn: UserFunction, place: StagePlace): UserFunction {
    return namedAs(fn, (...args) => {
      const call = this.#call(args[0], place)
      if (call === null) return fn(...args)
      const done = args.pop()
      const called = (...given: unknown[]) =>
        call.called(given[0], () => (isFunction(done) ? done(...given) : undefined))
      return call.run(() => fn(...args, called))
    })
  }

  /** A handler, or with `at` 1 an error handler. */
  handler(fn: UserFunction, place: StagePlace, at: 0 | 1 = 0): UserFunction {
    return namedAs(fn, (...args) => {
      const call = this.#call(args[at], place)
      if (call === null) return fn(...args)
      return call.run(() => {
        const result = fn(...args)
        if (result !== undefined && !isThenable(result)) call.stop() // else it sends later, or inside of the call
        return result
      })
    })
  }

  /** The last onSend hook of every plan; null: nobody wants times. */
  get header(): UserFunction | null {
    const timed = this.#timed
    if (timed === null) return null
    return (request, reply, _payload, done) => {
      if (isRequest(request) && isReply(reply)) addTimes(timed, request, reply)
      return isFunction(done) ? done() : undefined
    }
  }

  /** Null: the function was called with something else than a request, which nobody could tell apart. */
  #call(request: unknown, place: StagePlace): Call | null {
    if (!isRequest(request)) return null
    return new Call({ request, ...place }, this.#traced, this.#timed === null ? null : timingOf(request))
  }
}

/** `printRoutes` and tracers show the names of functions. */
function namedAs({ name }: UserFunction, fn: UserFunction): UserFunction {
  return Object.defineProperty(fn, 'name', { value: name })
}

function addTimes(timed: Timed, request: AnyRequest, reply: OwnReply): void {
  const text = timings.get(request)?.text() ?? ''
  if (text === '' || !isWanted(timed, request, reply[kExchange])) return
  const own = reply.getHeader('server-timing')
  reply.header('server-timing', own === undefined ? text : `${String(own)}, ${text}`)
}

function timingOf(request: AnyRequest): Timing {
  let timing = timings.get(request)
  if (timing === undefined) timings.set(request, (timing = new Timing()))
  return timing
}

/** A request whose function fails gets no times: they are for some clients only. */
function isWanted(timed: Timed, request: AnyRequest, x: Exchange): boolean {
  try {
    return inTime(timed(request), 'serverTiming') === true
  } catch (err) {
    x.log.error({ err }, 'serverTiming failed')
    return false
  }
}

/** The times of one request. One stage runs at a time: when the next one begins, the one before has ended. */
class Timing {
  readonly #sums = new Map<string, number>()
  #running: Call | null = null
  #since = 0

  start(call: Call): void {
    this.stop()
    this.#running = call
    this.#since = performance.now()
  }
  /** Ends a call, or whichever runs. */
  stop(call: Call | null = this.#running): void {
    if (call === null || call !== this.#running) return
    const { stage } = call.message
    this.#sums.set(stage, (this.#sums.get(stage) ?? 0) + performance.now() - this.#since)
    this.#running = null
  }
  text(): string {
    this.stop()
    return [...this.#sums].map(([stage, ms]) => `${stage};dur=${Math.round(ms * 10) / 10}`).join(', ')
  }
}

/** One call of a function. */
class Call {
  readonly message: StageMessage
  readonly #traced: boolean
  readonly #timing: Timing | null
  #isOver = false

  constructor(message: StageMessage, traced: boolean, timing: Timing | null) {
    this.message = message
    this.#traced = traced
    this.#timing = timing
  }

  run(call: () => unknown): unknown {
    this.#timing?.start(this)
    if (!this.#traced) return this.#observed(call)
    return stages.start.runStores(this.message, () => {
      try {
        return this.#observed(call)
      } finally {
        stages.end.publish(this.message)
      }
    })
  }

  #observed(call: () => unknown): unknown {
    let result: unknown
    try {
      result = call()
    } catch (error) {
      this.#failed(error)
      this.stop()
      throw error
    }
    if (!isThenable(result) || isReply(result)) return result
    const passed = (): void => this.#settled()
    const failed = (error: unknown): void => this.#settled({ error })
    if (result instanceof Promise && result.then === Promise.prototype.then) {
      result.then(passed, failed)
      return result
    }
    // A query builder runs its query for each `then`: it gets one.
    const once = Promise.resolve(result)
    once.then(passed, failed)
    return once
  }

  /** A hook has called back: `next` is the rest of the request. */
  called(error: unknown, next: () => unknown): unknown {
    if (this.#isOver) return next()
    this.stop()
    if (error !== undefined && error !== null) this.#failed(error)
    if (!this.#traced) return next()
    stages.asyncStart.publish(this.message)
    try {
      return next()
    } finally {
      stages.asyncEnd.publish(this.message)
    }
  }

  stop(): void {
    this.#isOver = true
    this.#timing?.stop(this)
  }

  #settled(failure?: { readonly error: unknown }): void {
    if (this.#isOver) return
    this.stop()
    if (failure !== undefined) this.#failed(failure.error)
    if (!this.#traced) return
    stages.asyncStart.publish(this.message)
    stages.asyncEnd.publish(this.message)
  }

  #failed(error: unknown): void {
    this.message.error = error
    if (this.#traced) stages.error.publish(this.message)
  }
}

type OwnReply = AnyReply & { readonly [kExchange]: Exchange }

function isRequest(value: unknown): value is AnyRequest {
  return isObject(value) && kExchange in value
}

/** A reply is thenable, too: what it settles to is no result. */
function isReply(value: unknown): value is OwnReply {
  return isObject(value) && kExchange in value
}
