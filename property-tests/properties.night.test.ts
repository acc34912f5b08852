/** All properties on the tree as it is, with all of their values. */
import { test } from 'node:test'
import { loadBuiltIn } from '../conformance/adapters/registry.ts'
import { Coverage } from './property/coverage.ts'
import type { World } from './property/property.ts'
import { PROPERTIES } from './registry.ts'
import { holdsFor } from './run/whole.ts'

const world: World = {
  subject: await loadBuiltIn('touchstone'),
  requests: 0,
  coverage: new Coverage(),
}

for (const property of PROPERTIES)
  test(`${property.id}: ${property.title}`, () => holdsFor(property, world, property.runs))
