/** A server somewhere, in any language, with what its OpenAPI document says of it. */
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from './exchange.ts'
import { routesOfOpenApi } from './openapi.ts'
import {
  type Answer,
  type AskOptions,
  NoAnswer,
  type Reading,
  type Target,
  TargetGone,
  type TargetRoute,
  type WireRequest,
} from './target.ts'
import { Resident } from './url/resident.ts'

/** The URL is invalid, or no server answers there; the message says what would be right. */
export class UrlTargetError extends Error {
  override name = 'UrlTargetError'
}

/** Milliseconds for an answer of a server that gave none, to see whether it answers at all. */
const PATIENCE = 3000
/** Milliseconds in which one that ended is started again by whatever watches it. */
const RETURN = 15_000
/** Requests that are sent at the same time. */
const MOST_AT_ONCE = 8
/** Those before them, which keep the server busy. */
const CROWD = 10
/** Milliseconds between two attempts where there is no connection. */
const PAUSE = 100

export class UrlTarget implements Target {
  readonly name: string
  readonly notes: string[]
  restarts = 0
  readonly #base: URL
  readonly #routes: readonly TargetRoute[]
  readonly #agent: PlainAgent | SecureAgent
  readonly #resident: Resident

  /** `url` is where the server is; a path in it stands before the paths of the document instead of that of its `servers`. */
  constructor(url: string, document: unknown, reading?: Reading) {
    try {
      this.#base = new URL(url)
    } catch {
      throw new UrlTargetError(`"${url}" is not an address: write http://127.0.0.1:3000, or with https.`)
    }
    if (!/^https?:$/.test(this.#base.protocol))
      throw new UrlTargetError(`"${url}" is neither http: nor https:.`)
    const { routes, notes, basePath } = routesOfOpenApi(document, reading)
    const own = this.#base.pathname.replace(/\/+$/, '')
    this.#base.pathname = own === '' ? basePath : own
    this.#routes = routes
    this.#resident = new Resident(this.#base)
    this.notes = notes
    this.name = this.#base.href
    const settings = { keepAlive: true, maxSockets: CROWD + MOST_AT_ONCE }
    this.#agent = this.#base.protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings)
  }

  /** Rejects if no server answers, instead of failing for each of thousands of requests. */
  async routes(): Promise<readonly TargetRoute[]> {
    try {
      await this.#send({ method: 'GET', url: '/', headers: {} }, 10_000)
    } catch (error) {
      throw new UrlTargetError(`No server answers at ${this.name}: ${(error as Error).message}`)
    }
    return this.#routes
  }

  /** Rejects with a TargetGone where the server has ended, or does not answer anything any more. */
  async ask(request: WireRequest, { timeout }: AskOptions): Promise<Answer> {
    try {
      return await this.#send(request, timeout)
    } catch (error) {
      const { reused } = error as { reused?: boolean }
      // The server may have closed a connection that nobody used for a while.
      if (reused && !(error instanceof NoAnswer)) return this.#again(request, timeout)
      return this.#lost(request, error as Error)
    }
  }

  async #again(request: WireRequest, timeout: number): Promise<Answer> {
    try {
      return await this.#send(request, timeout)
    } catch (error) {
      return this.#lost(request, error as Error)
    }
  }

  /** Whether only this request got no answer, or nothing does. */
  async #lost(request: WireRequest, error: Error): Promise<never> {
    const isLate = error instanceof NoAnswer
    const failure = await this.#isAlive()
    if (failure === null) throw isLate ? error : new NoAnswer(`the connection was closed: ${error.message}`)
    const hangs = failure instanceof NoAnswer
    const what = hangs ? 'The server answers nothing any more' : 'The server has ended'
    throw new TargetGone(`${what}: ${failure.message}`, request, hangs)
  }

  /** Null if the server answers; else why it does not. One that is started again has some time for it. */
  async #isAlive(): Promise<Error | null> {
    const until = performance.now() + RETURN
    let last: Error | null = null
    let wasAway = false
    do {
      try {
        await this.#send({ method: 'GET', url: '/', headers: {} }, PATIENCE)
        if (wasAway) this.restarts++
        return null
      } catch (error) {
        last = error as Error
        wasAway ||= (error as { code?: string }).code === 'ECONNREFUSED'
        if (!(last instanceof NoAnswer)) await sleep(PAUSE)
      }
    } while (performance.now() < until)
    return last
  }

  #send({ method, url, headers, body }: WireRequest, timeout: number): Promise<Answer> {
    const { hostname, port, pathname, protocol, host } = this.#base
    const send = protocol === 'https:' ? secureRequest : plainRequest
    const options = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? undefined : Number(port),
      method,
      path: `${pathname.replace(/\/+$/, '')}${url}`,
      headers: { ...headers, host },
      agent: this.#agent,
    }
    return exchange(send, options, body, timeout)
  }

  /** Over connections that are open, and as many that stay free. */
  async rush(): Promise<void> {
    const all = (count: number): Promise<unknown>[] =>
      Array.from({ length: count }, () =>
        this.#send({ method: 'GET', url: '/', headers: {} }, PATIENCE).catch(() => undefined),
      )
    await Promise.all(all(CROWD + MOST_AT_ONCE))
    all(CROWD)
  }

  memory(): number | null {
    return this.#resident.size()
  }

  async close(): Promise<void> {
    this.#agent.destroy()
  }
}
