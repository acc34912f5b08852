// A broken file of cases is named with its place and its problem, and a matrix becomes its rows.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSuite, SuiteError } from './load.ts'

const GOOD = {
  id: 'one',
  rules: ['A-1'],
  source: 'mission',
  level: 'MUST',
  prose: 'Something holds.',
  app: { do: [{ get: '/', do: [{ send: 1 }] }] },
  exchanges: [{ id: 'x', polarity: 'positive', send: { url: '/' }, expect: { status: 200 } }],
}

function problemsOf(content: string): SuiteError['problems'] {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  try {
    mkdirSync(join(folder, 'area'))
    writeFileSync(join(folder, 'rules.json'), '{"format": 1, "rules": []}')
    writeFileSync(join(folder, 'area', 'cases.json'), content)
    loadSuite({ folder })
    return []
  } catch (error) {
    assert.ok(error instanceof SuiteError, String(error))
    return error.problems
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const fileOf = (...cases: unknown[]): string => JSON.stringify({ format: 1, group: 'g', cases })

test('a good file loads', () => assert.deepEqual(problemsOf(fileOf(GOOD)), []))

test('an id of two cases', () => {
  const [problem] = problemsOf(fileOf(GOOD, GOOD))
  assert.match(problem?.problem ?? '', /a case in area\/cases\.json has the id one too/)
})

test('text that is not JSON', () => {
  const [problem] = problemsOf('{"format": 1,')
  assert.equal(problem?.file, 'area/cases.json')
  assert.match(problem?.problem ?? '', /JSON/)
})

test('a misspelled statement, by its place', () => {
  const wrong = { ...GOOD, app: { do: [{ get: '/', do: [{ sned: 1 }] }] } }
  const [problem] = problemsOf(fileOf(GOOD, wrong))
  assert.equal(problem?.pointer, '/cases/1/app/do/0/do/0')
  assert.match(problem?.problem ?? '', /unknown key "sned"/)
})

test('two statements in one', () => {
  const [problem] = problemsOf(fileOf({ ...GOOD, app: { do: [{ get: '/', do: [{ send: 1, code: 2 }] }] } }))
  assert.match(problem?.problem ?? '', /exactly one .* found: send, code/)
})

test('a missing part and an unknown polarity', () => {
  const { exchanges: _, ...less } = GOOD
  assert.match(problemsOf(fileOf(less))[0]?.problem ?? '', /exchanges/)
  const neutral = { ...GOOD, exchanges: [{ ...GOOD.exchanges[0], polarity: 'neutral' }] }
  assert.equal(problemsOf(fileOf(neutral))[0]?.pointer, '/cases/0/exchanges/0/polarity')
})

test('a matrix that lacks what it is asked for', () => {
  const [problem] = problemsOf(
    fileOf({ ...GOOD, matrix: { n: [1] }, app: { do: [{ get: { $m: 'm' }, do: [] }] } }),
  )
  assert.deepEqual(problem, {
    file: 'area/cases.json',
    pointer: '/cases/0/app/do/0/get',
    problem: 'the matrix has no m',
  })
})

test('of some ids, the cases that can have them are all that is loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  try {
    const write = (file: string, content: unknown): void =>
      writeFileSync(join(folder, file), JSON.stringify(content))
    mkdirSync(join(folder, 'cases', 'area'), { recursive: true })
    write('rules.json', { format: 1, rules: [] })
    const rows = { ...GOOD, id: 'rows', matrix: { n: [1, 2] } }
    const named = { ...rows, id: 'is-{{n}}' }
    write('cases/area/cases.json', { format: 1, group: 'g', cases: [GOOD, rows, named] })
    const idsOf = (ids?: string[]): string[] =>
      loadSuite({ folder, unchecked: true, ...(ids === undefined ? {} : { ids }) }).cases.map(({ id }) => id)
    assert.deepEqual(idsOf(), ['one', 'rows[1]', 'rows[2]', 'is-1', 'is-2'])
    assert.deepEqual(idsOf(['one']), ['one'])
    assert.deepEqual(idsOf(['rows[2]']), ['rows[1]', 'rows[2]'])
    assert.deepEqual(idsOf(['is-2']), ['is-1', 'is-2'])
    assert.deepEqual(idsOf(['one-more', 'row[1]']), [])
    assert.deepEqual(idsOf([]), [])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
