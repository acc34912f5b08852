// Which of the words that there are was meant by one that there is not.

/** The nearest of the candidates, or undefined where none is near. A candidate that begins with the word counts as near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  // A third of the letters may differ: more of them would suggest words that nobody meant.
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1
  let found: string | undefined
  for (const candidate of candidates) {
    const there = candidate.toLowerCase()
    const away = wanted.length > 2 && there.startsWith(wanted) ? 1 : distance(wanted, there, best)
    if (away >= best) continue
    best = away
    found = candidate
  }
  return found
}

/** A sentence for the end of a message, with a space before it; empty where nothing is near. */
export function didYouMean(word: string, candidates: Iterable<string>, show = (one: string) => one): string {
  const found = nearest(word, candidates)
  return found === undefined ? '' : ` Did you mean ${show(found)}?`
}

/** Letters added, left out, replaced or swapped with their neighbour; at most `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (row[j - 1] as number) + 1,
        (last[j] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
        swapped ? (before[j - 2] as number) + 1 : limit,
      )
    }
    if (Math.min(...row) >= limit) return limit
    before = last
    last = row
  }
  return last[b.length] as number
}
