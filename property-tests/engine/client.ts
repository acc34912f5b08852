/** One raw connection: writes bytes, and keeps what comes back. */
import { connect, type Socket } from 'node:net'
import type { Notes } from './application/notes.ts'

export class Client {
  /** everything that came back and was not taken, a character for each byte */
  received = ''
  state: 'open' | 'closed' = 'open'
  readonly #socket: Socket

  private constructor(socket: Socket, notes: Notes) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      this.received += bytes.toString('latin1')
      notes.steps++
    })
    const closed = (): void => {
      this.state = 'closed'
      notes.steps++
    }
    socket.on('end', closed)
    socket.on('close', closed)
    socket.on('error', closed)
  }

  static open(port: number, notes: Notes): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.off('error', reject)
        resolve(new Client(socket, notes))
      })
      socket.once('error', reject)
    })
  }

  /** What came back since the last time, without the time of day. */
  taken(): string {
    const text = this.received
    this.received = ''
    return masked(text)
  }

  write(text: string, isLast: boolean): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    if (isLast) this.#socket.end(text, 'latin1')
    else if (text !== '') this.#socket.write(text, 'latin1')
  }

  end(): void {
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

const DATE = /\b(date: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/gi

export function masked(text: string): string {
  return text.replace(DATE, '$1(now)')
}
