/** One kept connection to a server on this machine, or a new one where it was closed. */
import { Agent, request as send } from 'node:http'
import { type Answer, NoAnswer, type WireRequest } from './target.ts'

export class SocketClient {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(port: number) {
    this.#port = port
  }

  ask({ method, url, headers, body }: WireRequest, timeout: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asked = send(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path: url,
          headers: { ...headers, ...length },
          agent: this.#agent,
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            clearTimeout(timer)
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString('utf8'),
            })
          })
        },
      )
      const timer = setTimeout(() => {
        asked.destroy()
        reject(new NoAnswer(`no answer in ${timeout} ms`))
      }, timeout)
      asked.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      asked.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
