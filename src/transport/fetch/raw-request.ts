/** `request.raw` of a request that came as a `Request`: a stream with the members of node's class that applications read. */
import { Readable } from 'node:stream'
import type { RequestHeaders } from '../../types/http.ts'
import { distinctOf } from '../wire/node-headers.ts'
import type { BodyReader } from './body-source.ts'
import type { StandIn } from './stand-in.ts'

/** What a request has been given. */
export interface Given {
  readonly method: string
  readonly url: string
  readonly headers: RequestHeaders
  readonly rawHeaders: string[]
  readonly socket: StandIn
  readonly reader: BodyReader
  /** whether the stages have its body already */
  readonly taken: boolean
}

export class FetchedRequest extends Readable {
  method: string
  url: string
  headers: RequestHeaders
  rawHeaders: string[]
  readonly socket: StandIn
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly trailers = {}
  readonly rawTrailers: string[] = []
  readonly trailersDistinct = {}
  readonly statusCode = null
  readonly statusMessage = null
  readonly upgrade = false
  complete = false
  aborted = false
  readonly #reader: BodyReader

  constructor(given: Given) {
    super({ autoDestroy: false })
    this.method = given.method
    this.url = given.url
    this.headers = given.headers
    this.rawHeaders = given.rawHeaders
    this.socket = given.socket
    this.#reader = given.reader
    if (!given.taken) return
    this.complete = true
    this.push(null)
    this.resume()
  }

  get connection(): StandIn {
    return this.socket
  }
  get headersDistinct(): Record<string, string[]> {
    return distinctOf(this.rawHeaders)
  }
  /** Has no effect: the runtime has the connection. */
  setTimeout(_ms: number, _late?: () => void): this {
    return this
  }

  override _read(): void {
    this.#reader.next().then(
      (piece) => {
        if (this.destroyed) return
        if (piece === null) this.complete = true
        this.push(piece)
      },
      (error: Error) => this.destroy(error),
    )
  }

  /** As that of node: who left before the end is reported to those who listen. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.complete) {
      this.aborted = true
      this.emit('aborted')
    }
    this.#reader.cancel()
    done(this.listenerCount('error') > 0 ? error : null)
  }

  /** The client has left. */
  leave(): void {
    if (this.destroyed) return
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    this.destroy(this.complete ? undefined : error)
  }
}
