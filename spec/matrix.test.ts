// A case with a matrix becomes one case a row, with its values, its text and its rules in place.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case, CaseSource } from './case.ts'
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

const read = (source: object): CaseSource => JSON.parse(JSON.stringify(source)) as CaseSource
const REST = { source: 'interface', prose: 'p', app: { do: [] } }

test('an axis can be a table; an empty cell is as no value, and an id can name its rows', () => {
  const source = read({
    ...REST,
    id: 'to-{{to.id}}',
    rules: ['A-1'],
    matrix: {
      to: {
        columns: ['id', 'rules', 'x'],
        rows: [
          ['a', ['A-2'], 1],
          ['b', '✗', '✗'],
        ],
      },
    },
    exchanges: [
      { id: 'e', polarity: 'positive', send: { url: '/' }, expect: { json: { x: { '$m?': 'to.x' } } } },
    ],
  })
  const rows = rowsOf(source)
  assert.deepEqual(
    rows.map((row) => [row.id, row.body.id, row.body.rules, row.body.level, row.body.exchanges[0]?.expect]),
    [
      ['to-a', 'to-a', ['A-1', 'A-2'], 'MUST', { json: { x: 1 } }],
      ['to-b', 'to-b', ['A-1'], 'MUST', { json: {} }],
    ],
  )
})

test('a table makes an exchange of each row, of two shapes where it asks for a value', () => {
  const exchange = (status: number) => ({ id: '{{row.id}}', expect: { status, json: { $m: 'row.{{to}}' } } })
  const each = [
    { if: 'row.{{to}}', then: exchange(200), else: { id: '{{row.id}}', expect: { status: 400 } } },
  ]
  const source = read({
    ...REST,
    id: 'c',
    rules: [],
    matrix: { to: ['x', 'y'] },
    exchanges: [
      { id: 'first', expect: {} },
      { table: 'values', each },
    ],
  })
  const tables = {
    values: {
      columns: ['id', 'x', 'y'],
      rows: [
        ['one', 1, '✗'],
        ['two', null, 2],
      ],
    },
  }
  assert.deepEqual(
    rowsOf(source, tables).map((row) => row.body.exchanges),
    [
      [
        { id: 'first', expect: {} },
        { id: 'one', expect: { status: 200, json: 1 } },
        { id: 'two', expect: { status: 200, json: null } },
      ],
      [
        { id: 'first', expect: {} },
        { id: 'one', expect: { status: 400 } },
        { id: 'two', expect: { status: 200, json: 2 } },
      ],
    ],
  )
})

test('a table that is missing and a row that is too short are named with their place', () => {
  const of = (table: unknown) => read({ ...REST, id: 'c', rules: [], exchanges: [{ table, each: [] }] })
  const place = { pointer: '/exchanges/0/table' }
  assert.throws(() => rowsOf(of('none')), { ...place, message: 'the file has no table none' })
  const short = { columns: ['id', 'x'], rows: [['one']] }
  assert.throws(() => rowsOf(of(short)), { ...place, message: 'row 0 of the table has not 2 cells: ["one"]' })
})

test('without a matrix a case is as it is written', () => {
  const source = read({ ...REST, id: 'c', rules: [], exchanges: [{ id: 'e', expect: { text: '{{x}}' } }] })
  assert.deepEqual(rowsOf(source)[0]?.body.exchanges, [{ id: 'e', expect: { text: '{{x}}' } }])
})

test('each row has its own rules', () => {
  const matrix = {
    row: [
      { id: 'a', rules: ['A-2'] },
      { id: 'b', rules: ['B-2'] },
    ],
  }
  const source = { id: 'c', rules: ['A-1'], matrix, app: { do: [{ trace: 1 }] }, exchanges: [] }
  const [one, other] = rowsOf(source as unknown as CaseSource)
  assert.deepEqual(
    [one?.body.rules, other?.body.rules],
    [
      ['A-1', 'A-2'],
      ['A-1', 'B-2'],
    ],
  )
  assert.deepEqual(one?.body.app, other?.body.app)
})
