/** A request and its answer without the objects of node: they are made when somebody looks at them, and the wire is one over them then. */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Bodies } from '../../serve/bodies/bodies.ts'
import { type AnswerHeaders, NO_PLATFORM, type Wire } from '../../serve/wire/wire.ts'
import type {
  HeaderValue,
  RawRequest,
  RawResponse,
  RequestHeaders,
  RequestPayload,
} from '../../types/http.ts'
import { NodeWire, prematureClose } from './node-wire.ts'

type End = (error?: NodeJS.ErrnoException | null) => void

/** Each request has an async context of its own: what one puts into its stores, no other sees. */
export abstract class LazyWire extends AsyncResource implements Wire {
  protected readonly ownMethod: string
  protected ownUrl: string
  /** null: nobody has looked at the objects of node */
  protected node: NodeWire | null = null
  /** whether the body has been taken */
  protected taken = false

  protected status = 200
  /** the head of the answer, once it is written */
  protected fields: AnswerHeaders | null = null
  /** whether the connection ends with the answer; and whether `setLast` has said so */
  last = false
  protected ends = false
  /** the body of the answer; null: the answer is not complete */
  payload: string | Buffer | null = null
  encoding: BufferEncoding = 'latin1'
  /** 'ended': the answer is complete; 'written': in its turn; 'left': the system has it; 'gone': the connection closed before */
  state: 'open' | 'ended' | 'written' | 'left' | 'gone' = 'open'
  protected left: ((error?: Error) => void) | null = null
  protected gone: (() => void) | null = null
  protected waiting: End[] | null = null

  constructor(type: string, method: string, url: string) {
    super(type)
    this.ownMethod = method
    this.ownUrl = url
  }

  /** Makes the objects of node where there are none. */
  protected abstract touch(): NodeWire
  /** The headers as the application has changed them. */
  protected abstract ownHeaders(): RequestHeaders
  abstract readonly peer: Socket
  abstract readonly contentType: string | undefined
  abstract readonly contentLength: string | undefined
  abstract readonly chunked: boolean
  abstract readonly bodyFollows: boolean
  abstract mayHave(name: string): boolean
  abstract takeBody(): Buffer | null
  abstract writeHead(headers: AnswerHeaders): void
  abstract end(body?: string | Buffer, encoding?: BufferEncoding): void

  /** Node has made its objects: what was said of the answer is said to them. `writes`: they write it, and it has not left before. */
  protected carryOver(request: RawRequest, response: RawResponse, writes: boolean): NodeWire {
    const node = new NodeWire(request, response)
    this.node = node
    request.url = this.ownUrl
    response.statusCode = this.status
    if (this.ends) node.setLast()
    if (this.fields !== null) node.writeHead(this.fields)
    if (writes) {
      if (this.gone !== null) node.watch(this.left!, this.gone)
      for (const done of this.waiting ?? []) node.settled(done)
    }
    if (this.payload !== null) node.end(this.payload, this.encoding)
    return node
  }

  // ── the request, as the application has changed it
  get method(): string {
    return this.node === null ? this.ownMethod : this.node.method
  }
  get url(): string {
    return this.node === null ? this.ownUrl : this.node.url
  }
  set url(url: string) {
    this.ownUrl = url
    if (this.node !== null) this.node.url = url
  }
  get httpVersion(): string {
    return this.node === null ? '1.1' : this.node.httpVersion
  }
  get multiplexed(): boolean {
    return false
  }
  get headers(): RequestHeaders {
    return this.node === null ? this.ownHeaders() : this.node.headers
  }
  get aborted(): boolean {
    return this.state === 'gone' || this.node?.aborted === true
  }

  get source(): RequestPayload {
    return this.touch().request
  }
  get platform(): readonly unknown[] {
    return NO_PLATFORM
  }

  // ── the objects of node
  get made(): boolean {
    return this.node !== null
  }
  get socket(): Socket {
    return this.touch().socket
  }
  get request(): RawRequest {
    return this.touch().request
  }
  get response(): RawResponse {
    return this.touch().response
  }
  get carrier(): Writable {
    return this.touch().carrier
  }

  // ── the answer
  get statusCode(): number {
    return this.node === null ? this.status : this.node.statusCode
  }
  set statusCode(status: number) {
    this.status = status
    if (this.node !== null) this.node.statusCode = status
  }
  get headersSent(): boolean {
    return this.node === null ? this.fields !== null : this.node.headersSent
  }
  get ended(): boolean {
    return this.node === null ? this.payload !== null : this.node.ended
  }
  getHeader(name: string): HeaderValue {
    if (this.node !== null) return this.node.getHeader(name)
    return this.ends && name === 'connection' ? 'close' : undefined
  }
  getHeaders(): AnswerHeaders {
    if (this.node !== null) return this.node.getHeaders()
    return this.ends ? { connection: 'close' } : {}
  }
  removeHeader(name: string): void {
    this.node?.removeHeader(name)
  }
  setLast(): void {
    this.last = this.ends = true
    this.node?.setLast()
  }
  setHeaders(headers: AnswerHeaders): void {
    this.touch().setHeaders(headers)
  }
  addTrailers(fields: Readonly<Record<string, string>>): void {
    this.touch().addTrailers(fields)
  }
  retract(headers?: AnswerHeaders): void {
    this.last = this.ends = false
    this.node?.retract(headers)
  }
  withdraw(headers: AnswerHeaders): void {
    this.node?.withdraw(headers)
  }
  breakOff(): void {
    this.touch().breakOff()
  }

  // ── how it ends
  watch(left: (error?: Error) => void, gone: () => void): void {
    if (this.node !== null) this.node.watch(left, gone)
    this.left = left
    this.gone = gone
  }
  settled(done: End): void {
    if (this.node !== null) this.node.settled(done)
    else if (this.state === 'open') (this.waiting ??= []).push(done)
    else process.nextTick(done, this.state === 'gone' ? prematureClose() : undefined) // the answer is complete: nothing waits for it any more
  }
  /** The answer, which node has not written, has left. */
  protected tellLeft(): void {
    this.left?.()
    for (const done of this.waiting ?? []) done()
  }

  // ── the body
  get shared(): null {
    return null
  }
  abandon(error: Error): void {
    this.touch().abandon(error)
  }
  expireUnread(_bodies: Bodies): void {}
}
