// The levels of the runs of a report: told only where the whole suite was run, as a part of it cannot reach one.

import { type LevelResult, levelsOf } from '../judge/levels.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'
import type { ReportContext } from './verdicts.ts'

/** Null where only a part of the suite was run, or the adapter failed. */
export function levelsOfRun(
  run: JudgedRun,
  report: ConformanceReport,
  { identity }: ReportContext = {},
): LevelResult[] | null {
  if (report.suite.isPart) return null
  const whole = identity?.cases ?? report.suite.cases.length
  if (report.cases.length < whole || run.failure !== undefined || (identity?.shard ?? null) !== null)
    return null
  const results = levelsOf(run.assertions)
  return results.some(({ total }) => total > 0) ? results : null
}
