/** Every cell of `functions.json` is tried: no function ends the process, and the next request is served. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { SECTIONS } from './functions.ts'
import { ENDS, readFunctions } from './table.ts'

const tables = readFunctions()
const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

for (const name of names) {
  const { rows } = SECTIONS[name]
  for (const { row, cells } of tables[name]) {
    test(`${name}: ${row}`, { timeout: 60_000 }, async () => {
      for (const [column, expected] of Object.entries(cells)) {
        if (expected === ENDS) continue
        const cut = column === 'never settles' && expected.includes('broken off')
        const waits = cut || /^(no answer|waits)/.test(expected)
        const { outcome, next } = await rows.get(row)!(column, waits)
        assert.equal(outcome, expected, column)
        assert.equal(next, '', `${column}: the next request`)
        await turn() // a rejection that nothing handles fails the test
      }
    })
  }
}

test('the tables have every row and column', () => {
  for (const name of names) {
    const { columns, rows } = SECTIONS[name]
    assert.deepEqual(
      tables[name].map(({ row }) => row),
      [...rows.keys()],
    )
    for (const { row, cells } of tables[name]) assert.deepEqual(Object.keys(cells), [...columns], row)
  }
})

test('the process ends by callbacks of the boot and by promises within payloads only', () => {
  const ending = names.flatMap((name) =>
    tables[name].filter(({ cells }) => Object.values(cells).includes(ENDS)),
  )
  assert.deepEqual(
    ending.map(({ row }) => row),
    ['`ready`', '`toJSON` of a payload'],
  )
})

test('a request is left without an answer only by what never calls back or never settles', () => {
  for (const { row, cells } of tables.functions)
    for (const [column, outcome] of Object.entries(cells))
      if (outcome.startsWith('no answer'))
        assert.ok(['never settles', 'returns a symbol'].includes(column), `${row}: ${column}`)
  for (const name of ['payloads', 'thrown'] as const)
    for (const { row, cells } of tables[name])
      assert.ok(!Object.values(cells).some((outcome) => outcome.startsWith('no answer')), row)
})

test('a failure that is answered or refused leaves a log line, or the logger itself has failed', () => {
  const silent = /log|^`(info|error|child)` of a logger/i
  for (const { row, cells } of tables.functions)
    for (const column of ['throws', 'rejects']) {
      const outcome = cells[column]!
      if (/^(fails|boots|the process)/.test(outcome) || silent.test(row)) continue
      assert.match(outcome, /, (error|debug)$|^4\d\d, info$/, `${row}: ${column}`)
    }
})
