// What a case does not ask of an answer is compared with the known one.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Case, Transport } from '../../spec/case.ts'
import { loadSuite } from '../../spec/load.ts'
import { keepHeaders } from '../contract/beside.ts'
import { packageFile } from '../contract/package.ts'
import type { CanonicalAnswer, Cell } from '../contract/result.ts'
import { type AnswersFile, compareAnswers, digestOf, KnownAnswers, NONE } from './answers.ts'

const body = { exchanges: [{ id: 'first' }, { id: 'second' }] } as unknown as Case

function answer(headers: Record<string, string>, text = 'x'): CanonicalAnswer {
  const { date: _, connection: __, ...canonical } = headers
  return keepHeaders({ status: 200, headers: canonical, text }, headers)
}

function cellsOf(outcome: Cell['outcome'], second: CanonicalAnswer): Map<Transport, Map<string, Cell>> {
  const observed = { answer: second, trace: [], probes: {}, log: [] }
  return new Map([['socket', new Map([['second', { outcome, observed, milliseconds: 1 }]])]])
}

const known = answer({ 'x-a': '1', connection: 'keep-alive', date: 'today' })
const check = new KnownAnswers({ case: NONE + NONE + NONE + digestOf(known) })

test('an answer that is the known one passes, whatever its date', () => {
  const cells = cellsOf('pass', answer({ connection: 'keep-alive', 'x-a': '1', date: 'tomorrow' }))
  compareAnswers(check, { id: 'case', body }, cells)
  assert.equal(cells.get('socket')?.get('second')?.outcome, 'pass')
})

for (const [what, other] of [
  ['a header less', answer({ connection: 'keep-alive' })],
  ['a header more', answer({ 'x-a': '1', 'x-b': '1', connection: 'keep-alive' })],
  ['another value', answer({ 'x-a': '2', connection: 'keep-alive' })],
  ['another header of the connection', answer({ 'x-a': '1', connection: 'close' })],
  ['another body', answer({ 'x-a': '1', connection: 'keep-alive' }, 'y')],
] as const) {
  test(`an answer with ${what} fails, and is shown`, () => {
    const cells = cellsOf('pass', other)
    compareAnswers(check, { id: 'case', body }, cells)
    const cell = cells.get('socket')?.get('second')
    assert.equal(cell?.outcome, 'fail')
    assert.match(String(cell?.difference?.expected), /npm run answers/)
    assert.match(JSON.stringify(cell?.difference?.actual), /"status":200/)
  })
}

test('what is not known, or has failed before, stays as it is', () => {
  const other = answer({ 'x-a': '2' })
  for (const [id, outcome] of [
    ['another', 'pass'],
    ['case', 'wording'],
  ] as const) {
    const cells = cellsOf(outcome, other)
    compareAnswers(check, { id, body }, cells)
    assert.equal(cells.get('socket')?.get('second')?.outcome, outcome)
  }
})

test('spec/answers.json has digests for each exchange of cases that are there', () => {
  const { cases } = JSON.parse(readFileSync(packageFile('spec/answers.json'), 'utf8')) as AnswersFile
  const lengths = new Map(
    loadSuite({ unchecked: true }).cases.map((one) => [one.id, one.body.exchanges.length]),
  )
  for (const [id, digests] of Object.entries(cases))
    assert.equal(
      digests.length,
      (lengths.get(id) ?? 0) * 2 * NONE.length,
      `${id}: npm run answers -- --write`,
    )
  assert.ok(Object.keys(cases).length > 0.7 * lengths.size, 'the answers of most cases are known')
})
