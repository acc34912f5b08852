// The report of one implementation as a badge: the JSON that an endpoint of shields.io wants.

import { levelOf, type ReportContext, titleOf, visible } from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

const COLORS: [from: number, color: string][] = [
  [100, 'brightgreen'],
  [95, 'green'],
  [90, 'yellowgreen'],
  [75, 'yellow'],
  [50, 'orange'],
  [0, 'red'],
]

/** The first implementation alone: a badge has one colour. */
export function badgeReport(report: ConformanceReport, _context: ReportContext = {}): string {
  const [run] = report.runs
  const badge = run ? badgeOf(run) : { message: 'nothing was run', color: 'lightgrey' }
  const label = `conformance${run ? ` of ${visible(titleOf(run))}` : ''}`
  return `${JSON.stringify({ schemaVersion: 1, label, ...badge })}\n`
}

function badgeOf(run: JudgedRun): Record<string, unknown> {
  if (run.failure !== undefined) return { message: 'its adapter failed', color: 'red', isError: true }
  const { passed, total } = mustTally(run)
  if (total === 0) return { message: 'nothing was run', color: 'lightgrey' }
  const share = (passed / total) * 100
  const color = COLORS.find(([from]) => share >= from)?.[1]
  // Rounded down, so that 100 % is said only of all.
  return { message: `${Math.floor(share)} %, ${passed}/${total} MUST`, color }
}

/** Of the assertions of level MUST by which an implementation is measured; a known difference is no pass. */
export function mustTally(run: JudgedRun): { passed: number; total: number } {
  const counted = run.assertions.filter(
    (assertion) =>
      levelOf(assertion) === 'MUST' &&
      assertion.verdict !== 'skip' &&
      (run.implementation === 'touchstone' || assertion.case.body.source !== 'touchstone'),
  )
  const passed = counted.filter(({ verdict }) => verdict === 'pass' || verdict === 'unexpected-pass').length
  return { passed, total: counted.length }
}
