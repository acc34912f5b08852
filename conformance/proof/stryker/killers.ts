// Which cases to try first on a mutant: those that noticed mutants nearby.

interface Kill {
  line: number
  test: string
}

/** Where a mutant is, and the cases that reach what few others reach there. */
export interface Mutated {
  file: string
  line: number
  specific: readonly string[]
}

export class Killers {
  readonly #kills = new Map<string, Kill[]>()

  remember(file: string, line: number, test: string): void {
    const kills = this.#kills.get(file) ?? []
    kills.push({ line, test })
    this.#kills.set(file, kills)
  }

  /**
   * The same cases: first those that noticed a mutant in this file, by distance of the lines, then those of `specific`. Of more than
   * `most`, a quarter are of the first kind and half of the second, where there are as many, and the others are taken at equal
   * distances, so that they come from all areas.
   */
  first(
    { file, line, specific }: Mutated,
    tests: readonly string[],
    most = Number.POSITIVE_INFINITY,
  ): string[] {
    const covering = new Set(tests)
    const near = (this.#kills.get(file) ?? [])
      .filter(({ test }) => covering.has(test))
      .sort((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))
    const noticing = [...new Set(near.map(({ test }) => test))].slice(0, most / 4)
    const first = [...new Set([...noticing, ...specific.filter((test) => covering.has(test))])]
    first.length = Math.min(first.length, noticing.length + most / 2)
    const taken = new Set(first)
    const rest = tests.filter((test) => !taken.has(test))
    const places = Math.min(rest.length, most - first.length)
    const spread = Array.from({ length: places }, (_, at) => rest[Math.floor((at * rest.length) / places)]!)
    return [...first, ...spread]
  }
}
