// What was not as expected, as text: by its cause, each with one assertion in full.

import type { Json } from '../../spec/case.ts'
import type { Cell } from '../contract/result.ts'
import type { JudgedAssertion } from '../judge/expectations.ts'
import { rulesOf } from '../judge/selectors.ts'
import type { Colors } from '../markup/colors.ts'
import { setIn, visible } from '../markup/escape.ts'
import { type Cause, causesOf } from '../report/causes.ts'
import { faultsOf, titleOf } from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'
import { curlOf } from '../wire/requests.ts'

/** How many causes beyond the limit are listed by their titles. */
const TITLES = 30

/** The lines of one implementation; none where all is as expected. `limit` is the number of causes that are told in full. */
export function failureLines(
  run: JudgedRun,
  report: ConformanceReport,
  limit: number,
  colors: Colors,
): string[] {
  const unexpected = run.assertions.filter((a) => a.verdict === 'fail' || a.verdict === 'unexpected-pass')
  const faults = faultsOf(run)
  if (unexpected.length === 0 && faults.length === 0) return []
  const causes = causesOf(unexpected)
  const counts = unexpected.length === 0 ? '' : `: ${counted(unexpected, causes)}`
  const lines = ['', colors.bold(colors.red(`${visible(titleOf(run))}: not as expected${counts}`))]
  for (const { name, message } of faults)
    lines.push(name === 'expectations' ? `  expectations: ${setIn(message)}` : `  ${setIn(message)}`)
  if (limit === 0) return lines
  for (const cause of causes.slice(0, limit))
    lines.push('', ...causeLines(cause, report, colors, run.address))
  const left = causes.slice(limit)
  if (left.length === 0) return lines
  const rest = left.flatMap(({ assertions }) => assertions)
  lines.push('', `  and ${counted(rest, left)}:`)
  for (const cause of left.slice(0, TITLES))
    lines.push(`    ${cause.assertions.length} × ${short(visible(nameOf(cause)))}`)
  if (left.length > TITLES) lines.push(`    and ${left.length - TITLES} other causes`)
  return lines
}

function counted(assertions: readonly unknown[], causes: readonly unknown[]): string {
  return `${assertions.length} ${assertions.length === 1 ? 'assertion' : 'assertions'}, ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`
}

function nameOf({ rule, title }: Cause): string {
  return rule === undefined ? title : `${rule}: ${title}`
}

function causeLines(cause: Cause, report: ConformanceReport, colors: Colors, address?: string): string[] {
  const { assertions } = cause
  const [first, ...rest] = assertions as [JudgedAssertion, ...JudgedAssertion[]]
  if (rest.length === 0) return assertionLines(first, report, colors, address)
  return [
    `  ${colors.red(`${assertions.length} ×`)} ${colors.bold(setIn(short(nameOf(cause))))}`,
    ...assertionLines(first, report, colors, address),
    `    and so do ${rest.length} ${rest.length === 1 ? 'other' : 'others'}: ${visible(namesOf(rest))}`,
  ]
}

/** The rows of a matrix mostly fail together, so they are named together. */
function namesOf(assertions: readonly JudgedAssertion[]): string {
  const rows = new Map<string, number>()
  for (const { case: one, result } of assertions) {
    const name = `${one.body.id}#${result.exchange}`
    rows.set(name, (rows.get(name) ?? 0) + 1)
  }
  const names = [...rows].map(([name, count]) => (count > 1 ? `${name} (${count} rows)` : name))
  return `${names.slice(0, 6).join(', ')}${names.length > 6 ? ` … and ${names.length - 6} more` : ''}`
}

function assertionLines(
  assertion: JudgedAssertion,
  report: ConformanceReport,
  colors: Colors,
  address?: string,
): string[] {
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
  if (send) lines.push(colors.dim(`    ${curlOf(send, address)}`))
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

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
