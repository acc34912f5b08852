/** The order in which plugins speak: register → after → ready, as one tree of jobs with time-outs. Knows nothing of HTTP. */
import { errorCodes } from '../errors.ts'
import {
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
  /** milliseconds a plugin, an `after` or a hook of the boot may take; 0: no limit */
  timeout: number
  /** makes the scope in which a plugin runs: a new one, or the parent's own */
  open(parent: S, plugin: UserFunction, options: Properties): S
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
  loaded = false
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
  booted = false

  constructor(settings: QueueSettings<S>) {
    this.#settings = settings
    this.#root = new Job('root', null, settings.root, null)
    this.#stack = [this.#root]
  }

  /** Puts a plugin behind what the plugin that speaks now has already asked for. */
  register(plugin: unknown, options: unknown): void {
    if (this.booted || this.#root.loaded) throw new errorCodes.FST_ERR_ROOT_PLG_BOOTED()
    const current = this.#stack[0]!
    if (current.loaded) throw new errorCodes.FST_ERR_PARENT_PLUGIN_BOOTED(current.name)
    if (!isThenable(plugin) && functionOf(plugin) === null)
      throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(plain(plugin))
    const name = isFunction(plugin) ? this.#settings.nameOf(plugin) : 'promise'
    current.waiting.push(new Job(name, current, current.scope, (job) => this.#speak(job, plugin, options)))
  }

  /** Runs a step of the framework's own when the queue comes to this place. It neither sees nor takes an error. */
  later(step: () => void): void {
    const current = this.#stack[0]
    if (current === undefined || current.loaded) step()
    else current.waiting.push(step)
  }

  /** Runs when everything registered before it in this plugin has loaded; one that takes an error handles it. */
  after(fn: UserFunction): void {
    if (this.booted || this.#root.loaded) throw new errorCodes.FST_ERR_ROOT_PLG_BOOTED()
    const current = this.#stack[0]!
    const work = (job: Job<S>) => this.#callAfter(job, fn)
    current.waiting.push(new Job(`after(${fn.name})`, current, current.scope, work, true))
  }

  /** A hook of the boot that has to act at once returned this. If it is a promise that rejects, the boot fails with its reason. */
  watch(result: unknown): void {
    if (!isThenable(result)) return
    result.then(undefined, (reason) => {
      if (this.#root.loaded) process.emitWarning(`a hook failed after the boot: ${textOf(reason)}`)
      else this.#error ??= { reason }
    })
  }

  /** Whether a plugin is being loaded now, and not the root. */
  get inPlugin(): boolean {
    const [current] = this.#stack
    return current !== undefined && current !== this.#root
  }

  /** Loads everything. Rejects with the first error that no `after` has taken, now and ever after. */
  load(): Promise<void> {
    this.#loading ??= this.#loadAll()
    return this.#loading
  }

  async #loadAll(): Promise<void> {
    await new Promise<void>((resolve) => process.nextTick(resolve)) // what is said in the same tick belongs to the boot
    do await this.#drain(this.#root)
    while (this.#root.waiting.length > 0)
    this.#root.loaded = true
    this.#stack.length = 0
    if (this.#error !== null) throw this.#error.reason
  }

  /**
   * What reading `then` of a scope gives: a function with the contract of a promise's while there is something to wait for,
   * else undefined.
   */
  thenable(scope: S): PromiseLike<S>['then'] | undefined {
    if (this.booted || this.#root.loaded) return undefined
    if (this.#unwrap) {
      this.#unwrap = false // the promise that we resolve with the scope asks for its `then` again
      return undefined
    }
    return (fulfilled, rejected) => this.#loadedSoFar().then(() => this.#handOut(scope, fulfilled), rejected)
  }

  #handOut<R>(scope: S, fulfilled: ((scope: S) => R | PromiseLike<R>) | null | undefined): never {
    this.#unwrap = true
    if (!fulfilled) return scope as never // without a function a promise hands on its value
    try {
      return fulfilled(scope) as never // the caller's types know what it is
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

  // One drain of a job at a time, so that jobs keep their order however many wait for them.
  #drain(job: Job<S>): Promise<void> {
    const mine = (job.draining ?? Promise.resolve()).then(() => this.#drainNow(job))
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
    job.parent!.children.push(job)
    if (this.#error !== null && !job.ignoresErrors) return // after an error only an `after` is heard
    this.#stack.unshift(job)
    const from = performance.now()
    try {
      await job.work!(job)
      await this.#drain(job)
    } catch (reason) {
      this.#error ??= { reason: reason || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR() }
    }
    job.took = performance.now() - from
    job.loaded = true
    job.work = null
    this.#stack.splice(this.#stack.indexOf(job), 1)
  }

  async #speak(job: Job<S>, given: unknown, options: unknown): Promise<void> {
    const found = await given
    const plugin = functionOf(found)
    if (plugin === null) throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(plain(found))
    job.scope = this.#settings.open(job.scope, plugin, isObject(options) ? options : {})
    const chosen = (isFunction(options) ? options(job.scope) : options) ?? {}
    await this.#timed(job, plugin.length < 3, (done) => plugin(job.scope, chosen, done))
  }

  async #callAfter(job: Job<S>, fn: UserFunction): Promise<void> {
    if (fn.length === 0) {
      await fn() // it does not look at the error, which therefore stays
      return
    }
    const reason = this.#error?.reason
    this.#error = null
    if (fn.length === 1) await fn(reason)
    else if (fn.length === 2) await this.#timed(job, false, (done) => fn(reason, done))
    else await this.#timed(job, false, (done) => fn(reason, job.scope, done))
  }

  #timed(job: Job<S>, takesNoDone: boolean, call: (done: Done) => unknown): Promise<void> {
    return waitFor(call, {
      endsAtOnce: false,
      limit: this.#settings.timeout,
      late: (returned) => {
        const why = returned && takesNoDone ? '; it takes no done and returned no promise' : ''
        const error = new errorCodes.FST_ERR_PLUGIN_TIMEOUT(job.name, `. It is ${job.path}${why}`)
        return causedBy('AVV_ERR_PLUGIN_EXEC_TIMEOUT', error)
      },
      watched: (watch) => {
        job.watch = watch
      },
    })
  }

  /** The tree of what was loaded, a line each. */
  print(): string {
    const lines = ['root']
    const walk = (job: Job<S>, indent: string): void => {
      job.children.forEach((child, at) => {
        const last = at === job.children.length - 1
        lines.push(`${indent}${last ? '└── ' : '├── '}${child.name} ${Math.round(child.took)} ms`)
        walk(child, indent + (last ? '    ' : '│   '))
      })
    }
    walk(this.#root, '')
    return `${lines.join('\n')}\n`
  }
}

/** A plugin is a function, or a module with one as its default. */
function functionOf(plugin: unknown): UserFunction | null {
  if (isFunction(plugin)) return plugin
  const own = isObject(plugin) ? plugin.default : undefined
  return isFunction(own) ? own : null
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : shown(value)
}
