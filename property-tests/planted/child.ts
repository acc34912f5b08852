/** The process of one planted bug: the properties look for it. */
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import { answerTrial } from '../../conformance/proof/trial/child.ts'
import { Coverage } from '../property/coverage.ts'
import type { World } from '../property/property.ts'
import { SEED } from '../property/settings.ts'
import { PROPERTIES } from '../registry.ts'
import { search, seedOf } from '../run/check.ts'

export interface Task {
  /** The property that looks first: the one of the bug's class. */
  first: string
  milliseconds: number
}

export type Answer = { by: string; why: string } | { by: null }

answerTrial<Task, Answer>(async ({ first, milliseconds }) => {
  const until = performance.now() + milliseconds
  const world: World = { subject: await loadBuiltIn('touchstone'), requests: 0, coverage: new Coverage() }
  const ordered = [...PROPERTIES].sort((a, b) => Number(b.id === first) - Number(a.id === first))
  for (let round = 0; performance.now() < until; round++) {
    for (const property of ordered) {
      const limit = until - performance.now()
      if (limit <= 0) break
      const seed = seedOf(SEED, property.id, round)
      // Without shrinking: here only counts whether it is found.
      const options = { seed, runs: property.runs, limit, endOnFailure: true }
      const { failure } = await search(property, world, options)
      if (failure) return { by: property.id, why: failure.why }
    }
  }
  return { by: null }
})
