// What the trials of the dry run reach, kept in little room, and which of them to try on a mutant.

/** Neighbouring mutants, by number. */
const BLOCK = 50

/** Milliseconds that a trial takes whatever its case does. */
const ALWAYS = 10

/** How often each mutant was reached in one trial, by its number. */
export type Hits = Readonly<Record<string, number>>

interface Reaching {
  readonly test: string
  /** What it costs: its time, as a power of two, so that two runs choose alike. */
  readonly cost: number
  readonly mutants: Uint32Array
  readonly hits: Uint32Array
}

export class Coverage {
  readonly #tests: Reaching[] = []
  /** In how many trials each mutant is reached. */
  readonly #counts: number[] = []

  add(test: string, hits: Hits, milliseconds = 0): void {
    const entries = Object.entries(hits)
    this.#tests.push({
      test,
      cost: 2 ** Math.round(Math.log2(milliseconds + ALWAYS)),
      mutants: Uint32Array.from(entries, ([id]) => Number(id)),
      hits: Uint32Array.from(entries, ([, count]) => count),
    })
    for (const [id] of entries) this.#counts[Number(id)] = (this.#counts[Number(id)] ?? 0) + 1
  }

  /**
   * For each block of mutants the trials, those first that reach most of what few others reach, in relation to their time; at most
   * `most` of them.
   */
  specific(most: number): string[][] {
    const blocks = Math.ceil(this.#counts.length / BLOCK)
    const scores: Map<string, number>[] = Array.from({ length: blocks }, () => new Map())
    for (const { test, mutants, cost } of this.#tests)
      for (const id of mutants) {
        const block = scores[Math.floor(id / BLOCK)]!
        block.set(test, (block.get(test) ?? 0) + 1 / this.#counts[id]! / cost)
      }
    return scores.map((block) =>
      [...block]
        .sort(([, one], [, other]) => other - one)
        .slice(0, most)
        .map(([test]) => test),
    )
  }

  /**
   * What StrykerJS is told. Of a mutant that more than `most` trials reach, it gets these: those that are specific to it, and of the
   * others as many at equal distances. All of them would be more text than a process can send.
   */
  thinned(most: number, specific: readonly string[][]): Record<string, Record<string, number>> {
    const near = specific.map((tests) => new Set(tests))
    const seen: number[] = []
    const thinned: Record<string, Record<string, number>> = {}
    for (const { test, mutants, hits } of this.#tests) {
      const kept: Record<string, number> = {}
      for (const [at, id] of mutants.entries()) {
        const place = (seen[id] = (seen[id] ?? 0) + 1) - 1
        const step = Math.max(1, Math.ceil(this.#counts[id]! / most))
        if (place % step === 0 || near[Math.floor(id / BLOCK)]?.has(test)) kept[id] = hits[at]!
      }
      thinned[test] = kept
    }
    return thinned
  }
}

/** The trials for a mutant. */
export const trialsFor = (specific: readonly string[][], id: string): readonly string[] =>
  specific[Math.floor(Number(id) / BLOCK)] ?? []
