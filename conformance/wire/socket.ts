// A raw HTTP/1.1 client: sends given bytes on a kept connection, and exposes the bytes it receives.

import { connect, type Socket } from 'node:net'
import type { WireRequest } from '../contract/adapter.ts'
import { AnswerError, type ParsedAnswer, parseAnswer } from './answer-parser.ts'

/** No answer of a fixture is so long; a server that never ends one is noticed before it has filled the memory. */
export const LONGEST_ANSWER = 16 * 1024 * 1024

/** A step of waiting, in milliseconds. */
const STEP = 20

export class Connection {
  readonly #socket: Socket
  readonly #longest: number
  /** What was received, at the beginning of a buffer that grows: a large answer comes in many pieces. */
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0
  /** Answers come in the order of the requests: each reader waits for the one before. */
  #reading: Promise<unknown> = Promise.resolve()
  #readers = 0
  #ended = false
  #failure: Error | null = null
  #endless: Error | null = null
  #wake: () => void = () => undefined

  private constructor(socket: Socket, longest: number) {
    this.#socket = socket
    this.#longest = longest
    socket.setNoDelay(true)
    socket.on('data', (piece: Buffer) => {
      this.#take(piece)
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

  /** `longest`: how many bytes of an answer are waited for. */
  static open(port: number, host = '127.0.0.1', longest = Number.POSITIVE_INFINITY): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host }, () => {
        socket.off('error', reject)
        resolve(new Connection(socket, longest))
      })
      socket.once('error', reject)
    })
  }

  #take(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#longest) {
      this.#endless ??= new Error(`an answer has no end: more than ${this.#longest} bytes came`)
      this.#socket.destroy()
      return
    }
    if (length > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(length, this.#buffer.length * 2))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    piece.copy(this.#buffer, this.#length)
    this.#length = length
  }

  /** No request can be sent any more. */
  get closed(): boolean {
    return this.#ended || this.#socket.destroyed
  }

  /** Bytes that came and belong to no answer that was asked for. */
  get stray(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Whether other answers are awaited on it, behind the one that was read last. */
  get isAwaited(): boolean {
    return this.#readers > 0
  }

  /** Reads once those that came before have read. */
  async inTurn<T>(read: () => Promise<T>): Promise<T> {
    this.#readers++
    const mine = this.#reading.then(read).finally(() => {
      this.#readers--
    })
    this.#reading = mine.catch(() => undefined)
    return mine
  }

  /** Takes no bytes, nor notices the end, until `resume`. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  write(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.write(bytes, () => resolve())
    })
  }

  /** The next answer; null when the connection ended without one. */
  async answer(method: string): Promise<ParsedAnswer | null> {
    for (;;) {
      if (this.#endless) throw this.#endless
      const answer = parseAnswer(this.stray, method, this.#ended)
      if (answer) {
        this.#buffer = this.#buffer.subarray(answer.size) // the answer keeps its bytes
        this.#length -= answer.size
        return answer
      }
      if (this.#ended) return null
      await this.#news()
    }
  }

  /** Waits until the server has closed the connection, or the time is up. */
  async waitForEnd(milliseconds: number): Promise<boolean> {
    await this.#waitUntil(() => this.#ended, milliseconds)
    return this.#ended
  }

  /** Waits until something has come, the connection has ended, or the time is up. */
  waitForBytes(milliseconds: number): Promise<void> {
    return this.#waitUntil(() => this.#ended || this.#length > 0, milliseconds)
  }

  /** In steps, so that a stalled process takes one of them at most. */
  async #waitUntil(isSo: () => boolean, milliseconds: number): Promise<void> {
    // Not by comparing times: a timer may fire early, and nothing would wake this again.
    let left = Math.ceil(milliseconds / STEP)
    const timer = setInterval(() => {
      if (--left === 0) this.#wake()
    }, STEP)
    while (!isSo() && left > 0) await this.#news()
    clearInterval(timer)
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
