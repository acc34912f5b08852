// An adapter in another process as if it were in this one: it is started, called, ended if it hangs, and started again.

import type { App } from '../../spec/case.ts'
import type { Adapter, Application, Recorder } from '../contract/adapter.ts'
import { AdapterFault, currentSink } from '../contract/faults.ts'
import { CAPABILITIES, lackedBy, unknownCapabilities } from '../contract/requirements.ts'
import type { Link, LinkEvents } from './link.ts'
import { PROTOCOL, type StartForm, show } from './messages-schema.ts'
import { RemoteApplication, shownOf } from './remote-application.ts'
import { AnsweredError, Session } from './session.ts'

export interface RemoteOptions {
  /** How a conversation begins: a process is started, or a server connected to. */
  start(events: LinkEvents): Promise<Link>
  /** As the user wrote it, for messages. */
  connectable: string
  /** The version of the suite, which is sent to the adapter. */
  suite: string
  /** The factor for all time limits. */
  timeScale?: number
  /** The host that the user has named, as in tcp:host:port: the adapter may listen there, too. */
  host?: string
}

/** The adapter cannot be used at all; the message says why and what to do. */
export class UnusableError extends Error {
  override name = 'UnusableError'
}

const START_LIMIT = 10_000
const PING_LIMIT = 1000
const STOP_LIMIT = 2000
/** A round trip that takes so long is as fast as the limits are made for. */
const BRISK = 25
const SLOWEST = 10
/** After so many deaths without a case in between that came to its end, the adapter is given up. */
const DEATHS_IN_A_ROW = 20

export async function connectRemote(options: RemoteOptions): Promise<Adapter> {
  const remote = new Remote(options)
  return remote.adapter(await remote.first())
}

class Remote {
  readonly #options: RemoteOptions
  readonly #scale: number
  #session: Promise<Session> | null = null
  #diagnosis: Promise<AdapterFault | null> | null = null
  #deaths = 0
  #lastDeath = ''
  #lastApp = 0
  #pace = 1
  #started: StartForm | null = null
  #behaviours: string[] = []

  constructor(options: RemoteOptions) {
    this.#options = options
    this.#scale = options.timeScale ?? 1
  }

  async first(): Promise<StartForm> {
    const session = await this.#current()
    this.#behaviours = await session.call('behaviours', {})
    const began = performance.now()
    await session.call('ping', {})
    this.#pace = Math.min(SLOWEST, Math.max(1, (performance.now() - began) / BRISK)) * this.#scale
    return this.#started as StartForm
  }

  adapter({ implementation, capabilities, maxApps }: StartForm): Adapter {
    return {
      ...implementation,
      lacks: lackedBy(capabilities),
      declares: capabilities,
      behaviours: this.#behaviours,
      pace: this.#pace,
      shared: true,
      ...(maxApps === undefined ? {} : { maxApps }),
      build: (app, recorder) => this.#build(app, recorder),
      diagnose: () => this.#diagnose(),
      settle: () => this.#settle(),
      givenUp: () => this.#givenUp(),
      stop: () => this.#stop(),
    }
  }

  #givenUp(): string | undefined {
    if (this.#deaths < DEATHS_IN_A_ROW) return undefined
    return `given up: ${this.#options.connectable} died or was ended ${this.#deaths} times in a row without completing a case; the last time ${this.#lastDeath}. The remaining cases were not run.`
  }

  #current(): Promise<Session> {
    this.#session ??= this.#start()
    return this.#session
  }

  async #start(): Promise<Session> {
    const { connectable, suite } = this.#options
    let session: Session
    try {
      session = await Session.open(this.#options.start)
    } catch (error) {
      this.#session = null
      throw new UnusableError(`${connectable} does not start: ${(error as Error).message}`)
    }
    const fault = await this.#greet(session, suite)
    if (fault !== null) {
      const stderr = session.stderrSince(0)
      await session.end(new AdapterFault('crash', fault))
      this.#session = null
      throw new UnusableError(
        `${connectable} does not start: ${fault}${stderr === '' ? '' : `\nIt wrote to stderr:\n${indent(stderr)}`}`,
      )
    }
    session.watch(() => this.#mourn(session))
    return session
  }

  /** Null once it has introduced itself. */
  async #greet(session: Session, suite: string): Promise<string | null> {
    const limit = START_LIMIT * this.#scale
    let started: StartForm | null
    try {
      started = await session.callWithin(limit, 'start', { protocol: PROTOCOL, suite })
    } catch (error) {
      if (error instanceof AnsweredError) return `it answered start with the error ${show(error.shown)}`
      return (error as Error).message
    }
    if (started === null)
      return `it did not answer start within ${limit / 1000} s${session.halfLine === undefined ? '' : `; ${session.halfLine}`}; it has to read lines of JSON from stdin and to flush each answer to stdout`
    if (started.protocol !== PROTOCOL)
      return `it speaks touchstone-adapter/${started.protocol}, and this touchstone ${suite} speaks touchstone-adapter/${PROTOCOL}: update the adapter, or take the touchstone that it was written for`
    const unknown = unknownCapabilities(started.capabilities)
    if (unknown.length > 0)
      return `it declares the capability ${unknown.join(', ')}, which does not exist; the words of spec/capabilities.json are ${CAPABILITIES.join(', ')}`
    this.#started = started
    return null
  }

  #mourn(session: Session): void {
    if (!session.over) return
    this.#session = null
    this.#deaths++
    this.#lastDeath = session.over.message
  }

  async #build(doc: App, recorder: Recorder): Promise<Application> {
    const sink = currentSink()
    let session: Session
    try {
      session = await this.#current()
    } catch (error) {
      this.#deaths++
      this.#lastDeath = (error as Error).message
      throw new AdapterFault('crash', `the adapter could not be started again: ${(error as Error).message}`)
    }
    const app = `a${++this.#lastApp}`
    const offset = session.stderrSize
    const named = (fault: AdapterFault): AdapterFault => withStderr(fault, session.stderrSince(offset))
    const unwatch = session.watch((fault) => sink?.(named(fault)))
    try {
      await session.call('build', { app, doc })
    } catch (error) {
      unwatch()
      throw error instanceof AdapterFault ? named(error) : shownOf(error)
    }
    recorder.gate = async (gate) => void (await session.call('gate', { app, gate }))
    recorder.openGate = (gate) => void session.call('open', { app, gate }).catch(() => undefined)
    return new RemoteApplication(session, app, recorder, this.#options.host, () => {
      unwatch()
      if (!session.over) this.#deaths = 0
    })
  }

  /** After a timeout or a broken connection: pings the adapter, and ends it if it does not answer. */
  #diagnose(): Promise<AdapterFault | null> {
    this.#diagnosis ??= this.#examine().finally(() => {
      this.#diagnosis = null
    })
    return this.#diagnosis
  }

  async #examine(): Promise<AdapterFault | null> {
    const session = await this.#session
    if (!session) return null
    const limit = PING_LIMIT * this.#pace
    try {
      if ((await session.callWithin(limit, 'ping', {})) !== null) return null
    } catch (error) {
      return error instanceof AdapterFault ? error : null
    }
    const { halfLine } = session
    const told = `the adapter did not answer, nor a ping within ${Math.round(limit)} ms; it was ended and started again`
    const fault =
      halfLine === undefined
        ? new AdapterFault('timeout', told)
        : new AdapterFault('protocol', `${halfLine}; ${told}`)
    await session.end(fault)
    return fault
  }

  async #settle(): Promise<void> {
    const session = await this.#session?.catch(() => null)
    await session?.settle(PING_LIMIT * this.#pace)
  }

  /** What was wrong with how it ended; undefined if it stopped as asked. */
  async #stop(): Promise<string | undefined> {
    const session = await this.#session?.catch(() => null)
    if (!session || session.over) return undefined
    const limit = STOP_LIMIT * this.#pace
    const gone = session.gone()
    let wrong: string | undefined
    try {
      const answer = await session.callWithin(limit, 'stop', {})
      if (answer === null) wrong = `it did not answer stop within ${Math.round(limit)} ms`
      const late = new Promise<string>((resolve) => {
        setTimeout(resolve, limit, `it answered stop, and did not end within ${Math.round(limit)} ms`).unref()
      })
      wrong ??= (await Promise.race([gone, late])) as string | undefined
    } catch (error) {
      // It ended without an answer, which counts as stopped.
      if (!session.over) wrong = (error as Error).message
    }
    await session.end(new AdapterFault('crash', 'it was stopped'))
    return wrong
  }
}

function withStderr(fault: AdapterFault, stderr: string): AdapterFault {
  if (stderr === '') return fault
  return new AdapterFault(fault.outcome, `${fault.message}\nstderr:\n${indent(stderr)}`)
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}
