// The process in which faux implementations are tried: it survives what they throw.

import { loadSuite } from '../../../spec/load.ts'
import { answerTrial } from '../trial/child.ts'
import { FAUX } from './all.ts'
import { type FauxVerdict, tryFaux } from './verdict.ts'

export interface Task {
  names: string[]
}

answerTrial<Task, Record<string, FauxVerdict>>(async ({ names }) => {
  const { cases } = loadSuite({ unchecked: true })
  const verdicts: Record<string, FauxVerdict> = {}
  for (const faux of FAUX) if (names.includes(faux.name)) verdicts[faux.name] = await tryFaux(faux, cases)
  return verdicts
})
