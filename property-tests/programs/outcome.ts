/** Runs a program on an implementation and writes down all that can be seen of it: boot, routes, answers, traces, log, close. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Adapter, Application } from '../../conformance/contract/adapter.ts'
import { within } from '../../conformance/contract/deadline.ts'
import { attributing } from '../../conformance/contract/faults.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import type { CanonicalAnswer } from '../../conformance/contract/result.ts'
import { describe } from '../../conformance/language/describe.ts'
import { injectCarrier } from '../../conformance/wire/carrier.ts'
import type { Json, SendForm } from '../../spec/case.ts'
import type { Scenario } from '../property/property.ts'

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

export async function outcomeOf(
  { app, sends }: Scenario,
  adapter: Adapter,
  limits: Limits,
): Promise<Outcome> {
  const recorder = createRecorder()
  const seen: Outcome = {
    crash: null,
    boot: null,
    bootTrace: [],
    probes: {},
    routes: null,
    answers: [],
    close: null,
    closeTrace: [],
  }
  const traces = (): Json[] => recorder.trace.splice(0).map(({ value }) => value)
  const lines = (): Json[] => recorder.log.splice(0) as unknown as Json[]
  const crashed = (error: unknown): void => {
    seen.crash ??= String((error as Error | null)?.message ?? error)
  }
  await attributing(crashed, async () => {
    let application: Application | null = null
    try {
      application = await within(limits.boot, 'the program', adapter.build(app, recorder))
      await within(limits.boot, 'the boot', application.ready())
    } catch (error) {
      seen.boot = describe(error)
    }
    await nextTurn()
    seen.bootTrace = traces()
    seen.probes = Object.fromEntries(recorder.probes)
    lines()
    if (application === null) return
    if (seen.boot === null) {
      seen.routes = describe(await application.run([{ return: ROUTES }]).catch((error) => error))
      const carrier = injectCarrier(application)
      for (const send of sends) seen.answers.push(await answered(carrier, send))
      carrier.close()
    }
    try {
      await within(limits.boot, 'closing', application.close())
    } catch (error) {
      seen.close = describe(error)
    }
    await nextTurn()
    seen.closeTrace = traces()
  })
  return seen

  async function answered(carrier: ReturnType<typeof injectCarrier>, send: SendForm): Promise<Answered> {
    let answer: CanonicalAnswer | null = null
    let failure: string | null = null
    try {
      const exchange = { id: 'q', polarity: 'positive' as const, send, expect: {} }
      answer =
        (await within(limits.answer, 'the answer', carrier.carry(exchange, send, 'main'))).answer ?? null
    } catch (error) {
      failure = /longer than/.test(String(error))
        ? 'hangs'
        : String((error as Error | null)?.message ?? error)
    }
    for (let turn = 0; turn < 4; turn++) await nextTurn()
    return { answer, failure, trace: traces(), log: lines() }
  }
}
