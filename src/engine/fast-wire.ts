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
import type { Pair } from './node-side.ts'

const NONE = Buffer.alloc(0)

/** What a wire needs of its connection. */
export interface Line {
  readonly socket: Socket
  /** The answer is complete. Called once, for an answer that is not written by node. */
  answered(wire: FastWire): void
  /** The application looks at the objects of node: gives the wire those that node makes. */
  touch(wire: FastWire): void
}

/** Each request has an async context of its own, as with node: what one puts into its stores, no other sees. */
export class FastWire extends AsyncResource implements Wire {
  readonly #method: string
  readonly keepsAlive: boolean
  /** NONE once it is taken */
  body: Buffer
  readonly #line: Line
  /** of the whole message */
  readonly #bytes: Buffer
  readonly #at: number
  readonly #end: number
  /** where the headers begin, and which may be there */
  readonly #start: number
  readonly #names: number
  readonly #type: string | undefined
  readonly #length: string | undefined
  #url: string
  #node: NodeWire | null = null
  #taken = false
  #heard = false
  #headers: RequestHeaders | null = null

  #status = 200
  /** the head, once it is written and not yet sent */
  #fields: AnswerHeaders | null = null
  /** whether the connection ends with the answer; and whether `setLast` has said so */
  last = false
  #ends = false
  /** the answer: what stands before the fields of the server, and the body; null: it is not complete */
  text = ''
  payload: string | Buffer | null = null
  encoding: BufferEncoding = 'latin1'
  /** whether it came while another request of its connection was served */
  isBehind = false
  /** 'ended': the answer is complete; 'written': in its turn; 'left': the system has it; 'gone': the connection closed before */
  state: 'open' | 'ended' | 'written' | 'left' | 'gone' = 'open'
  #left: ((error?: Error) => void) | null = null
  #gone: (() => void) | null = null
  #settled: ((error?: NodeJS.ErrnoException | null) => void)[] | null = null

  constructor(line: Line, bytes: Buffer, at: number, head: Head, bodyStart: number) {
    super('HTTPINCOMINGMESSAGE')
    this.#line = line
    this.#bytes = bytes
    this.#at = at
    this.#start = head.start
    this.#names = head.names
    this.#type = head.typeAt < 0 ? undefined : lineAt(bytes, head.typeAt)
    this.#length = head.lengthAt < 0 ? undefined : lineAt(bytes, head.lengthAt)
    this.#method = head.method
    this.keepsAlive = head.keepsAlive
    this.#url = bytes.toString('latin1', head.targetStart, head.targetEnd)
    this.#end = bodyStart + Math.max(0, head.length)
    this.body = head.length > 0 ? bytes.subarray(bodyStart, this.#end) : NONE
  }

  /** The bytes of the request. */
  get message(): Buffer {
    return this.#bytes.subarray(this.#at, this.#end)
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
  get peer(): Socket {
    return this.#node === null ? this.#line.socket : this.#node.peer
  }
  get socket(): Socket {
    return this.#touch().socket
  }
  get headers(): RequestHeaders {
    if (this.#node !== null) return this.#node.headers
    this.#headers ??= headersOf(rawHeadersOf(this.#bytes, placesOf(this.#bytes, this.#start)))
    return this.#headers
  }
  mayHave(name: string): boolean {
    if (this.#node !== null) return this.#node.headers[name] !== undefined // node's may have been changed
    if (this.#headers !== null) return this.#headers[name] !== undefined
    if ((this.#names & bitOf(name.length, name.charCodeAt(0))) === 0) return false
    return this.headers[name] !== undefined
  }
  get contentType(): string | undefined {
    if (this.#node !== null) return this.#node.contentType
    return this.#headers === null ? this.#type : fieldIn(this.#headers, 'content-type')
  }
  get contentLength(): string | undefined {
    if (this.#node !== null) return this.#node.contentLength
    return this.#headers === null ? this.#length : fieldIn(this.#headers, 'content-length')
  }
  get chunked(): boolean {
    return this.#node?.chunked === true
  }
  get bodyFollows(): boolean {
    return false
  }
  takeBody(): Buffer | null {
    if (this.#node !== null) return null
    const { body } = this
    this.body = NONE
    this.#taken = true
    return body
  }
  get aborted(): boolean {
    return this.state === 'gone' || this.#node?.aborted === true
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
  /** The listeners of the request have run: with node, a message is complete after that. */
  hear(): void {
    this.#heard = true
    if (this.#node !== null) Object.assign(this.#node.request, { complete: true })
  }
  #touch(): NodeWire {
    if (this.#node === null) this.#line.touch(this)
    return this.#node!
  }
  /** Node has made its objects: what was said of the answer is said to them. `writes`: they write it, and it has not left before. */
  become({ request, response }: Pair, writes: boolean): void {
    const node = new NodeWire(request, response)
    this.#node = node
    request.url = this.#url
    if (!this.#heard && !this.#taken) request.complete = false
    if (this.#headers !== null) request.headers = this.#headers
    if (this.#taken) while (request.read() !== null); // it has been read: what listens now gets its end
    response.statusCode = this.#status
    if (this.#ends) node.setLast()
    if (this.#fields !== null) node.writeHead(this.#fields)
    if (writes) {
      if (this.#gone !== null) node.watch(this.#left!, this.#gone)
      for (const done of this.#settled ?? []) node.settled(done)
    }
    if (this.payload !== null) node.end(this.payload, this.encoding)
    else if (this.state === 'gone') {
      request.destroy()
      response.destroy()
    }
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
    return this.#ends && name === 'connection' ? 'close' : undefined
  }
  getHeaders(): AnswerHeaders {
    if (this.#node !== null) return this.#node.getHeaders()
    return this.#ends ? { connection: 'close' } : {}
  }
  removeHeader(name: string): void {
    this.#node?.removeHeader(name)
  }
  setLast(): void {
    this.last = this.#ends = true
    this.#node?.setLast()
  }
  writeHead(headers: AnswerHeaders): void {
    if (this.#node === null) {
      const text = headOf(this.#status, headers, this.#method === 'HEAD', this.last)
      if (text !== null) {
        this.text = text
        if (headers.connection === 'close') this.last = true
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
    this.last = this.#ends = false
    this.#node?.retract(headers)
  }
  withdraw(headers: AnswerHeaders): void {
    this.#node?.withdraw(headers)
  }
  breakOff(): void {
    if (this.#node === null) this.#line.socket.destroy()
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
    if (this.state !== 'written') return
    this.state = 'left'
    this.#left?.()
    for (const done of this.#settled ?? []) done()
  }
  /** The connection has closed before. */
  lose(): void {
    this.state = 'gone'
    if (this.watched) this.runInAsyncScope(this.#tellLoss, this)
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
