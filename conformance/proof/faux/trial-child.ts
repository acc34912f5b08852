// The process in which faux implementations are tried: what they throw past everyone ends nothing else.

import { loadSuite } from '../../../spec/load.ts'
import { attribute } from '../../contract/faults.ts'
import { FAUX } from './all.ts'
import { type FauxVerdict, tryFaux } from './verdict.ts'

process.on('uncaughtException', (error) => {
  if (!attribute(error)) process.exit(70)
})
process.on('unhandledRejection', (error) => {
  if (!attribute(error)) process.exit(71)
})
process.removeAllListeners('warning')

/** What a process of trials is to do. */
export interface Trial {
  names: string[]
  /** the cases to try by the name of the faux implementation; where there are none, some are chosen */
  chosen: Record<string, string[]>
}

process.once('message', async ({ names, chosen }: Trial) => {
  const { cases } = loadSuite({ unchecked: true })
  const verdicts: Record<string, FauxVerdict> = {}
  for (const faux of FAUX)
    if (names.includes(faux.name)) verdicts[faux.name] = await tryFaux(faux, cases, chosen[faux.name])
  process.send?.(verdicts, () => process.exit(0))
})
