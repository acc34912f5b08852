// The process in which faux implementations are tried: it survives what they throw.

import { loadSuite } from '../../../spec/load.ts'
import { answerTrial } from '../trial/child.ts'
import { FAUX } from './all.ts'
import { type FauxVerdict, tryFaux } from './verdict.ts'

export interface Task {
  names: string[]
  /** The cases to try, by the name of the faux implementation; some are chosen for those without. */
  chosen: Record<string, string[]>
}

answerTrial<Task, Record<string, FauxVerdict>>(async ({ names, chosen }) => {
  const { cases } = loadSuite({ unchecked: true })
  const verdicts: Record<string, FauxVerdict> = {}
  for (const faux of FAUX)
    if (names.includes(faux.name)) verdicts[faux.name] = await tryFaux(faux, cases, chosen[faux.name])
  return verdicts
})
