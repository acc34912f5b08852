/** Runs random programs on touchstone and on other implementations; what differs has a known cause, or is shrunk and shown. */
import fc from 'fast-check'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import type { Scenario } from '../property/property.ts'
import { seedOf } from '../run/check.ts'
import { type Verdict, verdictOf } from './compare.ts'
import { type Limits, outcomeOf } from './outcome.ts'
import { scenario } from './scenario.ts'

/** Many programs hang on purpose; what differs within these limits is tried again with the longer ones. */
const QUICK: Limits = { boot: 400, answer: 60 }
const SLOW: Limits = { boot: 3000, answer: 800 }
const BATCH = 100
/** They mostly wait, so several run at a time. */
const AT_A_TIME = 6
/** How many values the shrinking of one difference may try. */
const SHRINKS = 300

export interface Wanted {
  count: number
  seed: number
  /** end after so many differences without a known cause */
  find: number
}

export class Search {
  readonly #chosen: Wanted
  readonly #subject: Adapter
  readonly #peers: ReadonlyMap<string, Adapter>
  readonly #progress: (search: Search) => void
  readonly causes = new Map<string, number>()
  programs = 0
  found = 0
  /** the differences without a known cause, as text */
  readonly shown: string[] = []

  /** `progress` is called after each batch. */
  constructor(
    chosen: Wanted,
    subject: Adapter,
    peers: ReadonlyMap<string, Adapter>,
    progress: (search: Search) => void = () => {},
  ) {
    this.#chosen = chosen
    this.#progress = progress
    this.#subject = subject
    this.#peers = peers
  }

  async run(stopped: AbortSignal): Promise<void> {
    const { count, find } = this.#chosen
    let batch = 0
    const next = async (): Promise<void> => {
      while (this.programs < count && this.found < find && !stopped.aborted) {
        const runs = Math.min(BATCH, count - this.programs)
        this.programs += runs
        await this.#batch(batch++, runs)
        this.#progress(this)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, next))
  }

  async #batch(batch: number, numRuns: number): Promise<void> {
    for (const [name, peer] of this.#peers) {
      const seed = seedOf(this.#chosen.seed, `programs ${name}`, batch)
      let left = Number.POSITIVE_INFINITY // how many values shrinking may still try
      const property = fc.asyncProperty(scenario, async (one) => {
        if (left-- <= 0) return true
        const holds = await this.#holds(one, name, peer)
        if (!holds && left > SHRINKS) left = SHRINKS
        return holds
      })
      const details = await fc.check(property, { numRuns, seed })
      if (!details.failed) continue
      this.found++
      await this.#show((details.counterexample as [Scenario])[0], name, peer)
    }
  }

  async #holds(one: Scenario, name: string, peer: Adapter): Promise<boolean> {
    const quick = await this.#compare(one, name, peer, QUICK)
    if (quick !== null && quick.cause !== null)
      this.causes.set(quick.cause.id, (this.causes.get(quick.cause.id) ?? 0) + 1)
    if (quick === null || quick.cause !== null) return true
    const slow = await this.#compare(one, name, peer, SLOW) // on a busy machine an answer can be late
    return slow === null || slow.cause !== null
  }

  async #compare(one: Scenario, name: string, peer: Adapter, limits: Limits): Promise<Verdict | null> {
    const ours = await outcomeOf(one, this.#subject, limits)
    const theirs = await outcomeOf(one, peer, limits)
    return verdictOf({ scenario: one, peer: name, ours, theirs })
  }

  async #show(one: Scenario, name: string, peer: Adapter): Promise<void> {
    const verdict = await this.#compare(one, name, peer, SLOW)
    if (verdict === null) return
    const { part, ours, theirs, at } = verdict.difference
    const send = at < 0 ? '' : ` of ${JSON.stringify(one.sends[at])}`
    const seen = `✗ ${part}${send}\n  touchstone ${JSON.stringify(ours)}\n  ${name} ${JSON.stringify(theirs)}`
    const sends = at < 0 ? one.sends : one.sends.slice(0, at + 1)
    this.shown.push(`${seen}\n  ${JSON.stringify({ ...one, sends })}`)
  }
}
