/** All properties on the tree as it is: what was found before, then random values from a fixed seed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadBuiltIn } from '../conformance/adapters/registry.ts'
import { Coverage } from './property/coverage.ts'
import type { World } from './property/property.ts'
import { SEED } from './property/settings.ts'
import { PROPERTIES } from './registry.ts'
import { replay, search, seedOf } from './run/check.ts'

const world: World = {
  subject: await loadBuiltIn('touchstone'),
  requests: 0,
  coverage: new Coverage(),
}

for (const property of PROPERTIES) {
  test(`${property.id}: ${property.title}`, async () => {
    for (const { entry, why } of await replay(property, world))
      assert.equal(why, null, `a value that was found before: ${JSON.stringify(entry.value)}`)
    const seed = seedOf(SEED, property.id)
    const { failure } = await search(property, world, { seed, runs: property.runs })
    const again = `npm run fuzz -- --property ${property.id} --seed ${seed} --path ${failure?.path}`
    assert.ok(failure === null, `${failure?.why}\n${JSON.stringify(failure?.value)}\n${again}`)
  })
}
