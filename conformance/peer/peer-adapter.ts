// The adapter of a server that is asked over HTTP alone: it serves a fixture already, or is started for one after the other.

import type { App } from '../../spec/case.ts'
import type { Adapter, Application, Recorder } from '../contract/adapter.ts'
import { AdapterFault, NotBuiltError, SkippedError } from '../contract/faults.ts'
import { UnusableError } from '../protocol/remote.ts'
import type { PeerAddress } from './address.ts'
import { askStatement, CONTROL_PATH, type Statement, StatementError, unreachable } from './control.ts'
import { LATE, LATER_START_LIMIT, NotStartedError, START_LIMIT, StartedServer } from './started.ts'

export interface PeerOptions {
  /** As on the command line: the name until the server says its own. */
  connectable: string
  /** Where it listens, or the words of the command that starts it. */
  at: PeerAddress | { command: string[] }
  /** The first fixture that will be asked of a command. */
  fixture?: string
  timeScale?: number
}

const ASK_LIMIT = 2000
/** A start, and another one where a case before has ended the server. */
const BOOT_LIMIT = START_LIMIT + 8000
/** After so many cases in a row to which the server did not even say which fixture it is, no more are asked. */
const PATIENCE = 3

/** Resolves also if it does not answer: that is the verdict of each case. Where nobody listens it rejects with an UnusableError. */
export async function connectPeer(options: PeerOptions): Promise<Adapter> {
  const peer = new Peer(options)
  const says = await peer.introduction()
  return {
    name: says.name ?? options.connectable,
    version: says.version ?? '',
    lacks: ['inject'],
    maxApps: 1,
    pace: options.timeScale ?? 1,
    bootLimit: BOOT_LIMIT,
    build: (app, recorder) => peer.build(app, recorder),
    diagnose: () => peer.diagnose(),
    stop: () => peer.stop(),
  }
}

class Peer {
  readonly #options: PeerOptions
  readonly #scale: number
  #server: StartedServer | null = null
  /** The fixture that was started. */
  #serves: string | null = null
  /** Fixtures that did not start, and why. */
  readonly #notStarted = new Map<string, NotStartedError>()
  #failures = 0
  #last = ''
  /** What ended the server during the case that runs. */
  #fate: AdapterFault | null = null

  constructor(options: PeerOptions) {
    this.#options = options
    this.#scale = options.timeScale ?? 1
  }

  async introduction(): Promise<Partial<Statement>> {
    try {
      return await askStatement(await this.#addressFor(this.#options.fixture ?? ''), ASK_LIMIT * this.#scale)
    } catch (error) {
      const { at, connectable } = this.#options
      const told = 'command' in at ? null : unreachable(connectable, error)
      if (told !== null) throw new UnusableError(told)
      return {}
    }
  }

  async build(app: App, recorder: Recorder): Promise<Application> {
    const { fixture } = app
    this.#fate = null
    if (fixture === undefined)
      throw new SkippedError('it is no fixture, and over HTTP alone only these are asked')
    const { address, says } = await this.#introduced(fixture).catch((error) => {
      throw error instanceof NotStartedError
        ? new NotBuiltError(`${fixture} is not built, or does not start: ${error.message}`)
        : error
    })
    if (says.fixture !== fixture)
      throw new NotBuiltError(
        `${fixture} is not built: the server answers for ${JSON.stringify(says.fixture)}`,
      )
    const drains = tellsNotes(app)
    if (drains && says.notes === undefined)
      throw new StatementError(
        `GET ${CONTROL_PATH} has no list "notes", and functions of this context note: right would be {"fixture": "${fixture}", "notes": []}`,
      )
    const prefix = app.do[0]?.register?.prefix
    if (prefix !== undefined && says.skips?.includes(prefix))
      throw new SkippedError(`says that it has not built ${prefix}`)
    return this.#application(address, recorder, says.notes?.length ?? 0, drains)
  }

  #application(address: PeerAddress, recorder: Recorder, from: number, drains: boolean): Application {
    let seen = from
    const refuse = async (): Promise<never> => {
      throw new Error('over HTTP alone there are only requests')
    }
    const drain = async (): Promise<void> => {
      const { notes = [] } = await this.#ask(address)
      for (const value of notes.slice(seen)) recorder.trace.push({ value, via: null })
      seen = Math.max(seen, notes.length)
    }
    return {
      host: address.host,
      peer: true,
      ready: async () => undefined,
      listen: async () => address.port,
      inject: refuse,
      run: refuse,
      close: async () => undefined,
      ...(drains ? { drain } : {}),
    }
  }

  async #ask(address: PeerAddress): Promise<Statement> {
    if (this.#failures >= PATIENCE)
      throw new Error(
        `the server did not say which fixture it is, ${PATIENCE} times in a row, and is not asked again: ${this.#last}`,
      )
    try {
      const says = await askStatement(address, ASK_LIMIT * this.#scale)
      this.#failures = 0
      return says
    } catch (error) {
      this.#failures++
      this.#last = (error as Error).message
      throw error
    }
  }

  /** A process that a case before this one has ended, or holds up, is started anew. */
  async #introduced(fixture: string): Promise<{ address: PeerAddress; says: Statement }> {
    const address = await this.#addressFor(fixture)
    try {
      return { address, says: await this.#ask(address) }
    } catch (error) {
      if (this.#server === null || error instanceof StatementError) throw error
      await this.#give()
      const again = await this.#addressFor(fixture)
      return { address: again, says: await this.#ask(again) }
    }
  }

  /** A command is started anew where it serves another fixture, or has ended. */
  async #addressFor(fixture: string): Promise<PeerAddress> {
    const { at } = this.#options
    if (!('command' in at)) return at
    const before = this.#notStarted.get(fixture)
    if (before) throw before
    if (this.#server && this.#serves === fixture && this.#server.ended === null) return this.#server.address
    await this.#give()
    try {
      const late = [...this.#notStarted.values()].some(({ message }) => message.startsWith(LATE))
      const limit = late ? LATER_START_LIMIT : START_LIMIT
      this.#server = await StartedServer.start(at.command, fixture, this.#scale, limit)
      this.#serves = fixture
      return this.#server.address
    } catch (error) {
      if (error instanceof NotStartedError) this.#notStarted.set(fixture, error)
      throw error
    }
  }

  /** Ends the process, so that the next case has a new one. */
  async #give(): Promise<void> {
    const server = this.#server
    this.#server = null
    await server?.end()
  }

  /** A process that died is a crash, for the rest of its case too; one that hangs is given up, and the next case starts it anew. */
  async diagnose(): Promise<AdapterFault | null> {
    const server = this.#server
    if (server === null) return this.#fate
    try {
      await askStatement(server.address, ASK_LIMIT * this.#scale)
      return null
    } catch (error) {
      if (error instanceof StatementError) return null
      // A connection that breaks is noticed before the end of the process.
      const ended = await server.endSoon()
      this.#fate =
        ended === null
          ? new AdapterFault('timeout', `the server does not answer any more: ${(error as Error).message}`)
          : new AdapterFault('crash', ended)
      await this.#give()
      return this.#fate
    }
  }

  async stop(): Promise<undefined> {
    await this.#give()
    return undefined
  }
}

function tellsNotes(app: App): boolean {
  return JSON.stringify(app.do).includes('"trace":')
}
