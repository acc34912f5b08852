// The realistic mutants fit the current sources, are drawn over all rooms of src/, and their first tries stand in the documentation.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadSuite } from '../../../spec/load.ts'
import { packageFile } from '../../contract/package.ts'
import { filesOf, mutated } from '../trial/mutant.ts'
import { readMutants } from './mutants.ts'
import {
  batchToRecord,
  KINDS,
  linesOfRooms,
  ROOMS,
  type Room,
  readFirstTries,
  readRealistic,
  readWaiting,
  roomOf,
  tableOfFirstTries,
} from './realistic.ts'
import { outcomeOf } from './tell.ts'

const mutants = readRealistic()
const tries = readFirstTries()
const SIZE = 25
const NONE = Object.fromEntries(ROOMS.map((room) => [room, 0])) as Record<Room, number>

test('each mutant changes the tree as it is; those that wait for their first try too', () => {
  for (const mutant of [...mutants.filter(({ gone }) => !gone), ...readWaiting()]) mutated(mutant)
})

test('each says its room, its kind, and how it is seen; its rules exist', () => {
  const { rules } = loadSuite({ unchecked: true, files: [] })
  for (const mutant of mutants) {
    const { id, room, kind, says, probe, equivalent, open } = mutant
    for (const file of filesOf(mutant)) assert.ok(file.startsWith('src/'), `${id} is about ${file}`)
    // Code moves between rooms: the room is the one from which the mutant was drawn.
    const drawn = tries.some((one) => one.batch === mutant.batch)
    assert.ok(drawn || filesOf(mutant).map(roomOf).includes(room), `${id} is not in ${room}`)
    assert.ok(ROOMS.includes(room), `${id}: there is no room ${room}`)
    assert.ok(KINDS.includes(kind), `${id}: there is no kind ${kind}`)
    assert.ok(says.length > 10, `${id} does not say what goes wrong`)
    assert.ok(probe.length > 20, `${id} does not say how it is seen`)
    assert.notEqual(equivalent, '', `${id} gives no reason`)
    assert.notEqual(open, '', `${id} does not say what a case needs`)
    for (const rule of mutant.rules) assert.ok(rules.has(rule), `${id}: there is no rule ${rule}`)
  }
})

test('ids are unique, among the other mutants and those that wait too', () => {
  const ids = [...mutants, ...readWaiting(), ...readMutants()].map(({ id }) => id)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
})

test('batches are complete, and drawn over all rooms in proportion to their lines at that time', () => {
  for (const batch of new Set(mutants.map((one) => one.batch))) {
    const lines = { ...NONE, ...(tries.find((one) => one.batch === batch)?.lines ?? linesOfRooms()) }
    const all = Object.values(lines).reduce((sum, count) => sum + count, 0)
    const own = mutants.filter((one) => one.batch === batch)
    assert.equal(own.length, SIZE, `batch ${batch}`)
    for (const room of ROOMS) {
      const share = (SIZE * lines[room]) / all
      const count = own.filter((one) => one.room === room).length
      // From batch 12 on the places are drawn at random: 99 of 100 draws are within this.
      const most = batch < 12 ? 2 : 2.6 * Math.sqrt(share * (1 - share / SIZE)) + 0.5
      assert.ok(
        Math.abs(count - share) < most,
        `batch ${batch} has ${count} of ${room}, its share is ${share}`,
      )
    }
  }
})

test('each batch has its first try', () => {
  for (const { batch, noticed, survived } of tries) {
    const own = mutants.filter((one) => one.batch === batch)
    assert.deepEqual(
      [...Object.keys(noticed), ...survived].sort(),
      own.map(({ id }) => id).sort(),
      `batch ${batch}`,
    )
  }
  assert.deepEqual(
    tries.map(({ batch }) => batch),
    [...new Set(mutants.map(({ batch }) => batch))],
  )
})

test('docs/project/proof.md has the table of first tries', () => {
  const page = readFileSync(packageFile('docs/project/proof.md'), 'utf8')
  const table = tableOfFirstTries(tries)
  assert.ok(page.includes(`\n\n${table}\n\n`), `the table should be:\n${table}`)
})

test('a mutant that is marked as open must not be noticed', () => {
  const [mutant] = mutants
  assert.ok(mutant)
  const witness = { assertion: 'a#b', outcome: 'fail', why: '' }
  const trial = (by: typeof witness | null) => ({
    mutant: { ...mutant, rules: [], open: 'a statement' },
    verdict: { by, rules: {} },
    milliseconds: 1,
  })
  assert.equal(outcomeOf(trial(null)), 'open')
  assert.equal(outcomeOf(trial(witness)), 'refuted')
})

test('the first try of a batch is kept once, and of one batch at a time: it is refused before the trials', () => {
  assert.throws(() => batchToRecord(mutants), /--record needs --realistic and one --batch; found 1, 2, /)
  assert.throws(() => batchToRecord([]), /--record needs --realistic and one --batch; found none\./)
  const first = mutants.filter(({ batch }) => batch === 1)
  assert.throws(() => batchToRecord(first), /^Error: Batch 1 has a first try\.$/)
})
