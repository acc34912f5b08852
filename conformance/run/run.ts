// Runs the specification on implementations, side by side, and gathers what there is to report.

import { availableParallelism } from 'node:os'
import type { Transport } from '../../spec/case.ts'
import { type LoadedCase, loadSuite, type Suite } from '../../spec/load.ts'
import type { AssertionResult } from '../contract/result.ts'
import { doubtOf } from '../judge/doubt.ts'
import {
  type ExpectFile,
  expectFolder,
  type JudgedAssertion,
  type Judgement,
  judgeAll,
  type KnownDifference,
  knownIds,
  readExpectations,
} from '../judge/expectations.ts'
import { notBuiltOf } from '../judge/not-built.ts'
import { selectCases } from '../judge/selectors.ts'
import { casesInFixtures, suiteOfFixtures, TEXTS_APART } from '../profile/fixtures.ts'
import { JSON_SCHEMA_RULES, jsonSchemaCases } from '../suite/json-schema-cases.ts'
import { lintSuite } from '../suite/lint-suite.ts'
import { shuffled } from '../suite/shuffle.ts'
import { DEFAULT_TRANSPORTS } from '../wire/modes.ts'
import { partsFor, roomFor, superviseInParts } from './parts.ts'
import type { ImplementationRun, SuperviseOptions } from './supervise.ts'

export interface ConformanceOptions {
  implementations: string[]
  filter?: string[]
  transports?: Transport[]
  /** Cases at a time within one implementation's process. */
  concurrency?: number
  /** Processes at a time, shared by the implementations. Default: one more than processors, four at most; two for a single implementation. */
  jobs?: number
  /** The seed of the order in which cases run; results keep the order of the suite. */
  seed?: number
  /** The factor for all time limits of an adapter in another process. */
  timeScale?: number
  /** Another specification than the one of this package. */
  folder?: string
  /** A folder of the official JSON Schema Test Suite, to run its draft 7 beside the specification. */
  jsonSchemaSuite?: string
  /** Ask these fixtures instead of the whole specification: all of them, where none is named. */
  fixtures?: string[]
  expectations?: (implementation: string, version: string) => ExpectFile
  /** A case begins. */
  started?: (implementation: string, id: string) => void
  progress?: (implementation: string, results: AssertionResult[]) => void
  /** Each assertion with its verdict, as soon as it has one. */
  judged?: (implementation: string, assertions: JudgedAssertion[], version: string) => void
  signal?: AbortSignal
}

export interface JudgedRun extends Omit<ImplementationRun, 'results'>, Judgement {
  /** Where the server listens that was asked. */
  address?: string
}

export interface ConformanceReport {
  suite: Suite
  cases: LoadedCase[]
  runs: JudgedRun[]
  milliseconds: number
  /** Why the run ended before all cases had run; its results are those that there were. */
  ended?: Ended
}

/** `interrupted` by Ctrl-C, or `bail`: at the first result that is not as expected. */
export type Ended = 'interrupted' | 'bail'

export interface PreparedSuite {
  suite: Suite
  /** Those that the filter chooses. */
  cases: LoadedCase[]
}

/** Reads and checks the specification; throws a SuiteError when it is broken. */
export function prepareSuite({
  folder,
  filter,
  jsonSchemaSuite,
  fixtures,
}: Pick<ConformanceOptions, 'folder' | 'filter' | 'jsonSchemaSuite' | 'fixtures'>): PreparedSuite {
  if (fixtures !== undefined && folder === undefined) return preparedFixtures(fixtures, filter)
  const suite = loadSuite(folder === undefined ? {} : { folder })
  lintSuite(suite, folder)
  if (jsonSchemaSuite !== undefined) {
    suite.cases.push(...jsonSchemaCases(jsonSchemaSuite))
    for (const rule of JSON_SCHEMA_RULES) suite.rules.set(rule.id, rule)
  }
  if (fixtures !== undefined) {
    const asked = suiteOfFixtures(suite, fixtures)
    return { suite: asked, cases: selectCases(asked.cases, filter ?? []) }
  }
  return { suite, cases: selectCases(suite.cases, filter ?? []) }
}

/** The cases of fixtures alone: what else there is takes most of the time in which one server is asked. */
function preparedFixtures(fixtures: readonly string[], filter: string[] = []): PreparedSuite {
  const suite = suiteOfFixtures(loadSuite({ unchecked: true, ids: casesInFixtures() }), fixtures)
  return { suite, cases: selectCases(suite.cases, filter) }
}

/** Throws a SuiteError, before anything runs, when the specification itself is broken. */
export async function runConformance(
  options: ConformanceOptions,
  prepared?: PreparedSuite,
): Promise<ConformanceReport> {
  const began = performance.now()
  const { suite, cases } = prepared ?? prepareSuite(options)
  const { implementations } = options
  const jobs = options.jobs ?? (implementations.length > 1 ? jobsHere() : 2)
  const parts = partsFor(implementations.length, jobs)
  const room = roomFor(jobs)
  const runs = await Promise.all(
    implementations.map((implementation, at) =>
      runOne(implementation, cases, suite, options, (one) => superviseInParts(one, parts[at] ?? 1, room)),
    ),
  )
  return { suite, cases, runs, milliseconds: Math.round(performance.now() - began) }
}

/** One more than processors: a process that waits for an answer that does not come leaves its own to another one. */
function jobsHere(): number {
  return Math.min(4, availableParallelism() + 1)
}

async function runOne(
  implementation: string,
  cases: LoadedCase[],
  suite: Suite,
  options: ConformanceOptions,
  supervised: (one: SuperviseOptions) => Promise<ImplementationRun>,
): Promise<JudgedRun> {
  const known = new Map<string, KnownDifference[]>()
  const knownOf = (name: string, version: string): KnownDifference[] => {
    const own = known.get(name) ?? knownDifferences(name, version, options)
    known.set(name, own)
    return own
  }
  let ids: string[] | undefined
  const { results, ...run } = await supervised({
    implementation,
    cases: options.seed === undefined ? cases : shuffled(cases, options.seed),
    transports: options.transports ?? DEFAULT_TRANSPORTS,
    concurrency: options.concurrency ?? 16,
    // A process that died is followed by another one, which is told the same.
    known: (name, version) => (ids ??= idsOfKnown(cases, name, version, options)),
    started: (id) => options.started?.(implementation, id),
    progress: (some, { implementation: name, version }) => {
      options.progress?.(implementation, some)
      if (!options.judged) return
      const their = new Set(some.map((result) => result.case))
      const judged = judgeAll(
        some,
        cases.filter(({ id }) => their.has(id)),
        knownOf(name, version),
        { whole: false, implementation: name, version, partly: options.fixtures !== undefined },
      )
      options.judged(name, judged.assertions, version)
    },
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    ...(options.jsonSchemaSuite === undefined ? {} : { jsonSchemaSuite: options.jsonSchemaSuite }),
    ...(options.fixtures === undefined ? {} : { fixtures: options.fixtures }),
    ...(options.timeScale === undefined ? {} : { timeScale: options.timeScale }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const order = new Map(suite.cases.map((one, index) => [one.id, index]))
  results.sort((a, b) => (order.get(a.case) ?? 0) - (order.get(b.case) ?? 0))
  return {
    ...run,
    ...(implementation.startsWith('http:') ? { address: implementation } : {}),
    ...judgeAll(results, cases, knownOf(run.implementation, run.version), {
      whole:
        cases.length === suite.cases.length && !run.failure && !options.signal?.aborted && !options.fixtures,
      implementation: run.implementation,
      version: run.version,
      partly: options.fixtures !== undefined,
    }),
  }
}

function idsOfKnown(
  cases: LoadedCase[],
  implementation: string,
  version: string,
  options: ConformanceOptions,
): string[] {
  try {
    return knownIds(cases, knownDifferences(implementation, version, options), version)
  } catch {
    return [] // a file that cannot be read is told where the results are judged
  }
}

function knownDifferences(
  implementation: string,
  version: string,
  { fixtures, ...options }: ConformanceOptions,
): KnownDifference[] {
  const differences = ownDifferences(implementation, version, options)
  return fixtures === undefined ? differences : [...differences, TEXTS_APART]
}

function ownDifferences(
  implementation: string,
  version: string,
  { expectations, folder, jsonSchemaSuite }: ConformanceOptions,
): KnownDifference[] {
  if (expectations) return expectations(implementation, version).expected
  // Known differences apply only to this package's specification.
  const own = folder === undefined ? readExpectations(implementation, version).expected : []
  if (jsonSchemaSuite === undefined) return own
  return [...own, ...readExpectations(implementation, version, `${expectFolder()}json-schema`).expected]
}

/** 0 as expected, 1 not as expected, 2 an adapter failed, 6 a run says nothing of its implementation, as nothing ran. */
export function exitCodeOf(report: ConformanceReport): number {
  if (report.runs.some((run) => run.failure !== undefined)) return 2
  if (report.runs.some((run) => doubtOf(run.assertions) !== null)) return 6
  const unexpected = report.runs.some(
    (run) =>
      run.complaints.length > 0 ||
      notBuiltOf(run.assertions).length > 0 ||
      run.assertions.some((a) => a.verdict === 'fail' || a.verdict === 'unexpected-pass'),
  )
  return unexpected ? 1 : 0
}
