/** Runs an application that is data on an implementation, and writes down what is seen: boot, answers, traces. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Adapter, Application, Recorder } from '../../conformance/contract/adapter.ts'
import { within } from '../../conformance/contract/deadline.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import type { CanonicalAnswer } from '../../conformance/contract/result.ts'
import { describe } from '../../conformance/language/describe.ts'
import { type Carrier, injectCarrier, SocketCarrier } from '../../conformance/wire/carrier.ts'
import { requestName } from '../../conformance/wire/modes.ts'
import type { App, Exchange, Json, SendForm, Transport } from '../../spec/case.ts'
import type { Scenario, World } from './property.ts'

/** What one request gave. */
export interface Seen {
  answer: CanonicalAnswer | null
  trace: Json[]
  /** why there is no answer */
  failure?: string
}

export interface SeenAll {
  /** the error of the boot, as probes show it; null where it booted */
  boot: Json
  exchanges: Seen[]
}

const BOOT_LIMIT = 10_000
const ANSWER_LIMIT = 5_000

/** A booted application that can be asked. */
export class Running {
  readonly recorder: Recorder
  readonly application: Application
  readonly #carrier: Carrier
  readonly #world: World
  #asked = 0

  private constructor(application: Application, recorder: Recorder, carrier: Carrier, world: World) {
    this.application = application
    this.recorder = recorder
    this.#carrier = carrier
    this.#world = world
  }

  /** Boots; throws the error of the boot, with everything closed. */
  static async boot(
    app: App,
    world: World,
    transport: Transport = 'inject',
    adapter: Adapter = world.subject,
  ): Promise<Running> {
    const recorder = createRecorder()
    let application: Application | null = null
    try {
      application = await adapter.build(app, recorder)
      if (transport === 'inject') {
        await within(BOOT_LIMIT, 'the boot', application.ready())
        return new Running(application, recorder, injectCarrier(application), world)
      }
      const carrier = new SocketCarrier(recorder, transport)
      const listening = application.listen({ port: 0, host: '127.0.0.1' })
      carrier.port = await within(BOOT_LIMIT, 'listening', listening)
      return new Running(application, recorder, carrier, world)
    } catch (error) {
      await close(application)
      throw error
    }
  }

  /** One request, and what it traced. */
  async ask(send: SendForm): Promise<Seen> {
    this.recorder.trace.length = 0
    const answered = await this.answer(send, 'main')
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    return { ...answered, trace: this.recorder.trace.splice(0).map(({ value }) => value) }
  }

  /** All at once; traces are distinguished by their url. */
  async askAll(sends: readonly SendForm[]): Promise<Seen[]> {
    this.recorder.trace.length = 0
    const answers = await Promise.all(sends.map((send, at) => this.answer(send, `c${at}`)))
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    const traced = this.recorder.trace.splice(0)
    return answers.map((answer, at) => {
      const via = requestName(sends[at] as SendForm)
      return { ...answer, trace: traced.filter((one) => one.via === via).map(({ value }) => value) }
    })
  }

  async answer(send: SendForm, slot: string): Promise<Omit<Seen, 'trace'>> {
    this.#world.requests++
    const exchange: Exchange = { id: `q${this.#asked++}`, polarity: 'positive', send, expect: {} }
    try {
      const carried = await within(ANSWER_LIMIT, 'the answer', this.#carrier.carry(exchange, send, slot))
      return { answer: carried.answer ?? null }
    } catch (error) {
      return { answer: null, failure: String((error as Error | null)?.message ?? error) }
    }
  }

  async close(): Promise<void> {
    this.#carrier.close()
    await close(this.application)
  }
}

async function close(application: Application | null): Promise<void> {
  try {
    if (application) await within(ANSWER_LIMIT, 'closing', application.close())
  } catch {
    // Errors of closing after a failed boot are ignored here; the properties of closing check them.
  }
}

/** Everything that a scenario shows on one implementation over one transport. */
export async function observe(
  { app, sends }: Scenario,
  world: World,
  transport: Transport = 'inject',
  adapter: Adapter = world.subject,
): Promise<SeenAll> {
  let running: Running
  try {
    running = await Running.boot(app, world, transport, adapter)
  } catch (error) {
    return { boot: describe(error), exchanges: [] }
  }
  try {
    const exchanges: Seen[] = []
    if (transport === 'pipelined') exchanges.push(...(await running.askAll(sends)))
    else for (const send of sends) exchanges.push(await running.ask(send))
    return { boot: null, exchanges }
  } finally {
    await running.close()
  }
}

/** The error code of a boot that failed. */
export function codeOf(boot: Json): string {
  return String((boot as { code?: Json } | null)?.code ?? (boot as { message?: Json } | null)?.message ?? '')
}

export function jsonOf(seen: Seen): Json {
  try {
    return JSON.parse(seen.answer?.text ?? '') as Json
  } catch {
    return `no JSON: ${seen.answer?.text ?? seen.failure}`
  }
}
