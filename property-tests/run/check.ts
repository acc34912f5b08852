/** Runs one property: the saved values first, then random ones; a failure comes back as its smallest value. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { AnyProperty, World } from '../property/property.ts'
import { type Entry, entriesOf } from './corpus.ts'

export interface Failure {
  property: string
  /** the smallest value that fails */
  value: unknown
  why: string
  seed: number
  /** where fast-check found it; null: it was saved */
  path: string | null
  shrinks: number
}

export interface Outcome {
  executions: number
  failure: Failure | null
}

export interface Options {
  seed: number
  runs: number
  path?: string | undefined
  /** milliseconds, shrinking included */
  limit?: number | undefined
  /** the first value that fails is enough, however large */
  endOnFailure?: boolean
}

/** The seed of a property: one master seed, and yet no two properties draw the same. */
export function seedOf(master: number, id: string, round = 0): number {
  return createHash('sha256').update(`${master} ${id} ${round}`).digest().readInt32LE(0)
}

export async function replay(
  property: AnyProperty,
  world: World,
): Promise<{ entry: Entry; why: string | null }[]> {
  const found: { entry: Entry; why: string | null }[] = []
  for (const entry of entriesOf(property.id))
    found.push({ entry, why: await tryValue(property, entry.value, world) })
  return found
}

/** Why a value fails; null where it does not. */
export async function tryValue(property: AnyProperty, value: unknown, world: World): Promise<string | null> {
  try {
    await property.check(value as never, world)
    return null
  } catch (error) {
    return fc.PreconditionFailure.isFailure(error) ? null : messageOf(error)
  }
}

export async function search(property: AnyProperty, world: World, options: Options): Promise<Outcome> {
  const { seed, runs, path, limit, endOnFailure = false } = options
  const details = await fc.check(
    fc.asyncProperty(property.arbitrary, (value) => property.check(value as never, world)),
    {
      seed,
      numRuns: runs,
      endOnFailure,
      ...(path === undefined ? {} : { path }),
      ...(limit === undefined ? {} : { interruptAfterTimeLimit: limit }),
    },
  )
  const executions = details.numRuns + details.numShrinks
  if (!details.failed || details.counterexample === null) return { executions, failure: null }
  const failure: Failure = {
    property: property.id,
    value: details.counterexample[0],
    why: messageOf(details.errorInstance),
    seed,
    path: details.counterexamplePath,
    shrinks: details.numShrinks,
  }
  return { executions, failure }
}

function messageOf(error: unknown): string {
  return String((error as Error | null)?.message ?? error)
}
