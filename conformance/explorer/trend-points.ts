// How much of the specification each run of several reports keeps: what the trend of the page is drawn from.

import { matrixOf, type Tally } from '../report/matrix.ts'
import type { StoredReport } from '../report/read.ts'
import type { Score } from '../report/score.ts'
import { trendOf } from '../report/trend.ts'

export interface TrendPoint extends Score {
  implementation: string
  version: string
  /** The report that it was found in. */
  report: string
  known: number
  unexpected: number
  /** By source and area, as `mission/hooks`; what the report has nothing of is left out. */
  parts: Record<string, Score>
}

/** In the order of the trend as text: by implementation, then by version. */
export function trendPoints(stored: StoredReport[]): TrendPoint[] {
  return trendOf(stored).map(({ implementation, version, file, overall }) => ({
    implementation,
    version,
    report: file,
    ...overall,
    parts: partsOf(stored, implementation, version, file),
  }))
}

function partsOf(
  stored: StoredReport[],
  implementation: string,
  version: string,
  file: string,
): Record<string, Score> {
  const report = stored.find(({ name }) => name === file)?.report
  if (!report) return {}
  const index = report.runs.findIndex(
    (run) => run.implementation === implementation && run.version === version,
  )
  const parts: [string, Tally | undefined][] = matrixOf(report).rows.map(({ source, area, tallies }) => [
    `${source}/${area}`,
    tallies[index],
  ])
  return Object.fromEntries(
    parts.flatMap(([name, tally]) =>
      tally && tally.total + tally.skipped > 0
        ? [[name, { passed: tally.passed, total: tally.total, skipped: tally.skipped }]]
        : [],
    ),
  )
}
