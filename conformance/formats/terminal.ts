// The report as text: the matrix, what was not expected, and the summary last.

import { levelText } from '../judge/levels.ts'
import { type Colors, createColors } from '../markup/colors.ts'
import { visible } from '../markup/escape.ts'
import { levelsOfRun } from '../report/levels.ts'
import { assertionsText, type Matrix, matrixOf, type Tally } from '../report/matrix.ts'
import { countsOfScore, scoreText } from '../report/score.ts'
import { faultsOf, type RunIdentity } from '../report/verdicts.ts'
import { type ConformanceReport, exitCodeOf, type JudgedRun } from '../run/run.ts'
import { failureLines } from './failures.ts'

export interface TerminalOptions {
  color: boolean
  /** How many causes of unexpected results are printed in full; 0 prints their number only. */
  details?: number
  /** Of which suite, where the report was read from a file. */
  identity?: RunIdentity
}

const ENDED = {
  interrupted: 'Interrupted: what had not run is not judged.',
  bail: 'Ended by --bail: what had not run is not judged.',
}

export function terminalReport(report: ConformanceReport, options: TerminalOptions): string {
  const colors = createColors(options.color)
  const matrix = matrixOf(report)
  return [
    '',
    ...matrixLines(matrix, colors),
    ...report.runs.flatMap((run) => failureLines(run, report, options.details ?? 20, colors)),
    '',
    ...summaryLines(report, matrix, colors, options),
  ].join('\n')
}

function matrixLines(matrix: Matrix, colors: Colors): string[] {
  const width = Math.max(14, ...matrix.rows.map((row) => row.area.length + 2))
  const columns = matrix.implementations.map((one) =>
    visible(`${one.name} ${one.name.includes(one.version) ? '' : one.version}`.trim()),
  )
  const skips = matrix.implementations.map((_, i) => matrix.rows.some(({ tallies }) => tallies[i]?.skipped))
  const widths = columns.map((column, i) => Math.max(skips[i] ? 30 : 16, column.length + 2))
  const cells = (tallies: Tally[]): string =>
    tallies.map((tally, i) => cell(tally, widths[i] ?? 16, colors)).join('')
  const lines = [
    ' '.repeat(width) + columns.map((column, i) => colors.bold(column.padStart(widths[i] ?? 16))).join(''),
  ]
  for (const { source, tallies } of matrix.sources) {
    lines.push('', colors.bold(source.padEnd(width)) + cells(tallies))
    for (const row of matrix.rows) {
      if (row.source === source) lines.push(`  ${row.area}`.padEnd(width) + cells(row.tallies))
    }
  }
  return lines
}

function cell(tally: Tally, width: number, colors: Colors): string {
  const ran =
    tally.total === 0
      ? '–'
      : `${tally.passed}/${tally.total}${tally.unexpected > 0 ? ` ✗${tally.unexpected}` : ''}`
  const text = tally.skipped > 0 ? `${ran} (${tally.skipped} skipped)` : ran
  const padded = text.padStart(width)
  if (tally.unexpected > 0) return colors.red(padded)
  if (tally.known > 0) return colors.yellow(padded)
  return tally.total === 0 ? colors.dim(padded) : colors.green(padded)
}

function verdictOf(run: JudgedRun, { unexpected }: Tally, colors: Colors): string {
  if (run.failure !== undefined) return colors.red('its adapter failed')
  const faults = faultsOf(run)
  if (faults.some(({ name }) => name === 'doubt')) return colors.red('the run says nothing of it')
  const all = run.assertions.filter((a) => a.verdict === 'fail' || a.verdict === 'unexpected-pass').length
  const apart = all > unexpected ? `, and ${all - unexpected} that the score does not count` : ''
  if (all > 0) return colors.red(`${unexpected} not as expected${apart}`)
  if (faults.some(({ name }) => name === 'fixture')) return colors.red('what ran is as expected')
  return colors.green('as expected')
}

function summaryLines(
  report: ConformanceReport,
  matrix: Matrix,
  colors: Colors,
  { identity }: TerminalOptions,
): string[] {
  const lines = matrix.implementations.flatMap(({ name, version }, index) => {
    const tally = matrix.overall[index] as Tally
    const run = report.runs[index] as JudgedRun
    const what = name === 'touchstone' ? 'of all rules' : 'of mission and interface'
    const verdict = verdictOf(run, tally, colors)
    const wording = tally.wording > 0 ? `, ${tally.wording} worded otherwise` : ''
    const known = tally.known > 0 ? `, ${tally.known} known differences` : ''
    const title = visible(version && name !== version ? `${name} ${version}` : name)
    const levels = levelsOfRun(run, report, identity ? { identity } : {})
    const line = `${title.padEnd(22)} ${scoreText(tally).padStart(7)} ${what} (${countsOfScore(tally)}${wording}${known}), ${verdict}, ${(run.milliseconds / 1000).toFixed(1)} s`
    return levels === null ? [line] : [line, colors.dim(`${' '.repeat(23)}${levelText(levels)}`)]
  })
  const end = exitCodeOf(report) === 0 ? colors.green('All as expected.') : colors.red('Not all as expected.')
  const early = report.ended === undefined ? '' : `${colors.yellow(ENDED[report.ended])} `
  return [
    ...lines,
    '',
    `${report.cases.length} cases, ${assertionsText(report)} in ${(report.milliseconds / 1000).toFixed(1)} s. ${early}${end}`,
    '',
  ]
}
