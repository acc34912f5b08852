// A raw HTTP/1.1 client: sends given bytes on a kept connection, and exposes the bytes it receives.

import { connect, type Socket } from 'node:net'
import type { WireRequest } from '../contract/adapter.ts'
import { AnswerError, type ParsedAnswer, parseAnswer } from './answer-parser.ts'

export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #ended = false
  #failure: Error | null = null
  #wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (piece: Buffer) => {
      this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece])
      this.#wake()
    })
    const end = (): void => {
      this.#ended = true
      this.#wake()
    }
    socket.on('end', end)
    socket.on('close', end)
    socket.on('error', (error) => {
      this.#failure = error
      end()
    })
  }

  static open(port: number, host = '127.0.0.1'): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host }, () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
      socket.once('error', reject)
    })
  }

  /** No request can be sent any more. */
  get closed(): boolean {
    return this.#ended || this.#socket.destroyed
  }

  /** Bytes that came and belong to no answer that was asked for. */
  get stray(): Buffer {
    return this.#received
  }

  write(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.write(bytes, () => resolve())
    })
  }

  /** The next answer; null when the connection ended without one. */
  async answer(method: string): Promise<ParsedAnswer | null> {
    for (;;) {
      const answer = parseAnswer(this.#received, method, this.#ended)
      if (answer) {
        this.#received = this.#received.subarray(answer.size)
        return answer
      }
      if (this.#ended) return null
      await this.#news()
    }
  }

  /** Waits until the server has closed the connection, or the time is up. */
  async waitForEnd(milliseconds: number): Promise<boolean> {
    // Not by comparing times: a timer may fire early, and nothing would wake this again.
    let over = false
    const timer = setTimeout(() => {
      over = true
      this.#wake()
    }, milliseconds)
    while (!this.#ended && !over) await this.#news()
    clearTimeout(timer)
    return this.#ended
  }

  get failure(): Error | null {
    return this.#failure
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

export { AnswerError }

/** The bytes of a request: what the case says, and what HTTP requires. */
export function requestBytes(request: WireRequest): Buffer[] {
  const { method, url, headers, body, chunks } = request
  let head = `${method} ${url} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) head += `${name}: ${one}\r\n`
  }
  const start = Buffer.from(`${head}\r\n`, 'latin1')
  if (chunks) {
    const pieces = chunks.map((piece) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    )
    return [start, ...pieces, Buffer.from('0\r\n\r\n')]
  }
  return [body ? Buffer.concat([start, body]) : start]
}
