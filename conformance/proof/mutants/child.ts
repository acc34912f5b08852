// The process of one mutant: loads touchstone with the mutant in it and lets the cases look for it.

import { register } from 'node:module'
import { loadSuite } from '../../../spec/load.ts'
import { loadBuiltIn } from '../../adapters/registry.ts'
import { attribute } from '../../contract/faults.ts'
import { Killer, type Verdict } from './kill.ts'
import type { Replaced } from './loader.ts'

export interface Order {
  /** null: the tree as it is. */
  replaced: Replaced | null
  rules: readonly string[]
  explore: boolean
}

export type Answer =
  | { kind: 'verdict'; verdict: Verdict }
  | { kind: 'explored'; rules: Record<string, [noticed: number, of: number]> }
  | { kind: 'crash'; why: string }

const answer = (message: Answer): void => {
  process.send?.(message, () => process.exit(0))
}

function die(error: unknown): void {
  if (!attribute(error)) answer({ kind: 'crash', why: String((error as Error)?.message ?? error) })
}

process.on('uncaughtException', die)
process.on('unhandledRejection', die)
process.on('disconnect', () => process.exit(0))
process.removeAllListeners('warning')

process.once('message', async ({ replaced, rules, explore }: Order) => {
  if (replaced !== null) register('./loader.js', import.meta.url, { data: replaced })
  const { cases } = loadSuite({ unchecked: true })
  let killer: Killer
  try {
    killer = new Killer(await loadBuiltIn('touchstone'), cases)
  } catch (error) {
    answer({ kind: 'crash', why: `it does not load: ${(error as Error).message}` })
    return
  }
  if (explore) answer({ kind: 'explored', rules: await killer.explore(['inject', 'socket']) })
  else answer({ kind: 'verdict', verdict: await killer.try(rules) })
})
