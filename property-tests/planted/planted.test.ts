/** The planted bugs are about the tree as it is, ten of each area, at least one for each relation; what names rules names real ones. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { packageFile } from '../../conformance/contract/package.ts'
import { readRealistic } from '../../conformance/proof/mutants/realistic.ts'
import { compileMutants } from '../../conformance/proof/trial/compile-mutants.ts'
import { mutated } from '../../conformance/proof/trial/mutant.ts'
import { loadSuite } from '../../spec/load.ts'
import { OF_PROGRAMS, PROPERTIES } from '../registry.ts'
import { readPlanted } from './planted.ts'
import { firstFor, NEEDED, readResults, tableOfFound } from './realistic.ts'

const bugs = readPlanted()

test('each bug changes one place of the tree as it is, and what it makes compiles', () => {
  for (const bug of bugs) mutated(bug)
  compileMutants(bugs).remove()
})

test('there are ten of each area, and one for each of the first relations; realistic mutants are for the others', () => {
  for (const area of ['encapsulation', 'validation', 'lifecycle'])
    assert.equal(bugs.filter((bug) => bug.area === area).length, 10, area)
  const without = PROPERTIES.filter(
    ({ id }) => /^F([1-9]|1[0-4])$/.test(id) && !bugs.some(({ property }) => property === id),
  )
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
  )
})

test('properties and bugs name rules that exist', () => {
  const { rules } = loadSuite({ unchecked: true, files: [] })
  for (const { id, rules: named } of [...PROPERTIES, ...bugs])
    for (const rule of named) assert.ok(rules.has(rule), `${id}: there is no rule ${rule}`)
})

const realistic = readRealistic()

test('the properties that look first for a realistic mutant exist', () => {
  const ids = new Set([...PROPERTIES, ...OF_PROGRAMS].map(({ id }) => id))
  for (const mutant of realistic)
    for (const id of firstFor(mutant)) assert.ok(ids.has(id), `${mutant.room}: there is no property ${id}`)
})

test('half of the realistic mutants of each kept result were found, and docs/project/property-tests.md has the table', () => {
  const results = readResults()
  const known = new Set(realistic.map(({ id }) => id))
  for (const { id } of results.mutants) assert.ok(known.has(id), `there is no mutant ${id}`)
  const found = results.mutants.filter(({ by }) => by !== null)
  assert.ok(found.length >= results.mutants.length * NEEDED, `${found.length} of ${results.mutants.length}`)
  const page = readFileSync(packageFile('docs/project/property-tests.md'), 'utf8')
  const table = tableOfFound(results, realistic)
  assert.ok(page.includes(`\n\n${table}\n\n`), `the table should be:\n${table}`)
})
