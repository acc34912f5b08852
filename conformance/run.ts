// Runs the specification on implementations, side by side, and gathers what there is to report.

import type { Transport } from '../spec/case.ts'
import { type LoadedCase, loadSuite, type Suite } from '../spec/load.ts'
import { type ExpectFile, type Judgement, judgeAll, readExpectations } from './expectations.ts'
import { lintSuite } from './lint-suite.ts'
import type { AssertionResult } from './result.ts'
import { selectCases } from './selectors.ts'
import { type ImplementationRun, supervise } from './supervise.ts'

export interface ConformanceOptions {
  implementations: string[]
  filter?: string[]
  transports?: Transport[]
  /** Cases at a time within one implementation's process. */
  concurrency?: number
  /** Processes at a time. */
  processes?: number
  /** Another specification than the one of this package. */
  folder?: string
  expectations?: (implementation: string) => ExpectFile
  progress?: (implementation: string, results: AssertionResult[]) => void
  signal?: AbortSignal
}

export interface JudgedRun extends Omit<ImplementationRun, 'results'>, Judgement {}

export interface ConformanceReport {
  suite: Suite
  cases: LoadedCase[]
  runs: JudgedRun[]
  milliseconds: number
}

export interface PreparedSuite {
  suite: Suite
  /** Those that the filter chooses. */
  cases: LoadedCase[]
}

/** Reads and checks the specification; throws a SuiteError when it is broken. */
export function prepareSuite({
  folder,
  filter,
}: Pick<ConformanceOptions, 'folder' | 'filter'>): PreparedSuite {
  const suite = loadSuite(folder === undefined ? {} : { folder })
  lintSuite(suite, folder)
  return { suite, cases: selectCases(suite.cases, filter ?? []) }
}

/** Throws a SuiteError, before anything runs, when the specification itself is broken. */
export async function runConformance(
  options: ConformanceOptions,
  prepared?: PreparedSuite,
): Promise<ConformanceReport> {
  const began = performance.now()
  const { suite, cases } = prepared ?? prepareSuite(options)
  const queue = options.implementations.entries()
  const runs: JudgedRun[] = []
  const work = async (): Promise<void> => {
    for (const [index, implementation] of queue)
      runs[index] = await runOne(implementation, cases, suite, options)
  }
  await Promise.all(Array.from({ length: options.processes ?? 4 }, work))
  return { suite, cases, runs, milliseconds: Math.round(performance.now() - began) }
}

async function runOne(
  implementation: string,
  cases: LoadedCase[],
  suite: Suite,
  options: ConformanceOptions,
): Promise<JudgedRun> {
  const { results, ...run } = await supervise({
    implementation,
    cases,
    transports: options.transports ?? ['inject', 'socket'],
    concurrency: options.concurrency ?? 16,
    progress: (some) => options.progress?.(implementation, some),
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const order = new Map(suite.cases.map((one, index) => [one.id, index]))
  results.sort((a, b) => (order.get(a.case) ?? 0) - (order.get(b.case) ?? 0))
  // What is known of this package's specification says nothing of another.
  const own = options.folder === undefined ? readExpectations : noExpectations
  const { expected } = (options.expectations ?? own)(run.implementation)
  return {
    ...run,
    ...judgeAll(results, cases, expected, { whole: cases.length === suite.cases.length && !run.failure }),
  }
}

function noExpectations(implementation: string): ExpectFile {
  return { format: 1, implementation, expected: [] }
}

/** 0 as expected, 1 something was not, 2 an adapter failed. */
export function exitCodeOf(report: ConformanceReport): number {
  if (report.runs.some((run) => run.failure !== undefined)) return 2
  const unexpected = report.runs.some(
    (run) =>
      run.complaints.length > 0 ||
      run.assertions.some((a) => a.verdict === 'fail' || a.verdict === 'unexpected-pass'),
  )
  return unexpected ? 1 : 0
}
