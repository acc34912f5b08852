// The verdict of the suite on a faux implementation, as verdicts.json stores it.

import { createHash } from 'node:crypto'
import type { LoadedCase } from '../../../spec/load.ts'
import { type AssertionResult, type Outcome, outcomeOf } from '../../contract/result.ts'
import { rulesOf, selectCases } from '../../judge/selectors.ts'
import { runCases } from '../../run/run-cases.ts'
import type { Faux } from './faux.ts'

export interface FauxVerdict {
  defect: string
  /** The cases that were tried; stored, so that a new case does not change the verdict. */
  cases: string[]
  /** How many assertions ended how. */
  outcomes: Partial<Record<Outcome, number>>
  /** The rules of which an assertion does not pass. */
  rules: string[]
  /** The assertions that do not pass, and how they end. */
  failing: Record<string, Outcome>
}

/** One case in so many belongs to the sample that every faux implementation runs. */
const ONE_IN = 32

/** Tries the cases with these ids, or chooses some. */
export async function tryFaux(faux: Faux, suite: LoadedCase[], ids?: string[]): Promise<FauxVerdict> {
  const cases = ids === undefined ? casesFor(faux, suite) : suite.filter(({ id }) => ids.includes(id))
  const results: AssertionResult[] = []
  await runCases(faux.adapter, cases, {
    transports: ['inject', 'socket'],
    concurrency: 16,
    finished: (_, some) => void results.push(...some),
  })
  return verdictOf(faux, cases, results)
}

function casesFor(faux: Faux, suite: LoadedCase[]): LoadedCase[] {
  const own = new Set(selectCases(suite, faux.filter).slice(0, faux.only ? 12 : 24))
  return suite.filter((one) => own.has(one) || (!faux.only && isInSample(one)))
}

function isInSample({ id }: LoadedCase): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % ONE_IN === 0
}

function verdictOf({ defect }: Faux, cases: LoadedCase[], results: AssertionResult[]): FauxVerdict {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const outcomes: Partial<Record<Outcome, number>> = {}
  const failing: Record<string, Outcome> = {}
  const rules = new Set<string>()
  for (const result of results.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    // The texts of the specification are those of touchstone, which each of these is but for its defect.
    const worst = outcomeOf(result)
    const outcome = worst === 'wording' ? 'fail' : worst
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (outcome === 'pass' || outcome === 'skip') continue
    failing[result.id] = outcome
    for (const rule of rulesOf(byId.get(result.case) as LoadedCase, result.exchange)) rules.add(rule)
  }
  const sorted = Object.fromEntries(Object.entries(outcomes).sort(([a], [b]) => (a < b ? -1 : 1)))
  // By id, because files of cases are renamed and split.
  const ids = cases.map(({ id }) => id).sort()
  return { defect, cases: ids, outcomes: sorted, rules: [...rules].sort(), failing }
}
