/** The wire of a request that came as a `Request`. Its answer is a `Response`. */
import type { Socket } from 'node:net'
import type { SafeLog } from '../../safe-log.ts'
import type { AnswerHeaders } from '../../serve/wire/wire.ts'
import { nameOfStatus } from '../../status-names.ts'
import type { RawRequest, RawResponse, RequestHeaders, RequestPayload } from '../../types/http.ts'
import { assertValidHeaders } from '../wire/http2.ts'
import { LazyWire } from '../wire/lazy-wire.ts'
import { fieldIn } from '../wire/node-headers.ts'
import { type NodeWire, prematureClose } from '../wire/node-wire.ts'
import { BodyReader, BodySource } from './body-source.ts'
import { assertStatus, headersOf, responseOf, type Target } from './headers.ts'
import { FetchedRequest } from './raw-request.ts'
import { FetchedResponse, type Outcome } from './raw-response.ts'
import { StandIn } from './stand-in.ts'

const NONE = Buffer.alloc(0)

/** What one call of `fetch` has been given. */
export interface Call {
  readonly request: Request
  readonly target: Target
  readonly platform: readonly unknown[]
  readonly log: SafeLog
  /** the address of the client; asked when somebody reads it */
  address(): string | undefined
  answered(response: Response): void
  failed(error: unknown): void
}

export class FetchWire extends LazyWire implements Outcome {
  readonly #call: Call
  readonly #reader: BodyReader
  #headers: RequestHeaders | null = null
  #peer: StandIn | null = null
  #source: RequestPayload | null = null
  #raw: FetchedRequest | null = null
  #over = false

  constructor(call: Call) {
    super('touchstone.fetch', call.request.method, call.target.path)
    this.#call = call
    this.#reader = new BodyReader(call.request)
    call.request.signal?.addEventListener('abort', this.#onAbort)
  }
  readonly #onAbort = (): void => this.abandon(this.#call.request.signal.reason)

  /** Whether it has been answered, or never will be. */
  get over(): boolean {
    return this.#over
  }

  // ── the request
  override get platform(): readonly unknown[] {
    return this.#call.platform
  }
  // The runtime frames the answer, so nothing is said about a connection.
  override get multiplexed(): boolean {
    return true
  }
  get peer(): Socket {
    this.#peer ??= new StandIn(this, this.#call.target.secure, this.#call.address())
    return Object(this.#peer)
  }
  override get socket(): Socket {
    return this.peer
  }
  protected ownHeaders(): RequestHeaders {
    this.#headers ??= headersOf(this.#call.request, this.#call.target.host)
    return this.#headers
  }
  mayHave(name: string): boolean {
    return this.#headers === null
      ? name === 'host' || this.#call.request.headers.has(name)
      : this.headers[name] !== undefined
  }
  get contentType(): string | undefined {
    return this.#field('content-type')
  }
  get contentLength(): string | undefined {
    return this.#field('content-length')
  }
  #field(name: string): string | undefined {
    if (this.#headers === null) return this.#call.request.headers.get(name) ?? undefined
    return fieldIn(this.headers, name)
  }
  get chunked(): boolean {
    if (this.#field('transfer-encoding') !== undefined) return true
    return this.contentLength === undefined && this.#call.request.body !== null
  }
  get bodyFollows(): boolean {
    return false
  }
  takeBody(): Buffer | null {
    if (this.node !== null || this.#call.request.body !== null || Number(this.contentLength ?? 0) > 0)
      return null
    this.taken = true
    return NONE
  }
  override get source(): RequestPayload {
    if (this.node !== null) return this.node.request
    this.#source ??= Object(new BodySource(this.#reader))
    return this.#source!
  }

  protected touch(): NodeWire {
    if (this.node !== null) return this.node
    const answered = this.payload !== null
    const headers = this.ownHeaders()
    const raw = new FetchedRequest({
      method: this.ownMethod,
      url: this.ownUrl,
      headers,
      rawHeaders: Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().flatMap((one) => [name, one]),
      ),
      socket: Object(this.peer),
      reader: this.#reader,
      taken: this.taken || this.#source !== null,
    })
    this.#raw = raw
    const response = new FetchedResponse(raw, this, answered)
    if (this.state === 'gone') response.destroy(prematureClose())
    response.once('close', () => this.#release())
    const request: RawRequest = Object(raw)
    return this.carryOver(request, Object(response), !answered)
  }

  // ── the answer
  writeHead(headers: AnswerHeaders): void {
    assertStatus(this.statusCode, Number(headers['content-length'] ?? 0) > 0)
    if (this.node !== null) {
      this.node.writeHead(headers)
      return
    }
    assertValidHeaders(headers)
    this.fields = headers
  }
  override setHeaders(headers: AnswerHeaders): void {
    assertStatus(this.statusCode, true)
    super.setHeaders(headers)
  }
  end(body: string | Buffer = '', encoding: BufferEncoding = 'utf8'): void {
    if (this.node !== null || this.fields === null) {
      this.touch().end(body, encoding)
      return
    }
    if (this.payload !== null) return
    this.payload = body
    this.encoding = encoding
    if (this.state === 'gone') return
    this.state = 'left'
    const { status, fields: headers } = this
    const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body
    const text = nameOfStatus(status) ?? ''
    const none = bytes.length === 0 || this.ownMethod === 'HEAD'
    this.answer(responseOf({ status, text, headers }, none ? null : bytes))
    this.tellLeft()
    this.#release()
  }
  override breakOff(): void {
    this.response.destroy(prematureClose())
  }

  // ── how it ends
  answer(response: Response): void {
    this.#call.answered(response)
  }
  fail(error: unknown): void {
    this.#call.failed(error)
  }
  untrailed(names: readonly string[]): void {
    const log: SafeLog = this.#call.log
    log.debug({ trailers: names }, 'a Response has no trailers: those of the reply are left out')
  }
  /** The client has left. */
  override abandon(error?: unknown): void {
    if (this.#over) return
    const reason = error ?? prematureClose()
    this.fail(reason)
    this.#peer?.closed()
    if (this.node !== null) {
      this.#raw!.leave()
      const response: RawResponse & { destroy(reason: unknown): void } = Object(this.node.response)
      response.destroy(reason)
    } else {
      this.state = 'gone'
      this.gone?.()
      const waiting = this.waiting ?? []
      this.waiting = null
      for (const done of waiting) done(prematureClose())
    }
    this.#release()
  }
  /** Nothing of it is waited for any more. A body that nobody reads is cancelled. */
  #release(): void {
    if (this.#over) return
    this.#over = true
    this.#call.request.signal?.removeEventListener('abort', this.#onAbort)
    const raw = this.#raw
    if (raw === null || raw.complete) this.#reader.cancel()
    else if (raw.readableFlowing !== true && raw.listenerCount('readable') === 0) raw.destroy()
  }
}
