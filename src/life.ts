/** The life of a server: created → booting → ready → listening → closing → closed. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callCloser, callReady, runApplicationHooks } from './declare/application-hooks.ts'
import type { Context } from './declare/context.ts'
import { errorCodes } from './errors.ts'
import { wrongValue } from './option-values.ts'
import { SafeLog } from './safe-log.ts'
import type { Application } from './serve/plan.ts'
import type { Connections } from './transport/connections.ts'
import * as network from './transport/server.ts'
import type { Instance } from './types/app/instance.ts'
import type { ListenOptions } from './types/options/listen.ts'
import type { UserFunction } from './values.ts'

export interface LifeSettings {
  readonly root: Context
  readonly app: Application
  readonly pluginTimeout: number
  readonly force: boolean | 'idle'
  readonly closeTimeout: number
  readonly connections: Connections
  readonly server: Server
  createServer(): Server
  /** loads every plugin; rejects with the error that ends the boot */
  load(): Promise<void>
  /** makes the plans; called when all plugins have loaded */
  compile(): void
  /** called when the onReady hooks have run, before any request is served */
  seal(): void
}

export class Life {
  readonly #settings: LifeSettings
  readonly #closers: { fn: UserFunction; instance: Instance }[] = []
  readonly #secondary: Server[] = []
  #booting: Promise<void> | null = null
  #closing: Promise<void> | null = null
  readonly #whenLoaded: { fn: UserFunction; instance: Instance }[] = []
  started = false
  /** the plans are made: a later declaration would have no effect on any request */
  compiled = false
  listening = false

  constructor(settings: LifeSettings) {
    this.#settings = settings
  }

  get closing(): boolean {
    return this.#closing !== null
  }

  /** Loads, compiles and runs onReady, once. If the boot fails, every call rejects with the same error. */
  boot(): Promise<void> {
    this.#booting ??= this.#boot()
    return this.#booting
  }

  async #boot(): Promise<void> {
    const { root, pluginTimeout, load, compile, seal } = this.#settings
    if (pluginTimeout > 0) assertTimers(pluginTimeout)
    // The first one counts: a callback that is told of it may fail, too.
    const errors: unknown[] = []
    const failed = (error: unknown): void => void errors.push(error)
    await load().catch(failed)
    for (const { fn, instance } of this.#whenLoaded)
      await callReady(fn, instance, errors[0] ?? null, pluginTimeout).catch(failed)
    if (errors.length > 0) throw errors[0]
    this.compiled = true
    compile()
    await runApplicationHooks('onReady', root, pluginTimeout)
    seal()
    this.#settle()
  }

  #settle(): void {
    this.started = true
    this.compiled = true
  }

  async listen(options: ListenOptions): Promise<string> {
    this.#refuseTwice()
    const wrong = wrongValue('listen', { ...options })
    if (wrong !== null) throw new errorCodes.FST_ERR_LISTEN_OPTIONS_INVALID(wrong)
    const { signal, ...place } = options // node would close the server on its own, and cut replies
    if (!signal) return this.#listen(place)
    const abort = (): Promise<void> => this.close().catch(nothing)
    if (signal.aborted) await abort()
    else signal.addEventListener('abort', abort, { once: true })
    try {
      return await this.#listen(place)
    } catch (error) {
      if (signal.aborted) await abort()
      signal.removeEventListener('abort', abort)
      throw error
    }
  }

  async #listen(options: Omit<ListenOptions, 'signal'>): Promise<string> {
    const { root, app, server, createServer } = this.#settings
    const log = new SafeLog(app.logger)
    await this.boot()
    this.#refuseTwice()
    this.listening = true
    let address: string
    try {
      address = await network.bind(server, options)
      if (this.closing) {
        server.close() // close() was called before the server was bound
        throw new errorCodes.FST_ERR_REOPENED_CLOSE_SERVER()
      }
    } catch (error) {
      this.listening = false
      throw error
    }
    const others = options.host === 'localhost' ? await network.bindOthers(server, options, createServer) : []
    this.#secondary.push(...others.map((other) => other.server))
    if (this.closing) for (const late of this.#secondary) late.close() // close() was called before these were bound
    for (const one of [address, ...others.map((other) => other.address)])
      log.info(options.listenTextResolver?.(one) ?? `Server listening at ${one}`)
    // The server already accepts requests: a hook that fails here cannot stop it.
    const report = (error: unknown) => log.error({ err: error }, 'an onListen hook failed')
    await runApplicationHooks('onListen', root, this.#settings.pluginTimeout, report)
    return address
  }

  #refuseTwice(): void {
    if (this.closing) throw new errorCodes.FST_ERR_REOPENED_CLOSE_SERVER()
    if (this.listening) throw new errorCodes.FST_ERR_REOPENED_SERVER()
  }

  /** Calls it when all plugins have loaded and nothing is compiled yet, or with the error that ended the boot, and waits for it. */
  whenLoaded(fn: UserFunction, instance: Instance): void {
    this.#whenLoaded.push({ fn, instance })
  }

  /** Adds an onClose hook. The last one declared runs first, so that a child closes before what it depends on. */
  onClose(fn: UserFunction, instance: Instance): void {
    this.#closers.unshift({ fn, instance })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { root, app, load, server, force, closeTimeout, connections, pluginTimeout } = this.#settings
    // A boot that has begun runs to its end, with its onReady hooks. One that failed may have opened resources, too.
    await (this.#booting ?? load()).catch(nothing)
    this.#settle()
    app.closing = true
    const log = new SafeLog(app.logger)
    const failures: unknown[] = []
    const report = (error: unknown) => log.error({ err: error }, 'a hook failed while closing')
    const failed = (error: unknown): void => {
      report(error)
      failures.push(error)
    }
    await runApplicationHooks('preClose', root, pluginTimeout, failed)
    if (this.listening) {
      const forced = (count: number): void =>
        log.warn(`close() took longer than closeTimeout: ${count} connections were ended by force`)
      const closing = { force, limit: closeTimeout, forced }
      await network.release([server, ...this.#secondary], connections, closing).catch(report)
    }
    for (const { fn, instance } of this.#closers) await callCloser(fn, instance, closeTimeout).catch(failed)
    // Only now: a hook that fails must not keep the others from running. As on 4.17, the last failure is the reason.
    if (failures.length > 0) throw failures.at(-1)
  }

  get addresses(): AddressInfo[] {
    const { server } = this.#settings
    return [...this.#secondary, server].map((bound) => bound.address()).filter(isBound)
  }
}

/** In the global scope of a Worker there are no timers, and the boot would fail at the first plugin with words of the runtime. */
function assertTimers(pluginTimeout: number): void {
  try {
    clearTimeout(setTimeout(nothing, pluginTimeout))
  } catch (cause) {
    throw new errorCodes.TST_ERR_BOOT_TIMER(pluginTimeout, { cause })
  }
}

const nothing = (): void => {} // what failed is told elsewhere

// As on Fastify, whose types do not say so, the address of a server at a path is that path.
function isBound(address: AddressInfo | string | null): address is AddressInfo {
  return address !== null
}
