/** The wire of an injected request: its data and its answer, without the objects of node until somebody looks at them. */
import type { Socket } from 'node:net'
import { headOf } from '../engine/answer.ts'
import type { AnswerHeaders } from '../serve/wire/wire.ts'
import { LazyWire } from '../transport/wire/lazy-wire.ts'
import { fieldIn } from '../transport/wire/node-headers.ts'
import type { NodeWire } from '../transport/wire/node-wire.ts'
import type { RequestHeaders } from '../types/http.ts'
import { answerOf, headersOf } from './answer.ts'
import { objectsFor, setRead } from './library.ts'
import type { Asked } from './plain.ts'

/** Gets an answer, or why there is none. */
export type Told = (error: Error | null, answer: unknown) => void

const nothing = (): void => {}
const NONE = Buffer.alloc(0)

export class InjectWire extends LazyWire {
  readonly #asked: Asked
  readonly #told: Told
  /** the headers as they came, once code of the application may have changed them */
  #before: RequestHeaders | null = null
  #peer: Peer | null = null
  /** the head as the answer has it */
  #headers: Record<string, string | string[]> = {}

  constructor(asked: Asked, told: Told) {
    super('touchstone.inject', asked.method, asked.url)
    this.#asked = asked
    this.#told = told
  }

  // ── the request
  get peer(): Socket {
    if (this.node !== null) return this.node.peer
    this.#peer ??= new Peer(this, this.#asked.remoteAddress)
    return Object(this.#peer)
  }
  protected ownHeaders(): RequestHeaders {
    this.#before ??= { ...this.#asked.headers }
    return this.#asked.headers
  }
  mayHave(name: string): boolean {
    return this.node === null ? this.#asked.headers[name] !== undefined : this.node.mayHave(name)
  }
  get contentType(): string | undefined {
    return fieldIn(this.#own, 'content-type')
  }
  get contentLength(): string | undefined {
    return fieldIn(this.#own, 'content-length')
  }
  get #own(): RequestHeaders {
    return this.node === null ? this.#asked.headers : this.node.headers
  }
  get chunked(): boolean {
    return this.#own['transfer-encoding'] !== undefined
  }
  // Tools that run a fake clock rely on the turn that light-my-request takes.
  get bodyFollows(): boolean {
    return this.node === null
  }
  takeBody(): Buffer | null {
    if (this.node !== null) return null
    const { payload } = this.#asked
    const body = payload === null ? NONE : typeof payload === 'string' ? Buffer.from(payload) : payload
    const told = this.contentLength
    if (told !== undefined && Number(told) !== body.length) return null // the reader of streams refuses it
    this.taken = true
    return body
  }

  /** The objects of light-my-request tell the answer, if it is not complete. */
  protected touch(): NodeWire {
    if (this.node !== null) return this.node
    const answered = this.payload !== null
    const { headers } = this.#asked
    const before = this.#before ?? headers
    const options = { ...this.#asked, headers: before, validate: false }
    const { request, response } = objectsFor(options, answered ? nothing : this.#told)
    // The library replaces a host that is empty. A value may be undefined.
    Object.assign(request, { headers, rawHeaders: Object.entries(before).flat() })
    if (this.taken) setRead(request)
    return this.carryOver(request, response, !answered)
  }

  // ── the answer
  override setLast(): void {
    this.touch().setLast()
  }
  writeHead(headers: AnswerHeaders): void {
    if (this.node === null && this.#isPlain(headers)) {
      this.fields = headers
      this.#headers = headersOf(headers)
    } else this.touch().writeHead(headers)
  }
  #isPlain(headers: AnswerHeaders): boolean {
    try {
      return headOf(this.status, headers, this.ownMethod === 'HEAD', false) !== null
    } catch {
      return false // node throws it again
    }
  }
  end(body: string | Buffer = '', encoding: BufferEncoding = 'utf8'): void {
    if (this.node !== null || this.fields === null) this.touch().end(body, encoding)
    else if (this.payload === null) {
      this.payload = body
      this.encoding = encoding
      this.state = 'ended'
      const sent = {
        statusCode: this.status,
        headers: this.#headers,
        body,
        encoding,
        pair: () => this.touch(),
      }
      process.nextTick(this.#told, null, answerOf(sent))
      this.tellLeft()
    }
  }
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
