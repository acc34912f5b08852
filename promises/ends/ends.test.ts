/** Every way in `ends.json` is tried here and on Fastify, and each request that onRequest saw ends once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify417 from 'fastify-4.17'
import fastify429 from 'fastify-4.29'
import touchstone from '../../src/index.ts'
import { type Observed, observe } from './observe.ts'
import { type EndRow, endLinesOf, endsOf, readEnds, requestsOf, type Seen } from './table.ts'
import { WAYS } from './ways.ts'

const FRAMEWORKS = {
  touchstone,
  '4.17.0': fastify417 as never as typeof touchstone,
  '4.29.1': fastify429 as never as typeof touchstone,
}

// Sorted: hooks of the end and those of an error that the same event causes run beside each other.
const shown = ({ client, log }: Seen | Observed, hooks: readonly string[]) => ({
  client,
  hooks: [...hooks].sort(),
  log: [...log].sort(),
})

function expected(row: EndRow, name: string): Seen | 'ends the process' {
  return row.fastify?.[name] ?? row
}

for (const row of readEnds()) {
  test(`${row.id}: hooks and log lines are those of the table`, { timeout: 30_000 }, async () => {
    for (const [name, factory] of Object.entries(FRAMEWORKS)) {
      const claim = expected(row, name)
      if (claim === 'ends the process') continue
      const seen = await observe(factory, WAYS[row.id]!)
      const hooks = claim.hooks.split(' ').filter((hook) => hook !== '')
      assert.deepEqual(shown(seen, seen.hooks), shown(claim, hooks), name)
    }
  })
}

test('each request that onRequest saw has one hook and one log line of an end', () => {
  for (const row of readEnds()) {
    assert.equal(endsOf(row).length, requestsOf(row), row.id)
    assert.equal(endLinesOf(row).length, requestsOf(row), row.id)
  }
})

test('a request that onRequest did not see has one log line, unless its connection was handed over', () => {
  for (const row of readEnds().filter((one) => requestsOf(one) === 0 && one.id !== 'upgrade'))
    assert.equal(row.log.length, 1, row.id)
})

test('the table has every way', () => {
  assert.deepEqual(
    readEnds()
      .map(({ id }) => id)
      .sort(),
    Object.keys(WAYS).sort(),
  )
})
