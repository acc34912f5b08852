/** Whether a pattern can take exponential time. The analysis is that of scslre. */
import { createRequire } from 'node:module'

type Analyse = (pattern: { source: string; flags: string }) => {
  readonly reports: { exponential: boolean }[]
}

const load = createRequire(import.meta.url)
let library: { analyse: Analyse } | null = null // loaded for the first pattern that needs it
/** The analysis of a longer pattern can take seconds. */
const LONGEST = 2000
const known = new Map<string, boolean>()

/** Whether a text of 30 letters or so may take longer than anybody waits; false for what is not a pattern. */
export function explodes(pattern: string): boolean {
  let found = known.get(pattern)
  // Without an unlimited or a large repetition there is nothing to repeat.
  if (found === undefined) known.set(pattern, (found = /[*+{]/.test(pattern) && analysed(pattern)))
  return found
}

function analysed(source: string): boolean {
  if (source.length > LONGEST) return false
  try {
    library ??= load('scslre') as { analyse: Analyse }
    return library.analyse({ source, flags: 'u' }).reports.some(({ exponential }) => exponential)
  } catch {
    return false
  }
}
