/** What decides about a run of tools, without running one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf, faultsOf, knownOf, readKnown, unlikeFaults, vacuityOf } from './compare.ts'
import { type Observation, readPrograms, type Seen } from './run-program.ts'

const seen = (values: Record<string, unknown>, expected: Record<string, unknown> = {}): Seen => ({
  observations: new Map(
    Object.entries(values).map(([label, value]): [string, Observation] => [
      label,
      { value, ...(label in expected && { expected: expected[label] }) },
    ]),
  ),
  errors: '',
})

test('a value that differs is listed, or it is a fault; a listed one that is gone is one, too', () => {
  const found = differencesOf('node', seen({ a: 1, b: [1], c: 1 }), seen({ a: 1, b: [2] }))
  assert.deepEqual(found, [
    { column: 'node', label: 'b', theirs: [1], ours: [2] },
    { column: 'node', label: 'c', theirs: 1 },
  ])
  assert.deepEqual(faultsOf(found, [{ column: 'node', label: '*' }]), [])
  assert.deepEqual(
    faultsOf(found, [
      { column: 'node', label: 'b' },
      { column: 'node', label: 'a' },
    ]),
    ['node › c differs, and is not listed', 'node › a is listed, and does not differ'],
  )
  assert.equal(faultsOf(found, [{ column: 'fast', label: '*' }]).length, 3)
})

test('Fastify 5 has to show what the program is for', () => {
  assert.deepEqual(vacuityOf(seen({ a: 1 }, { a: 1 })), [])
  assert.deepEqual(vacuityOf(seen({ a: 1 }, { a: 2 })), ['fastify-5 › a: 1, and expected is 2'])
  assert.equal(vacuityOf(seen({ a: 1 })).length, 1)
})

test('what is put down to the 4.x line has to be there on Fastify 4', () => {
  const known = [{ column: 'node' as const, label: 'a', like: 'fastify-4' as const }]
  const found = [{ column: 'node' as const, label: 'a', theirs: 1, ours: 2 }]
  assert.deepEqual(unlikeFaults(known, found, seen({ a: 2 })), [])
  assert.equal(unlikeFaults(known, found, seen({ a: 1 })).length, 1)
})

test('known differences are of programs, and have a reason', async () => {
  const names = new Set((await readPrograms()).map(({ name }) => name))
  const groups = readKnown()
  for (const { reason, columns, programs } of groups) {
    assert.ok(reason.length > 0 && columns.length > 0)
    for (const name of Object.keys(programs)) assert.ok(names.has(name), name)
  }
  assert.deepEqual(knownOf('nothing', ['node', 'fast'], groups), [])
})
