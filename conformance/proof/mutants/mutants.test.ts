// The mutants fit the current sources: each changes one place, and names rules that exist; each rule has one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from '../../../spec/load.ts'
import { compileMutants } from '../trial/compile-mutants.ts'
import { chooseMutants, type Edit, filesOf, type Mutant, mutated } from '../trial/mutant.ts'
import { readMutants, readRulesWithout } from './mutants.ts'
import { readRealistic } from './realistic.ts'
import { outcomeOf } from './tell.ts'

const mutants = readMutants()

function changed(mutant: Mutant, other: Partial<Edit>): Mutant {
  return { ...mutant, edits: mutant.edits.map((edit) => ({ ...edit, ...other })) }
}

const { rules } = loadSuite({ unchecked: true, files: [] })

test('each mutant changes one place of the tree as it is', () => {
  const own = mutants.filter(({ gone }) => !gone)
  for (const mutant of own) mutated(mutant)
  assert.ok(own.length > 0.9 * mutants.length, 'few are of an earlier tree')
})

test('what does not compile is told', () => {
  const [first] = mutants
  assert.ok(first)
  assert.throws(() => compileMutants([changed(first, { replace: '{ { (' })]), /do not compile/)
})

test('a text that is not there once is told', () => {
  const [first] = mutants
  assert.ok(first)
  assert.throws(() => mutated(changed(first, { find: 'no such text' })), /stands 0 times/)
  assert.throws(() => mutated(changed(first, { find: 'e' })), /stands \d{2,} times/)
})

test('ids are unique, rules exist, and each mutant says what would be seen', () => {
  const ids = mutants.map(({ id }) => id)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
  for (const mutant of mutants) {
    const { id, rules: named, says, equivalent } = mutant
    assert.ok(named.length > 0 || equivalent, `${id} violates no rule`)
    for (const rule of named) assert.ok(rules.has(rule), `${id}: there is no rule ${rule}`)
    assert.ok(says.length > 10, `${id} does not say what would be seen`)
    for (const file of filesOf(mutant)) assert.ok(file.startsWith('src/'), `${id} is about ${file}`)
    assert.notEqual(equivalent, '', `${id} gives no reason`)
  }
})

test('they are chosen by id, rule, file and area', () => {
  assert.deepEqual(
    chooseMutants(mutants, ['wrapper-ignored']).map(({ id }) => id),
    ['wrapper-ignored'],
  )
  assert.ok(chooseMutants(mutants, ['ENC-*']).every(({ rules }) => rules.some((id) => id.startsWith('ENC-'))))
  assert.equal(chooseMutants(mutants, []).length, mutants.length)
})

test('a verdict needs a case of each rule', () => {
  const [mutant] = mutants
  assert.ok(mutant)
  const witness = { assertion: 'a#b', outcome: 'fail', why: '' }
  const trial = (by: typeof witness | null, own: typeof witness | null, equivalent?: string) => ({
    mutant: { ...mutant, rules: ['A'], ...(equivalent ? { equivalent } : {}) },
    verdict: { by, rules: { A: own } },
    milliseconds: 1,
  })
  assert.equal(outcomeOf(trial(witness, witness)), 'killed')
  assert.equal(outcomeOf(trial(witness, null)), 'unshown')
  assert.equal(outcomeOf(trial(null, null)), 'survived')
  assert.equal(outcomeOf(trial(null, null, 'because')), 'equivalent')
  assert.equal(outcomeOf(trial(witness, witness, 'because')), 'refuted')
})
test('each testable rule has a mutant, or a reason for none', () => {
  const without = readRulesWithout()
  const all = [...mutants, ...readRealistic()]
  const violated = new Set(all.flatMap((mutant) => (mutant.equivalent ? [] : mutant.rules)))
  for (const { id, testable } of rules.values()) {
    if (!testable) continue
    assert.ok(violated.has(id) || without[id], `${id} has neither a mutant nor a reason for none`)
    assert.ok(!(violated.has(id) && without[id]), `${id} has a mutant, so its reason for none is stale`)
  }
  for (const [id, reason] of Object.entries(without)) {
    assert.ok(rules.get(id)?.testable, `${id} is not a testable rule`)
    assert.ok(reason.length > 20, `${id} gives no reason`)
  }
})
