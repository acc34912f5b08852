// The matrix of a run: for each source and area, and for each implementation, how much of it held.

import type { Source } from '../../spec/case.ts'
import type { JudgedAssertion, Verdict } from '../judge/expectations.ts'
import type { ConformanceReport } from '../run/run.ts'
import { isMeasuredBy } from './measure.ts'
import { areaOf } from './verdicts.ts'

export interface Tally {
  /** The behaviour is as expected. */
  passed: number
  /** Of these, the ones with a text that differs. */
  wording: number
  known: number
  unexpected: number
  skipped: number
  /** Assertions that were run; a known difference does not count as passed. */
  total: number
  /** Of the cases that were chosen, what a run that ended early did not come to. */
  missing: number
}

export interface MatrixRow {
  source: Source
  area: string
  tallies: Tally[]
}

export interface Matrix {
  implementations: { name: string; version: string }[]
  rows: MatrixRow[]
  /** By source, one tally an implementation. */
  sources: { source: Source; tallies: Tally[] }[]
  /** What an implementation is measured by: all sources for touchstone, mission and interface for others. */
  overall: Tally[]
}

export const SOURCES: Source[] = ['mission', 'interface', 'touchstone', 'json-schema']
/** The rows of a matrix, in this order. */
const ROWS: Source[] = [...SOURCES, 'texts']

function emptyTally(): Tally {
  return { passed: 0, wording: 0, known: 0, unexpected: 0, skipped: 0, total: 0, missing: 0 }
}

export function matrixOf(report: ConformanceReport): Matrix {
  const { runs } = report
  const rows = new Map<string, MatrixRow>()
  const sources = ROWS.map((source) => ({ source, tallies: runs.map(emptyTally) }))
  const overall = runs.map(emptyTally)
  for (const [index, run] of runs.entries()) {
    for (const assertion of [...run.assertions, ...missingIn(run, report)]) {
      const { source } = assertion.case.body
      const { verdict } = assertion
      count(rowOf(rows, source, areaOf(assertion, report.suite), runs.length).tallies[index], verdict)
      count(sources.find((one) => one.source === source)?.tallies[index], verdict)
      if (isMeasuredBy(source, run.implementation)) count(overall[index], verdict)
    }
  }
  return {
    implementations: runs.map((run) => ({ name: run.implementation, version: run.version })),
    rows: [...rows.values()].filter(isReached).sort(bySourceAndArea),
    sources: sources.filter(isReached),
    overall,
  }
}

/** What a run that ended early came to is told by row, and the rest in one number. */
function isReached({ tallies }: { tallies: Tally[] }): boolean {
  return tallies.some(({ total, skipped }) => total + skipped > 0)
}

/** How many assertions have a verdict: `10 of 931 assertions` where the run ended early. */
export function assertionsText({ runs, cases, ended }: ConformanceReport): string {
  const judged = runs.reduce((sum, { assertions }) => sum + assertions.length, 0)
  const chosen = runs.length * cases.reduce((sum, { body }) => sum + body.exchanges.length, 0)
  return ended === undefined ? `${judged} assertions` : `${judged} of ${chosen} assertions`
}

type Counted = Pick<JudgedAssertion, 'case'> & { result: { exchange: string }; verdict: Verdict | 'missing' }

/** What a run that ended early has not come to. */
function missingIn({ assertions }: ConformanceReport['runs'][number], report: ConformanceReport): Counted[] {
  if (report.ended === undefined) return []
  const seen = new Set(assertions.map(({ result }) => result.id))
  return report.cases.flatMap((one) =>
    one.body.exchanges
      .filter(({ id }) => !seen.has(`${one.id}#${id}`))
      .map(({ id }): Counted => ({ case: one, result: { exchange: id }, verdict: 'missing' })),
  )
}

function rowOf(rows: Map<string, MatrixRow>, source: Source, area: string, width: number): MatrixRow {
  const key = `${source}/${area}`
  const known = rows.get(key)
  if (known) return known
  const made = { source, area, tallies: Array.from({ length: width }, emptyTally) }
  rows.set(key, made)
  return made
}

function bySourceAndArea(a: MatrixRow, b: MatrixRow): number {
  return ROWS.indexOf(a.source) - ROWS.indexOf(b.source) || a.area.localeCompare(b.area)
}

function count(tally: Tally | undefined, verdict: Counted['verdict']): void {
  if (!tally) return
  if (verdict === 'skip' || verdict === 'missing') {
    if (verdict === 'skip') tally.skipped++
    else tally.missing++
    return
  }
  tally.total++
  if (verdict === 'wording') tally.wording++
  if (verdict === 'pass' || verdict === 'wording') tally.passed++
  else if (verdict === 'known') tally.known++
  else tally.unexpected++
}
