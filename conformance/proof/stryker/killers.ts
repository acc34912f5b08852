// Which cases to try first on a mutant: those that noticed mutants nearby.

interface Kill {
  line: number
  test: string
}

export class Killers {
  readonly #kills = new Map<string, Kill[]>()

  remember(file: string, line: number, test: string): void {
    const kills = this.#kills.get(file) ?? []
    kills.push({ line, test })
    this.#kills.set(file, kills)
  }

  /**
   * The same cases, first those that noticed a mutant in this file, by distance of the lines. Of more than `most`, half are such
   * cases, where there are as many, and the others are taken at equal distances, so that they come from all areas.
   */
  first(file: string, line: number, tests: readonly string[], most = Number.POSITIVE_INFINITY): string[] {
    const covering = new Set(tests)
    const near = (this.#kills.get(file) ?? [])
      .filter(({ test }) => covering.has(test))
      .sort((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))
    const first = [...new Set(near.map(({ test }) => test))].slice(0, most / 2)
    const taken = new Set(first)
    const rest = tests.filter((test) => !taken.has(test))
    const places = Math.min(rest.length, most - first.length)
    const spread = Array.from({ length: places }, (_, at) => rest[Math.floor((at * rest.length) / places)]!)
    return [...first, ...spread]
  }
}
