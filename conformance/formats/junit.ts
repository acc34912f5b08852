// The report as JUnit XML: a suite for each implementation, a test case for each assertion and transport.

import {
  faultsOf,
  knownText,
  type Line,
  linesOf,
  nameOf,
  type ReportContext,
  titleOf,
  visible,
} from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

interface Counts {
  tests: number
  failures: number
  errors: number
  skipped: number
  milliseconds: number
}

export function junitReport(report: ConformanceReport, context: ReportContext = {}): string {
  const suites = report.runs.map((run) => suiteOf(run, report, context))
  const total = { tests: 0, failures: 0, errors: 0, skipped: 0, milliseconds: 0 }
  for (const { counts } of suites) {
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key]
  }
  const lines = suites.flatMap((suite) => suite.lines)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'touchstone', ...countsOf(total) })}>`,
    ...lines,
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(
  run: JudgedRun,
  report: ConformanceReport,
  context: ReportContext,
): { counts: Counts; lines: string[] } {
  const rows = linesOf(run, report, context)
  const faults = faultsOf(run)
  const errors = rows.filter((row) => row.state === 'fail' && isError(row)).length
  const failures =
    rows.filter((row) => row.state === 'fail' || row.state === 'unexpected-pass').length - errors
  const broken = faults.filter((fault) => fault.name === 'adapter').length
  const counts = {
    tests: rows.length + faults.length,
    failures: failures + faults.length - broken,
    errors: errors + broken,
    skipped: rows.filter((row) => row.state === 'skip' || row.state === 'known').length,
    milliseconds: rows.reduce((sum, row) => sum + row.milliseconds, 0),
  }
  const lines = [
    `  <testsuite${attributes({ name: titleOf(run), ...countsOf(counts) })}>`,
    ...faults.map(({ name, message }) => {
      const kind = name === 'adapter' ? 'error' : 'failure'
      const told = `<${kind}${attributes({ type: name, message })}/>`
      return `    <testcase${attributes({ classname: name, name: message, time: '0.000' })}>${told}</testcase>`
    }),
    ...rows.flatMap(testCaseOf),
    '  </testsuite>',
  ]
  return { counts, lines }
}

const isError = ({ outcome }: Line): boolean =>
  outcome === 'crash' || outcome === 'protocol' || outcome === 'timeout' || outcome === 'error'

function testCaseOf(row: Line): string[] {
  const { known } = row
  const time = seconds(row.milliseconds)
  const properties = {
    rules: row.rules.join(' '),
    level: row.level,
    ...(known && row.state !== 'pass'
      ? { known: known.kind, reason: known.reason, ruling: known.ruling, issue: known.issue }
      : {}),
  }
  const told = verdictOf(row)
  return [
    `    <testcase${attributes({ classname: row.area, name: nameOf(row), file: row.file, time })}>`,
    '      <properties>',
    ...Object.entries(properties).flatMap(([name, value]) =>
      value === undefined ? [] : [`        <property${attributes({ name, value })}/>`],
    ),
    '      </properties>',
    ...(told === '' ? [] : [`      ${told}`]),
    '    </testcase>',
  ]
}

function verdictOf(row: Line): string {
  if (row.state === 'pass') return ''
  if (row.state === 'skip') return `<skipped${attributes({ message: row.message })}/>`
  if (row.state === 'known') return `<skipped${attributes({ message: knownText(row.known) })}/>`
  const kind = isError(row) ? 'error' : 'failure'
  const type = row.state === 'unexpected-pass' ? row.state : row.outcome
  return `<${kind}${attributes({ type, message: row.message })}>${escapeXml(row.message)}</${kind}>`
}

function countsOf({ tests, failures, errors, skipped, milliseconds }: Counts): Record<string, string> {
  return {
    tests: String(tests),
    failures: String(failures),
    errors: String(errors),
    skipped: String(skipped),
    time: seconds(milliseconds),
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** `>` too, so that no `]]>` is left; what XML 1.0 cannot hold at all is spelled out first. */
function escapeXml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
