/** The planted bugs are about the tree as it is, ten of each area, at least one for each relation; what names rules names real ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileMutants } from '../../conformance/proof/trial/compile-mutants.ts'
import { mutated } from '../../conformance/proof/trial/mutant.ts'
import { loadSuite } from '../../spec/load.ts'
import { PROPERTIES } from '../registry.ts'
import { readPlanted } from './planted.ts'

const bugs = readPlanted()

test('each bug changes one place of the tree as it is, and what it makes compiles', () => {
  for (const bug of bugs) mutated(bug)
  compileMutants(bugs).remove()
})

test('there are ten of each area, and one for each relation', () => {
  for (const area of ['encapsulation', 'validation', 'lifecycle'])
    assert.equal(bugs.filter((bug) => bug.area === area).length, 10, area)
  const without = PROPERTIES.filter(
    ({ id }) => /^F/.test(id) && !bugs.some(({ property }) => property === id),
  )
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
  )
})

test('properties and bugs name rules that exist', () => {
  const { rules } = loadSuite({ unchecked: true })
  for (const { id, rules: named } of [...PROPERTIES, ...bugs])
    for (const rule of named) assert.ok(rules.has(rule), `${id}: there is no rule ${rule}`)
})
