// The process that serves one fixture: started with its name and a free port, ready once it answers for this fixture.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Link, startProcess } from '../protocol/link.ts'
import type { PeerAddress } from './address.ts'
import { askStatement, StatementError } from './control.ts'

/** A runtime that compiles first may need long. */
export const START_LIMIT = 20_000
/** The same, once one fixture has not started in time: the others mostly do not, either. */
export const LATER_START_LIMIT = 4000
const ASK_LIMIT = 1000
const BETWEEN = 40
/** Another program may take the free port before the server does. */
const TRIES = 3
const PORT_TAKEN = /EADDRINUSE|address (?:is )?already in use/i
/** How long the end of a process may come after that of its connections. */
const LAST_MOMENT = 1500
/** Of stderr: where programs say why they end. */
const TOLD = 300

/** How the message of one begins that was waited for. */
export const LATE = 'not started in time'

/** A fixture that is not served. */
export class NotStartedError extends Error {
  override name = 'NotStartedError'
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
    limit = START_LIMIT,
  ): Promise<StartedServer> {
    for (let tries = 1; ; tries++) {
      try {
        return await StartedServer.#tryStart(words, fixture, scale, limit * scale)
      } catch (error) {
        if (tries === TRIES || !PORT_TAKEN.test((error as Error).message)) throw error
      }
    }
  }

  static async #tryStart(
    words: string[],
    fixture: string,
    scale: number,
    limit: number,
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
      await server.#answers(fixture, scale, limit)
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

  async #answers(fixture: string, scale: number, limit: number): Promise<void> {
    const until = performance.now() + limit
    let last = 'nobody listens'
    let listens = false
    while (performance.now() < until) {
      if (this.ended !== null) throw new NotStartedError(`${this.ended}`)
      try {
        const says = await askStatement(this.address, Math.min(ASK_LIMIT * scale, limit))
        // Another server may have taken the port meanwhile: ours then ends.
        if (says.fixture === fixture) return
        listens = true
      } catch (error) {
        listens = error instanceof StatementError
        last = (error as Error).message
      }
      await sleep(BETWEEN)
    }
    // What is wrong with its answers is the verdict of each case.
    if (listens) return
    throw new NotStartedError(
      `${LATE}: no answer on port ${this.address.port} within ${limit / 1000} s (${last})${this.#said()}; --time-scale 3 waits three times as long`,
    )
  }

  #said(): string {
    const text = this.#link.stderr(0).trim()
    return text === '' ? '' : `, and said: ${tellingPart(text)}`
  }

  end(): Promise<void> {
    return this.#ended() === null ? this.#link.end() : Promise.resolve()
  }
}

/** Where it says what is wrong: a stack trace behind it would leave no room for that. Else the end. */
function tellingPart(text: string): string {
  if (text.length <= TOLD) return text
  const at = text.search(/^.*(?:Error|Exception|panic)\b.*:.*$/m)
  return at < 0 ? text.slice(-TOLD) : text.slice(at, at + TOLD)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
