// The report as Markdown for a pull request: a table of the implementations, and what was not expected below it.

import type { JudgedAssertion } from '../judge/expectations.ts'
import { levelReached } from '../judge/levels.ts'
import { code, escapeMarkdown } from '../markup/markdown.ts'
import { levelsOfRun } from '../report/levels.ts'
import { assertionsText, matrixOf, type Tally } from '../report/matrix.ts'
import { isMeasuredBy } from '../report/measure.ts'
import { countsOfScore, scoreText } from '../report/score.ts'
import { faultsOf, levelOf, linesOf, nameOf, type ReportContext, titleOf } from '../report/verdicts.ts'
import { type ConformanceReport, exitCodeOf, type JudgedRun } from '../run/run.ts'

/** A comment holds 65536 characters, so only so many results are listed. */
const TOLD = 50

export function markdownReport(report: ConformanceReport, context: ReportContext = {}): string {
  const { overall } = matrixOf(report)
  const cut = report.ended === undefined ? '' : 'ended early, '
  const end = `${cut}${exitCodeOf(report) === 0 ? 'all as expected' : 'not all as expected'}`
  const time = context.deterministic ? '' : ` in ${(report.milliseconds / 1000).toFixed(1)} s`
  return [
    `## Conformance: ${end}`,
    '',
    '| implementation | level | passed | MUST | worded otherwise | known differences | not as expected | skipped |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...report.runs.map((run, index) =>
      rowOf(run, levelReached(levelsOfRun(run, report, context) ?? []), overall[index] as Tally),
    ),
    '',
    `${report.cases.length} cases, ${assertionsText(report)}${time}.`,
    ...report.runs.flatMap((run) => unexpectedOf(run, report, context)),
    '',
  ].join('\n')
}

function rowOf(run: JudgedRun, level: string | null, tally: Tally): string {
  const must = mustTally(run)
  const unexpected = run.assertions.filter(isUnexpected).length + faultsOf(run).length
  const cells = [
    escapeMarkdown(titleOf(run)),
    level ?? '–',
    `${scoreText(tally)} (${countsOfScore(tally)})`,
    `${must.passed}/${must.total}`,
    tally.wording,
    tally.known,
    unexpected === 0 ? 0 : `**${unexpected}**`,
    tally.skipped,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Of the assertions of level MUST by which an implementation is measured; a known difference is not a pass. */
function mustTally(run: JudgedRun): { passed: number; total: number } {
  const counted = run.assertions.filter(
    (assertion) =>
      levelOf(assertion) === 'MUST' &&
      assertion.verdict !== 'skip' &&
      isMeasuredBy(assertion.case.body.source, run.implementation),
  )
  const kept = ['pass', 'wording', 'unexpected-pass']
  const passed = counted.filter(({ verdict }) => kept.includes(verdict)).length
  return { passed, total: counted.length }
}

const isUnexpected = ({ verdict }: JudgedAssertion): boolean =>
  verdict === 'fail' || verdict === 'unexpected-pass'

function unexpectedOf(run: JudgedRun, report: ConformanceReport, context: ReportContext): string[] {
  const lines = [
    ...faultsOf(run).map(({ name, message }) => `- ${name}: ${code(message)}`),
    ...linesOf(run, report, context)
      .filter(({ state }) => state === 'fail' || state === 'unexpected-pass')
      .map(
        (line) =>
          `- ${code(nameOf(line))} ${line.rules.map(escapeMarkdown).join(', ')}: ${code(line.message)}`,
      ),
  ]
  if (lines.length === 0) return []
  const left = lines.length - TOLD
  return [
    '',
    `<details><summary>${escapeMarkdown(titleOf(run))}: not as expected</summary>`,
    '',
    ...lines.slice(0, TOLD),
    ...(left > 0 ? [`- and ${left} more`] : []),
    '',
    '</details>',
  ]
}
