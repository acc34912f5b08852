/** What ran of a request, with times: from the channel `touchstone.request.stage`. It listens before the application boots. */
import { type StageMessage, stages } from '../serve/stages.ts'
import { isError, shown, textOf } from '../values.ts'

export interface Ran {
  readonly stage: string
  readonly name: string
  readonly of: string
  /** milliseconds until it had called back or its promise had settled; null: it has not */
  ms: number | null
  /** the message of the error that it failed with */
  error?: string
}

export class Recorder {
  readonly ran: Ran[] = []
  readonly #since = new Map<StageMessage, { readonly entry: Ran; readonly at: number }>()
  readonly #subscribers = {
    start: (message: StageMessage) => {
      const entry: Ran = { stage: message.stage, name: message.hook, of: message.place, ms: null }
      if (this.#isMeant(message.request.server)) this.ran.push(entry)
      this.#since.set(message, { entry, at: performance.now() })
    },
    end: (message: StageMessage) => this.#over(message),
    asyncStart: (message: StageMessage) => this.#over(message, true),
    asyncEnd: () => {},
    error: (message: StageMessage) => {
      const known = this.#since.get(message)
      if (known !== undefined) known.entry.error = messageOf(message.error)
    },
  }

  readonly #isMeant: (server: object) => boolean

  /** `isMeant`: whether what runs for an instance, whose plugin declared the route, is recorded. Default: all. */
  constructor(isMeant: (server: object) => boolean = () => true) {
    this.#isMeant = isMeant
    stages.subscribe(this.#subscribers)
  }

  /** Forgets what ran before. */
  clear(): void {
    this.ran.length = 0
  }

  stop(): void {
    stages.unsubscribe(this.#subscribers)
  }

  // A function that goes on after it has returned tells so: the later time counts.
  #over(message: StageMessage, later = false): void {
    const known = this.#since.get(message)
    if (known === undefined || (known.entry.ms !== null && !later)) return
    known.entry.ms = Math.round((performance.now() - known.at) * 100) / 100
  }
}

function messageOf(error: unknown): string {
  return isError(error) ? textOf(error.message) : shown(error)
}
