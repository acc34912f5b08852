// Generic mutants that nobody can tell from the original, reviewed one by one, each with the reason.

import { readFileSync } from 'node:fs'

export interface Equivalent {
  /** below dist/src */
  file: string
  /** how its line begins, without what is before it */
  line: string
  /** what is replaced; of what goes on below, what stands on its first line */
  text: string
  replacements: string[]
  reason: string
}

export interface Replaced {
  file: string
  line: string
  text: string
  replacement: string
}

/** Those of one construct, which share a reason: `[line, text, replacements]` each. */
interface Construct {
  file: string
  reason: string
  mutants: [line: string, text: string, replacements: string[]][]
}

export function readEquivalent(): Equivalent[] {
  const constructs = read<Construct[]>('equivalent-compile.json').flatMap(({ file, reason, mutants }) =>
    mutants.map(([line, text, replacements]) => ({ file, line, text, replacements, reason })),
  )
  return [...read<Equivalent[]>('equivalent.json'), ...constructs]
}

function read<T>(name: string): T {
  const file = new URL(`../../../../conformance/proof/stryker/${name}`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

export function isEquivalent(replaced: Replaced, equivalents: readonly Equivalent[]): boolean {
  return equivalents.some(
    ({ file, line, text, replacements }) =>
      file === replaced.file &&
      text === replaced.text &&
      replaced.line.trim().startsWith(line) &&
      replacements.includes(replaced.replacement),
  )
}
