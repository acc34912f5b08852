/** Two servers of the same application, and the one client that writes the same bytes to both. */
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { App } from '../../src/index.ts'
import { application, type Engine } from './application/application.ts'
import type { Config } from './application/configs.ts'
import { Notes, type Seen } from './application/notes.ts'
import { Client } from './client.ts'
import type { Stream } from './streams/stream.ts'

/** What one side showed. */
export interface Outcome {
  /** what the handlers saw, in its order */
  seen: Seen[]
  /** what came back until nothing happened any more */
  answers: string
  /** of a patient client: how many bytes had come back after each piece */
  progress: number[]
  /** the connection, when nothing happened any more */
  then: 'open' | 'closed'
  /** what came back after the client had ended its side */
  rest: string
  /** the connection, after the client had ended its side */
  last: 'open' | 'closed'
}

/** One server, with the notes of its application. */
export interface Side {
  readonly port: number
  readonly notes: Notes
  close(): Promise<void>
}

export type Build = (config: Config) => Promise<Side>

export function sideOf(engine: Engine): Build {
  return async (config) => {
    const notes = new Notes()
    return listening(application(engine, config, notes), notes)
  }
}

/** node:http where somebody else listens to the bytes too: it reads them in JavaScript then, and answers leave in another turn. */
export const watchedNode: Build = async (config) => {
  const notes = new Notes()
  const app = application('node', config, notes)
  app.server.on('connection', (socket) => void socket.on('data', () => {}))
  return listening(app, notes)
}

/** An application that listens on a port of its own. */
export async function listening(app: App, notes: Notes): Promise<Side> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.unref()
  const { port } = app.server.address() as AddressInfo
  const close = async (): Promise<void> => {
    app.server.closeAllConnections()
    await app.close()
  }
  return { port, notes, close }
}

/** So many turns of the event loop without anything mean that nothing will happen. */
const QUIET = 6
/** How long a client waits for something to end, in milliseconds. */
const PATIENCE = 20_000

/** One stream at a time: what an application notes belongs to the stream that is written. */
export class Lane {
  readonly #sides: readonly Side[]

  private constructor(sides: readonly Side[]) {
    this.#sides = sides
  }

  static async open(builds: readonly Build[], config: Config): Promise<Lane> {
    return new Lane(await Promise.all(builds.map((build) => build(config))))
  }

  async close(): Promise<void> {
    await Promise.all(this.#sides.map((side) => side.close()))
  }

  /** Writes the stream to every side, each piece at the same time. */
  async play(stream: Stream): Promise<Outcome[]> {
    for (const { notes } of this.#sides) notes.begin(stream.turns)
    const clients = await Promise.all(this.#sides.map(({ port, notes }) => Client.open(port, notes)))
    await turn()
    await turn()
    if (stream.timersFirst) for (const { notes } of this.#sides) notes.written()
    const progress = await this.#write(stream, clients)
    await this.#quiet()
    for (const { notes } of this.#sides) notes.written()
    await this.#quiet()
    const seen = clients.map((client, at) => ({
      answers: client.taken(),
      progress: progress.map((lengths) => lengths[at] as number),
      then: client.state,
    }))
    for (const client of clients) client.end()
    await this.#ended(clients)
    return seen.map((before, at) => {
      const client = clients[at] as Client
      const last = client.state
      client.destroy()
      return { seen: this.#sides[at]!.notes.seen, ...before, rest: client.taken(), last }
    })
  }

  async #write({ pieces, end, patient }: Stream, clients: readonly Client[]): Promise<number[][]> {
    const progress: number[][] = []
    for (const [at, piece] of pieces.entries()) {
      const isLast = at === pieces.length - 1
      for (const client of clients) client.write(piece, isLast && end === 'fin')
      if (isLast) break
      if (!patient) await turn()
      else {
        await this.#quiet()
        progress.push(clients.map(({ received }) => received.length))
      }
    }
    return progress
  }

  #steps(): number {
    let steps = 0
    for (const { notes } of this.#sides) steps += notes.running > 0 ? Number.NaN : notes.steps
    return steps
  }

  /** Waits until nothing has happened on any side for some turns, and no handler runs. */
  async #quiet(): Promise<void> {
    const until = performance.now() + PATIENCE
    let last = Number.NaN
    for (let quiet = 0; quiet < QUIET && performance.now() < until; ) {
      await turn()
      const steps = this.#steps()
      quiet = steps === last ? quiet + 1 : 0
      last = steps
    }
  }

  /** Waits until all connections are closed, and what runs then has run. */
  async #ended(clients: readonly Client[]): Promise<void> {
    const until = performance.now() + PATIENCE
    while (clients.some(({ state }) => state === 'open') && performance.now() < until) {
      await this.#quiet()
      // A connection that only one side closed will not be closed by waiting longer.
      if (clients.some(({ state }) => state === 'closed')) break
    }
    await this.#quiet()
  }
}
