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
/** Of the older ones, those that changed something are kept, so many of each route: what they made may be asked for much later. */
const KEPT_CHANGES = 120
const LONGEST_BODY = 8192
const READS = /^(?:GET|HEAD|OPTIONS)$/

export class Log {
  readonly #changes: Exchange[] = []
  readonly #counts = new Map<number, number>()
  #kept: Exchange[] = []

  add(at: number, request: WireRequest, answer: Answer | null): void {
    const { status = 0, body = '', headers = {} } = answer ?? {}
    const { location } = headers
    this.#kept.push({
      ...{ at, request, status },
      body: body.length > LONGEST_BODY ? '' : body,
      location: typeof location === 'string' ? location : '',
    })
    if (this.#kept.length < KEPT * 2) return
    for (const one of this.#kept.slice(0, -KEPT)) this.#forget(one)
    this.#kept = this.#kept.slice(-KEPT)
  }

  /** The application is as it was at its start. */
  clear(): void {
    this.#changes.length = 0
    this.#counts.clear()
    this.#kept = []
  }

  /** What is kept, the oldest first. */
  all(): Exchange[] {
    return [...this.#changes, ...this.#kept]
  }

  #forget(one: Exchange): void {
    const count = this.#counts.get(one.at) ?? 0
    if (count >= KEPT_CHANGES || one.status < 200 || one.status >= 400 || READS.test(one.request.method))
      return
    this.#counts.set(one.at, count + 1)
    this.#changes.push(one)
  }
}
