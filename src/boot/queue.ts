/** The order in which plugins load: register → after → ready, as one tree of jobs with timeouts. Knows nothing of HTTP. */
import { errorCodes } from '../errors.ts'
import {
  inTime,
  isFunction,
  isObject,
  isThenable,
  type Properties,
  shown,
  textOf,
  type UserFunction,
} from '../values.ts'
import { causedBy, type Done, type Watch, waitFor } from './wait.ts'

export interface QueueSettings<S> {
  root: S
  /** milliseconds that a plugin or an `after` callback may take; 0: no limit */
  timeout: number
  /** whether a plugin without `done` that returns no promise has loaded when it returns */
  syncPlugins: boolean
  /** returns the scope in which a plugin runs: a new one, or the scope of the parent */
  open(parent: S, plugin: UserFunction, options: Properties, name: string): S
  nameOf(plugin: UserFunction): string
}

class Job<S> {
  readonly name: string
  readonly parent: Job<S> | null
  scope: S
  readonly waiting: (Job<S> | (() => void))[] = []
  work: ((job: Job<S>) => unknown) | null
  readonly ignoresErrors: boolean
  draining: Promise<void> | null = null
  took = 0
  readonly children: Job<S>[] = []
  watch: Watch | null = null

  constructor(name: string, parent: Job<S> | null, scope: S, work: Job<S>['work'], ignoresErrors = false) {
    this.name = name
    this.parent = parent
    this.scope = scope
    this.work = work
    this.ignoresErrors = ignoresErrors
  }
  get path(): string {
    return this.parent === null ? this.name : `${this.parent.path} -> ${this.name}`
  }
}

export class BootQueue<S extends object> {
  readonly #settings: QueueSettings<S>
  readonly #root: Job<S>
  readonly #stack: Job<S>[]
  #error: { reason: unknown } | null = null
  #loading: Promise<void> | null = null
  #unwrap = false
  #loaded = false

  constructor(settings: QueueSettings<S>) {
    this.#settings = settings
    this.#root = new Job('root', null, settings.root, null)
    this.#stack = [this.#root]
  }

  /** Adds a plugin to the end of the queue of the plugin that is loading. */
  register(plugin: unknown, options: unknown): void {
    if (this.#loaded) throw new errorCodes.FST_ERR_ROOT_PLG_BOOTED()
    const current = this.#stack[0]!
    if (!isThenable(plugin) && functionOf(plugin) === null)
      throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(plain(plugin))
    const name = isFunction(plugin) ? this.#settings.nameOf(plugin) : 'promise'
    current.waiting.push(new Job(name, current, current.scope, (job) => this.#speak(job, plugin, options)))
  }

  /** Runs a step of the framework when the queue reaches this place. Steps also run after an error. */
  later(step: () => void): void {
    const current = this.#stack[0]
    if (current === undefined) step()
    else current.waiting.push(step)
  }

  /** Whether a step waits at the end of the queue: nothing comes between it and a step that is added now. */
  isLast(step: () => void): boolean {
    return this.#stack[0]?.waiting.at(-1) === step
  }

  /** Calls back when everything registered before it in this plugin has loaded. With parameters, it handles the error. */
  after(fn: UserFunction, name: string): void {
    if (this.#loaded) throw new errorCodes.FST_ERR_ROOT_PLG_BOOTED()
    const current = this.#stack[0]!
    const work = (job: Job<S>) => this.#callAfter(job, fn)
    current.waiting.push(new Job(`after(${name})`, current, current.scope, work, true))
  }

  /** Watches the result of a hook that runs synchronously, such as onRoute. If it is a promise that rejects, the boot fails. */
  watch(result: unknown): void {
    if (!isThenable(result)) return
    result.then(undefined, (reason) => {
      if (this.#loaded) process.emitWarning(`a hook failed after the boot: ${textOf(reason)}`)
      else this.#error ??= { reason }
    })
  }

  /** Whether a plugin other than the root is loading. */
  get inPlugin(): boolean {
    const [current] = this.#stack
    return current !== undefined && current !== this.#root
  }

  /** Loads everything, once. Every call rejects with the first error that no `after` callback has handled. */
  load(): Promise<void> {
    this.#loading ??= this.#loadAll()
    return this.#loading
  }

  async #loadAll(): Promise<void> {
    // Declarations of the same tick are still part of the boot, and those of the next one, as on 4.17.
    for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => process.nextTick(resolve))
    const from = process.uptime() // `performance` would be loaded for it
    do await this.#drain(this.#root)
    while (this.#root.waiting.length > 0)
    this.#root.took = (process.uptime() - from) * 1000
    this.#loaded = true
    this.#stack.length = 0
    if (this.#error !== null) throw this.#error.reason
  }

  /**
   * The property `then` of a scope: a function like the one of a promise while there is something to wait for, else
   * undefined.
   */
  thenable(scope: S): PromiseLike<S>['then'] | undefined {
    if (this.#loaded) return undefined
    if (this.#unwrap) {
      this.#unwrap = false // a promise that is resolved with the scope reads its `then` again: it must not wait again
      return undefined
    }
    return (fulfilled, rejected) => this.#loadedSoFar().then(() => this.#handOut(scope, fulfilled), rejected)
  }

  /** Settles once everything that this plugin has registered so far is loaded. `ready` tells an error too, so nobody has to handle it here. */
  soFar(): Promise<void> {
    const loaded = this.#loaded ? Promise.resolve() : this.#loadedSoFar()
    loaded.catch(() => {})
    return loaded
  }

  #handOut<R>(scope: S, fulfilled: ((scope: S) => R | PromiseLike<R>) | null | undefined): never {
    this.#unwrap = true
    if (!fulfilled) return scope as never // without a callback a promise resolves with the same value
    try {
      return fulfilled(scope) as never // the caller has the type of what its callback returns
    } finally {
      this.#unwrap = false
    }
  }

  async #loadedSoFar(): Promise<void> {
    const current = this.#stack[0]
    if (current === undefined) return
    await new Promise<void>((resolve) => process.nextTick(resolve))
    current.watch?.hold()
    await this.#drain(current)
    current.watch?.go()
    if (this.#error !== null) throw this.#error.reason
  }

  // Drains a job only once at a time, so that its queue keeps its order if several callers wait for it.
  #drain(job: Job<S>): Promise<void> {
    const before = job.draining
    const mine = before === null ? this.#drainNow(job) : before.then(() => this.#drainNow(job))
    job.draining = mine
    return mine
  }

  async #drainNow(job: Job<S>): Promise<void> {
    for (let next = job.waiting.shift(); next !== undefined; next = job.waiting.shift()) {
      if (typeof next === 'function') this.#step(next)
      else await this.#run(next)
    }
  }

  #step(step: () => void): void {
    try {
      step()
    } catch (reason) {
      this.#error ??= { reason }
    }
  }

  async #run(job: Job<S>): Promise<void> {
    if (this.#error !== null && !job.ignoresErrors) return // after an error only `after` callbacks run
    job.parent!.children.push(job)
    this.#stack.unshift(job)
    const from = process.uptime() // `performance` would be loaded for it
    try {
      await job.work!(job)
      if (this.#error !== null && job.ignoresErrors) job.waiting.length = 0
      await this.#drain(job)
    } catch (reason) {
      // The last error is the one that is told: who throws it knows of those before.
      this.#error = { reason: reason || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR() }
    }
    job.took = (process.uptime() - from) * 1000
    job.work = null
    this.#stack.splice(this.#stack.indexOf(job), 1)
  }

  async #speak(job: Job<S>, given: unknown, options: unknown): Promise<void> {
    const found = await given
    const plugin = functionOf(found)
    if (plugin === null) throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(plain(found))
    const name = plugin === given ? job.name : this.#settings.nameOf(plugin)
    // As on 4.17, the prefix of a function in place of options is its property, and not one of what it returns.
    const own = isObject(options) || isFunction(options) ? Object(options) : {}
    job.scope = this.#settings.open(job.scope, plugin, own, name)
    const chosen = (isFunction(options) ? optionsOf(options(job.scope), job) : options) ?? {}
    const takesNoDone = plugin.length < 3
    const endsAtOnce = takesNoDone && this.#settings.syncPlugins
    await this.#timed(job, takesNoDone, (done) => plugin(job.scope, chosen, done), endsAtOnce)
  }

  async #callAfter(job: Job<S>, fn: UserFunction): Promise<void> {
    if (fn.length === 0) {
      await this.#timed(job, false, () => fn(), true) // it takes no error, so it does not handle one
      return
    }
    const reason = this.#error?.reason
    this.#error = null
    if (fn.length === 1) await this.#timed(job, false, () => fn(reason), true)
    else if (fn.length === 2) await this.#timed(job, false, (done) => fn(reason, done))
    else await this.#timed(job, false, (done) => fn(reason, job.scope, done))
  }

  #timed(
    job: Job<S>,
    takesNoDone: boolean,
    call: (done: Done) => unknown,
    endsAtOnce = false,
  ): Promise<void> {
    return waitFor(call, {
      endsAtOnce,
      limit: this.#settings.timeout,
      late: (nothing) => {
        const why = nothing && takesNoDone ? '; it takes no done and returned no promise' : ''
        const error = new errorCodes.FST_ERR_PLUGIN_TIMEOUT(job.name, `. Its path is ${job.path}${why}`)
        return causedBy('AVV_ERR_PLUGIN_EXEC_TIMEOUT', error)
      },
      watched: (watch) => {
        job.watch = watch
      },
    })
  }

  /** The tree of the plugins that have begun to load, one line each. */
  print(): string {
    const lines: string[] = []
    const walk = ({ name, took, children }: Job<S>, before: string, indent: string): void => {
      lines.push(`${before}${name} ${Math.round(took)} ms`)
      for (const child of children) {
        const last = child === children.at(-1)
        const branch = `${last ? '└' : '├'}─${child.children.length > 0 ? '┬' : '─'} `
        walk(child, indent + branch, indent + (last ? '  ' : '│ '))
      }
    }
    walk(this.#root, '', '')
    return `${lines.join('\n')}\n`
  }
}

// A call such as `decorate` returns the instance, which has a `then` while it loads, and is no promise of options.
function optionsOf<S>(made: unknown, { scope, parent }: Job<S>): unknown {
  return made === scope || made === parent?.scope ? made : inTime(made, 'the function in place of options')
}

/** The function of a plugin, which may be the default export of a module; null: there is none. */
function functionOf(plugin: unknown): UserFunction | null {
  if (isFunction(plugin)) return plugin
  const own = isObject(plugin) ? plugin.default : undefined
  return isFunction(own) ? own : null
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : shown(value)
}
