// The process in which faux implementations are tried: what they throw past everyone ends nothing else.

import { loadSuite } from '../../spec/load.ts'
import { attribute } from '../faults.ts'
import { FAUX } from './all.ts'
import { type FauxVerdict, tryFaux } from './verdict.ts'

process.on('uncaughtException', (error) => {
  if (!attribute(error)) process.exit(70)
})
process.on('unhandledRejection', (error) => {
  if (!attribute(error)) process.exit(71)
})
process.removeAllListeners('warning')

/** The cases to try by the name of the faux implementation; where there are none, some are chosen. */
process.once('message', async (chosen: Record<string, string[]>) => {
  const { cases } = loadSuite({ unchecked: true })
  const verdicts: Record<string, FauxVerdict> = {}
  for (const faux of FAUX) verdicts[faux.name] = await tryFaux(faux, cases, chosen[faux.name])
  process.send?.(verdicts, () => process.exit(0))
})
