// Which cases to try first on a mutant: those that noticed mutants nearby.

interface Kill {
  line: number
  test: string
}

/** Where a mutant is, the cases that reach what few others reach there, and those that speak of what its line speaks of. */
export interface Mutated {
  file: string
  line: number
  specific: readonly string[]
  about?: readonly string[]
}

export class Killers {
  readonly #kills = new Map<string, Kill[]>()

  remember(file: string, line: number, test: string): void {
    const kills = this.#kills.get(file) ?? []
    kills.push({ line, test })
    this.#kills.set(file, kills)
  }

  /** The cases that noticed a mutant in this file, by distance of the lines. */
  near(file: string, line: number): string[] {
    const kills = [...(this.#kills.get(file) ?? [])]
    kills.sort((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))
    return [...new Set(kills.map(({ test }) => test))]
  }

  /**
   * The same cases: first those that noticed a mutant in this file, by distance of the lines, then those of `about`, then those of
   * `specific`. Of more than `most`, a quarter are of each kind, where there are as many, and the others are taken at equal distances,
   * so that they come from all areas.
   */
  first(
    { file, line, specific, about = [] }: Mutated,
    tests: readonly string[],
    most = Number.POSITIVE_INFINITY,
  ): string[] {
    const covering = new Set(tests)
    const noticing = this.near(file, line)
      .filter((test) => covering.has(test))
      .slice(0, most / 4)
    const kinds = [noticing, about.slice(0, most / 4), specific.filter((test) => covering.has(test))]
    const first = [...new Set(kinds.flatMap((kind) => kind.slice(0, Math.max(most / 4, 1))))]
    const taken = new Set(first)
    const rest = tests.filter((test) => !taken.has(test))
    const places = Math.min(rest.length, most - first.length)
    const spread = Array.from({ length: places }, (_, at) => rest[Math.floor((at * rest.length) / places)]!)
    return [...first, ...spread]
  }
}
