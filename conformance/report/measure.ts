// What an implementation is measured by: every report counts the same assertions in its score.

import type { Source } from '../../spec/case.ts'

/** The authorities of a score: touchstone is measured by its own rules, too. Texts of errors and other suites are graded apart. */
export function measuresOf(implementation: string): Source[] {
  return implementation === 'touchstone' ? ['mission', 'interface', 'touchstone'] : ['mission', 'interface']
}

export function isMeasuredBy(source: Source, implementation: string): boolean {
  return measuresOf(implementation).includes(source)
}

/** Whether it has rows of its own, beside the score. */
export function isApart(source: Source): boolean {
  return source === 'texts' || source === 'json-schema'
}
