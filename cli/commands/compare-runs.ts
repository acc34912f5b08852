// `touchstone diff`, `merge` and `trend`: what several reports say together.

import { trendPoints } from '../../conformance/explorer/trend-points.ts'
import { dataOf, htmlOf } from '../../conformance/formats/page.ts'
import { terminalReport } from '../../conformance/formats/terminal.ts'
import { readExpectations } from '../../conformance/judge/expectations.ts'
import { diffReports, diffText, hasRegressed } from '../../conformance/report/diff.ts'
import { mergeReports } from '../../conformance/report/merge.ts'
import { ReportFileError, readReport, type StoredReport } from '../../conformance/report/read.ts'
import { trendText } from '../../conformance/report/trend.ts'
import { identityOf } from '../../conformance/report/verdicts.ts'
import { exitCodeOf } from '../../conformance/run/run.ts'
import { loadSuite } from '../../spec/load.ts'
import {
  checkWritable,
  type ReportTarget,
  takesStdout,
  writeFile,
  writeReports,
} from '../options/report-targets.ts'
import { EXIT, UsageError } from '../options/usage.ts'

export function diff(files: string[], details: number): number {
  if (files.length !== 2) throw new UsageError(`diff takes two reports, and ${files.length} are named.`)
  const [a, b] = readAll(files)
  const diffs = diffReports(a as StoredReport, b as StoredReport)
  process.stdout.write(diffText(diffs, details))
  return hasRegressed(diffs) ? EXIT.unexpected : EXIT.ok
}

export function trend(files: string[], html?: string): number {
  if (files.length === 0) throw new UsageError('trend takes one report or more, and none is named.')
  const stored = readAll(files)
  if (html !== undefined) {
    checkWritable(html)
    const page = { ...dataOf(stored), trend: trendPoints(stored), start: 'trend' as const }
    writeFile(html, htmlOf(page))
  }
  process.stdout.write(trendText(stored))
  return EXIT.ok
}

export interface MergeArguments {
  files: string[]
  targets: ReportTarget[]
  deterministic: boolean
  details: number
}

export function merge({ files, targets, deterministic, details }: MergeArguments): number {
  if (files.length === 0) throw new UsageError('merge takes the reports to put together, and none is named.')
  if (targets.length === 0)
    throw new UsageError('merge needs a file to write: --json FILE, or --report FORMAT=FILE.')
  const merged = inUsage(() => mergeReports(readAll(files), { expectations: ownExpectations() }))
  const out = targets.some(takesStdout) ? process.stderr : process.stdout
  out.write(`${terminalReport(merged.report, { color: false, details })}\n`)
  writeReports(targets, merged.report, { deterministic, identity: merged.identity })
  return exitCodeOf(merged.report)
}

/** What is known of this package's specification says nothing of another. */
function ownExpectations() {
  let own: string | undefined
  return (implementation: string, digest: string) => {
    own ??= identityOf(loadSuite()).digest
    return own === digest
      ? readExpectations(implementation)
      : { format: 1 as const, implementation, expected: [] }
  }
}

export function readAll(files: string[]): StoredReport[] {
  return inUsage(() => files.map(readReport))
}

function inUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReportFileError) throw new UsageError(error.message)
    throw error
  }
}
