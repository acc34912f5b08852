/** The request and the response of node for a request that the engine has read: made when somebody looks, and real. */
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { bodiless } from '../serve/wire/wire.ts'
import { distinctOf, valueIn } from '../transport/wire/node-headers.ts'
import type { RequestHeaders } from '../types/http.ts'

/** What the objects of node are made from. */
export interface Source {
  readonly method: string
  readonly url: string
  readonly socket: Socket
  readonly keepsAlive: boolean
  readonly rawHeaders: string[]
  headers: RequestHeaders
  readonly body: Buffer
  /** milliseconds; 0: the client is told no time */
  readonly keepAliveTimeout: number
}

export class EngineRequest extends IncomingMessage {
  readonly #source: Source

  constructor(source: Source) {
    super(source.socket)
    this.#source = source
    this.httpVersionMajor = this.httpVersionMinor = 1
    this.httpVersion = '1.1'
    this.method = source.method
    this.url = source.url
    this.rawHeaders = source.rawHeaders
    // As node's parser sets them: the engine takes no request that asks for an upgrade, and no server that joins headers.
    Object.assign(this, { upgrade: false, joinDuplicateHeaders: null })
  }

  /** The body arrives. As with node, that is after the listeners of the request have run. */
  deliver(): void {
    this.complete = true
    if (this.#source.body.length > 0) this.push(this.#source.body)
    this.push(null)
  }

  // Node would read from the socket. The body is here.
  override _read(): void {}

  // Accessors of node's class, which reads what only its own parser sets.
  static {
    Object.defineProperties(EngineRequest.prototype, {
      headers: {
        get(this: EngineRequest): RequestHeaders {
          return this.#source.headers
        },
        set(this: EngineRequest, headers: RequestHeaders) {
          this.#source.headers = headers
        },
      },
      headersDistinct: {
        get(this: EngineRequest): Record<string, string[]> {
          return distinctOf(this.rawHeaders)
        },
      },
    })
  }
}

export class EngineResponse extends ServerResponse {
  readonly #keepAliveTimeout: number
  /** Keep-Alive was set in the place of node: the application has set no such header, and sees none */
  #hides = false
  #unframed = false
  #unsized = false
  #unconnected = false
  /** headers were set and removed: node keeps the place for them */
  #emptied = false
  /** all of the body is known before the head is written: node writes its length */
  #isWhole = false
  /** whether the connection ends with this response; known once its head is written */
  isLast = false

  constructor(request: EngineRequest, { keepsAlive, keepAliveTimeout }: Source) {
    super(request)
    this.shouldKeepAlive = keepsAlive
    this.#keepAliveTimeout = keepAliveTimeout
  }

  override getHeaderNames(): string[] {
    const names = super.getHeaderNames()
    return this.#hides ? names.filter((name) => name !== KEEP_ALIVE) : names
  }
  override getHeaders(): OutgoingHttpHeaders {
    const headers = super.getHeaders()
    if (this.#hides) delete headers[KEEP_ALIVE]
    return headers
  }
  override getHeader(name: string): number | string | string[] | undefined {
    return this.#hides && String(name).toLowerCase() === KEEP_ALIVE ? undefined : super.getHeader(name)
  }
  override hasHeader(name: string): boolean {
    return super.hasHeader(name) && this.getHeader(name) !== undefined
  }
  override removeHeader(name: string): void {
    const lower = String(name).toLowerCase()
    if (lower === 'transfer-encoding') this.#unframed = true
    if (lower === 'content-length') this.#unsized = true
    if (lower === 'connection') this.#unconnected = true
    this.#emptied ||= super.getHeaderNames().length > 0
    super.removeHeader(name)
  }

  override end(...given: unknown[]): this {
    this.#isWhole = !this.headersSent
    return Reflect.apply(super.end, this, given)
  }

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    let given = typeof reason === 'string' ? headers : (headers ?? reason)
    const beside = this.#emptied || super.getHeaderNames().length > 0
    // Beside headers that were set before, node takes no pairs.
    if (Array.isArray(given) && Array.isArray(given[0]) && !beside) given = given.flat()
    const told = valueIn(given, 'connection') ?? this.getHeader('connection')
    const tells =
      this.shouldKeepAlive && told === undefined && !this.#unconnected && this.#keepAliveTimeout > 0
    const adds = tells && !this.hasHeader(KEEP_ALIVE) && valueIn(given, KEEP_ALIVE) === undefined
    // Node keeps what it is given only beside headers that were set before.
    const hides = adds && beside
    const time = `timeout=${Math.floor(this.#keepAliveTimeout / 1000)}`
    if (hides) this.setHeader('Keep-Alive', time)
    else if (adds)
      given = Array.isArray(given) ? [...given, 'Keep-Alive', time] : { ...given, 'Keep-Alive': time }
    if (typeof reason === 'string') super.writeHead(status, reason, given)
    else super.writeHead(status, given)
    this.#hides = hides
    const says = this.hasHeader('content-length') || valueIn(given, 'content-length') !== undefined
    const sized = says || (this.#isWhole && !this.#unsized)
    const framed = this.chunkedEncoding || !this.#unframed || sized
    const ends = told === undefined ? !this.shouldKeepAlive : CLOSES.test(String(told))
    this.isLast = ends || (!framed && !bodiless(status) && this.req.method !== 'HEAD')
    return this
  }
}

const KEEP_ALIVE = 'keep-alive'
const CLOSES = /(?:^|\W)close(?:$|\W)/i

/** A response that has been sent, for code that looks at it afterwards. */
export function endSent(response: EngineResponse, head: () => void): void {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  response.assignSocket(nowhere as Socket) // of a socket it uses what every writable stream has
  head()
  response.end()
  response.detachSocket(nowhere as Socket) // as above
}
