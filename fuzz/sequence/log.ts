/** The requests that an application has had since it started, as far as they are kept. */
import type { Answer, WireRequest } from '../target/target.ts'

export interface Exchange {
  /** The route that was asked, by its place. */
  readonly at: number
  readonly request: WireRequest
  readonly status: number
  /** Empty where the answer is long. */
  readonly body: string
  readonly location: string
}

/** Older requests are forgotten: a sequence that long is not replayed. */
const KEPT = 3000
/** But for the first that were accepted: accounts and what everything else refers to. */
const FIRST = 600
const LONGEST_BODY = 8192

export class Log {
  #kept: Exchange[] = []
  readonly #first: Exchange[] = []

  add(at: number, request: WireRequest, answer: Answer | null): void {
    const { status = 0, body = '', headers = {} } = answer ?? {}
    const { location } = headers
    const exchange = {
      ...{ at, request, status },
      body: body.length > LONGEST_BODY ? '' : body,
      location: typeof location === 'string' ? location : '',
    }
    this.#kept.push(exchange)
    if (this.#first.length < FIRST && status < 400 && request.method !== 'GET') this.#first.push(exchange)
    if (this.#kept.length >= KEPT * 2) this.#kept = this.#kept.slice(-KEPT)
  }

  /** What is kept, the oldest first. */
  all(): Exchange[] {
    const newest = this.#kept.slice(-KEPT)
    const known = new Set(newest)
    return [...this.#first.filter((one) => !known.has(one)), ...newest]
  }
}
