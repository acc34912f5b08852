/** The wire over the engine: a request in the bytes of its connection, and an answer that leaves as bytes. */
import type { Socket } from 'node:net'
import { type AnswerHeaders, bodiless } from '../serve/wire/wire.ts'
import { LazyWire } from '../transport/wire/lazy-wire.ts'
import { fieldIn, headersOf, rawHeadersOf } from '../transport/wire/node-headers.ts'
import { type NodeWire, prematureClose } from '../transport/wire/node-wire.ts'
import type { RequestHeaders } from '../types/http.ts'
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

export class FastWire extends LazyWire {
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
  #heard = false
  #headers: RequestHeaders | null = null
  /** what stands before the fields of the server */
  text = ''
  /** whether it came while another request of its connection was served */
  isBehind = false

  constructor(line: Line, bytes: Buffer, at: number, head: Head, bodyStart: number) {
    super('HTTPINCOMINGMESSAGE', head.method, bytes.toString('latin1', head.targetStart, head.targetEnd))
    this.#line = line
    this.#bytes = bytes
    this.#at = at
    this.#start = head.start
    this.#names = head.names
    this.#type = head.typeAt < 0 ? undefined : lineAt(bytes, head.typeAt)
    this.#length = head.lengthAt < 0 ? undefined : lineAt(bytes, head.lengthAt)
    this.keepsAlive = head.keepsAlive
    this.#end = bodyStart + Math.max(0, head.length)
    this.body = head.length > 0 ? bytes.subarray(bodyStart, this.#end) : NONE
  }

  /** The bytes of the request. */
  get message(): Buffer {
    return this.#bytes.subarray(this.#at, this.#end)
  }
  get peer(): Socket {
    return this.node === null ? this.#line.socket : this.node.peer
  }
  protected ownHeaders(): RequestHeaders {
    this.#headers ??= headersOf(rawHeadersOf(this.#bytes, placesOf(this.#bytes, this.#start)))
    return this.#headers
  }
  mayHave(name: string): boolean {
    if (this.node !== null) return this.node.headers[name] !== undefined // node's may have been changed
    if (this.#headers !== null) return this.#headers[name] !== undefined
    if ((this.#names & bitOf(name.length, name.charCodeAt(0))) === 0) return false
    return this.headers[name] !== undefined
  }
  get contentType(): string | undefined {
    if (this.node !== null) return this.node.contentType
    return this.#headers === null ? this.#type : fieldIn(this.#headers, 'content-type')
  }
  get contentLength(): string | undefined {
    if (this.node !== null) return this.node.contentLength
    return this.#headers === null ? this.#length : fieldIn(this.#headers, 'content-length')
  }
  get chunked(): boolean {
    return this.node?.chunked === true
  }
  get bodyFollows(): boolean {
    return false
  }
  takeBody(): Buffer | null {
    if (this.node !== null) return null
    const { body } = this
    this.body = NONE
    this.taken = true
    return body
  }

  /** The listeners of the request have run: with node, a message is complete after that. */
  hear(): void {
    this.#heard = true
    if (this.node !== null) Object.assign(this.node.request, { complete: true })
  }
  protected touch(): NodeWire {
    if (this.node === null) this.#line.touch(this)
    return this.node!
  }
  /** Node has made its objects. `writes`: they write the answer, and it has not left before. */
  become({ request, response }: Pair, writes: boolean): void {
    if (!this.#heard && !this.taken) request.complete = false
    if (this.#headers !== null) request.headers = this.#headers
    if (this.taken) while (request.read() !== null); // it has been read: what listens now gets its end
    this.carryOver(request, response, writes)
    if (this.payload === null && this.state === 'gone') {
      request.destroy()
      response.destroy()
    }
  }

  writeHead(headers: AnswerHeaders): void {
    if (this.node === null) {
      const text = headOf(this.status, headers, this.ownMethod === 'HEAD', this.last)
      if (text !== null) {
        this.text = text
        if (headers.connection === 'close') this.last = true
        this.fields = headers
        return
      }
    }
    this.touch().writeHead(headers)
  }
  end(body: string | Buffer = '', encoding: BufferEncoding = 'utf8'): void {
    if (this.node !== null) {
      if (body === '') this.node.end()
      else this.node.end(body, encoding)
    } else if (this.state === 'open') {
      // Node drops it, too: the client would read it as the beginning of the next answer.
      this.payload = this.ownMethod === 'HEAD' || bodiless(this.status) ? '' : body
      this.encoding = encoding
      this.state = 'ended'
      this.#line.answered(this)
    }
  }
  override breakOff(): void {
    if (this.node === null) this.#line.socket.destroy()
    else this.node.breakOff()
  }

  // ── how it ends
  get watched(): boolean {
    return this.left !== null || this.waiting !== null
  }
  leave(): void {
    if (this.state !== 'written') return
    this.state = 'left'
    this.tellLeft()
  }
  /** The connection has closed before. */
  lose(): void {
    this.state = 'gone'
    if (this.watched) this.runInAsyncScope(this.#tellLoss, this)
  }
  #tellLoss(): void {
    this.gone?.()
    for (const done of this.waiting ?? []) done(prematureClose())
  }
}
