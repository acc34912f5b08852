/**
 * The load of the race: sockets that send the same bytes again and again, and count the answers by their length. It costs less than
 * any server of the race, so that the server is what is measured.
 */
import net from 'node:net'
import type { BenchRoute } from './routes/routes.ts'

export interface Load {
  readonly port: number
  readonly route: BenchRoute
  readonly connections: number
  /** seconds */
  readonly duration: number
}

/** Sends requests for a while, and counts those that were answered. Throws for an answer that is not a success. */
export async function load({
  port,
  route,
  connections,
  duration,
}: Load): Promise<{ requests: number; seconds: number }> {
  const depth = route.pipelining ?? 1
  const length = await lengthOf(port, route)
  const batch = Buffer.concat(Array.from({ length: depth }, () => bytesOf(route)))
  const clients = Array.from({ length: connections }, () => new Client(port, batch, length * depth, depth))
  const since = performance.now()
  await new Promise((resolve) => setTimeout(resolve, duration * 1000))
  const seconds = (performance.now() - since) / 1000
  let requests = 0
  for (const client of clients) requests += client.end()
  if (requests === 0) throw new Error(`${route.name}: no request was answered`)
  return { requests, seconds }
}

export function bytesOf({ method, path, body }: BenchRoute): Buffer {
  const sent =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: keep-alive\r\n${sent}\r\n${body ?? ''}`,
  )
}

/** All answers of a route have the same length: one is read whole. */
export async function lengthOf(port: number, route: BenchRoute): Promise<number> {
  return (await answerOf(port, route)).length
}

/** One answer: the length of its message, and the bytes of its body. */
export function answerOf(port: number, route: BenchRoute): Promise<{ length: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytesOf(route)))
    let text = ''
    socket.setEncoding('latin1').on('error', reject)
    socket.on('data', (more: string) => {
      text += more
      const head = text.indexOf('\r\n\r\n') + 4
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, head))
      if (head < 4) return
      if (!text.startsWith('HTTP/1.1 200 ') || length === null) {
        reject(
          new Error(
            `${route.name}: an answer of 200 with a content-length is right, and this came: ${text.slice(0, 200)}`,
          ),
        )
        socket.destroy()
      } else if (text.length >= head + Number(length[1])) {
        resolve({ length: head + Number(length[1]), body: text.slice(head) })
        socket.destroy()
      }
    })
  })
}

class Client {
  readonly #socket: net.Socket
  readonly #batch: Buffer
  readonly #expected: number
  readonly #depth: number
  #received = 0
  #answered = 0
  #fault: Error | null = null

  constructor(port: number, batch: Buffer, expected: number, depth: number) {
    this.#batch = batch
    this.#expected = expected
    this.#depth = depth
    // With `onread` nothing is allocated for what is received.
    this.#socket = net.connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: Buffer.allocUnsafe(65_536), callback: (bytes, buffer) => this.#take(bytes, buffer) },
    })
    this.#socket.once('connect', () => this.#socket.write(batch))
    this.#socket.on('error', (error) => {
      this.#fault = error
    })
  }

  #take(bytes: number, buffer: Uint8Array): boolean {
    // Every answer begins with the same status line: one that does not is no success.
    if (this.#received === 0 && buffer[9] !== 50) this.#fault = new Error('an answer was no success')
    this.#received += bytes
    if (this.#received < this.#expected) return true
    if (this.#received > this.#expected) this.#fault = new Error('an answer was longer than the first one')
    this.#received = 0
    this.#answered += this.#depth
    this.#socket.write(this.#batch)
    return true
  }

  /** Closes the connection, and returns how many requests were answered. */
  end(): number {
    this.#socket.destroy()
    if (this.#fault !== null) throw this.#fault
    return this.#answered
  }
}
