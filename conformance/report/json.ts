// The report as JSON, for other programs; its form is conformance/report/report.schema.json.

import type { Json } from '../../spec/case.ts'
import { levelReached } from '../judge/levels.ts'
import { rulesOf } from '../judge/selectors.ts'
import { type ConformanceReport, exitCodeOf } from '../run/run.ts'
import { levelsOfRun } from './levels.ts'
import { matrixOf, type Tally } from './matrix.ts'
import { coverageText, scoreText } from './score.ts'
import { cellsOf, faultsOf, identityOf, type ReportContext } from './verdicts.ts'

export function jsonReport(report: ConformanceReport, context: ReportContext = {}): Record<string, unknown> {
  const { node, shard, ...suite } = context.identity ?? identityOf(report.suite)
  const time = (milliseconds: number): number => (context.deterministic ? 0 : milliseconds)
  const matrix = matrixOf(report)
  return {
    format: 1,
    exitCode: exitCodeOf(report),
    milliseconds: time(report.milliseconds),
    ...(report.ended === undefined ? {} : { ended: report.ended }),
    node,
    suite,
    shard,
    matrix,
    rules: Object.fromEntries([...report.suite.rules.values()].map((rule) => [rule.id, rule])),
    cases: Object.fromEntries(report.cases.map((one) => [one.id, caseOf(one)])),
    implementations: report.runs.map((run, index) => ({
      name: run.implementation,
      version: run.version,
      score: scoreText(matrix.overall[index] as Tally),
      coverage: coverageText(matrix.overall[index] as Tally),
      milliseconds: time(run.milliseconds),
      crashes: run.crashes,
      failure: run.failure ?? null,
      ...levelOf(run, report, context),
      doubt: faultsOf(run).find(({ name }) => name === 'doubt')?.message ?? null,
      complaints: run.complaints,
      assertions: run.assertions.map(({ result, case: one, verdict, known }) => ({
        id: result.id,
        case: result.case,
        exchange: result.exchange,
        rules: rulesOf(one, result.exchange),
        verdict,
        known: known ?? null,
        cells: cellsOf(result, context),
      })),
    })),
  }
}

/** Only of a run of the whole suite. */
function levelOf(...of: Parameters<typeof levelsOfRun>): Record<string, unknown> {
  const levels = levelsOfRun(...of)
  return levels === null ? {} : { level: levelReached(levels), levels }
}

function caseOf(one: ConformanceReport['cases'][number]): Json {
  const { body, area, file } = one
  return { area, file, ...(body as unknown as Record<string, Json>) }
}
