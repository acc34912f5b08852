// The report as workflow commands of GitHub Actions: an annotation for everything that was not expected.

import { levelText } from '../judge/levels.ts'
import { visible } from '../markup/escape.ts'
import { levelsOfRun } from '../report/levels.ts'
import { matrixOf, type Tally } from '../report/matrix.ts'
import { countsOfScore, scoreText } from '../report/score.ts'
import { faultsOf, type Line, linesOf, type ReportContext, titleOf } from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

export function githubReport(report: ConformanceReport, context: ReportContext = {}): string {
  const { overall } = matrixOf(report)
  const commands = report.runs.flatMap((run, index) => [
    notice(run, overall[index] as Tally, report, context),
    ...faultsOf(run).map(({ name, message }) =>
      command({ title: `${titleOf(run)}: ${name}` }, visible(message)),
    ),
    ...annotationsOf(run, report, context),
  ])
  return commands.map((line) => `${line}\n`).join('')
}

/** One annotation per assertion, not per transport: GitHub shows only the first ten of a step. */
function annotationsOf(run: JudgedRun, report: ConformanceReport, context: ReportContext): string[] {
  const assertions = new Map<string, Line[]>()
  for (const line of linesOf(run, report, context)) {
    if (line.state !== 'fail' && line.state !== 'unexpected-pass') continue
    assertions.set(line.id, [...(assertions.get(line.id) ?? []), line])
  }
  return [...assertions.values()].map((lines) => {
    const { file, id, rules } = lines[0] as Line
    const told = lines.map(({ transport, message }) => `${transport ?? 'no transport'}: ${visible(message)}`)
    return command({ file, title: `${titleOf(run)}: ${id}` }, [...told, rules.join(', ')].join('\n'))
  })
}

/** The score, which stands beside the annotations. */
function notice(run: JudgedRun, tally: Tally, report: ConformanceReport, context: ReportContext): string {
  const levels = levelsOfRun(run, report, context)
  const level = levels === null ? '' : `; ${levelText(levels)}`
  const message = `${scoreText(tally)} (${countsOfScore(tally)})${level}`
  return `::notice title=${escapeProperty(visible(titleOf(run)))}::${escapeData(message)}`
}

function command(properties: Record<string, string>, message: string): string {
  const told = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(visible(value))}`)
  return `::error ${told.join(',')}::${escapeData(message)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
