// Which cases to try on a mutant: those that reach code around it that few other cases reach.

/** Neighbouring mutants, by number. */
const BLOCK = 50

/** What was reached: mutant by number, for each case. */
export type Reached = Readonly<Record<string, Readonly<Record<string, number>>>>

/** For each block of mutants the cases, those first that reach most of what few others reach; at most `most` of them. */
export function specificOf(reached: Reached, most: number): string[][] {
  const counts: number[] = []
  for (const ids of Object.values(reached))
    for (const id of Object.keys(ids)) counts[Number(id)] = (counts[Number(id)] ?? 0) + 1
  const scores: Map<string, number>[] = Array.from(
    { length: Math.ceil(counts.length / BLOCK) },
    () => new Map(),
  )
  for (const [test, ids] of Object.entries(reached))
    for (const id of Object.keys(ids)) {
      const block = scores[Math.floor(Number(id) / BLOCK)]!
      block.set(test, (block.get(test) ?? 0) + 1 / counts[Number(id)]!)
    }
  return scores.map((block) =>
    [...block]
      .sort(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([test]) => test),
  )
}

/** The cases for a mutant. */
export const casesFor = (specific: readonly string[][], id: string): readonly string[] =>
  specific[Math.floor(Number(id) / BLOCK)] ?? []
