/** What the application of one side writes down while it is asked. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** One request, as hooks and handlers saw it. */
export interface Seen {
  method: string
  url: string
  /** the asynchronous context in which its first hook ran */
  context: string | null
  /** what was seen of it since, in order */
  events: string[]
}

/** What handlers leave in the asynchronous context: the next request must not find it. */
export const contexts = new AsyncLocalStorage<string>()
// The first use of a process switches node's hooks on. Where that is an `enterWith`, Node.js 20 gives its value to the whole process.
contexts.run('', () => {})

/** The longest text that is kept of a value; what is longer shows its length and its ends. */
const LONGEST = 400

export class Notes {
  seen: Seen[] = []
  /** handlers that have begun and not ended, but for those that wait for the client */
  running = 0
  /** grows with everything that happens */
  steps = 0
  /** how many turns of the event loop a handler takes that takes some */
  turns = 1
  #written: Promise<void> = Promise.resolve()
  #open: () => void = () => {}

  /** Begins another stream. */
  begin(turns = 1): void {
    this.turns = turns
    this.seen = []
    this.running = 0
    this.#written = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  /** The client has written all that it will write. */
  written(): void {
    this.#open()
  }

  request(method: string, url: string): Seen {
    this.steps++
    const seen: Seen = { method, url: shortened(url), context: contexts.getStore() ?? null, events: [] }
    this.seen.push(seen)
    return seen
  }

  note(seen: Seen | null, what: string, value?: unknown): void {
    this.steps++
    seen?.events.push(
      value === undefined ? what : `${what} ${shortened(JSON.stringify(value) ?? 'undefined')}`,
    )
  }

  /** Runs a handler, and counts it until it ends. */
  async during<T>(work: () => T | Promise<T>): Promise<T> {
    this.running++
    try {
      return await work()
    } finally {
      this.running--
      this.steps++
    }
  }

  /** Waits a little. */
  async turn(): Promise<void> {
    for (let turns = 0; turns < this.turns; turns++) await new Promise((resolve) => setImmediate(resolve))
  }

  /** Waits until the client has written everything, and a timer has fired since: so the order of the two is the same each time. */
  async later(): Promise<void> {
    this.running--
    await this.#written
    this.running++
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

export function shortened(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest / 2)}…${text.length}…${text.slice(-longest / 4)}`
}
