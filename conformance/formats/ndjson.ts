// The report as lines of JSON: one for each assertion, and the summary as the footer.

import type { JudgedAssertion } from '../judge/expectations.ts'
import { levelReached } from '../judge/levels.ts'
import { rulesOf } from '../judge/selectors.ts'
import { toJson } from '../markup/escape.ts'
import { levelsOfRun } from '../report/levels.ts'
import { matrixOf, type Tally } from '../report/matrix.ts'
import { scoreText } from '../report/score.ts'
import { cellsOf, explain, faultsOf, identityOf, levelOf, type ReportContext } from '../report/verdicts.ts'
import { type ConformanceReport, exitCodeOf } from '../run/run.ts'
import { TRANSPORTS } from '../wire/modes.ts'

export function ndjsonReport(report: ConformanceReport, context: ReportContext = {}): string {
  const lines = report.runs.flatMap((run) => ndjsonLines(run, run.assertions, context))
  return [...lines, ndjsonSummary(report, context)].join('')
}

/** The lines of assertions, to be written during the run. */
export function ndjsonLines(
  { implementation, version }: { implementation: string; version: string },
  assertions: JudgedAssertion[],
  context: ReportContext = {},
): string[] {
  return assertions.map((assertion) => {
    const { result, case: one, verdict, known = null } = assertion
    const seen = cellsOf(result, context)
    const cells = TRANSPORTS.flatMap((transport) => {
      const cell = seen[transport]
      if (!cell) return []
      const why = cell.outcome === 'pass' ? {} : { message: explain(cell) }
      const duration = context.deterministic ? {} : { milliseconds: cell.milliseconds }
      return [[transport, { outcome: cell.outcome, ...why, ...duration }]]
    })
    return lineOf({
      type: 'assertion',
      implementation,
      version,
      id: result.id,
      rules: rulesOf(one, result.exchange),
      level: levelOf(assertion),
      verdict,
      known,
      transports: Object.fromEntries(cells),
    })
  })
}

/** The last line. */
export function ndjsonSummary(report: ConformanceReport, context: ReportContext = {}): string {
  return lineOf(summaryOf(report, context))
}

function lineOf(content: object): string {
  return `${toJson(content)}\n`
}

function summaryOf(report: ConformanceReport, context: ReportContext): Record<string, unknown> {
  const { overall } = matrixOf(report)
  const { node, ...suite } = context.identity ?? identityOf(report.suite)
  return {
    type: 'summary',
    format: 1,
    exitCode: exitCodeOf(report),
    suite,
    node,
    cases: report.cases.length,
    ...(context.deterministic ? {} : { milliseconds: report.milliseconds }),
    implementations: report.runs.map((run, index) => ({
      name: run.implementation,
      version: run.version,
      level: levelReached(levelsOfRun(run, report, context) ?? []),
      failure: run.failure ?? null,
      doubt: faultsOf(run).find(({ name }) => name === 'doubt')?.message ?? null,
      complaints: run.complaints,
      assertions: run.assertions.length,
      score: scoreText(overall[index] as Tally),
      ...overall[index],
    })),
  }
}
