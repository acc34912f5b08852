/** One program on both implementations: what differs, and whether the known causes explain all of it. */
import type { Adapter } from '../../conformance/contract/adapter.ts'
import type { Scenario } from '../property/property.ts'
import type { Cause } from './causes/cause.ts'
import { explain, type Unexplained } from './compare.ts'
import { type Limits, outcomeOf } from './seen/outcome.ts'

export interface Sides {
  subject: Adapter
  peer: Adapter
  /** of the peer */
  name: string
}

export interface Tried {
  unexplained: Unexplained | null
  known: Cause[]
}

/** Many programs hang on purpose; what differs within these limits is tried again with the longer ones. */
export const QUICK: Limits = { boot: 300, answer: 40 }
export const SLOW: Limits = { boot: 3000, answer: 800 }

/** How many statements in a row may be taken out. */
const REDUCTIONS = 12

export class Trial {
  readonly #sides: Sides
  readonly #limits: Limits
  readonly #starting: (side: string) => void

  constructor(sides: Sides, limits: Limits, starting: (side: string) => void = () => undefined) {
    this.#sides = sides
    this.#limits = limits
    this.#starting = starting
  }

  /**
   * A cause that names a statement is believed if the difference goes away with the statement:
   * the program runs again without it, and has to differ no more, or for another known cause.
   */
  async verdict(scenario: Scenario): Promise<Tried> {
    const known: Cause[] = []
    let one = scenario
    for (let step = 0; step < REDUCTIONS; step++) {
      const explained = await this.#explained(one)
      known.push(...explained.causes)
      const { unexplained, reduced } = explained
      if (unexplained !== null)
        return { unexplained: step === 0 ? unexplained : { ...unexplained, reduced: one }, known }
      if (reduced === null) break
      one = reduced
    }
    return { unexplained: null, known }
  }

  async #explained(scenario: Scenario): Promise<ReturnType<typeof explain>> {
    const { subject, peer, name } = this.#sides
    this.#starting('touchstone')
    const ours = await outcomeOf(scenario, subject, this.#limits)
    this.#starting(name)
    const theirs = await outcomeOf(scenario, peer, this.#limits)
    return explain({ scenario, peer: name, ours, theirs })
  }
}
