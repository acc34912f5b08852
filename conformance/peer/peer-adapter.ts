// The adapter of a server that is asked over HTTP alone: it serves a fixture already, or is started for one after the other.

import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../spec/case.ts'
import type { Adapter, Application, Recorder } from '../contract/adapter.ts'
import { AdapterFault, LEFT_OUT, NotAskedError } from '../contract/faults.ts'
import { UnusableError } from '../protocol/remote.ts'
import type { PeerAddress } from './address.ts'
import { askStatement, CONTROL_PATH, type Statement, StatementError, unreachable } from './control.ts'
import { NotStartedError, Patience, START_LIMIT, StartedServer } from './started.ts'
import { Turn } from './turn.ts'

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
/** Whether nobody listens any more shows at once. */
const GONE_LIMIT = 500
const GONE_TRIES = 3
const GONE_PAUSE = 50

/** Resolves also if it does not answer: that is the verdict of each case. Where nobody listens it rejects with an UnusableError. */
export async function connectPeer(options: PeerOptions): Promise<Adapter> {
  const peer = new Peer(options)
  await peer.introduce()
  return {
    get name() {
      return peer.says.name ?? options.connectable
    },
    get version() {
      return peer.says.version ?? ''
    },
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
  readonly #turns = new Map<string, Turn>()
  readonly #patience = new Patience()
  /** What ended the server during the case that runs. */
  #fate: NotAskedError | null = null
  /** What it says of itself. */
  says: Partial<Statement> = {}

  constructor(options: PeerOptions) {
    this.#options = options
    this.#scale = options.timeScale ?? 1
  }

  /** Whether anybody is there. What it says of a fixture is asked, and decided, with its first case. */
  async introduce(): Promise<void> {
    const { at, connectable, fixture = '' } = this.#options
    try {
      const says = await askStatement(await this.#addressFor(fixture), ASK_LIMIT * this.#scale)
      if (!('command' in at) || says.fixture === fixture) this.says = says
    } catch (error) {
      if (error instanceof NotStartedError) this.#turnOf(fixture).failed(error)
      const told = 'command' in at ? null : unreachable(connectable, error)
      if (told !== null) throw new UnusableError(told)
    }
  }

  async build(app: App, recorder: Recorder): Promise<Application> {
    const { fixture } = app
    this.#fate = null
    if (fixture === undefined)
      throw new NotAskedError('it is no fixture, and over HTTP alone only these are asked')
    const turn = this.#turnOf(fixture)
    if (turn.over) throw turn.over
    const { address, says } = await this.#introduced(turn)
    const drains = tellsNotes(app)
    if (drains && says.notes === undefined)
      throw new StatementError(
        `GET ${CONTROL_PATH} has no list "notes", and functions of this context note: right would be {"fixture": "${fixture}", "notes": []}`,
      )
    const prefix = app.do[0]?.register?.prefix
    if (prefix !== undefined && says.skips?.includes(prefix)) throw new NotAskedError(`${LEFT_OUT}${prefix}`)
    return this.#application(address, recorder, says.notes?.length ?? 0, drains)
  }

  #turnOf(fixture: string): Turn {
    const turn = this.#turns.get(fixture) ?? new Turn(fixture)
    this.#turns.set(fixture, turn)
    return turn
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

  #ask(address: PeerAddress): Promise<Statement> {
    return askStatement(address, ASK_LIMIT * this.#scale)
  }

  async #introduced(turn: Turn): Promise<{ address: PeerAddress; says: Statement }> {
    try {
      const found = await this.#reached(turn)
      turn.heard(found.says)
      if (this.says.name === undefined) this.says = found.says
      return found
    } catch (error) {
      if (error instanceof StatementError) this.#patience.strange = true
      throw turn.failed(error as Error)
    }
  }

  /** A process that a case before this one has ended, or holds up, is started anew. */
  async #reached({ fixture, begun }: Turn): Promise<{ address: PeerAddress; says: Statement }> {
    const address = await this.#addressFor(fixture)
    try {
      return { address, says: await this.#ask(address) }
    } catch (error) {
      // What answers wrongly from its start on does so again.
      if (this.#server === null || (error instanceof StatementError && !begun)) throw error
      await this.#give()
      const again = await this.#addressFor(fixture)
      return { address: again, says: await this.#ask(again) }
    }
  }

  /** A command is started anew where it serves another fixture, or has ended. */
  async #addressFor(fixture: string): Promise<PeerAddress> {
    const { at } = this.#options
    if (!('command' in at)) return at
    if (this.#server && this.#serves === fixture && this.#server.ended === null) return this.#server.address
    await this.#give()
    this.#server = await StartedServer.start(at.command, fixture, this.#scale, this.#patience)
    this.#serves = fixture
    return this.#server.address
  }

  /** Ends the process, so that the next case has a new one. */
  async #give(): Promise<void> {
    const server = this.#server
    this.#server = null
    await server?.end()
  }

  /** A server that ended is a crash of one request, and the rest of the case is not asked; a process that hangs is given up, and the next case starts it anew. */
  async diagnose(): Promise<AdapterFault | NotAskedError | null> {
    if (this.#fate !== null) return this.#fate
    const { at } = this.#options
    const server = this.#server
    if ('command' in at && server === null) return null
    const fault = server === null ? await this.#goneFrom(at as PeerAddress) : await this.#faultOf(server)
    if (fault !== null) this.#fate = new NotAskedError(`not run: in a request before it, ${fault.message}`)
    return fault
  }

  async #goneFrom(address: PeerAddress): Promise<AdapterFault | null> {
    for (let tries = 0; tries < GONE_TRIES; tries++) {
      try {
        await askStatement(address, GONE_LIMIT * this.#scale)
        return null
      } catch (error) {
        if (unreachable(this.#options.connectable, error) !== null)
          return new AdapterFault('crash', 'the server ended: nobody listens any more')
      }
      await sleep(GONE_PAUSE) // a process that ends may take a last connection
    }
    return null
  }

  async #faultOf(server: StartedServer): Promise<AdapterFault | null> {
    try {
      await this.#ask(server.address)
      return null
    } catch (error) {
      if (error instanceof StatementError) return null
      // A connection that breaks is noticed before the end of the process.
      const ended = await server.endSoon()
      await this.#give()
      return ended === null
        ? new AdapterFault('timeout', `the server does not answer any more: ${(error as Error).message}`)
        : new AdapterFault('crash', ended)
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
