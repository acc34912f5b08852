// The suite gives each faux implementation the expected verdict, down to the assertion.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAUX } from './all.ts'
import { readVerdicts, tryAll } from './verdicts.ts'

const expected = readVerdicts()

test('each faux implementation has an expected verdict, and no other has', () => {
  assert.deepEqual(Object.keys(expected).sort(), FAUX.map(({ name }) => name).sort())
  assert.ok(FAUX.length >= 16)
})

test('those with a defect fail, the others do not', () => {
  const harmless = ['hides-capabilities', 'honest', 'prints-garbage', 'slow']
  for (const [name, { failing }] of Object.entries(expected))
    assert.equal(Object.keys(failing).length === 0, harmless.includes(name), name)
})

test('the verdicts are as expected', async () => {
  const seen = await tryAll(expected)
  for (const { name } of FAUX) assert.deepEqual(seen[name], expected[name], name)
})
