/** `reply.raw` of such a request: a stream with the members of node's class that applications use. What is written to it becomes a `Response`. */

import { Writable } from 'node:stream'
import { errorCodes } from '../../errors.ts'
import { type AnswerHeaders, bodiless } from '../../serve/wire/wire.ts'
import { nameOfStatus } from '../../status-names.ts'
import type { HeaderValue } from '../../types/http.ts'
import { isFunction } from '../../values.ts'
import { assertValidHeaders } from '../wire/http2.ts'
import { assertStatus, responseOf } from './headers.ts'
import type { FetchedRequest } from './raw-request.ts'
import type { StandIn } from './stand-in.ts'

/** A character that node refuses in the message of a status, as in the value of a header. */
const NOT_IN_A_MESSAGE = /[^\t\x20-\x7e\x80-\xff]/

type Done = (error?: Error | null) => void

/** Who waits for the answer. */
export interface Outcome {
  answer(response: Response): void
  /** There is none. */
  fail(error: unknown): void
  /** Trailers were set, and a `Response` has none. */
  untrailed(names: readonly string[]): void
}

export class FetchedResponse extends Writable {
  statusCode = 200
  statusMessage = ''
  headersSent = false
  sendDate = true
  shouldKeepAlive = true
  chunkedEncoding = false
  strictContentLength = false
  finished = false
  readonly req: FetchedRequest
  readonly socket: StandIn
  readonly #outcome: Outcome
  readonly #own = new Map<string, { name: string; value: number | string | string[] }>()
  /** the headers as `writeHead` has completed them */
  #head: AnswerHeaders | null = null
  /** whether the `Response` has been given, or somebody else has given it */
  #begun: boolean
  /** the only piece of an answer that ends with it */
  #whole: Buffer | null = null
  #isLast = false
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  /** what goes on when the reader of the answer wants more */
  #wanted: Done | null = null
  #reason: unknown = null

  /** `begun`: the answer has left, and what is written here is not sent. */
  constructor(req: FetchedRequest, outcome: Outcome, begun: boolean) {
    super({ highWaterMark: 1, decodeStrings: true }) // one piece at a time: the reader asks for the next
    this.req = req
    this.socket = req.socket
    this.#outcome = outcome
    this.#begun = begun
  }

  get connection(): StandIn {
    return this.socket
  }

  // ── headers
  setHeader(name: string, value: number | string | string[]): this {
    this.#assertUnsent('set')
    assertValidHeaders({ [name]: value })
    this.#own.set(name.toLowerCase(), { name, value: Array.isArray(value) ? [...value] : value })
    return this
  }
  setHeaders(headers: Iterable<[string, string]>): this {
    for (const [name, value] of headers) {
      if (name === 'set-cookie') this.appendHeader(name, value)
      else this.setHeader(name, value)
    }
    return this
  }
  appendHeader(name: string, value: string | readonly string[]): this {
    const known = this.getHeader(name)
    const all = [known ?? [], value].flat().map(String)
    return this.setHeader(name, all.length === 1 ? all[0]! : all)
  }
  getHeader(name: string): HeaderValue {
    return this.#own.get(name.toLowerCase())?.value
  }
  getHeaders(): AnswerHeaders {
    const headers: AnswerHeaders = Object.create(null) // as that of node it has no prototype
    for (const [name, { value }] of this.#own) headers[name] = value
    return headers
  }
  getHeaderNames(): string[] {
    return [...this.#own.keys()]
  }
  getRawHeaderNames(): string[] {
    return [...this.#own.values()].map(({ name }) => name)
  }
  hasHeader(name: string): boolean {
    return this.#own.has(name.toLowerCase())
  }
  removeHeader(name: string): void {
    this.#assertUnsent('remove')
    this.#own.delete(name.toLowerCase())
  }
  #assertUnsent(verb: string): void {
    if (!this.headersSent) return
    const message = `Cannot ${verb} headers after they are sent to the client`
    throw Object.assign(new Error(message), { code: 'ERR_HTTP_HEADERS_SENT' })
  }

  // ── the head
  writeHead(status: number, text?: unknown, given?: unknown): this {
    this.#assertUnsent('write')
    const headers: unknown = typeof text === 'string' ? given : text
    assertStatus(status, false)
    const message =
      typeof text === 'string' ? text : this.statusMessage || (nameOfStatus(status) ?? 'unknown')
    if (NOT_IN_A_MESSAGE.test(message))
      throw Object.assign(new TypeError('Invalid character in statusMessage'), { code: 'ERR_INVALID_CHAR' })
    const own = { ...this.getHeaders() }
    for (const [name, value] of pairsOf(headers)) {
      assertValidHeaders({ [name]: value })
      own[name.toLowerCase()] = value
    }
    assertStatus(status, Number(own['content-length'] ?? 0) > 0)
    // As with node, headers that were set before are changed; without any, those given here are not kept.
    if (this.#own.size > 0)
      for (const [name, value] of Object.entries(own)) this.#own.set(name, { name, value: value! })
    this.statusCode = status
    this.statusMessage = message
    this.#head = own
    this.headersSent = true
    return this
  }
  flushHeaders(): void {
    this.#begin()
  }

  get #hasBody(): boolean {
    return this.req.method !== 'HEAD' && !bodiless(this.statusCode)
  }
  #completeHead(): { status: number; text: string; headers: AnswerHeaders } {
    if (this.#head === null) this.writeHead(this.statusCode)
    const status = this.statusCode
    return { status, text: this.statusMessage, headers: this.#head! }
  }
  /** Gives the answer, with a body that follows. */
  #begin(): void {
    if (this.#begun || this.destroyed) return
    const head = this.#completeHead()
    this.#begun = true
    this.#outcome.answer(responseOf(head, this.#hasBody ? this.#bodyOf() : null))
  }
  #bodyOf(): ReadableStream<Uint8Array> {
    return new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => {
          const wanted = this.#wanted
          this.#wanted = null
          wanted?.()
        },
        cancel: (reason) => {
          this.#controller = null
          this.#leaves(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }
  #leaves(reason: unknown): void {
    this.socket.closed()
    this.req.leave()
    this.destroy(reason)
  }

  // ── the body
  override end(...args: unknown[]): this {
    if (!this.#begun && !isFunction(args[0])) this.#isLast = true
    this.finished = true
    return Reflect.apply(super.end, this, args)
  }
  override _write(piece: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#isLast && !this.#begun) {
      this.#whole = this.#whole === null ? piece : Buffer.concat([this.#whole, piece])
      done()
      return
    }
    try {
      this.#begin()
    } catch (error) {
      this.destroy(error)
      done()
      return
    }
    if (this.#controller === null || piece.length === 0) done()
    else {
      this.#wanted = () => done()
      this.#controller.enqueue(piece)
    }
  }
  override _final(done: Done): void {
    if (!this.#begun) {
      try {
        const head = this.#completeHead()
        this.#begun = true
        const answer = responseOf(head, this.#hasBody ? this.#whole : null)
        this.prependOnceListener('finish', () => this.#outcome.answer(answer)) // before onResponse hooks, and in the same turn
      } catch (error) {
        this.destroy(error)
      }
    }
    this.#controller?.close()
    this.#controller = null
    done()
  }

  /** As that of node it emits no `error`: its connection would. */
  override destroy(error?: unknown): this {
    this.#reason ??= error ?? null
    return super.destroy()
  }
  override _destroy(_error: unknown, done: Done): void {
    if (!this.writableFinished) {
      const reason = this.#reason ?? prematureEnd()
      this.#outcome.fail(reason)
      breakOff(this.#controller, reason)
    }
    this.#controller = null
    this.#wanted = null
    done()
  }

  addTrailers(fields: object): void {
    const names = Object.keys(fields)
    if (names.length > 0) this.#outcome.untrailed(names)
  }
  /** Has no effect: the runtime has the connection. */
  setTimeout(_ms: number, _late?: () => void): this {
    return this
  }

  // ── what needs a connection
  assignSocket(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('raw.assignSocket')
  }
  detachSocket(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('raw.detachSocket')
  }
  writeContinue(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('raw.writeContinue')
  }
  writeProcessing(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('raw.writeProcessing')
  }
  writeEarlyHints(): never {
    throw new errorCodes.TST_ERR_FETCH_NO_CONNECTION('raw.writeEarlyHints')
  }
}

/** Names and values of an object or of a list in which they take turns. */
function pairsOf(headers: unknown): [string, HeaderValue][] {
  if (!Array.isArray(headers)) return Object.entries(Object(headers))
  if (headers.every((one) => Array.isArray(one))) return headers.map(([name, value]) => [String(name), value])
  const pairs: [string, HeaderValue][] = []
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([String(headers[at]), headers[at + 1]])
  return pairs
}

function breakOff(controller: ReadableStreamDefaultController | null, reason: unknown): void {
  controller?.error(reason)
}

function prematureEnd(): Error {
  return Object.assign(new Error('The answer has ended before it was complete'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  })
}
