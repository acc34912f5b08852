/** One kept connection to a server on this machine, or a new one where it was closed. */
import { Agent, request } from 'node:http'
import { exchange } from './exchange.ts'
import type { Answer, WireRequest } from './target.ts'

export class SocketClient {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(port: number) {
    this.#port = port
  }

  ask({ method, url, headers, body }: WireRequest, timeout: number): Promise<Answer> {
    const options = { host: '127.0.0.1', port: this.#port, method, path: url, headers, agent: this.#agent }
    return exchange(request, options, body, timeout)
  }

  close(): void {
    this.#agent.destroy()
  }
}
