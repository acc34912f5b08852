// A run of a part of the mutants, drawn by their texts: `STRYKER_SAMPLE=8 npm run test:stryker` tries each eighth.

import { createHash } from 'node:crypto'
import { type Changed, fileOf } from './changed.ts'

const PART = partOf(process.env.STRYKER_SAMPLE ?? '1')

export function partOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new RangeError(
    `STRYKER_SAMPLE is ${JSON.stringify(text)} and must be a whole number: 8 tries each eighth mutant`,
  )
}

/** Where and what: the report has lines from 1, the runner from 0. */
type Drawn = Pick<Changed, 'replacement'> & { file: string; line: number; column: number }

export function isDrawn({ file, line, column, replacement }: Drawn, part = PART): boolean {
  if (part === 1) return true
  const hash = createHash('sha256').update(JSON.stringify([file, line, column, replacement]))
  return hash.digest().readUInt32BE() % part === 0
}

export function isInSample({ fileName, location, replacement }: Changed): boolean {
  const { start } = location
  return isDrawn({ file: fileOf(fileName), line: start.line + 1, column: start.column + 1, replacement })
}
