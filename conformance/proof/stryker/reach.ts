// Which cases the first run of all has seen to reach a mutant, kept in little room, and which of these are tried on it.

/** How many cases a mutant gets. */
export const MOST = 40

/** How often each mutant was reached in one case, by its number. */
export type Hits = Readonly<Record<string, number>>

interface Reaching {
  readonly id: string
  readonly mutants: Uint32Array
  readonly hits: Uint32Array
}

export class Reach {
  readonly #cases: Reaching[] = []

  add(id: string, hits: Hits): void {
    const entries = Object.entries(hits)
    const mutants = Uint32Array.from(entries, ([mutant]) => Number(mutant))
    this.#cases.push({ id, mutants, hits: Uint32Array.from(entries, ([, count]) => count) })
  }

  /**
   * What StrykerJS is told: of the cases that reach a mutant at most `most`, those first that reach least else. All of them would be
   * more text than a process can send.
   */
  choose(most = MOST): Record<string, Hits> {
    const sorted = this.#cases.toSorted((one, other) => one.mutants.length - other.mutants.length)
    const counts: number[] = []
    for (const { mutants } of sorted) for (const mutant of mutants) counts[mutant] = (counts[mutant] ?? 0) + 1
    const places: number[] = []
    const chosen: Record<string, Hits> = {}
    for (const { id, mutants, hits } of sorted) {
      const kept: Record<string, number> = {}
      for (const [at, mutant] of mutants.entries()) {
        const place = places[mutant] ?? 0
        places[mutant] = place + 1
        if (isChosen(place, counts[mutant]!, most)) kept[mutant] = hits[at]!
      }
      chosen[id] = kept
    }
    return chosen
  }
}

/** Of `count` things the first half of `most`, and the others at equal distances. */
export function isChosen(place: number, count: number, most: number): boolean {
  const first = Math.ceil(most / 2)
  if (count <= most || place < first) return true
  const [index, rest, places] = [place - first, count - first, most - first]
  return Math.floor((Math.ceil((index * places) / rest) * rest) / places) === index
}
