/** What a report of several runtimes says: a row for each, and where one differs from the first. `docs/project/runtimes.json` keeps it. */
import { rulesOf } from '../../../conformance/judge/selectors.ts'
import type { StoredReport } from '../../../conformance/report/read.ts'
import { explain } from '../../../conformance/report/verdicts.ts'
import type { ConformanceReport } from '../../../conformance/run/run.ts'

type Run = ConformanceReport['runs'][number]

export interface Row {
  implementation: string
  runtime: string
  kept: number
  ran: number
  skipped: number
  /** Why nothing ran. */
  failure?: string
}

/** The assertions of one case that a runtime keeps and the first does not, or the other way round. */
export interface Difference {
  implementation: string
  runtime: string
  case: string
  rule: string
  count: number
  /** Whether it is this runtime that keeps it. */
  keeps: boolean
  message: string
}

export interface Runtimes {
  rows: Row[]
  differences: Difference[]
}

export interface Reason {
  /** Runtimes and cases, with `*`. */
  on: string
  match: string[]
  title: string
  reason: string
}

export function runtimesOf({ report }: StoredReport): Runtimes {
  const rows = report.runs.map(rowOf)
  const differences = report.runs.flatMap((run, at) => {
    const { implementation } = rows[at] as Row
    const first = rows.findIndex((row) => row.implementation === implementation)
    return first === at ? [] : differencesOf(report.runs[first] as Run, run)
  })
  return { rows, differences }
}

function namesOf({ implementation }: Run): [implementation: string, runtime: string] {
  const [, name = implementation, runtime = ''] = /^(.*)\+([^+]+)$/.exec(implementation) ?? []
  return [name, runtime]
}

type Standing = 'keeps' | 'breaks' | 'skipped'

function standings({ assertions }: Run): Map<string, Standing> {
  return new Map(
    assertions.map(({ result, verdict }) => [
      result.id,
      verdict === 'skip' ? 'skipped' : verdict === 'pass' || verdict === 'wording' ? 'keeps' : 'breaks',
    ]),
  )
}

function rowOf(run: Run): Row {
  const [implementation, runtime] = namesOf(run)
  const all = [...standings(run).values()]
  const count = (wanted: Standing): number => all.filter((one) => one === wanted).length
  return {
    implementation,
    runtime,
    kept: count('keeps'),
    ran: all.length - count('skipped'),
    skipped: count('skipped'),
    ...(run.failure === undefined ? {} : { failure: run.failure }),
  }
}

function differencesOf(first: Run, run: Run): Difference[] {
  const [implementation, runtime] = namesOf(run)
  const before = standings(first)
  const after = standings(run)
  const found = new Map<string, Difference>()
  for (const assertion of run.assertions) {
    const { id, exchange } = assertion.result
    if (before.get(id) === after.get(id)) continue
    const of = assertion.case.id.replace(/\[.*$/, '')
    const keeps = after.get(id) === 'keeps'
    const broken = keeps ? first.assertions.find(({ result }) => result.id === id) : assertion
    const cell = Object.values(broken?.result.cells ?? {}).find((one) => one.outcome !== 'pass')
    const one = found.get(`${of} ${keeps}`) ?? {
      implementation,
      runtime,
      case: of,
      rule: rulesOf(assertion.case, exchange)[0] ?? '',
      count: 0,
      keeps,
      message: cell ? explain(cell).slice(0, 160) : '',
    }
    one.count++
    found.set(`${of} ${keeps}`, one)
  }
  return [...found.values()].sort((a, b) => (a.case < b.case ? -1 : 1))
}

export function reasonFor({ runtime, case: of }: Difference, reasons: readonly Reason[]): Reason | undefined {
  return reasons.find(({ on, match }) => isLike(on, runtime) && match.some((one) => isLike(one, of)))
}

function isLike(glob: string, text: string): boolean {
  return new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text)
}
