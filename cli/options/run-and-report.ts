// A run of the specification as `conform`, `explore` and `npm start` share it: progress, the report on the terminal, the written reports.

import type { AssertionResult } from '../../conformance/contract/result.ts'
import { createProgress, type Progress } from '../../conformance/formats/progress.ts'
import { terminalReport } from '../../conformance/formats/terminal.ts'
import type { ExpectFile, JudgedAssertion } from '../../conformance/judge/expectations.ts'
import { showsColors } from '../../conformance/markup/colors.ts'
import { visible } from '../../conformance/markup/escape.ts'
import { isPeer } from '../../conformance/peer/address.ts'
import { identityOf } from '../../conformance/report/verdicts.ts'
import {
  type ConformanceReport,
  exitCodeOf,
  type PreparedSuite,
  prepareSuite,
  runConformance,
} from '../../conformance/run/run.ts'
import { shownName } from '../../conformance/run/runtimes.ts'
import { JsonSchemaSuiteError } from '../../conformance/suite/json-schema-cases.ts'
import type { Transport } from '../../spec/case.ts'
import { INTERRUPTED } from '../../spec/interrupt.ts'
import { type LoadedCase, SuiteError } from '../../spec/load.ts'
import { type ReportTarget, streamReports, takesStdout, writeReports } from './report-targets.ts'
import { complain, say } from './say.ts'
import { ofShard, type Shard } from './shard.ts'
import { EXIT, UsageError } from './usage.ts'
import { adviceOnFilters } from './words/filter-advice.ts'

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
  /** Only these of the cases that the filter chooses. */
  only?: ReadonlySet<string>
  /** End at the first result that is not as expected. */
  bail?: boolean
  expectations?: (implementation: string, version: string) => ExpectFile
  /** Receives results during the run. */
  observer?: {
    begin(prepared: PreparedSuite): void
    take(implementation: string, results: AssertionResult[]): void
  }
}

/** Runs, prints the report and returns the exit code; there is no report if the suite itself is broken. */
export function runAndReport(
  args: RunArguments,
  signal: AbortSignal,
): Promise<{ code: number; report?: ConformanceReport }> {
  return withSuite({ code: EXIT.suite }, () => run(args, signal))
}

/** What the work gives; `broken` where the specification itself is broken, which is told. */
export async function withSuite<T>(broken: T, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JsonSchemaSuiteError) throw new UsageError(error.message)
    if (!(error instanceof SuiteError)) throw error
    complain(`The specification is broken; nothing was run.\n${error.message}\n`)
    return broken
  }
}

async function run(
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
  const whole = prepareSuite({ ...folder, filter: args.filter })
  const advice = adviceOnFilters(whole.suite.cases, args.filter)
  if (advice.length > 0) {
    complain(`${advice.join('\n')}\n`)
    return { code: EXIT.usage }
  }
  // A shard may be empty, and the merge needs its report.
  const prepared = { ...whole, cases: chosenOf(whole.cases, args) }
  const { cases } = prepared
  const total = cases.reduce((sum, one) => sum + one.body.exchanges.length, 0)
  say(
    `${cases.length} cases, ${total} assertions, on ${visible(args.implementations.map(shownName).join(', '))}\n`,
    out,
  )
  const context = { ...folder, deterministic: args.deterministic ?? false }
  const judged = streamReports(args.targets, context)
  args.observer?.begin(prepared)
  if (args.seed !== undefined) out.write(`in the order of --seed ${args.seed}\n`)
  const progress = createProgress(args.implementations.map(labelOf), total, out, color)
  const { signal: stop, watched } = stopping(signal, args.bail === true)
  const ran = await runConformance(
    {
      ...settingsOf(args),
      ...folder,
      ...followedBy(progress, cases, args),
      ...watched(judged),
      signal: stop,
    },
    prepared,
  )
  progress.end()
  const report = stop.aborted ? { ...ran, ended: signal.aborted ? INTERRUPT : BAIL } : ran
  if (signal.aborted && ran.runs.every(({ assertions }) => assertions.length === 0)) {
    complain(`Interrupted: 0 of ${total} assertions had run, so no report is written.\n`)
    return { code: INTERRUPTED }
  }
  say(`${terminalReport(report, { color, details: args.details ?? 20 })}\n`, out)
  const identity = identityOf(prepared.suite, args.shard)
  writeReports(args.targets, report, { ...context, identity }, judged !== undefined)
  const written = args.targets.flatMap(({ file, named }) => (named && file !== undefined ? [file] : []))
  if (written.length > 0) say(`Written: ${written.join(', ')}\n`, out)
  if (stop.aborted) say(`${toldOfEnd(report, args, total)}\n`, out)
  return { code: signal.aborted ? INTERRUPTED : exitCodeOf(report), report }
}

/** What the progress, and whoever else watches, is told of a run. */
function followedBy(progress: Progress, cases: LoadedCase[], { implementations, observer }: RunArguments) {
  const fixtureOf = new Map(cases.map(({ id, body }) => [id, body.app.fixture]))
  // The first one is started before its first case begins.
  for (const one of implementations.filter(isPeer))
    progress.asks(labelOf(one), cases[0]?.body.app.fixture ?? '')
  return {
    progress(implementation: string, results: AssertionResult[]) {
      progress.update(labelOf(implementation), results)
      observer?.take(implementation, results)
    },
    started(implementation: string, id: string) {
      // Others are asked for several fixtures at a time.
      if (isPeer(implementation)) progress.asks(labelOf(implementation), fixtureOf.get(id) ?? '')
    },
  }
}

/** What a line of progress is called: of the command that starts a server its beginning. */
function labelOf(implementation: string): string {
  const name = visible(shownName(implementation))
  if (!isPeer(implementation)) return name
  const command = name.replace(/ *\{(fixture|port)\}/g, '')
  return command.length > LONGEST_LABEL ? `${command.slice(0, LONGEST_LABEL - 1)}…` : command
}

const LONGEST_LABEL = 24
const INTERRUPT = 'interrupted' as const
const BAIL = 'bail' as const

function chosenOf(cases: LoadedCase[], { only, shard }: RunArguments): LoadedCase[] {
  const chosen = only ? cases.filter(({ id }) => only.has(id)) : cases
  return shard ? ofShard(chosen, shard) : chosen
}

type Judged = (implementation: string, assertions: JudgedAssertion[], version: string) => void

/** Ends with the signal, and with the first result that is not as expected where `bail` asks for it. */
function stopping(signal: AbortSignal, bail: boolean) {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const watched = (judged: Judged | undefined): { judged?: Judged } => {
    if (!bail) return judged ? { judged } : {}
    return {
      judged(implementation, assertions, version) {
        judged?.(implementation, assertions, version)
        if (assertions.some(({ verdict }) => verdict === 'fail' || verdict === 'unexpected-pass')) stop()
      },
    }
  }
  return { signal: controller.signal, watched }
}

function toldOfEnd(
  { runs, ended }: ConformanceReport,
  { implementations, targets }: RunArguments,
  total: number,
) {
  const judged = runs.reduce((sum, { assertions }) => sum + assertions.length, 0)
  const why = ended === BAIL ? 'Ended by --bail' : 'Interrupted'
  const files = targets.length === 0 ? '' : ', and so do the reports'
  return `${why} after ${judged} of ${total * implementations.length} assertions: the numbers above tell of these only${files}.`
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
