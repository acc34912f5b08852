/** The wire of an injected request: its data and its answer, without the objects of node until somebody looks at them. */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { headOf } from '../engine/answer.ts'
import type { Bodies } from '../serve/bodies/bodies.ts'
import type { AnswerHeaders, Wire } from '../serve/wire/wire.ts'
import { fieldIn } from '../transport/wire/node-headers.ts'
import { NodeWire } from '../transport/wire/node-wire.ts'
import type { HeaderValue, RawRequest, RawResponse, RequestHeaders } from '../types/http.ts'
import { answerOf, headersOf } from './answer.ts'
import { objectsFor, setRead } from './library.ts'
import type { Asked } from './plain.ts'

/** Gets an answer, or why there is none. */
export type Told = (error: Error | null, answer: unknown) => void

type End = (error?: NodeJS.ErrnoException | null) => void

const nothing = (): void => {}
const NONE = Buffer.alloc(0)

/** Each request has an async context of its own: what one puts into its stores, the code that injects it does not see. */
export class InjectWire extends AsyncResource implements Wire {
  readonly #asked: Asked
  readonly #told: Told
  #url: string
  /** the headers as they came, once code of the application may have changed them */
  #before: RequestHeaders | null = null
  #peer: Peer | null = null
  #taken = false
  #node: NodeWire | null = null

  #status = 200
  /** the head, once it is written; and as the answer has it */
  #fields: AnswerHeaders | null = null
  #headers: Record<string, string | string[]> = {}
  /** null: the answer is not complete */
  #body: string | Buffer | null = null
  #encoding: BufferEncoding = 'latin1'
  #left: ((error?: Error) => void) | null = null
  #gone: () => void = nothing
  #settled: End[] | null = null

  constructor(asked: Asked, told: Told) {
    super('touchstone.inject')
    this.#asked = asked
    this.#url = asked.url
    this.#told = told
  }

  // ── the request
  get method(): string {
    return this.#node === null ? this.#asked.method : this.#node.method
  }
  get url(): string {
    return this.#node === null ? this.#url : this.#node.url
  }
  set url(url: string) {
    this.#url = url
    if (this.#node !== null) this.#node.url = url
  }
  get httpVersion(): string {
    return this.#node === null ? '1.1' : this.#node.httpVersion
  }
  get multiplexed(): boolean {
    return false
  }
  get peer(): Socket {
    if (this.#node !== null) return this.#node.peer
    this.#peer ??= new Peer(this, this.#asked.remoteAddress)
    return Object(this.#peer)
  }
  get socket(): Socket {
    return this.#touch().socket
  }
  get headers(): RequestHeaders {
    if (this.#node !== null) return this.#node.headers
    this.#before ??= { ...this.#asked.headers }
    return this.#asked.headers
  }
  mayHave(name: string): boolean {
    return this.#node === null ? this.#asked.headers[name] !== undefined : this.#node.mayHave(name)
  }
  get contentType(): string | undefined {
    return fieldIn(this.#own, 'content-type')
  }
  get contentLength(): string | undefined {
    return fieldIn(this.#own, 'content-length')
  }
  get #own(): RequestHeaders {
    return this.#node === null ? this.#asked.headers : this.#node.headers
  }
  get chunked(): boolean {
    return this.#own['transfer-encoding'] !== undefined
  }
  // Tools that run a fake clock rely on the turn that light-my-request takes.
  get bodyFollows(): boolean {
    return this.#node === null
  }
  takeBody(): Buffer | null {
    if (this.#node !== null) return null
    const { payload } = this.#asked
    const body = payload === null ? NONE : typeof payload === 'string' ? Buffer.from(payload) : payload
    const told = this.contentLength
    if (told !== undefined && Number(told) !== body.length) return null // the reader of streams refuses it
    this.#taken = true
    return body
  }
  get aborted(): boolean {
    return this.#node?.aborted === true
  }

  // ── the objects of node: with them the wire is one over them
  get made(): boolean {
    return this.#node !== null
  }
  get request(): RawRequest {
    return this.#touch().request
  }
  get response(): RawResponse {
    return this.#touch().response
  }
  get carrier(): Writable {
    return this.#touch().carrier
  }
  /** What was said of the answer is said to them. They tell the answer, if it is not complete. */
  #touch(): NodeWire {
    if (this.#node !== null) return this.#node
    const answered = this.#body !== null
    const { headers } = this.#asked
    const before = this.#before ?? headers
    const options = { ...this.#asked, headers: before, validate: false }
    const { request, response } = objectsFor(options, answered ? nothing : this.#told)
    const node = new NodeWire(request, response)
    this.#node = node
    // The library replaces a host that is empty. A value may be undefined.
    Object.assign(request, { url: this.#url, headers, rawHeaders: Object.entries(before).flat() })
    if (this.#taken) setRead(request)
    response.statusCode = this.#status
    if (this.#fields !== null) node.writeHead(this.#fields)
    if (this.#body !== null) {
      node.end(this.#body, this.#encoding)
      return node
    }
    if (this.#left !== null) node.watch(this.#left, this.#gone)
    for (const done of this.#settled ?? []) node.settled(done)
    return node
  }

  // ── the answer
  get statusCode(): number {
    return this.#node === null ? this.#status : this.#node.statusCode
  }
  set statusCode(status: number) {
    if (this.#node === null) this.#status = status
    else this.#node.statusCode = status
  }
  get headersSent(): boolean {
    return this.#node === null ? this.#fields !== null : this.#node.headersSent
  }
  get ended(): boolean {
    return this.#node === null ? this.#body !== null : this.#node.ended
  }
  getHeader(name: string): HeaderValue {
    return this.#node?.getHeader(name)
  }
  getHeaders(): AnswerHeaders {
    return this.#node === null ? {} : this.#node.getHeaders()
  }
  removeHeader(name: string): void {
    this.#node?.removeHeader(name)
  }
  setLast(): void {
    this.#touch().setLast()
  }
  writeHead(headers: AnswerHeaders): void {
    if (this.#node === null && this.#isPlain(headers)) {
      this.#fields = headers
      this.#headers = headersOf(headers)
    } else this.#touch().writeHead(headers)
  }
  #isPlain(headers: AnswerHeaders): boolean {
    try {
      return headOf(this.#status, headers, this.#asked.method === 'HEAD', false) !== null
    } catch {
      return false // node throws it again
    }
  }
  setHeaders(headers: AnswerHeaders): void {
    this.#touch().setHeaders(headers)
  }
  end(body: string | Buffer = '', encoding: BufferEncoding = 'utf8'): void {
    if (this.#node !== null || this.#fields === null) this.#touch().end(body, encoding)
    else if (this.#body === null) {
      this.#body = body
      this.#encoding = encoding
      const sent = {
        statusCode: this.#status,
        headers: this.#headers,
        body,
        encoding,
        pair: () => this.#touch(),
      }
      process.nextTick(this.#told, null, answerOf(sent))
      this.#left?.()
      for (const done of this.#settled ?? []) done()
    }
  }
  addTrailers(fields: Readonly<Record<string, string>>): void {
    this.#touch().addTrailers(fields)
  }
  retract(headers?: AnswerHeaders): void {
    this.#node?.retract(headers)
  }
  withdraw(headers: AnswerHeaders): void {
    this.#node?.withdraw(headers)
  }
  breakOff(): void {
    this.#touch().breakOff()
  }

  // ── how it ends
  watch(left: (error?: Error) => void, gone: () => void): void {
    if (this.#node !== null) this.#node.watch(left, gone)
    else {
      this.#left = left
      this.#gone = gone
    }
  }
  settled(done: End): void {
    if (this.#node !== null) this.#node.settled(done)
    else if (this.#body !== null) process.nextTick(done)
    else (this.#settled ??= []).push(done)
  }

  // ── the body
  get shared(): null {
    return null
  }
  abandon(error: Error): void {
    this.#touch().abandon(error)
  }
  expireUnread(_bodies: Bodies): void {}
}

/** What the framework itself looks at of a connection. Who listens to it listens to that of light-my-request. */
class Peer {
  readonly remoteAddress: string
  readonly #wire: InjectWire

  constructor(wire: InjectWire, remoteAddress: string) {
    this.#wire = wire
    this.remoteAddress = remoteAddress
  }
  on(name: string, listener: () => void): void {
    this.#wire.socket.on(name, listener)
  }
}
