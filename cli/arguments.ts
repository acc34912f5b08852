// What `touchstone conform` and `npm start` have in common: their options, and how a run looks on a terminal.

import pc from 'picocolors'
import { IMPLEMENTATIONS } from '../conformance/adapters/registry.ts'
import { createProgress } from '../conformance/report/progress.ts'
import { terminalReport } from '../conformance/report/terminal.ts'
import { identityOf } from '../conformance/report/verdicts.ts'
import { type ConformanceReport, exitCodeOf, prepareSuite, runConformance } from '../conformance/run.ts'
import { SuiteError } from '../spec/load.ts'
import { type ReportTarget, takesStdout, writeReports } from './report-targets.ts'
import { ofShard, type Shard } from './shard.ts'
import { EXIT } from './usage.ts'

export interface RunArguments {
  implementations: string[]
  filter: string[]
  targets: ReportTarget[]
  deterministic?: boolean
  shard?: Shard
  folder?: string | undefined
  details?: number | undefined
}

/** Runs, reports on the terminal, and says how it ended; no report where the suite itself is broken. */
export async function runAndReport(
  args: RunArguments,
  signal: AbortSignal,
): Promise<{ code: number; report?: ConformanceReport }> {
  // A report that goes to stdout has it for itself.
  const out = args.targets.some(takesStdout) ? process.stderr : process.stdout
  const color = pc.isColorSupported && Boolean(out.isTTY)
  const folder = args.folder === undefined ? {} : { folder: args.folder }
  try {
    const whole = prepareSuite({ ...folder, filter: args.filter })
    if (whole.cases.length === 0) {
      process.stderr.write(`No case matches ${args.filter.join(', ')}.\n`)
      return { code: EXIT.usage }
    }
    // A shard may be empty: that is no mistake, and its report is needed for the merge.
    const prepared = args.shard ? { ...whole, cases: ofShard(whole.cases, args.shard) } : whole
    const { cases } = prepared
    const total = cases.reduce((sum, one) => sum + one.body.exchanges.length, 0)
    out.write(`${cases.length} cases, ${total} assertions, on ${args.implementations.join(', ')}\n`)
    const progress = createProgress(args.implementations, total, out, color)
    const { implementations } = args
    const report = await runConformance(
      { implementations, ...folder, progress: progress.update, signal },
      prepared,
    )
    progress.end()
    if (signal.aborted) return { code: 130 }
    out.write(`${terminalReport(report, { color, details: args.details ?? 20 })}\n`)
    writeReports(args.targets, report, {
      ...folder,
      deterministic: args.deterministic ?? false,
      identity: identityOf(prepared.suite, args.shard),
    })
    return { code: exitCodeOf(report), report }
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error
    process.stderr.write(`The specification is broken; nothing was run.\n${error.message}\n`)
    return { code: EXIT.suite }
  }
}

/** Checks names; a path to a module is an implementation too. */
export function checkImplementations(names: string[]): string | undefined {
  const unknown = names.find((name) => !IMPLEMENTATIONS.includes(name) && !name.includes('/'))
  return unknown === undefined
    ? undefined
    : `There is no implementation "${unknown}"; there are ${IMPLEMENTATIONS.join(', ')}, or the path of a module that exports adapter.`
}

export function abortOnInterrupt(): AbortController {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller
}
