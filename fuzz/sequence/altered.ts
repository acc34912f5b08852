/** Keys that are nearly those that an application gave: what a request has of one. */

/** Characters of a key that is looked for in parts. */
const LEAST = 12

export interface Alteration {
  /** So many characters from the start, negative for those left out at the end; all without it. */
  keep?: number
  /** What comes after them. */
  more: string
}

export function altered(value: string, { keep, more }: Alteration): string {
  return value.slice(0, keep) + more
}

/** How `word` comes from `value`; null where it does not, or is the same. */
export function alterationTo(word: string, value: string): Alteration | null {
  const half = Math.ceil(value.length / 2)
  if (value.length < LEAST || word === value || !word.startsWith(value.slice(0, half))) return null
  const more = word.at(-1)!
  const ways: readonly Alteration[] = [
    { keep: -1, more: '' },
    { more },
    { keep: half, more: '' },
    { keep: -1, more },
  ]
  return ways.find((how) => altered(value, how) === word) ?? null
}
