// One case on one application: boot, exchange by exchange, close, and what was seen in each.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Case, Exchange, Json, Operation, Transport } from '../spec/case.ts'
import type { Adapter, Application, Recorder, TraceEntry } from './adapter.ts'
import { describe } from './adapters/describe.ts'
import { type Carried, type Carrier, injectCarrier, SocketCarrier } from './carrier.ts'
import { TimeoutError, within } from './deadline.ts'
import { CrashError } from './faults.ts'
import { textOf } from './fixed-values.ts'
import { judge, judgeTraces } from './judge.ts'
import { createRecorder } from './recorder.ts'
import type { Cell, Observation } from './result.ts'

const BUILD_LIMIT = 5000
const EXCHANGE_LIMIT = 2000
/** The same, once one exchange of the case has hung: those after it mostly hang too. */
const LATER_LIMIT = 400
/** How long traces and probes may come after the answer that they belong to. */
const TRACE_LIMIT = 250

export class CaseRun {
  readonly #adapter: Adapter
  readonly #body: Case
  readonly #recorder: Recorder = createRecorder()
  #limit: number
  #transport: Transport
  #app: Application | null = null
  #carrier: Carrier
  #bootFailure: { error: unknown } | null = null
  #bootTrace: TraceEntry[] = []
  #crash: CrashError | null = null
  #interrupt: (crash: CrashError) => void = () => undefined
  readonly #interrupted: Promise<never>

  /** Ends what is being waited for; the first fault is the one that counts. */
  readonly crashed = (fault: unknown): void => {
    this.#crash ??= new CrashError(fault)
    this.#interrupt(this.#crash)
  }

  constructor(adapter: Adapter, body: Case, transport: Transport) {
    this.#adapter = adapter
    this.#body = body
    this.#transport = transport
    this.#limit = body.timeoutMs ?? EXCHANGE_LIMIT
    this.#carrier = new SocketCarrier(this.#recorder)
    this.#interrupted = new Promise((_, reject) => {
      this.#interrupt = reject
    })
    this.#interrupted.catch(() => undefined)
  }

  /** What a promise gives, unless it takes too long or the process would have died meanwhile. */
  #bounded<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
    return Promise.race([within(milliseconds, what, work), this.#interrupted])
  }

  async boot(): Promise<void> {
    try {
      await this.#bounded(BUILD_LIMIT, 'the boot', this.#build())
    } catch (error) {
      this.#bootFailure = { error }
    }
    await nextTurn()
    this.#bootTrace = this.#recorder.trace.splice(0)
  }

  async #build(): Promise<void> {
    const app = await this.#adapter.build(this.#body.app, this.#recorder)
    this.#app = app
    if (this.#transport === 'inject') this.#carrier = injectCarrier(app)
    if (this.#body.boot === 'manual') return
    if (this.#transport === 'socket') await this.#listen(app, { port: 0, host: '127.0.0.1' })
    else await app.ready()
    if (this.#body.app.afterReady) await app.run(this.#body.app.afterReady)
  }

  /** Goes on with the same application over the other transport. */
  async changeTo(transport: Transport): Promise<void> {
    this.#carrier.close()
    this.#transport = transport
    this.#carrier = new SocketCarrier(this.#recorder)
    if (!this.#app || this.#bootFailure) return
    try {
      await this.#bounded(BUILD_LIMIT, 'listening', this.#listen(this.#app, { port: 0, host: '127.0.0.1' }))
    } catch (error) {
      this.#bootFailure = { error }
    }
  }

  async #listen(app: Application, options: Json): Promise<void> {
    const port = await app.listen(options)
    if (this.#carrier instanceof SocketCarrier) this.#carrier.port = port
  }

  async exchangeAll(exchanges: Exchange[]): Promise<Map<string, Cell>> {
    const cells = new Map<string, Cell>()
    for (let index = 0; index < exchanges.length; ) {
      const group = groupAt(exchanges, index)
      const single = group.length === 1
      const started = group.map((exchange) => this.#exchange(exchange, single ? 'main' : exchange.id))
      for (const [position, cell] of (await Promise.all(started)).entries())
        cells.set((group[position] as Exchange).id, cell)
      this.#recorder.trace.length = 0
      index += group.length
    }
    return cells
  }

  async #exchange(exchange: Exchange, slot: string): Promise<Cell> {
    const began = performance.now()
    let cell: Omit<Cell, 'milliseconds'> = { outcome: 'pass' }
    for (let time = 0; time < (exchange.times ?? 1) && cell.outcome === 'pass'; time++) {
      if (time > 0) this.#recorder.trace.length = 0
      cell = await this.#once(exchange, slot)
    }
    return { ...cell, milliseconds: Math.round((performance.now() - began) * 10) / 10 }
  }

  async #once(exchange: Exchange, slot: string): Promise<Omit<Cell, 'milliseconds'>> {
    if (this.#crash) return { outcome: 'crash', reason: this.#crash.message }
    let carried: Carried & { resolved?: Json; rejected?: Json }
    try {
      if (exchange.operation === 'boot') carried = this.#lookAtBoot(exchange)
      else if (this.#bootFailure) return failedBoot(this.#bootFailure.error)
      else carried = await this.#bounded(this.#limit, 'the exchange', this.#carry(exchange, slot))
    } catch (error) {
      if (error instanceof TimeoutError) this.#limit = Math.min(this.#limit, LATER_LIMIT)
      const seen = this.#observe(exchange, slot, { headers: [] })
      return {
        outcome: outcomeOfError(error),
        reason: tellError(error),
        observed: seen,
      }
    }
    await this.#settle(exchange, slot, carried)
    const observed = this.#observe(exchange, slot, carried)
    const crash = this.#crash as CrashError | null
    if (crash) return { outcome: 'crash', reason: crash.message, observed }
    const difference = exchange.level === 'RECORD' ? null : judge(exchange.expect, observed, carried.headers)
    return difference ? { outcome: 'fail', difference, observed } : { outcome: 'pass', observed }
  }

  #lookAtBoot(exchange: Exchange): Carried & { resolved?: Json; rejected?: Json } {
    if (!this.#bootFailure) return { headers: [], resolved: '<undefined>' }
    const { error } = this.#bootFailure
    if (error instanceof TimeoutError && exchange.expect.rejects === undefined) throw error
    return { headers: [], rejected: describe(error) }
  }

  async #carry(exchange: Exchange, slot: string): Promise<Carried & { resolved?: Json; rejected?: Json }> {
    if (exchange.when !== undefined) await this.#recorder.gate(exchange.when)
    if (exchange.send) return this.#carryRequest(exchange, slot)
    try {
      return { headers: [], resolved: describe(await this.#operate(exchange.operation as Operation)) }
    } catch (error) {
      return { headers: [], rejected: describe(error) }
    }
  }

  async #carryRequest(exchange: Exchange, slot: string): Promise<Carried & { rejected?: Json }> {
    try {
      return await this.#carrier.carry(exchange, exchange.send ?? { url: '/' }, slot)
    } catch (error) {
      if (exchange.expect.rejects === undefined) throw error
      return { headers: [], rejected: describe(error) }
    }
  }

  async #operate(operation: Operation): Promise<unknown> {
    const app = this.#app
    if (!app) throw new Error('the application was not built')
    if (operation === 'ready') return app.ready()
    if (operation === 'close') return app.close()
    if (typeof operation === 'string') return undefined
    if ('listen' in operation) return this.#listen(app, operation.listen)
    if ('do' in operation) return app.run(operation.do)
    return this.#recorder.openGate(operation.open)
  }

  /** Waits a little for what comes after the answer, such as the trace of an onResponse hook. */
  async #settle(exchange: Exchange, slot: string, carried: Carried): Promise<void> {
    await nextTurn()
    await nextTurn()
    const until = performance.now() + TRACE_LIMIT
    while (
      judgeTraces(exchange.expect, this.#observe(exchange, slot, carried)) !== null &&
      performance.now() < until
    ) {
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await nextTurn()
  }

  #observe(
    exchange: Exchange,
    slot: string,
    carried: Carried & { resolved?: Json; rejected?: Json },
  ): Observation {
    const { headers: _, ...rest } = carried
    return {
      ...rest,
      trace: this.#traceOf(exchange, slot).map((entry) => entry.value),
      probes: Object.fromEntries(this.#recorder.probes),
      log: this.#recorder.log as unknown as Json[],
    }
  }

  #traceOf(exchange: Exchange, slot: string): TraceEntry[] {
    if (exchange.operation === 'boot') return this.#bootTrace
    if (slot === 'main') return this.#recorder.trace
    const { send } = exchange
    const via = send ? `${send.method ?? 'GET'} ${textOf(send.url)}` : null
    return this.#recorder.trace.filter((entry) => entry.via === via)
  }

  async end(): Promise<void> {
    this.#carrier.close()
    if (!this.#app) return
    try {
      await within(EXCHANGE_LIMIT, 'closing', this.#app.close())
    } catch {
      // What closing is about has exchanges of its own; here it only tidies up.
    }
  }
}

function groupAt(exchanges: Exchange[], index: number): Exchange[] {
  const first = exchanges[index] as Exchange
  if (first.parallel === undefined) return [first]
  let end = index + 1
  while (exchanges[end]?.parallel === first.parallel) end++
  return exchanges.slice(index, end)
}

function failedBoot(error: unknown): Omit<Cell, 'milliseconds'> {
  return {
    outcome: outcomeOfError(error),
    reason: `did not boot: ${tellError(error)}`,
  }
}

function outcomeOfError(error: unknown): 'crash' | 'timeout' | 'error' {
  if (error instanceof CrashError) return 'crash'
  return error instanceof TimeoutError ? 'timeout' : 'error'
}

function tellError(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return message === undefined
    ? String(error)
    : `${code === undefined ? '' : `${String(code)} `}${String(message)}`
}
