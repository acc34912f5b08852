// The reply that programs of a case use, made of what every server can do: a status, headers, and bytes.

import { Readable } from 'node:stream'

export interface Payload {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer | Readable | null
}

/** A failure of the application under test, which goes to the school's own error handling. */
export type Fail = (error: unknown) => void

export class Reply {
  sent = false
  statusCode = 200
  readonly #headers: Record<string, string | string[]> = {}
  readonly #write: (payload: Payload) => void
  readonly #fail: Fail

  constructor(write: (payload: Payload) => void, fail: Fail) {
    this.#write = write
    this.#fail = fail
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }
  status(status: number): this {
    return this.code(status)
  }
  header(name: string, value: unknown): this {
    this.#headers[name.toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value)
    return this
  }
  getHeader(name: string): string | string[] | undefined {
    return this.#headers[name.toLowerCase()]
  }
  type(value: string): this {
    return this.header('content-type', value)
  }
  redirect(first: number | string, second?: string): this {
    const [status, url] = typeof first === 'number' ? [first, second ?? '/'] : [302, first]
    return this.code(status).header('location', url).send('')
  }

  send(payload?: unknown): this {
    if (this.sent) return this
    if (payload instanceof Error) {
      this.#fail(payload)
      return this
    }
    this.sent = true
    this.#write({ status: this.statusCode, headers: this.#headers, body: this.#bodyOf(payload) })
    return this
  }

  #bodyOf(payload: unknown): Payload['body'] {
    if (payload === undefined || payload === null) return null
    if (payload instanceof Readable) return payload
    if (payload instanceof Uint8Array) return this.#typed('application/octet-stream', Buffer.from(payload))
    if (typeof payload === 'string') return this.#typed('text/plain; charset=utf-8', payload)
    return this.#typed('application/json; charset=utf-8', JSON.stringify(payload))
  }

  #typed<T>(type: string, body: T): T {
    this.#headers['content-type'] ??= type
    return body
  }
}
