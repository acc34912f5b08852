// Which cases to try first on a mutant: those that noticed mutants near by.

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

  /** The same cases; in front those that have noticed something in this file, the nearest line first. */
  first(file: string, line: number, tests: readonly string[]): string[] {
    const covering = new Set(tests)
    const near = (this.#kills.get(file) ?? [])
      .filter(({ test }) => covering.has(test))
      .sort((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))
    return [...new Set([...near.map(({ test }) => test), ...tests])]
  }
}
