/** Plays many streams at a time, and compares what both sides made of each. */
import type { Config } from './application/configs.ts'
import { firstDifference, isCutOff, isRefusedLate, isReset, told } from './compare.ts'
import { type Build, Lane, type Outcome } from './lane.ts'
import { arrivals } from './streams/arrivals.ts'
import type { Stream } from './streams/stream.ts'

/** How many streams are on their way at the same time. */
const LANES = 48

/** Servers of one kind, which are used again by the next stream. */
class Pool {
  readonly #builds: readonly Build[]
  readonly #idle = new Map<Config, Lane[]>()

  constructor(builds: readonly Build[]) {
    this.#builds = builds
  }

  /** Plays a stream on servers that no other stream uses meanwhile. */
  async play(one: Stream): Promise<Outcome[]> {
    const idle = this.#idle.get(one.config) ?? []
    this.#idle.set(one.config, idle)
    const lane = idle.pop() ?? (await Lane.open(this.#builds, one.config))
    const outcomes = await lane.play(one)
    // What has not ended may still do something: such servers are not used again.
    if (outcomes.every(({ last }) => last === 'closed')) idle.push(lane)
    else await lane.close()
    return outcomes
  }

  async close(): Promise<void> {
    for (const lanes of this.#idle.values()) for (const lane of lanes.splice(0)) await lane.close()
  }
}

export class Field {
  readonly #compared: Pool
  readonly #oracles: readonly Pool[]
  readonly #lanes: number
  /** streams of which only another arrival has the same effect on an oracle */
  rearranged = 0

  /** `oracles`: servers that are right, each in its own way; the first of them is compared with the other, the last one fits most often. */
  constructor(oracles: readonly [Build, ...Build[]], other: Build, lanes = LANES) {
    this.#compared = new Pool([oracles[0], other])
    this.#oracles = oracles.map((oracle) => new Pool([oracle])).reverse()
    this.#lanes = lanes
  }

  /** Throws what the first stream, in their order, shows that is different. */
  async compare(streams: readonly Stream[], names: readonly [string, string]): Promise<void> {
    const wrong: string[] = [] // by the index of the stream, with holes
    let next = 0
    const work = async (): Promise<void> => {
      // Behind a stream that differs no other begins: all before it have begun.
      for (let at = next++; at < streams.length && wrong.length === 0; at = next++) {
        const told = await this.difference(streams[at] as Stream, names)
        if (told !== null) wrong[at] = told
      }
    }
    await Promise.all(Array.from({ length: Math.min(this.#lanes, streams.length) }, work))
    const first = wrong.find((one) => one !== undefined)
    if (first !== undefined) throw new Error(first)
  }

  /** What a stream shows that is different; null where nothing is. */
  async difference(one: Stream, names: readonly [string, string]): Promise<string | null> {
    const [left, right] = (await this.#compared.play(one)) as [Outcome, Outcome]
    const what = firstDifference(left, right)
    if (what === null) return null
    if (await this.#isRight(one, right)) {
      this.rearranged++
      return null
    }
    return told(one, what, [
      [names[0], left],
      [names[1], right],
    ])
  }

  /** Whether an oracle does the same when the same bytes arrive in other packets: no client decides in which they do. */
  async #isRight(one: Stream, outcome: Outcome): Promise<boolean> {
    const waits = outcome.seen.some(({ events }) => !events.some((event) => event.startsWith('response')))
    for (const oracle of this.#oracles)
      for (const other of arrivals(one, waits)) {
        const [right] = (await oracle.play(other)) as [Outcome]
        if (
          firstDifference({ ...right, progress: outcome.progress }, outcome) === null ||
          isReset(one, right, outcome) ||
          isCutOff(one, right, outcome) ||
          isRefusedLate(right, outcome)
        )
          return true
      }
    return false
  }

  async close(): Promise<void> {
    await this.#compared.close()
    for (const oracle of this.#oracles) await oracle.close()
  }
}
