/** One request over a connection of node's client, and its whole answer in time. */
import type { RequestOptions, request } from 'node:http'
import { type Answer, NoAnswer } from './target.ts'

/** A server may send without an end: more than this of one answer is not read. */
const LONGEST = 16 * 1024 * 1024

/** `send` is that of node:http or node:https. Rejects with a NoAnswer after `timeout` ms, and with what the connection says. */
export function exchange(
  send: typeof request,
  { headers, ...options }: RequestOptions & { headers: Readonly<Record<string, string>> },
  body: string | undefined,
  timeout: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = send({ ...options, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received <= LONGEST) chunks.push(chunk)
        else {
          clearTimeout(timer)
          asked.destroy()
          reject(new NoAnswer(`the answer has more than ${LONGEST} bytes`))
        }
      })
      response.on('error', reject)
      response.on('end', () => {
        clearTimeout(timer)
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      })
    })
    const timer = setTimeout(() => {
      asked.destroy()
      reject(new NoAnswer(`no answer in ${timeout} ms`))
    }, timeout)
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(Object.assign(error, { reused: asked.reusedSocket }))
    })
    asked.end(body)
  })
}
