// Generic mutants that are equivalent to the original, reviewed one by one, each with the reason.

import { readFileSync } from 'node:fs'
import { type Changed, fileOf, sourceOf } from './changed.ts'

export interface Equivalent {
  /** Relative to dist/src. */
  file: string
  /** The beginning of its line, without indentation. */
  line: string
  /** The replaced text; of several lines the first. */
  text: string
  replacements: string[]
  reason: string
  /** How often the line stands in its file, where all of them behave so. @default 1 */
  times?: number
}

export interface Replaced {
  file: string
  line: string
  text: string
  replacement: string
}

/** Those of one construct, which share a reason: `[line, text, replacements, times]` each. */
interface Construct {
  file: string
  reason: string
  mutants: [line: string, text: string, replacements: string[], times?: number][]
}

export function readEquivalent(): Equivalent[] {
  const constructs = read<Construct[]>('equivalent-compile.json').flatMap(({ file, reason, mutants }) =>
    mutants.map(([line, text, replacements, times = 1]) => {
      return { file, line, text, replacements, times, reason }
    }),
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

const reviewed = readEquivalent()

/** Whether a mutant was reviewed: it would get all its trials, and the score omits it. */
export function isReviewed({ fileName, location, replacement }: Changed): boolean {
  const { start, end } = location
  const line = sourceOf(fileName)[start.line] ?? ''
  const text = line.slice(start.column, start.line === end.line ? end.column : undefined)
  return isEquivalent({ file: fileOf(fileName), line, text, replacement }, reviewed)
}
