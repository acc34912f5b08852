/** The body of a `Request`, read piece by piece: by the stage that collects it, or by the request of node. */
import { EventEmitter } from 'node:events'
import { errorCodes } from '../../errors.ts'

const nothing = (): void => {}

/** Reads one body. Nothing is read before it is asked for. */
export class BodyReader {
  readonly #request: Request
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  /** whether the body has ended, or is read no further */
  over = false

  constructor(request: Request) {
    this.#request = request
  }

  get begun(): boolean {
    return this.#reader !== null
  }

  /** The next piece; null at the end. Rejects where somebody has read the body before. */
  async next(): Promise<Buffer | null> {
    const { body, bodyUsed } = this.#request
    if (this.#reader === null) {
      if (body === null) return this.#ends()
      if (bodyUsed || body.locked) throw new errorCodes.TST_ERR_FETCH_BODY_USED()
      this.#reader = body.getReader()
    }
    const { done, value } = await this.#reader.read()
    if (done) return this.#ends()
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  #ends(): null {
    this.over = true
    return null
  }

  /** Reads it no further: its source may end. */
  cancel(): void {
    if (this.over) return
    this.over = true
    const { body } = this.#request
    const from = this.#reader ?? (body === null || body.locked ? null : body)
    from?.cancel().catch(nothing) // what its source says of that concerns nobody
  }
}

/** Emits what a stage that collects the body listens to; a Readable would cost more than the rest of the request. */
export class BodySource extends EventEmitter {
  readonly #reader: BodyReader

  constructor(reader: BodyReader) {
    super()
    this.#reader = reader
  }

  resume(): this {
    this.#pump().catch((error) => this.listenerCount('error') > 0 && this.emit('error', error))
    return this
  }
  async #pump(): Promise<void> {
    while (this.listenerCount('data') > 0) {
      const piece = await this.#reader.next()
      if (piece === null) {
        this.emit('end')
        return
      }
      this.emit('data', piece)
    }
    this.#reader.cancel() // it was too large, or late
  }
}
