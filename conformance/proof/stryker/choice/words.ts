// Which cases speak of what a line of the code speaks of: the name of an option that each application reads stands in few of them.

/** A word that stands in more than this part of the cases says nothing. */
const COMMON = 0.2

/** Names, and whole tokens such as `x-request-id`. */
const wordsOf = (text: string): Set<string> =>
  new Set([...(text.match(/[A-Za-z_$][\w$]{2,}/g) ?? []), ...(text.match(/\w+(-\w+)+/g) ?? [])])

export class Words {
  /** For each word the cases that have it, by number. */
  readonly #cases = new Map<string, number[]>()
  readonly #ids: string[] = []

  add(id: string, text: string): void {
    const at = this.#ids.push(id) - 1
    for (const word of wordsOf(text)) {
      const known = this.#cases.get(word)
      if (known === undefined) this.#cases.set(word, [at])
      else known.push(at)
    }
  }

  /** The cases that share most rare words with the line, or with those around it; at most `most` of them. */
  about(lines: readonly string[], line: number, most: number): string[] {
    const scores = new Map<number, number>()
    const score = (text: string, weight: number): void => {
      for (const word of wordsOf(text)) {
        const cases = this.#cases.get(word) ?? []
        const part = cases.length / this.#ids.length
        if (part > COMMON) continue
        for (const at of cases) scores.set(at, (scores.get(at) ?? 0) - weight * Math.log(part))
      }
    }
    for (const [near, weight] of [
      [line, 4],
      [line - 1, 1],
      [line + 1, 1],
      [line - 2, 0.5],
      [line + 2, 0.5],
      [line + 3, 0.5], // such as the error that a condition leads to
    ] as const)
      score(lines[near] ?? '', weight)
    return [...scores]
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, most)
      .map(([at]) => this.#ids[at]!)
  }
}
