/** The request and the response of node for a request that the engine has read: made when somebody looks, and real. */
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { bodiless } from '../serve/wire/wire.ts'
import { distinctOf } from '../transport/wire/node-headers.ts'
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
  #unframed = false
  /** whether the connection ends with this response; known once its head is written */
  isLast = false

  constructor(request: EngineRequest, { keepsAlive, keepAliveTimeout }: Source) {
    super(request)
    this.shouldKeepAlive = keepsAlive
    // Node sets it for the connections that it has read itself. A header of this name would be seen by the application.
    Reflect.set(this, '_keepAliveTimeout', keepAliveTimeout)
  }

  override removeHeader(name: string): void {
    if (String(name).toLowerCase() === 'transfer-encoding') this.#unframed = true
    super.removeHeader(name)
  }

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const given = typeof reason === 'string' ? headers : (headers ?? reason)
    const told = this.getHeader('connection') ?? connectionIn(given)
    if (typeof reason === 'string') super.writeHead(status, reason, headers)
    else super.writeHead(status, given)
    const framed = this.chunkedEncoding || !this.#unframed || this.hasHeader('content-length')
    const ends = told === undefined ? !this.shouldKeepAlive : CLOSES.test(String(told))
    this.isLast = ends || (!framed && !bodiless(status) && this.req.method !== 'HEAD')
    return this
  }
}

const CLOSES = /(?:^|\W)close(?:$|\W)/i

/** The value of `connection` in headers as `writeHead` takes them. */
function connectionIn(headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined): unknown {
  if (headers === undefined) return undefined
  if (!Array.isArray(headers)) {
    const name = Object.keys(headers).find((one) => one.toLowerCase() === 'connection')
    return name === undefined ? undefined : headers[name]
  }
  const at = headers.findIndex((one, index) => index % 2 === 0 && String(one).toLowerCase() === 'connection')
  return at < 0 ? undefined : headers[at + 1]
}

/** A response that has been sent, for code that looks at it afterwards. */
export function endSent(response: EngineResponse, head: () => void): void {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  response.assignSocket(nowhere as Socket) // of a socket it uses what every writable stream has
  head()
  response.end()
  response.detachSocket(nowhere as Socket) // as above
}
