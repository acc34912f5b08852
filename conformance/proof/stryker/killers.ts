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

  /** The same cases, first those that noticed a mutant in this file, by distance of the lines. */
  first(file: string, line: number, tests: readonly string[]): string[] {
    const covering = new Set(tests)
    const near = (this.#kills.get(file) ?? [])
      .filter(({ test }) => covering.has(test))
      .sort((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))
    return [...new Set([...near.map(({ test }) => test), ...tests])]
  }
}
