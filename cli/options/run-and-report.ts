// A run of the specification as `conform`, `explore` and `npm start` share it: progress, the report on the terminal, the written reports.

import type { AssertionResult } from '../../conformance/contract/result.ts'
import { createProgress } from '../../conformance/formats/progress.ts'
import { terminalReport } from '../../conformance/formats/terminal.ts'
import type { ExpectFile } from '../../conformance/judge/expectations.ts'
import { showsColors } from '../../conformance/markup/colors.ts'
import { visible } from '../../conformance/markup/escape.ts'
import { identityOf } from '../../conformance/report/verdicts.ts'
import {
  type ConformanceReport,
  exitCodeOf,
  type PreparedSuite,
  prepareSuite,
  runConformance,
} from '../../conformance/run/run.ts'
import { JsonSchemaSuiteError } from '../../conformance/suite/json-schema-cases.ts'
import type { Transport } from '../../spec/case.ts'
import { INTERRUPTED } from '../../spec/interrupt.ts'
import { SuiteError } from '../../spec/load.ts'
import { type ReportTarget, streamReports, takesStdout, writeReports } from './report-targets.ts'
import { complain, say } from './say.ts'
import { ofShard, type Shard } from './shard.ts'
import { EXIT, UsageError } from './usage.ts'

export interface RunArguments {
  implementations: string[]
  filter: string[]
  transports?: Transport[]
  targets: ReportTarget[]
  deterministic?: boolean
  shard?: Shard
  seed?: number
  jobs?: number
  folder?: string | undefined
  jsonSchemaSuite?: string
  /** These fixtures, instead of the whole specification. */
  fixtures?: string[]
  details?: number | undefined
  timeScale?: number
  expectations?: (implementation: string, version: string) => ExpectFile
  /** Receives results during the run. */
  observer?: {
    begin(prepared: PreparedSuite): void
    take(implementation: string, results: AssertionResult[]): void
  }
}

/** Runs, prints the report and returns the exit code; there is no report if the suite itself is broken. */
export async function runAndReport(
  args: RunArguments,
  signal: AbortSignal,
): Promise<{ code: number; report?: ConformanceReport }> {
  // If a report goes to stdout, everything else goes to stderr.
  const out = args.targets.some(takesStdout) ? process.stderr : process.stdout
  const color = showsColors(out)
  const folder = {
    ...(args.folder === undefined ? {} : { folder: args.folder }),
    ...(args.jsonSchemaSuite === undefined ? {} : { jsonSchemaSuite: args.jsonSchemaSuite }),
    ...(args.fixtures === undefined ? {} : { fixtures: args.fixtures }),
  }
  try {
    const whole = prepareSuite({ ...folder, filter: args.filter })
    if (whole.cases.length === 0) {
      complain(`No case matches ${visible(args.filter.join(', '))}.\n`)
      return { code: EXIT.usage }
    }
    // A shard may be empty, and the merge needs its report.
    const prepared = args.shard ? { ...whole, cases: ofShard(whole.cases, args.shard) } : whole
    const { cases } = prepared
    const total = cases.reduce((sum, one) => sum + one.body.exchanges.length, 0)
    say(`${cases.length} cases, ${total} assertions, on ${visible(args.implementations.join(', '))}\n`, out)
    const context = { ...folder, deterministic: args.deterministic ?? false }
    const judged = streamReports(args.targets, context)
    args.observer?.begin(prepared)
    if (args.seed !== undefined) out.write(`in the order of --seed ${args.seed}\n`)
    const progress = createProgress(args.implementations, total, out, color)
    const report = await runConformance(
      {
        ...settingsOf(args),
        ...folder,
        progress(implementation, results) {
          progress.update(implementation, results)
          args.observer?.take(implementation, results)
        },
        ...(judged ? { judged } : {}),
        signal,
      },
      prepared,
    )
    progress.end()
    if (signal.aborted) return { code: INTERRUPTED }
    say(`${terminalReport(report, { color, details: args.details ?? 20 })}\n`, out)
    const identity = identityOf(prepared.suite, args.shard)
    writeReports(args.targets, report, { ...context, identity }, judged !== undefined)
    const written = args.targets.flatMap(({ file, named }) => (named && file !== undefined ? [file] : []))
    if (written.length > 0) say(`Written: ${written.join(', ')}\n`, out)
    return { code: exitCodeOf(report), report }
  } catch (error) {
    if (error instanceof JsonSchemaSuiteError) throw new UsageError(error.message)
    if (!(error instanceof SuiteError)) throw error
    complain(`The specification is broken; nothing was run.\n${error.message}\n`)
    return { code: EXIT.suite }
  }
}

/** The options of the runner that are given. */
function settingsOf({ implementations, transports, seed, jobs, timeScale, expectations }: RunArguments) {
  return {
    implementations,
    ...(transports ? { transports } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(timeScale === undefined ? {} : { timeScale }),
    ...(expectations ? { expectations } : {}),
  }
}
