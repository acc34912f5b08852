// The report as text: the matrix, what was not expected, and the summary last.

import type { Json } from '../../spec/case.ts'
import type { Cell } from '../contract/result.ts'
import type { JudgedAssertion } from '../judge/expectations.ts'
import { levelText } from '../judge/levels.ts'
import { rulesOf } from '../judge/selectors.ts'
import { type Colors, createColors } from '../markup/colors.ts'
import { setIn, visible } from '../markup/escape.ts'
import { levelsOfRun } from '../report/levels.ts'
import { type Matrix, matrixOf, type Tally } from '../report/matrix.ts'
import { countsOfScore, scoreText } from '../report/score.ts'
import { faultsOf, type RunIdentity, titleOf } from '../report/verdicts.ts'
import { type ConformanceReport, exitCodeOf, type JudgedRun } from '../run/run.ts'
import { curlOf } from '../wire/requests.ts'

export interface TerminalOptions {
  color: boolean
  /** How many unexpected results are printed in full. */
  details?: number
  /** Of which suite, where the report was read from a file. */
  identity?: RunIdentity
}

export function terminalReport(report: ConformanceReport, options: TerminalOptions): string {
  const colors = createColors(options.color)
  const matrix = matrixOf(report)
  return [
    '',
    ...matrixLines(matrix, colors),
    ...report.runs.flatMap((run) => runLines(run, report, options.details ?? 20, colors)),
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

function runLines(run: JudgedRun, report: ConformanceReport, limit: number, colors: Colors): string[] {
  const unexpected = run.assertions.filter((a) => a.verdict === 'fail' || a.verdict === 'unexpected-pass')
  const faults = faultsOf(run)
  if (unexpected.length === 0 && faults.length === 0) return []
  const lines = ['', colors.bold(colors.red(`${visible(titleOf(run))}: not as expected`))]
  for (const { name, message } of faults)
    lines.push(name === 'expectations' ? `  expectations: ${setIn(message)}` : `  ${setIn(message)}`)
  const groups = byCaseAndExchange(unexpected)
  for (const [first, ...rest] of groups.slice(0, limit)) {
    if (first) lines.push('', ...assertionLines(first, report, colors))
    if (rest.length > 0) lines.push(`    and so do ${rest.length} other rows: ${visible(rowsOf(rest))}`)
  }
  const left = groups.slice(limit).flat()
  if (left.length > 0)
    lines.push(
      '',
      `  and ${left.length} more:`,
      ...left.slice(0, 200).map((a) => `    ${visible(a.result.id)}`),
    )
  return lines
}

/** The rows of a matrix mostly fail together, so they are listed together. */
function byCaseAndExchange(unexpected: JudgedAssertion[]): JudgedAssertion[][] {
  const groups = new Map<string, JudgedAssertion[]>()
  for (const one of unexpected) {
    const key = `${one.case.body.id}#${one.result.exchange} ${one.verdict}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

function rowsOf(assertions: JudgedAssertion[]): string {
  const rows = assertions.map((one) => one.result.case.slice(one.case.body.id.length))
  return `${rows.slice(0, 8).join(' ')}${rows.length > 8 ? ' …' : ''}`
}

function assertionLines(assertion: JudgedAssertion, report: ConformanceReport, colors: Colors): string[] {
  const { result, known } = assertion
  if (assertion.verdict === 'unexpected-pass') {
    return [
      `  ${colors.red('✗')} ${colors.bold(visible(result.id))} passes, and is listed: ${setIn(known?.reason ?? '')}`,
    ]
  }
  const lines = [
    `  ${colors.red('✗')} ${colors.bold(visible(result.id))}  ${colors.dim(visible(assertion.case.file))}`,
  ]
  for (const id of rulesOf(assertion.case, result.exchange)) {
    lines.push(colors.dim(`    ${visible(id)}: ${setIn(report.suite.rules.get(id)?.text ?? '')}`))
  }
  lines.push(...cellLines(result.cells, colors))
  const send = assertion.case.body.exchanges.find((exchange) => exchange.id === result.exchange)?.send
  if (send) lines.push(colors.dim(`    ${curlOf(send)}`))
  return lines
}

/** Transports with the same result are printed once. */
function cellLines(cells: Partial<Record<string, Cell>>, colors: Colors): string[] {
  const told = new Map<string, { transports: string[]; cell: Cell }>()
  for (const [transport, cell] of Object.entries(cells)) {
    if (!cell || cell.outcome === 'pass' || cell.outcome === 'skip') continue
    const { outcome, reason, difference } = cell
    const key = JSON.stringify([outcome, reason, difference])
    const known = told.get(key)
    if (known) known.transports.push(transport)
    else told.set(key, { transports: [transport], cell })
  }
  return [...told.values()].flatMap(({ transports, cell: { outcome, reason, difference } }) => {
    const head = `    ${colors.cyan(transports.join(', '))} ${outcome}${reason === undefined ? '' : `: ${setIn(reason, '      ')}`}`
    if (!difference) return [head]
    const { pointer, expected, actual } = difference
    return [
      `${head} at ${visible(pointer || '/')}`,
      `      ${colors.green(`expected ${show(expected)}`)}`,
      `      ${colors.red(`actual   ${show(actual)}`)}`,
    ]
  })
}

function show(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

function verdictOf(run: JudgedRun, unexpected: number, colors: Colors): string {
  if (run.failure !== undefined) return colors.red('its adapter failed')
  if (faultsOf(run).some(({ name }) => name === 'doubt')) return colors.red('the run says nothing of it')
  return unexpected === 0 ? colors.green('as expected') : colors.red(`${unexpected} not as expected`)
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
    const unexpected = run.assertions.filter(
      (a) => a.verdict === 'fail' || a.verdict === 'unexpected-pass',
    ).length
    const what = name === 'touchstone' ? 'of all rules' : 'of mission and interface'
    const verdict = verdictOf(run, unexpected, colors)
    const wording = tally.wording > 0 ? `, ${tally.wording} worded otherwise` : ''
    const known = tally.known > 0 ? `, ${tally.known} known differences` : ''
    const title = visible(version && name !== version ? `${name} ${version}` : name)
    const levels = levelsOfRun(run, report, identity ? { identity } : {})
    const line = `${title.padEnd(22)} ${scoreText(tally).padStart(7)} ${what} (${countsOfScore(tally)}${wording}${known}), ${verdict}, ${(run.milliseconds / 1000).toFixed(1)} s`
    return levels === null ? [line] : [line, colors.dim(`${' '.repeat(23)}${levelText(levels)}`)]
  })
  const count = report.runs.reduce((sum, run) => sum + run.assertions.length, 0)
  const end = exitCodeOf(report) === 0 ? colors.green('All as expected.') : colors.red('Not all as expected.')
  return [
    ...lines,
    '',
    `${report.cases.length} cases, ${count} assertions in ${(report.milliseconds / 1000).toFixed(1)} s. ${end}`,
    '',
  ]
}
