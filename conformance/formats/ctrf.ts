// The report in the Common Test Report Format: a test for each assertion and transport.

import type { Verdict } from '../judge/expectations.ts'
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
import type { ConformanceReport } from '../run/run.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'other'

/** A known difference is neither passed nor failed. */
const STATUS: Record<Verdict, Status> = {
  pass: 'passed',
  fail: 'failed',
  'unexpected-pass': 'failed',
  known: 'other',
  skip: 'skipped',
}

export function ctrfReport(report: ConformanceReport, context: ReportContext = {}): string {
  const tests = report.runs.flatMap((run) => [
    ...faultsOf(run).map(({ name, message }) => ({
      name: `${name} of ${titleOf(run)}`,
      status: 'failed' as const,
      duration: 0,
      suite: [titleOf(run), name],
      message: visible(message),
    })),
    ...linesOf(run, report, context).map((line) => testOf(line, titleOf(run))),
  ])
  const count = (status: Status): number => tests.filter((test) => test.status === status).length
  const stop = context.deterministic ? 0 : Date.now()
  const summary = {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    start: context.deterministic ? 0 : stop - report.milliseconds,
    stop,
  }
  const tool = {
    name: 'touchstone',
    ...(context.toolVersion === undefined ? {} : { version: context.toolVersion }),
  }
  const whole = { reportFormat: 'CTRF', specVersion: '0.0.0', results: { tool, summary, tests } }
  return `${JSON.stringify(whole)}\n`
}

function testOf(line: Line, title: string) {
  const message = line.state === 'known' ? `${knownText(line.known)}; ${line.message}` : line.message
  return {
    name: nameOf(line),
    status: STATUS[line.state],
    duration: Math.round(line.milliseconds),
    suite: [title, line.area],
    ...(message === '' ? {} : { message: visible(message) }),
    rawStatus: line.state === 'fail' ? line.outcome : line.state,
    tags: [line.level, ...line.rules],
    filePath: line.file,
  }
}
