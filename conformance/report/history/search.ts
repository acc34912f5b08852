// The two neighbours in a row of versions between which something changed.

import type { Standing } from './history.ts'

export interface Bisected {
  first: string
  last: string
  before: Standing
  after: Standing
  tried: number
}

/** Where both ends agree, `first` and `last` are the same. */
export async function bisect(
  versions: readonly string[],
  standing: (version: string) => Promise<Standing>,
): Promise<Bisected> {
  let [low, high] = [0, versions.length - 1]
  const at = (index: number): string => versions[index] as string
  const before = await standing(at(low))
  let after = low === high ? before : await standing(at(high))
  let tried = low === high ? 1 : 2
  if (before === after) return { first: at(low), last: at(low), before, after, tried }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const found = await standing(at(middle))
    tried++
    if (found === before) low = middle
    else {
      high = middle
      after = found
    }
  }
  return { first: at(low), last: at(high), before, after, tried }
}
