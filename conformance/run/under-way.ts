// Exchanges that were begun and that another exchange of the case awaits: requests that are held, a close that waits for them.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** An exchange ended, although the case says that it is held until a gate is open. */
export class EndedEarly extends Error {
  override name = 'EndedEarly'
}

/** How many turns a gate may take to open after the end of the exchange that was to open it. */
const TURNS = 5

export class UnderWay<T> {
  readonly #begun = new Map<string, Promise<T>>()
  readonly #pending = new Set<string>()

  /** Goes on once the gate is open. */
  async begin(id: string, work: Promise<T>, gate: Promise<void>, name: string): Promise<void> {
    this.#begun.set(id, work)
    this.#pending.add(id)
    const ended = (): void => {
      this.#pending.delete(id)
    }
    work.then(ended, ended)
    const early = work.then(
      () => tell(id, name, 'ended'),
      (error: unknown) => tell(id, name, `failed (${String((error as Error | null)?.message ?? error)})`),
    )
    await Promise.race([gate, early])
  }

  /** The end of what was begun under this id. */
  async end(id: string): Promise<T> {
    const work = this.#begun.get(id)
    if (work === undefined) throw new Error(`${id} was not begun`)
    this.#begun.delete(id)
    return work
  }

  /** What has not ended, in the order in which it was begun. */
  get pending(): string[] {
    return [...this.#pending].filter((id) => this.#begun.has(id))
  }
}

async function tell(id: string, gate: string, how: string): Promise<never> {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn()
  throw new EndedEarly(`${id} ${how} before the gate "${gate}" was open`)
}
