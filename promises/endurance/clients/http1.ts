/** Good clients of HTTP/1: they keep their connection, and read quickly or slowly. */
import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type End, isWhole, type Place, type Wanted, wanted, wantedToRead } from './wanted.ts'

export const fast: Client = (at, random, ended) => ask(at, () => wanted(random), ended, 0)

/** Reads an answer in pieces with pauses between them. */
export const slow: Client = (at, random, ended) => ask(at, () => wantedToRead(random), ended, 3)

async function ask(
  { port, secure, over }: Place,
  next: () => Wanted,
  ended: (one: Wanted, end: End) => void,
  pause: number,
): Promise<void> {
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: 1 })
  let closed = false
  while (!over.aborted && !closed) {
    const one = next()
    const end = await exchange({ port, secure, agent, one, pause }, (error) => {
      closed = error.code === 'ECONNREFUSED'
    })
    ended(one, end)
  }
  agent.destroy()
}

interface Exchange {
  port: number
  secure: boolean
  agent: http.Agent
  one: Wanted
  pause: number
}

function exchange(
  { port, secure, agent, one, pause }: Exchange,
  failed: (error: NodeJS.ErrnoException) => void,
): Promise<End> {
  const { promise, resolve } = resolvers<End>()
  const { method, url: path, body } = one
  const headers =
    method === 'POST' ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
  const options = { port, host: '127.0.0.1', method, path, agent, headers, rejectUnauthorized: false }
  const request = (secure ? https : http).request(options, async (response) => {
    let text = ''
    try {
      for await (const piece of response.setEncoding('latin1')) {
        text += piece
        if (pause > 0) await sleep(pause)
      }
      resolve(
        response.statusCode === 503 ? 'refused' : isWhole(one, response.statusCode!, text) ? 'whole' : 'part',
      )
    } catch {
      resolve('part')
    }
  })
  request.once('error', (error) => {
    failed(error)
    resolve('none')
  })
  request.end(body)
  return promise
}

export function resolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
