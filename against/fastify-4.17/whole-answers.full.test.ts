import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Decided, differences, undecided } from './whole-answers.ts'

const FILE = fileURLToPath(new URL('../../../against/fastify-4.17/differences.json', import.meta.url))

test('whole answers and logs are those of Fastify 4.17, but for what was decided', {
  timeout: 900_000,
}, async () => {
  const { compared, found } = await differences()
  assert.ok(compared > 10_000, `${compared} places were compared`)
  const decided: Decided[] = JSON.parse(readFileSync(FILE, 'utf8'))
  const { open, gone } = undecided(found, decided)
  const told = open.map(({ place, oracle, own }) => `${place}\n  4.17       ${oracle}\n  touchstone ${own}`)
  assert.equal(told.join('\n'), '')
  assert.deepEqual(gone, [], 'differences that are gone')
})
