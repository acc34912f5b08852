/** What the tests do with a property: what was found before, then random values from the fixed seed. */
import assert from 'node:assert/strict'
import type { AnyProperty, World } from '../property/property.ts'
import { SEED } from '../property/settings.ts'
import { replay, search, seedOf } from './check.ts'

/** Throws an AssertionError with the smallest value that fails, and the command that finds it again. */
export async function holdsFor(property: AnyProperty, world: World, runs: number): Promise<void> {
  for (const { entry, why } of await replay(property, world))
    assert.equal(why, null, `a value that was found before: ${JSON.stringify(entry.value)}`)
  const seed = seedOf(SEED, property.id)
  const { failure } = await search(property, world, { seed, runs })
  const again = `npm run properties -- --property ${property.id} --seed=${seed} --path ${failure?.path}`
  assert.ok(failure === null, `${failure?.why}\n${JSON.stringify(failure?.value)}\n${again}`)
}
