// The process of one mutant: the cases look for it.

import { loadSuite } from '../../../spec/load.ts'
import { loadBuiltIn } from '../../adapters/registry.ts'
import { answerTrial } from '../trial/child.ts'
import { Killer, type Verdict } from './kill.ts'

export interface Task {
  rules: readonly string[]
  /** Look for every rule that notices, instead of stopping at the first assertion. */
  explore: boolean
}

export type Answer = { verdict: Verdict } | { explored: Record<string, [noticed: number, of: number]> }

answerTrial<Task, Answer>(async ({ rules, explore }, alive) => {
  const { cases } = loadSuite({ unchecked: true })
  const killer = new Killer(await loadBuiltIn('touchstone'), cases, alive)
  return explore
    ? { explored: await killer.explore(['inject', 'socket']) }
    : { verdict: await killer.try(rules) }
})
