/** The wire over the engine: a request in the bytes of its connection, and an answer that leaves as bytes. */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Bodies } from '../serve/bodies/bodies.ts'
import { type AnswerHeaders, bodiless, type Wire } from '../serve/wire/wire.ts'
import { fieldIn, headersOf, rawHeadersOf } from '../transport/wire/node-headers.ts'
import { NodeWire } from '../transport/wire/node-wire.ts'
import type { HeaderValue, RawRequest, RawResponse, RequestHeaders } from '../types/http.ts'
import { headOf } from './answer.ts'
import { bitOf, type Head, lineAt, placesOf } from './head.ts'
import { EngineRequest, EngineResponse, endSent } from './raw.ts'

const NONE = Buffer.alloc(0)

/** What a wire needs of its connection. */
export interface Line {
  readonly socket: Socket
  /** Sends what has been answered and is held back for one write. */
  flush(): void
  /** The answer is complete. Called once, for an answer that is not written by node. */
  answered(wire: FastWire): void
  /** The application has asked for the objects of node, and they write the answer. */
  touched(wire: FastWire, request: EngineRequest, response: EngineResponse): void
  readonly keepAliveTimeout: number
}

/** Each request has an async context of its own, as with node: what one puts into its stores, no other sees. */
export class FastWire extends AsyncResource implements Wire {
  readonly #method: string
  readonly keepsAlive: boolean
  /** NONE once it is taken */
  body: Buffer
  readonly #line: Line
  readonly #bytes: Buffer
  /** where the headers begin, and which may be there */
  readonly #start: number
  readonly #names: number
  readonly #type: string | undefined
  readonly #length: string | undefined
  #url: string
  #node: NodeWire | null = null
  #request: EngineRequest | null = null
  #delivered = false
  #rawHeaders: string[] | null = null
  #headers: RequestHeaders | null = null

  #status = 200
  /** the head, once it is written and not yet sent */
  #fields: AnswerHeaders | null = null
  last = false
  /** the answer: what stands before the fields of the server, and the body; null: it is not complete */
  text = ''
  payload: string | Buffer | null = null
  encoding: BufferEncoding = 'latin1'
  /** whether it came while another request of its connection was served */
  isBehind = false
  state: 'open' | 'ended' | 'left' | 'gone' = 'open'
  #left: ((error?: Error) => void) | null = null
  #gone: (() => void) | null = null
  #settled: ((error?: NodeJS.ErrnoException | null) => void)[] | null = null

  constructor(line: Line, bytes: Buffer, head: Head, bodyStart: number) {
    super('HTTPINCOMINGMESSAGE')
    this.#line = line
    this.#bytes = bytes
    this.#start = head.start
    this.#names = head.names
    this.#type = head.typeAt < 0 ? undefined : lineAt(bytes, head.typeAt)
    this.#length = head.lengthAt < 0 ? undefined : lineAt(bytes, head.lengthAt)
    this.#method = head.method
    this.keepsAlive = head.keepsAlive
    this.#url = bytes.toString('latin1', head.targetStart, head.targetEnd)
    this.body = head.length > 0 ? bytes.subarray(bodyStart, bodyStart + head.length) : NONE
  }

  // ── the request, as the application has changed it
  get method(): string {
    return this.#node === null ? this.#method : this.#node.method
  }
  get url(): string {
    return this.#node === null ? this.#url : this.#node.url
  }
  set url(url: string) {
    this.#url = url
    if (this.#node !== null) this.#node.url = url
  }
  get httpVersion(): string {
    return '1.1'
  }
  get multiplexed(): boolean {
    return false
  }
  get socket(): Socket {
    this.#line.flush() // the application may end the connection: what it has answered leaves before
    return this.#line.socket
  }
  get rawHeaders(): string[] {
    this.#rawHeaders ??= rawHeadersOf(this.#bytes, placesOf(this.#bytes, this.#start))
    return this.#rawHeaders
  }
  get headers(): RequestHeaders {
    this.#headers ??= headersOf(this.rawHeaders)
    return this.#headers
  }
  set headers(headers: RequestHeaders) {
    this.#headers = headers
  }
  mayHave(name: string): boolean {
    if (this.#headers !== null) return this.#headers[name] !== undefined
    if ((this.#names & bitOf(name.length, name.charCodeAt(0))) === 0) return false
    return this.headers[name] !== undefined
  }
  get contentType(): string | undefined {
    return this.#headers === null ? this.#type : fieldIn(this.#headers, 'content-type')
  }
  get contentLength(): string | undefined {
    return this.#headers === null ? this.#length : fieldIn(this.#headers, 'content-length')
  }
  get chunked(): boolean {
    return false
  }
  takeBody(): Buffer | null {
    if (this.#node !== null) return null
    const { body } = this
    this.body = NONE
    this.#delivered = true
    return body
  }
  get aborted(): boolean {
    return this.state === 'gone' || this.#node?.aborted === true
  }

  // ── the objects of node: with them the wire is one over them, unless the answer was complete before
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
  get keepAliveTimeout(): number {
    return this.#line.keepAliveTimeout
  }
  /** The listeners of the request have run. */
  deliver(): void {
    if (this.#delivered) return
    this.#delivered = true
    this.#request?.deliver()
  }
  #touch(): NodeWire {
    if (this.#node !== null) return this.#node
    this.#line.flush() // as in `socket`
    const request = new EngineRequest(this)
    const response = new EngineResponse(request, this)
    const node = new NodeWire(request, response)
    this.#request = request
    if (this.#delivered) request.deliver()
    response.statusCode = this.#status
    if (this.last) node.setLast()
    if (this.state === 'open') {
      this.#node = node
      this.#line.touched(this, request, response)
      if (this.#fields !== null) node.writeHead(this.#fields)
      if (this.#gone !== null) node.watch(this.#left!, this.#gone)
      for (const done of this.#settled ?? []) node.settled(done)
    } else {
      const fields = this.payload === null ? null : this.#fields
      if (fields !== null) endSent(response, () => node.writeHead(fields))
      this.#node = node
      if (this.state === 'gone') {
        request.destroy()
        response.destroy()
      }
    }
    return node
  }

  // ── the answer
  get statusCode(): number {
    return this.#node === null ? this.#status : this.#node.statusCode
  }
  set statusCode(status: number) {
    this.#status = status
    if (this.#node !== null) this.#node.statusCode = status
  }
  get headersSent(): boolean {
    return this.#node === null ? this.#fields !== null : this.#node.headersSent
  }
  get ended(): boolean {
    return this.#node === null ? this.payload !== null : this.#node.ended
  }
  getHeader(name: string): HeaderValue {
    if (this.#node !== null) return this.#node.getHeader(name)
    return this.last && name === 'connection' ? 'close' : undefined
  }
  getHeaders(): AnswerHeaders {
    if (this.#node !== null) return this.#node.getHeaders()
    return this.last ? { connection: 'close' } : {}
  }
  removeHeader(name: string): void {
    this.#node?.removeHeader(name)
  }
  setLast(): void {
    this.last = true
    this.#node?.setLast()
  }
  writeHead(headers: AnswerHeaders): void {
    if (this.#node === null) {
      const text = headOf(this.#status, headers, this.#method === 'HEAD', this.last)
      if (text !== null) {
        this.text = text
        this.#fields = headers
        return
      }
    }
    this.#touch().writeHead(headers)
  }
  setHeaders(headers: AnswerHeaders): void {
    this.#touch().setHeaders(headers)
  }
  end(body: string | Buffer = '', encoding: BufferEncoding = 'utf8'): void {
    if (this.#node !== null) {
      if (body === '') this.#node.end()
      else this.#node.end(body, encoding)
    } else if (this.state === 'open') {
      // Node drops it, too: the client would read it as the beginning of the next answer.
      this.payload = this.#method === 'HEAD' || bodiless(this.#status) ? '' : body
      this.encoding = encoding
      this.state = 'ended'
      this.#line.answered(this)
    }
  }
  addTrailers(fields: Readonly<Record<string, string>>): void {
    this.#touch().addTrailers(fields)
  }
  retract(headers?: AnswerHeaders): void {
    this.last = false
    this.#node?.retract(headers)
  }
  withdraw(headers: AnswerHeaders): void {
    this.#node?.withdraw(headers)
  }
  breakOff(): void {
    if (this.#node === null) this.socket.destroy()
    else this.#node.breakOff()
  }

  // ── how it ends
  get watched(): boolean {
    return this.#left !== null || this.#settled !== null
  }
  watch(left: (error?: Error) => void, gone: () => void): void {
    if (this.#node !== null) this.#node.watch(left, gone)
    this.#left = left
    this.#gone = gone
  }
  settled(done: (error?: NodeJS.ErrnoException | null) => void): void {
    if (this.#node !== null) this.#node.settled(done)
    else if (this.state === 'open') (this.#settled ??= []).push(done)
    else process.nextTick(done) // the answer is complete: nothing waits for it any more
  }
  /** The answer, which node has not written, has left. */
  leave(): void {
    if (this.state !== 'ended') return
    this.state = 'left'
    this.#left?.()
    for (const done of this.#settled ?? []) done()
  }
  /** The connection has closed before. */
  lose(): void {
    const node = this.state === 'open' ? this.#node : null
    this.state = 'gone'
    if (node !== null) node.request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    else if (this.watched) this.runInAsyncScope(this.#tellLoss, this)
  }
  #tellLoss(): void {
    this.#gone?.()
    for (const done of this.#settled ?? [])
      done(Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  }

  // ── the body, which is here
  get shared(): null {
    return null
  }
  abandon(error: Error): void {
    this.#touch().abandon(error)
  }
  expireUnread(_bodies: Bodies): void {}
}
