// The verdict of the suite on a faux implementation: whether anything noticed it, and what did so first.

import { createHash } from 'node:crypto'
import type { LoadedCase } from '../../../spec/load.ts'
import { type AssertionResult, outcomeOf } from '../../contract/result.ts'
import { selectCases } from '../../judge/selectors.ts'
import { runCases } from '../../run/run-cases.ts'
import type { Faux } from './faux.ts'

export interface FauxVerdict {
  /** How many assertions it does not keep, and how many were tried. */
  noticed: number
  of: number
  /** The first of them by id, with how it ends; null where there is none. */
  first: string | null
}

/** One case in so many belongs to the sample that every faux implementation runs. */
const ONE_IN = 32

export async function tryFaux(faux: Faux, suite: readonly LoadedCase[]): Promise<FauxVerdict> {
  const results: AssertionResult[] = []
  await runCases(faux.adapter, casesFor(faux, suite), {
    transports: ['inject', 'socket'],
    concurrency: 16,
    finished: (_, some) => void results.push(...some),
  })
  return verdictOf(results)
}

function casesFor(faux: Faux, suite: readonly LoadedCase[]): LoadedCase[] {
  const own = new Set(selectCases([...suite], faux.filter).slice(0, faux.only ? 12 : 24))
  return suite.filter((one) => own.has(one) || (!faux.only && isInSample(one)))
}

function isInSample({ id }: LoadedCase): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % ONE_IN === 0
}

function verdictOf(results: readonly AssertionResult[]): FauxVerdict {
  const noticing = results
    .map((result) => ({ id: result.id, outcome: outcomeOf(result) }))
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'skip')
    .map(({ id, outcome }) => `${id} ${outcome}`)
    .sort()
  return { noticed: noticing.length, of: results.length, first: noticing[0] ?? null }
}
