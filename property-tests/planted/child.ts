/** The process of one planted bug: loads touchstone with the bug in it and lets the properties look for it. */
import { register } from 'node:module'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import { attribute } from '../../conformance/contract/faults.ts'
import type { Replaced } from '../../conformance/proof/mutants/loader.ts'
import { Coverage } from '../property/coverage.ts'
import type { World } from '../property/property.ts'
import { SEED } from '../property/settings.ts'
import { PROPERTIES } from '../registry.ts'
import { search, seedOf } from '../run/check.ts'

export interface Order {
  /** null: the tree as it is */
  replaced: Replaced | null
  /** the property that looks first, the one of the bug's class */
  first: string
  milliseconds: number
}

export type Answer = { by: string; why: string } | { by: null }

const answer = (message: Answer): void => {
  process.send?.(message, () => process.exit(0))
}

function die(error: unknown): void {
  if (!attribute(error)) answer({ by: 'the process', why: String((error as Error)?.message ?? error) })
}

process.on('uncaughtException', die)
process.on('unhandledRejection', die)
process.on('disconnect', () => process.exit(0))
process.removeAllListeners('warning')

process.once('message', async ({ replaced, first, milliseconds }: Order) => {
  const until = performance.now() + milliseconds
  if (replaced !== null) register('../../conformance/mutants/loader.js', import.meta.url, { data: replaced })
  const world: World = { subject: await loadBuiltIn('touchstone'), requests: 0, coverage: new Coverage() }
  const ordered = [...PROPERTIES].sort((a, b) => Number(b.id === first) - Number(a.id === first))
  for (let round = 0; performance.now() < until; round++) {
    for (const property of ordered) {
      const limit = until - performance.now()
      if (limit <= 0) break
      const seed = seedOf(SEED, property.id, round)
      // Without shrinking: it is found, and how small it can be is another matter.
      const options = { seed, runs: property.runs, limit, endOnFailure: true }
      const { failure } = await search(property, world, options)
      if (failure) return answer({ by: property.id, why: failure.why })
    }
    if (replaced === null) break
  }
  answer({ by: null })
})
