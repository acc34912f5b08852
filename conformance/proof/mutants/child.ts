// The process of one mutant: the cases look for it.

import { loadSuite } from '../../../spec/load.ts'
import { loadBuiltIn } from '../../adapters/registry.ts'
import { answerTrial } from '../trial/child.ts'
import { Killer, OVER_ENGINE, OVER_NODE, type Verdict } from './kill.ts'

export interface Task {
  rules: readonly string[]
  /** Whether the mutant is one of the engine: then the cases run on it. */
  engine: boolean
  /** Look for every rule that notices, instead of stopping at the first assertion. */
  explore: boolean
}

export type Answer = { verdict: Verdict } | { explored: Record<string, [noticed: number, of: number]> }

answerTrial<Task, Answer>(async ({ rules, engine, explore }, alive) => {
  const { cases } = loadSuite({ unchecked: true })
  const adapter = await loadBuiltIn(engine ? 'touchstone' : 'touchstone-node')
  const killer = new Killer(adapter, cases, alive, engine ? OVER_ENGINE : OVER_NODE)
  return explore
    ? { explored: await killer.explore(engine ? OVER_ENGINE.flat() : ['inject', 'socket']) }
    : { verdict: await killer.try(rules) }
})
