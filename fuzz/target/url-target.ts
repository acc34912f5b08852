/** A server somewhere, in any language, with what its OpenAPI document says of it. */
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { exchange } from './exchange.ts'
import { routesOfOpenApi } from './openapi.ts'
import type { Answer, AskOptions, Target, TargetRoute, WireRequest } from './target.ts'

/** The URL is invalid, or no server answers there; the message says what would be right. */
export class UrlTargetError extends Error {
  override name = 'UrlTargetError'
}

export class UrlTarget implements Target {
  readonly name: string
  readonly notes: string[]
  readonly #base: URL
  readonly #routes: readonly TargetRoute[]
  readonly #agent: PlainAgent | SecureAgent

  /** `url` is where the server is; a path in it stands before the paths of the document instead of that of its `servers`. */
  constructor(url: string, document: unknown) {
    try {
      this.#base = new URL(url)
    } catch {
      throw new UrlTargetError(`"${url}" is not an address: write http://127.0.0.1:3000, or with https.`)
    }
    if (!/^https?:$/.test(this.#base.protocol))
      throw new UrlTargetError(`"${url}" is neither http: nor https:.`)
    const { routes, notes, basePath } = routesOfOpenApi(document)
    const own = this.#base.pathname.replace(/\/+$/, '')
    this.#base.pathname = own === '' ? basePath : own
    this.#routes = routes
    this.notes = notes
    this.name = this.#base.href
    const settings = { keepAlive: true, maxSockets: 16 }
    this.#agent = this.#base.protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings)
  }

  /** Rejects if no server answers, instead of failing for each of thousands of requests. */
  async routes(): Promise<readonly TargetRoute[]> {
    try {
      await this.ask({ method: 'GET', url: '/', headers: { host: this.#base.host } }, { timeout: 10_000 })
    } catch (error) {
      throw new UrlTargetError(`No server answers at ${this.name}: ${(error as Error).message}`)
    }
    return this.#routes
  }

  ask({ method, url, headers, body }: WireRequest, { timeout }: AskOptions): Promise<Answer> {
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

  async close(): Promise<void> {
    this.#agent.destroy()
  }
}
