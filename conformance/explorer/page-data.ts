// What the page of the explorer is given: the runs of one report or several, each repeated value once.

import type { Case, Json } from '../../spec/case.ts'
import type { Rule } from '../../spec/rule.ts'
import type { AssertionResult, Cell, Observation, Outcome } from '../contract/result.ts'
import type { KnownDifference, Verdict } from '../judge/expectations.ts'
import { levelText } from '../judge/levels.ts'
import { levelsOfRun } from '../report/levels.ts'
import { matrixOf } from '../report/matrix.ts'
import { faultsOf, type RunIdentity, titleOf } from '../report/verdicts.ts'
import { type ConformanceReport, exitCodeOf, type JudgedRun } from '../run/run.ts'
import { Table } from './table.ts'
import type { TrendPoint } from './trend-points.ts'

type Pool = Table<object>

/** A place in the pool, or, while a run streams in, the value itself. */
export type Pooled<T> = number | T

export interface PageCell {
  outcome: Outcome
  milliseconds: number
  reason?: string
  difference?: Pooled<{ pointer: string; expected: Json; actual?: Json }>
  observed?: Pooled<Observation>
}

export interface PageAssertion {
  id: string
  case: string
  exchange: string
  verdict: Verdict
  known?: Pooled<KnownDifference>
  cells: Record<string, PageCell>
}

export interface PageRun {
  /** Unique among the runs of a page: what a query calls it. */
  name: string
  /** What `--implementation` calls it. */
  implementation: string
  version: string
  milliseconds: number
  crashes: number
  failure: string | null
  complaints: string[]
  /** A sentence for each fixture that was asked for and is not served. */
  notBuilt?: string[]
  /** Of what it is measured by, how much a run that ended early did not come to. */
  missing?: number
  /** How far it came, where the whole suite was run. */
  level?: string
  /** Why the run says nothing of it. */
  doubt?: string
  assertions: PageAssertion[]
}

export type PageCase = Case & { area: string; file: string }

export interface PageData {
  format: 1
  /** The page asks the server that it came from for what is missing. */
  live: boolean
  /** The server that it came from can run a case again. */
  reruns?: true
  node: string
  /** The view to begin with, where the address names none. */
  start?: 'trend'
  reports: { name: string; milliseconds: number; exitCode: number }[]
  rules: Record<string, Rule>
  cases: Record<string, PageCase>
  runs: PageRun[]
  /** The values that repeat, by their places. */
  pool: { at(place: number): unknown }
  trend: TrendPoint[]
  /** What was found about published packages, where the page is one of the repository. */
  ecosystem?: PageTables
}

/** The data as it was made, with all values of the pool at hand. */
export type MadePage = PageData & { pool: readonly unknown[] }

/** Tables of text. */
export interface PageTables {
  summary: string
  tables: { caption: string; head: string[]; rows: string[][] }[]
}

/** A report with its name, and how its cells are shown. */
export interface PageSource {
  name: string
  report: ConformanceReport
  node: string
  identity?: RunIdentity
  cellsOf: (result: AssertionResult) => AssertionResult['cells']
  milliseconds: (measured: number) => number
}

/** Later reports take the place of earlier ones of the same implementation and version. */
export function pageData(sources: PageSource[], trend: TrendPoint[] = []): MadePage {
  const pool: Pool = new Table() // most answers are the same over all transports and implementations
  const runs = new Map<string, PageRun>()
  const rules = new Map<string, Rule>()
  const cases = new Map<string, PageCase>()
  for (const source of sources) {
    const { overall } = matrixOf(source.report)
    for (const rule of source.report.suite.rules.values()) rules.set(rule.id, rule)
    for (const { id, area, file, body } of source.report.cases) cases.set(id, { ...body, id, area, file })
    for (const [index, run] of source.report.runs.entries())
      runs.set(
        JSON.stringify([run.implementation, run.version]),
        runOf(run, source, pool, overall[index]?.missing ?? 0),
      )
  }
  return {
    format: 1,
    live: false,
    node: sources.at(-1)?.node ?? '',
    reports: sources.map(({ name, report, milliseconds }) => ({
      name,
      milliseconds: milliseconds(report.milliseconds),
      exitCode: exitCodeOf(report),
    })),
    rules: Object.fromEntries(rules),
    cases: Object.fromEntries(cases),
    runs: withNames([...runs.values()]),
    pool: pool.values,
    trend,
  }
}

function runOf(run: JudgedRun, source: PageSource, pool: Pool, missing: number): PageRun {
  const { identity } = source
  const levels = levelsOfRun(run, source.report, identity ? { identity } : {})
  const faults = faultsOf(run)
  const doubt = faults.find(({ name }) => name === 'doubt')?.message
  const notBuilt = faults.filter(({ name }) => name === 'fixture').map(({ message }) => message)
  return {
    name: run.implementation,
    implementation: run.implementation,
    version: run.version,
    milliseconds: source.milliseconds(run.milliseconds),
    crashes: run.crashes,
    failure: run.failure ?? null,
    complaints: run.complaints,
    ...(levels === null || run.assertions.length === 0 ? {} : { level: levelText(levels) }),
    ...(missing === 0 ? {} : { missing }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(notBuilt.length === 0 ? {} : { notBuilt }),
    assertions: run.assertions.map(({ result, verdict, known }) => ({
      id: result.id,
      case: result.case,
      exchange: result.exchange,
      verdict,
      ...(known ? { known: pool.place(known) } : {}),
      cells: Object.fromEntries(
        Object.entries(source.cellsOf(result)).map(([transport, cell]) => [transport, cellOf(cell, pool)]),
      ),
    })),
  }
}

function cellOf({ difference, observed, ...cell }: Cell, pool: Pool): PageCell {
  return {
    ...cell,
    ...(difference ? { difference: pool.place(difference) } : {}),
    ...(observed ? { observed: pool.place(observed) } : {}),
  }
}

/** Two versions of one implementation are distinguished by the version. */
function withNames(runs: PageRun[]): PageRun[] {
  const count = (name: string): number => runs.filter((run) => run.implementation === name).length
  return runs.map((run) => {
    if (count(run.implementation) < 2) return run
    const { implementation, version } = run
    return { ...run, name: titleOf({ implementation, version }).replaceAll(' ', '@') }
  })
}
