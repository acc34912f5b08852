// The report as JUnit XML: a suite for each implementation, a test case for each assertion and transport.

import { levelReached } from '../judge/levels.ts'
import { visible } from '../markup/escape.ts'
import { type JunitCase, type JunitSuite, type JunitVerdict, junitXml } from '../markup/junit.ts'
import { levelsOfRun } from '../report/levels.ts'
import { matrixOf, type Tally } from '../report/matrix.ts'
import { coverageText, scoreText } from '../report/score.ts'
import {
  faultsOf,
  knownText,
  type Line,
  linesOf,
  nameOf,
  type ReportContext,
  titleOf,
} from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

export function junitReport(report: ConformanceReport, context: ReportContext = {}): string {
  const { overall } = matrixOf(report)
  return junitXml(
    'touchstone',
    report.runs.map((run, index) => suiteOf(run, overall[index] as Tally, report, context)),
    context.deterministic ? 0 : report.milliseconds,
  )
}

function suiteOf(
  run: JudgedRun,
  tally: Tally,
  report: ConformanceReport,
  context: ReportContext,
): JunitSuite {
  const faults = faultsOf(run).map(({ name, message }): JunitCase => {
    const kind = name === 'expectations' ? 'failure' : 'error'
    return { classname: name, name: message, verdict: { kind, type: name, message } }
  })
  // A reader of JUnit counts known differences and skips as one; here they are apart.
  const properties = {
    level: levelReached(levelsOfRun(run, report, context) ?? []) ?? 'none',
    score: scoreText(tally),
    coverage: coverageText(tally),
    passed: String(tally.passed),
    ran: String(tally.total),
    wording: String(tally.wording),
    known: String(tally.known),
    skipped: String(tally.skipped),
    missing: String(tally.missing),
  }
  const cases = [...faults, ...linesOf(run, report, context).map(caseOf)]
  // Cases run side by side, so the sum of their durations is longer than the run.
  const milliseconds = context.deterministic ? 0 : run.milliseconds
  return { name: titleOf(run), properties, milliseconds, cases }
}

function caseOf(row: Line): JunitCase {
  const { known } = row
  const verdict = verdictOf(row)
  return {
    classname: row.area,
    name: nameOf(row),
    file: row.file,
    milliseconds: row.milliseconds,
    properties: {
      rules: row.rules.join(' '),
      level: row.level,
      // The behaviour is as expected, so it passes; the text that differs is told beside it.
      ...(row.state === 'wording' ? { wording: row.message } : {}),
      ...(known && row.state !== 'pass'
        ? { known: known.kind, reason: known.reason, ruling: known.ruling, issue: known.issue }
        : {}),
    },
    ...(verdict ? { verdict } : {}),
  }
}

const ERRORS = ['crash', 'protocol', 'timeout', 'error']

function verdictOf(row: Line): JunitVerdict | undefined {
  if (row.state === 'pass' || row.state === 'wording') return undefined
  if (row.state === 'skip') return { kind: 'skipped', message: row.message }
  if (row.state === 'known') return { kind: 'skipped', message: knownText(row.known) }
  const unexpected = row.state === 'unexpected-pass'
  return {
    kind: !unexpected && ERRORS.includes(row.outcome) ? 'error' : 'failure',
    type: unexpected ? row.state : row.outcome,
    message: row.message,
    text: visible(row.message),
  }
}
