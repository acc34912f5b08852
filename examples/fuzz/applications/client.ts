/** A client for the hand-written proofs: it sends JSON to an application and reads the answer. */
import type { App } from './application.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly json: Json
}

/** What a proof reads out of an answer: it says by its path what it expects. */
// biome-ignore lint/suspicious/noExplicitAny: proofs read answers of any shape, and fail at run time where it is another.
export type Json = any

export class Client {
  readonly #app: App
  readonly #headers: Readonly<Record<string, string>>
  readonly #told: (method: string, url: string, status: number) => void

  constructor(
    app: App,
    headers: Readonly<Record<string, string>> = {},
    told: (method: string, url: string, status: number) => void = () => {},
  ) {
    this.#app = app
    this.#headers = headers
    this.#told = told
  }

  /** The same application, with more headers on every request. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.#app, { ...this.#headers, ...headers }, this.#told)
  }

  /** A text is sent as it is, everything else as JSON. */
  async send(
    method: string,
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await this.#app.inject({
      method,
      url,
      headers: { ...type, ...this.#headers, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    this.#told(method, url, answer.statusCode)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      json: parsed(answer.payload),
    }
  }

  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('GET', url, undefined, headers)
  }

  post(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('POST', url, body, headers)
  }

  put(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('PUT', url, body, headers)
  }

  patch(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('PATCH', url, body, headers)
  }

  delete(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('DELETE', url, undefined, headers)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
