// Whether an expectation says anything: it is held against what was seen in other cases, and has to fail there.

import type { LoadedCase } from '../../../spec/load.ts'
import type { AssertionResult, Observation } from '../../contract/result.ts'
import { judge } from '../../judge/judge.ts'
import { shuffled } from '../../suite/shuffle.ts'

export interface VacuityReport {
  assertions: number
  /** Held against one other observation each, so many expectations failed. */
  failedAtOnce: number
  /** Those that all observations they were held against satisfy: they tell nothing apart. */
  vacuous: string[]
}

/** Each expectation is held against so many observations of other cases before it is called vacuous. */
const OTHERS = 24

export function findVacuous(cases: LoadedCase[], results: AssertionResult[], seed = 1): VacuityReport {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const seen = results.flatMap((result) => {
    const observed = (result.cells.inject ?? result.cells.socket)?.observed
    const exchange = byId.get(result.case)?.body.exchanges.find(({ id }) => id === result.exchange)
    return observed && exchange ? [{ result, observed, exchange }] : []
  })
  const order = shuffled(seen, seed)
  const report: VacuityReport = { assertions: seen.length, failedAtOnce: 0, vacuous: [] }
  for (const [at, { result, exchange }] of order.entries()) {
    const others = Array.from(
      { length: order.length - 1 },
      (_, step) => order[(at + step + 1) % order.length],
    )
      .filter((other) => other?.result.case !== result.case)
      .slice(0, OTHERS)
    const fails = others.map((other) => other !== undefined && isRefused(exchange.expect, other.observed))
    if (fails[0]) report.failedAtOnce++
    if (!fails.includes(true)) report.vacuous.push(result.id)
  }
  report.vacuous.sort()
  return report
}

function isRefused(expect: Parameters<typeof judge>[0], observed: Observation): boolean {
  const headers = observed.answer ? [observed.answer.headers] : (observed.answers ?? []).map((a) => a.headers)
  return judge(expect, observed, headers) !== null
}
