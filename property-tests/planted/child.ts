/** The process of one planted bug: the properties look for it, each in turn for a slice of the time. */
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import { answerTrial } from '../../conformance/proof/trial/child.ts'
import { Coverage } from '../property/coverage.ts'
import type { World } from '../property/property.ts'
import { SEED } from '../property/settings.ts'
import { OF_PROGRAMS, PROPERTIES } from '../registry.ts'
import { search, seedOf } from '../run/check.ts'

export interface Task {
  /** The properties that look first, and longer than the others: those of the bug's class. */
  first: readonly string[]
  /** The only ones that look; without it all do. */
  only?: readonly string[] | undefined
  /** of processor time */
  milliseconds: number
}

export type Answer = { by: string; why: string } | { by: null }

/** Milliseconds of processor time: on a busy machine a minute is not a minute. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Processes that share the processor are waited for as long as it takes, up to this. */
const MOST_SLOWED = 6

/** Milliseconds of a property in each round, and of one of the bug's class. */
const SLICE = 2000
const LONG_SLICE = 5000
/** A slice ends with its time, not with a number of values. */
const VALUES = 1_000_000

/** Whether what nothing catches may be of another implementation. */
let besideOthers = false

/** Whether it comes from the modules of another implementation, which may fail after its property has ended. */
const ofOthers = (error: unknown): boolean =>
  /node_modules\/(?:avvio|fastify)/.test(String((error as Error | null)?.stack))

answerTrial<Task, Answer>(
  async ({ first, only, milliseconds }, alive) => {
    const began = performance.now() - spent()
    const slowed = (): number => Math.min(MOST_SLOWED, Math.max(1, (performance.now() - began) / spent()))
    const left = (): number => milliseconds - spent()
    const world: World = { subject: await loadBuiltIn('touchstone'), requests: 0, coverage: new Coverage() }
    const rank = (id: string): number => (first.includes(id) ? first.indexOf(id) : first.length)
    const all = [...PROPERTIES, ...OF_PROGRAMS]
    const ordered = all
      .filter(({ id }) => only === undefined || only.includes(id))
      .sort((a, b) => rank(a.id) - rank(b.id))
    for (let round = 0; left() > 0; round++) {
      for (const property of ordered) {
        const slice = first.includes(property.id) ? LONG_SLICE : SLICE
        if (left() <= 0) break
        alive()
        besideOthers = OF_PROGRAMS.includes(property)
        const limit = Math.min(slice, left()) * slowed()
        const seed = seedOf(SEED, property.id, round)
        // Without shrinking: here only counts whether it is found.
        const options = { seed, runs: VALUES, limit, endOnFailure: true }
        const { failure } = await search(property, world, options)
        if (failure) return { by: property.id, why: failure.why }
      }
    }
    return { by: null }
  },
  (error) => besideOthers || ofOthers(error),
)
