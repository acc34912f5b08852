// A case with a matrix becomes one case a row, with its values, its text and its rules in place.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case } from './case.ts'
import { rowsOf } from './matrix.ts'

const BODY = {
  id: 'c',
  rules: ['A-1'],
  matrix: { form: [{ id: 'x', value: { a: 1 }, rules: ['A-2'] }, { id: 'y' }], status: [200, 404] },
  app: {
    do: [{ get: '/{{form.id}}/{{status}}', do: [{ send: { $m: 'status' } }] }],
    options: { '{{status}}': { $m: 'form.id' } },
  },
  exchanges: [{ 'x-{{form.id}}': { $m: 'status' }, gone: { '$m?': 'form.value' } }],
}

test('the rows are the product of the axes', () => {
  const body = JSON.parse(JSON.stringify(BODY)) as Case
  const rows = rowsOf(body)
  assert.deepEqual(
    rows.map((row) => row.id),
    ['c[x,200]', 'c[x,404]', 'c[y,200]', 'c[y,404]'],
  )
  assert.deepEqual(rows[0]?.body.rules, ['A-1', 'A-2'])
  assert.deepEqual(rows[3]?.body.app, { do: [{ get: '/y/404', do: [{ send: 404 }] }], options: { 404: 'y' } })
  assert.deepEqual(rows[0]?.body.exchanges[0], { 'x-x': 200, gone: { a: 1 } })
  assert.deepEqual(rows[3]?.body.exchanges[0], { 'x-y': 404 })
})
