/** What good clients ask for, and how it went. */
import type { Random } from './random.ts'

export interface Wanted {
  id: string
  method: 'GET' | 'POST'
  url: string
  /** the body of the request */
  body: string
}

/** How a request of a good client ended. Whether one without an answer was accepted is what the server says. */
export type End = 'whole' | 'refused' | 'none' | 'part'

let count = 0

/** The next request: mostly small ones, some large, some that take a while. */
export function wanted(random: Random): Wanted {
  const id = String(count++)
  const get = (path: string): Wanted => ({ id, method: 'GET', url: `${path}?id=${id}`, body: '' })
  const kind = random.next()
  if (kind < 0.4) return get(`/body/${random.upTo(3000)}`)
  if (kind < 0.5) return get('/body/2000000')
  if (kind < 0.65) return get(`/stream/${random.upTo(300_000)}`)
  if (kind < 0.8) return get(`/slow/${random.upTo(120)}`)
  const body = JSON.stringify({ n: random.upTo(1000), text: 'a'.repeat(random.upTo(2000)) })
  return { id, method: 'POST', url: `/echo?id=${id}`, body }
}

/** The next request without a body. */
export function wantedToRead(random: Random): Wanted {
  const one = wanted(random)
  return one.method === 'GET' ? one : wantedToRead(random)
}

/** How many characters the whole answer has. */
export function lengthOf({ method, url, body }: Wanted): number {
  return method === 'POST' ? body.length : Number(/\/(\d+)\?/.exec(url)![1])
}

/** Whether an answer is the whole one: the text that was sent, or as many characters as the url says. */
export function isWhole(one: Wanted, status: number, received: string): boolean {
  return (
    status === 200 && received.length === lengthOf(one) && (one.method === 'GET' || received === one.body)
  )
}

/** Requests of one client, one after another, until the server takes no more. */
export type Client = (at: Place, random: Random, ended: (wanted: Wanted, end: End) => void) => Promise<void>

export interface Place {
  port: number
  secure: boolean
  /** no request begins when it is aborted */
  over: AbortSignal
}
