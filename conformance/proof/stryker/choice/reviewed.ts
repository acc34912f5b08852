// Whether a mutant was reviewed as equivalent: it would get all its trials, and the score omits it.

import { isEquivalent, readEquivalent } from '../equivalent.ts'
import type { Changed } from './changed.ts'
import { fileOf, sourceOf } from './hints.ts'

const equivalents = readEquivalent()

interface Place {
  line: number
  column: number
}

export function isReviewed({ fileName, location, replacement }: Changed): boolean {
  const { start, end } = location as { start: Place; end: Place }
  const line = sourceOf(fileName)[start.line] ?? ''
  const text = line.slice(start.column, start.line === end.line ? end.column : undefined)
  return isEquivalent({ file: fileOf(fileName), line, text, replacement }, equivalents)
}
