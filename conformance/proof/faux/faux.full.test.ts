// The suite notices each faux implementation that has a defect, and no other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAUX } from './all.ts'
import { readVerdicts, tryAll } from './verdicts.ts'

const HARMLESS = ['hides-capabilities', 'honest', 'prints-garbage', 'slow']

test('each faux implementation has a verdict in verdicts.json, and no other has', () => {
  assert.deepEqual(Object.keys(readVerdicts()).sort(), FAUX.map(({ name }) => name).sort())
  assert.ok(FAUX.length >= 16)
})

test('those with a defect are noticed, the others are not: in verdicts.json and now', async () => {
  for (const verdicts of [readVerdicts(), await tryAll()])
    for (const [name, { noticed, first }] of Object.entries(verdicts))
      assert.equal(noticed === 0, HARMLESS.includes(name), `${name}: ${first}`)
})
