/** Runs a program on an implementation and writes down all that can be seen of it: boot, routes, answers, traces, log, close. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Adapter, Application } from '../../../conformance/contract/adapter.ts'
import { attributing } from '../../../conformance/contract/faults.ts'
import { createRecorder } from '../../../conformance/contract/recorder.ts'
import type { CanonicalAnswer } from '../../../conformance/contract/result.ts'
import { describe } from '../../../conformance/language/describe.ts'
import { type Carrier, injectCarrier } from '../../../conformance/wire/carrier.ts'
import type { Json, SendForm } from '../../../spec/case.ts'
import type { Scenario } from '../../property/property.ts'
import { within } from './patience.ts'

export interface Answered {
  /** null: there was no answer in time */
  answer: CanonicalAnswer | null
  failure: string | null
  trace: Json[]
  log: Json[]
}

export interface Outcome {
  /** an error that nothing caught: on its own it would have ended the process */
  crash: string | null
  /** the error of the boot; null: it booted */
  boot: Json
  /** traced while it booted, and what `attempt` saw */
  bootTrace: Json[]
  probes: Json
  routes: Json
  answers: Answered[]
  /** the error of close(), and what was traced meanwhile */
  close: Json
  closeTrace: Json[]
}

/** How long an answer may take: a handler that never answers is part of many programs. */
export interface Limits {
  boot: number
  answer: number
}

const ROUTES: Json = { $call: ['app.printRoutes', { commonPrefix: false }] }

export async function outcomeOf(scenario: Scenario, adapter: Adapter, limits: Limits): Promise<Outcome> {
  const observer = new Observer(scenario, adapter, limits)
  const crashed = (error: unknown): void => {
    observer.seen.crash ??= String((error as Error | null)?.message ?? error)
  }
  await attributing(crashed, () => observer.run())
  return observer.seen
}

class Observer {
  readonly #scenario: Scenario
  readonly #adapter: Adapter
  readonly #limits: Limits
  readonly #recorder = createRecorder()
  readonly seen: Outcome = {
    crash: null,
    boot: null,
    bootTrace: [],
    probes: {},
    routes: null,
    answers: [],
    close: null,
    closeTrace: [],
  }

  constructor(scenario: Scenario, adapter: Adapter, limits: Limits) {
    this.#scenario = scenario
    this.#adapter = adapter
    this.#limits = limits
  }

  async run(): Promise<void> {
    const application = await this.#boot()
    if (application === null) return
    if (this.seen.boot === null) await this.#ask(application)
    try {
      await within(this.#limits.boot, 'closing', application.close())
    } catch (error) {
      this.seen.close = describe(error)
    }
    await nextTurn()
    this.seen.closeTrace = this.#traces()
  }

  async #boot(): Promise<Application | null> {
    let application: Application | null = null
    try {
      const building = this.#adapter.build(this.#scenario.app, this.#recorder)
      application = await within(this.#limits.boot, 'the program', building)
      await within(this.#limits.boot, 'the boot', application.ready())
    } catch (error) {
      this.seen.boot = describe(error)
    }
    await nextTurn()
    this.seen.bootTrace = this.#traces()
    this.seen.probes = Object.fromEntries(this.#recorder.probes)
    this.#recorder.log.length = 0
    return application
  }

  async #ask(application: Application): Promise<void> {
    this.seen.routes = describe(await application.run([{ return: ROUTES }]).catch((error) => error))
    const carrier = injectCarrier(application)
    for (const send of this.#scenario.sends) this.seen.answers.push(await this.#answer(carrier, send))
    carrier.close()
  }

  async #answer(carrier: Carrier, send: SendForm): Promise<Answered> {
    let answer: CanonicalAnswer | null = null
    let failure: string | null = null
    try {
      const exchange = { id: 'q', polarity: 'positive' as const, send, expect: {} }
      const carried = carrier.carry(exchange, send, 'main')
      answer = (await within(this.#limits.answer, 'the answer', carried)).answer ?? null
    } catch (error) {
      failure = /longer than/.test(String(error))
        ? 'hangs'
        : String((error as Error | null)?.message ?? error)
    }
    for (let turn = 0; turn < 4; turn++) await nextTurn()
    const log = this.#recorder.log.splice(0) as unknown as Json[]
    return { answer, failure, trace: this.#traces(), log }
  }

  #traces(): Json[] {
    return this.#recorder.trace.splice(0).map(({ value }) => value)
  }
}
