// One case on one application: boot, exchange by exchange, close, and what was seen in each.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Case, Exchange, Json, Operation, Transport } from '../../spec/case.ts'
import type { Adapter, Application, Recorder } from '../contract/adapter.ts'
import { TimeoutError, within } from '../contract/deadline.ts'
import { AdapterFault, CrashError, SkippedError } from '../contract/faults.ts'
import type { Cell, Observation, Story } from '../contract/result.ts'
import { judgeTraces } from '../judge/judge.ts'
import { verdictOf } from '../judge/wording.ts'
import { describe } from '../language/describe.ts'
import { type Carried, type Carrier, injectCarrier, SocketCarrier } from '../wire/carrier.ts'
import { withHttp2 } from '../wire/http2.ts'
import { Http2Carrier, portCarrier } from '../wire/http2-carrier.ts'
import { pipelinesOf } from '../wire/modes.ts'
import { failedBoot, groupsOf, outcomeOfError, tellError } from './outcomes.ts'
import { Recording } from './recording.ts'
import { repeated } from './repeat.ts'
import { UnderWay } from './under-way.ts'

const BUILD_LIMIT = 5000
const EXCHANGE_LIMIT = 2000
/** The same for a request, once one exchange of the case has hung: those after it mostly hang too. */
const LATER_LIMIT = 400
/** How long traces and probes may come after the answer that they belong to, and once they have not come for an exchange of the case. */
const TRACE_LIMIT = 250
const LATER_TRACE_LIMIT = 50
const TRACE_TURNS = 25
const QUIET_TURNS = 10
const QUIET = 50

/** How an exchange ended: with an answer, or as an operation. */
type Ended = Carried & { resolved?: Json; rejected?: Json }

export class CaseRun {
  readonly #adapter: Adapter
  readonly #body: Case
  readonly #recording = new Recording()
  readonly #recorder: Recorder = this.#recording.recorder
  readonly #underWay = new UnderWay<Ended>()
  readonly #limit: number
  #sendLimit: number
  #traceLimit = TRACE_LIMIT
  readonly #pace: number
  readonly #moved: () => void
  #transport: Transport
  #app: Application | null = null
  #carrier: Carrier
  #port = 0
  #bootFailure: { error: unknown } | null = null
  #crash: AdapterFault | null = null
  #interrupt: (crash: AdapterFault) => void = () => undefined
  readonly #interrupted: Promise<never>

  /** Ends what is being waited for; the first fault is the one that counts. */
  readonly crashed = (fault: unknown): void => {
    this.#crash ??= fault instanceof AdapterFault ? fault : new CrashError(fault)
    this.#interrupt(this.#crash)
  }
  readonly storyOf = (cells: ReadonlyMap<string, Cell>): Story => this.#recording.storyOf(cells)

  constructor(adapter: Adapter, body: Case, transport: Transport, moved: () => void = () => undefined) {
    this.#adapter = adapter
    this.#moved = moved
    this.#body = body
    this.#transport = transport
    this.#pace = adapter.pace ?? 1
    this.#limit = (body.timeoutMs ?? EXCHANGE_LIMIT) * this.#pace
    this.#sendLimit = this.#limit
    this.#carrier = portCarrier(this.#recorder, transport)
    this.#interrupted = new Promise((_, reject) => {
      this.#interrupt = reject
    })
    this.#interrupted.catch(() => undefined)
    if (adapter.answers !== undefined && transport === 'inject') this.#recording.keepCalls()
  }

  /** What a promise gives, unless it takes too long or the process would have died meanwhile. */
  #bounded<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
    this.#moved()
    const done = within(milliseconds, what, work, () => this.#carrier.written ?? 0)
    return Promise.race([done, this.#interrupted])
  }

  async boot(): Promise<void> {
    try {
      await this.#bounded((this.#adapter.bootLimit ?? BUILD_LIMIT) * this.#pace, 'the boot', this.#build())
    } catch (error) {
      this.#bootFailure = { error: await this.#causeOf(error) }
    }
    await nextTurn()
    await this.#drain()
    this.#recording.keepBoot()
  }

  async #build(): Promise<void> {
    const app = await this.#adapter.build(withHttp2(this.#body.app, this.#transport), this.#recorder)
    this.#app = app
    if (this.#transport === 'inject') this.#carrier = injectCarrier(app)
    if (this.#body.boot === 'manual') return
    if (this.#transport !== 'inject') await this.#listen(app, { port: 0, host: '127.0.0.1' })
    else await app.ready()
    if (this.#body.app.afterReady) await app.run(this.#body.app.afterReady)
  }

  /** Goes on with the same application over the other transport. */
  async changeTo(transport: Transport): Promise<void> {
    this.#carrier.close()
    this.#transport = transport
    this.#carrier = portCarrier(this.#recorder, transport)
    if (!this.#app || this.#bootFailure) return
    this.#point(this.#app)
    if (this.#port !== 0) return
    try {
      const listening = this.#listen(this.#app, { port: 0, host: '127.0.0.1' })
      await this.#bounded(BUILD_LIMIT * this.#pace, 'listening', listening)
    } catch (error) {
      this.#bootFailure = { error: await this.#causeOf(error) }
    }
  }

  /** What hangs or breaks off may be the adapter as a whole, and not this application alone. */
  async #causeOf(error: unknown): Promise<unknown> {
    if (error instanceof AdapterFault || error instanceof SkippedError) return error
    const hung = error instanceof TimeoutError || this.#transport !== 'inject'
    return (hung ? await this.#adapter.diagnose?.() : null) ?? this.#crash ?? error
  }

  /** Fetches what an application in another process recorded. */
  async #drain(): Promise<void> {
    if (!this.#app?.drain || this.#crash) return
    try {
      await this.#bounded(this.#limit, 'telling the traces', this.#app.drain())
    } catch (error) {
      if (error instanceof TimeoutError) this.crashed(new AdapterFault('timeout', error.message))
    }
  }

  async #listen(app: Application, options: Json): Promise<void> {
    this.#port = await app.listen(options)
    this.#point(app)
  }

  #point({ host = '127.0.0.1', peer = false }: Application): void {
    if (!(this.#carrier instanceof SocketCarrier || this.#carrier instanceof Http2Carrier)) return
    Object.assign(this.#carrier, { port: this.#port, host, peer })
  }

  async exchangeAll(exchanges: Exchange[]): Promise<Map<string, Cell>> {
    const cells = new Map<string, Cell>()
    for (const group of this.#transport === 'pipelined' ? pipelinesOf(exchanges) : groupsOf(exchanges)) {
      const started = group.map((one) => this.#exchange(one, group.length === 1 ? 'main' : one.id))
      for (const [position, cell] of (await Promise.all(started)).entries())
        cells.set((group[position] as Exchange).id, cell)
      this.#recording.forget()
    }
    return cells
  }

  async #exchange(exchange: Exchange, slot: string): Promise<Cell> {
    const began = performance.now()
    const cell = await this.#repeated(exchange, slot)
    return { ...cell, milliseconds: Math.round((performance.now() - began) * 10) / 10 }
  }

  #repeated(exchange: Exchange, slot: string): Promise<Omit<Cell, 'milliseconds'>> {
    return repeated(exchange, {
      pipelined: this.#transport === 'pipelined',
      once: (one) => this.#once(one, slot),
      forget: async () => {
        await this.#drain()
        this.#recording.forget()
      },
      carry: (one, send) =>
        this.#bounded(this.#sendLimit, 'the exchange', this.#carrier.carry(one, send, slot)),
      causeOf: (error) => this.#causeOf(error),
    })
  }

  async #once(exchange: Exchange, slot: string): Promise<Omit<Cell, 'milliseconds'>> {
    if (this.#crash) return { outcome: this.#crash.outcome, reason: this.#crash.message }
    let carried: Ended
    try {
      if (exchange.operation === 'boot') carried = this.#lookAtBoot(exchange)
      else if (this.#bootFailure) return failedBoot(this.#bootFailure.error)
      else carried = await this.#bounded(this.#limitOf(exchange), 'the exchange', this.#carry(exchange, slot))
    } catch (thrown) {
      if (thrown instanceof TimeoutError) this.#sendLimit = Math.min(this.#limit, LATER_LIMIT * this.#pace)
      const error = await this.#causeOf(thrown)
      await this.#drain()
      const seen = this.#observe(exchange, slot, { headers: [] })
      return { outcome: outcomeOfError(error), reason: tellError(error), observed: seen }
    }
    await this.#settle(exchange, slot, carried)
    const observed = this.#observe(exchange, slot, carried)
    const crash = this.#crash as AdapterFault | null
    if (crash) return { outcome: crash.outcome, reason: crash.message, observed }
    return { ...verdictOf(this.#body, exchange, observed, carried.headers), observed }
  }

  /** An operation waits for this process, and not for an answer that may never come. */
  #limitOf({ operation }: Exchange): number {
    return operation === undefined ? this.#sendLimit : this.#limit
  }

  #lookAtBoot(exchange: Exchange): Ended {
    if (!this.#bootFailure) return { headers: [], resolved: '<undefined>' }
    const { error } = this.#bootFailure
    if (error instanceof AdapterFault || error instanceof SkippedError) throw error
    if (error instanceof TimeoutError && exchange.expect.rejects === undefined) throw error
    return { headers: [], rejected: describe(error) }
  }

  async #carry(exchange: Exchange, slot: string): Promise<Ended> {
    const { id, when, until, awaits } = exchange
    if (when !== undefined) await this.#recorder.gate(when)
    const work = awaits === undefined ? this.#begin(exchange, slot) : this.#underWay.end(awaits)
    if (until === undefined) return this.#ended(exchange, work)
    // Two that are held at a time do not share a connection, unless the case says so.
    await this.#underWay.begin(id, work, this.#recorder.gate(until), until)
    return { headers: [] }
  }

  async #begin(exchange: Exchange, slot: string): Promise<Ended> {
    const { send, operation, until, id } = exchange
    if (send) return this.#carrier.carry(exchange, send, until === undefined ? slot : id)
    try {
      return { headers: [], resolved: describe(await this.#operate(operation as Operation)) }
    } catch (error) {
      if (error instanceof AdapterFault) throw error
      return { headers: [], rejected: describe(error) }
    }
  }

  async #ended(exchange: Exchange, work: Promise<Ended>): Promise<Ended> {
    try {
      return await work
    } catch (error) {
      if (exchange.expect.rejects === undefined || error instanceof AdapterFault) throw error
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
    if ('connect' in operation) return this.#carrier.connect(operation.connect)
    if ('disconnect' in operation) return this.#carrier.disconnect(operation.disconnect)
    return this.#recorder.openGate(operation.open)
  }

  /** Waits a little for what comes after the answer, such as the trace of an onResponse hook. */
  async #settle(exchange: Exchange, slot: string, carried: Carried): Promise<void> {
    const { pending, connections } = exchange.expect
    // What is still as it was may only be late to change: the application gets some turns for it, and a connection some time.
    const turns = pending === undefined && connections === undefined ? 2 : QUIET_TURNS
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    if (Object.values(connections ?? {}).includes('open')) await sleep(QUIET)
    await this.#drain()
    const until = performance.now() + this.#traceLimit * this.#pace
    // On a busy machine the limit can pass within one turn of the event loop: the application gets some turns in any case.
    for (let turn = 0; turn < TRACE_TURNS || performance.now() < until; turn++) {
      if (judgeTraces(exchange.expect, this.#observe(exchange, slot, carried)) === null) return nextTurn()
      await sleep(2)
      await this.#drain()
    }
    this.#traceLimit = LATER_TRACE_LIMIT
  }

  #observe(exchange: Exchange, slot: string, carried: Ended): Observation {
    const { headers: _, ...rest } = carried
    const { pending, connections } = exchange.expect
    return {
      ...rest,
      ...(pending === undefined ? {} : { pending: this.#underWay.pending }),
      ...(connections === undefined ? {} : { connections: this.#statesOf(Object.keys(connections)) }),
      ...this.#recording.of(exchange, slot === 'main'),
    }
  }

  #statesOf(names: string[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, this.#carrier.stateOf(name) ?? 'never opened']))
  }

  /** Closes the application. Gives what it has left behind; null: nothing. */
  async end(): Promise<string | null> {
    this.#carrier.close()
    // A case that broke off may hold what closing waits for.
    for (const { operation } of this.#body.exchanges)
      if (typeof operation === 'object' && 'open' in operation) this.#recorder.openGate(operation.open)
    const app = this.#app
    if (!app) return null
    const limit = Math.min(this.#limit, EXCHANGE_LIMIT * this.#pace)
    try {
      await within(limit, 'closing', (app.end ?? app.close).call(app))
    } catch {
      return null // what closing is about has exchanges of its own; here it only tidies up
    }
    const until = performance.now() + TRACE_LIMIT * this.#pace
    while (app.left?.() && performance.now() < until) await sleep(QUIET) // it may be about to end
    return app.left?.() ?? null
  }
}
