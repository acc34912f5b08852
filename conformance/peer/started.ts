// The process that serves one fixture: started with its name and a free port, ready once it answers for this fixture.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gistOf } from '../protocol/gist.ts'
import { type Link, startProcess } from '../protocol/link.ts'
import type { PeerAddress } from './address.ts'
import { askStatement, StatementError } from './control.ts'

/** A runtime that compiles first may need long. */
export const START_LIMIT = 20_000
/** The same, once one fixture has not started in time: the others mostly do not, either. */
const LATER_START_LIMIT = 4000
/** How long one that answers, and not for its fixture, may go on to start. */
const STRANGE_LIMIT = 2000
/** The same, once it was waited for in vain. */
const LATER_STRANGE_LIMIT = 400
const ASK_LIMIT = 1000
const BETWEEN = 40
/** Another program may take the free port before the server does. */
const TRIES = 3
const PORT_TAKEN = /EADDRINUSE|address (?:is )?already in use/i
/** How long the end of a process may come after that of its connections. */
const LAST_MOMENT = 1500

/** A fixture that is not served. */
export class NotStartedError extends Error {
  override name = 'NotStartedError'
}

/** How long the start of a server is waited for: less, once it was in vain. */
export class Patience {
  late = false
  strange = false

  get limit(): number {
    return this.late ? LATER_START_LIMIT : START_LIMIT
  }

  get strangeLimit(): number {
    return this.strange ? LATER_STRANGE_LIMIT : STRANGE_LIMIT
  }
}

export class StartedServer {
  readonly address: PeerAddress
  readonly #link: Link
  readonly #ended: () => string | null

  private constructor(address: PeerAddress, link: Link, ended: () => string | null) {
    this.address = address
    this.#link = link
    this.#ended = ended
  }

  /** Resolves once it answers for the fixture; rejects with a NotStartedError. */
  static async start(
    words: string[],
    fixture: string,
    scale: number,
    patience: Patience,
  ): Promise<StartedServer> {
    for (let tries = 1; ; tries++) {
      try {
        return await StartedServer.#tryStart(words, fixture, scale, patience)
      } catch (error) {
        if (tries === TRIES || !PORT_TAKEN.test((error as Error).message)) throw error
      }
    }
  }

  static async #tryStart(
    words: string[],
    fixture: string,
    scale: number,
    patience: Patience,
  ): Promise<StartedServer> {
    const address = { host: '127.0.0.1', port: await freePort() }
    const command = words.map((word) =>
      word.replaceAll('{fixture}', fixture).replaceAll('{port}', String(address.port)),
    )
    let how: string | null = null
    const events = { data: () => undefined, gone: (told: string) => void (how = told) }
    let link: Link
    try {
      link = await startProcess(command, events)
    } catch (error) {
      throw new NotStartedError(`${(error as Error).message}`)
    }
    const server = new StartedServer(address, link, () => how)
    try {
      await server.#answers(fixture, scale, patience)
    } catch (error) {
      await server.end()
      throw error
    }
    return server
  }

  /** How the process ended; null while it runs. */
  get ended(): string | null {
    const how = this.#ended()
    return how === null ? null : `the server ${how}${this.#said()}`
  }

  /** The same, if it ends within a moment. */
  async endSoon(): Promise<string | null> {
    for (let waited = 0; waited < LAST_MOMENT && this.ended === null; waited += BETWEEN) await sleep(BETWEEN)
    return this.ended
  }

  async #answers(fixture: string, scale: number, patience: Patience): Promise<void> {
    const began = performance.now()
    const limit = patience.limit * scale
    let last = 'nobody listens'
    let answered = began
    while (performance.now() < began + limit) {
      if (this.ended !== null) throw new NotStartedError(this.ended)
      let strange = true
      try {
        const says = await askStatement(this.address, Math.min(ASK_LIMIT * scale, limit))
        // Another server may have taken the port meanwhile: ours then ends.
        if (says.fixture === fixture) return
      } catch (error) {
        strange = error instanceof StatementError
        last = (error as Error).message
      }
      if (!strange) answered = performance.now()
      // What is wrong with its answers is told where it is asked for the fixture.
      else if (performance.now() > answered + patience.strangeLimit * scale) return
      await sleep(BETWEEN)
    }
    patience.late = true
    throw new NotStartedError(
      `no answer on port ${this.address.port} within ${limit / 1000} s (${last})${this.#said()}; --time-scale 3 waits three times as long`,
    )
  }

  #said(): string {
    const text = this.#link.stderr(0).trim()
    return text === '' ? '' : `, and said: ${gistOf(text)}`
  }

  end(): Promise<void> {
    return this.#ended() === null ? this.#link.end() : Promise.resolve()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
