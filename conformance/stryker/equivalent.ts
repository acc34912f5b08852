// Generic mutants that nobody can tell from the original, reviewed one by one, each with the reason.

import { readFileSync } from 'node:fs'

export interface Equivalent {
  /** below dist/src */
  file: string
  /** how its line begins, without what is before it */
  line: string
  /** what is replaced */
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

export function readEquivalent(): Equivalent[] {
  const file = new URL('../../../conformance/stryker/equivalent.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Equivalent[]
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
