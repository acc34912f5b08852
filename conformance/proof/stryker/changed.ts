// A mutant of StrykerJS by what it changes, and the compiled file in which it does.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../../../../dist/src/', import.meta.url))

/** Both count from 0. */
export interface Place {
  line: number
  column: number
}

export interface Changed {
  fileName: string
  location: { start: Place; end: Place }
  mutatorName: string
  replacement: string
}

/** The path within dist/src. */
export const fileOf = (path: string): string => path.slice(path.indexOf('dist/src/') + 'dist/src/'.length)

const sources = new Map<string, string[]>()

/** The lines of a compiled file of src/, as it is without mutants. */
export function sourceOf(path: string): readonly string[] {
  const file = fileOf(path)
  const known = sources.get(file)
  if (known !== undefined) return known
  const lines = readFileSync(join(SRC, file), 'utf8').split('\n')
  sources.set(file, lines)
  return lines
}
