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
const LONGEST_BODY = 8192

export class Log {
  #kept: Exchange[] = []

  add(at: number, request: WireRequest, answer: Answer | null): void {
    const { status = 0, body = '', headers = {} } = answer ?? {}
    const { location } = headers
    this.#kept.push({
      ...{ at, request, status },
      body: body.length > LONGEST_BODY ? '' : body,
      location: typeof location === 'string' ? location : '',
    })
    if (this.#kept.length >= KEPT * 2) this.#kept = this.#kept.slice(-KEPT)
  }

  /** What is kept, the oldest first. */
  all(): Exchange[] {
    return this.#kept.slice(-KEPT)
  }
}
