// The official suite on touchstone, where a copy of it is at hand; what is made of it, and what is said where there is none.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { matrixOf } from '../report/matrix.ts'
import { exitCodeOf, runConformance } from '../run/run.ts'
import { JsonSchemaSuiteError, jsonSchemaCases } from './json-schema-cases.ts'

const SUITE = fileURLToPath(new URL('../../../../shared/data/json-schema-test-suite', import.meta.url))

test('draft 7, required and optional: nothing but the listed differences', async (t) => {
  if (!existsSync(SUITE)) {
    t.diagnostic('the JSON Schema Test Suite is not beside this checkout: its row is left out')
    return
  }
  const report = await runConformance({
    implementations: ['touchstone'],
    jsonSchemaSuite: SUITE,
    filter: ['source:json-schema'],
    transports: ['inject'],
  })
  const wrong = report.runs[0]?.assertions.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'known')
  assert.deepEqual(
    wrong?.map(({ result }) => result.id),
    [],
  )
  assert.equal(exitCodeOf(report), 0)
  const [row] = matrixOf(report).rows
  assert.equal(row?.source, 'json-schema')
  assert.ok((row?.tallies[0]?.passed ?? 0) > 2000, JSON.stringify(row))
})

function suiteOf(t: TestContext, groups: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'tests/draft7/optional'), { recursive: true })
  writeFileSync(join(folder, 'tests/draft7/type.json'), JSON.stringify(groups))
  return folder
}

test('a group is a case of bodies, and one of payloads for what is valid and serialized', (t) => {
  const folder = suiteOf(t, [
    {
      description: 'An integer!',
      schema: { type: 'integer' },
      tests: [
        { description: 'one', data: 1, valid: true },
        { description: 'one', data: 'x', valid: false },
      ],
    },
    {
      description: 'An integer!',
      schema: { type: 'string' },
      tests: [{ description: 'text', data: 'x', valid: true }],
    },
  ])
  const cases = jsonSchemaCases(folder)
  assert.deepEqual(
    cases.map(({ id, body }) => [id, body.exchanges.map((one) => one.id)]),
    [
      ['jsts-type-an-integer', ['one', 'one-2']],
      ['jsts-written-type-an-integer', ['one']],
      ['jsts-type-an-integer-2', ['text']],
    ],
  )
  assert.equal(cases[0]?.body.exchanges[1]?.expect.status, 400)
})

test('a difference that is not listed is told', async (t) => {
  const tests = [{ description: 'a text', data: 'x', valid: true }]
  const folder = suiteOf(t, [{ description: 'a type', schema: { type: 'integer' }, tests }])
  const { runs } = await runConformance({
    implementations: ['touchstone'],
    jsonSchemaSuite: folder,
    filter: ['source:json-schema'],
  })
  assert.deepEqual(
    runs[0]?.assertions.map(({ result, verdict }) => [result.id, verdict]),
    [['jsts-type-a-type#a-text', 'fail']],
  )
})

test('a folder without a suite, and a broken file of one, are named', (t) => {
  assert.throws(
    () => jsonSchemaCases('/nowhere'),
    (error: Error) =>
      error instanceof JsonSchemaSuiteError && /no JSON Schema Test Suite in \/nowhere/.test(error.message),
  )
  const folder = suiteOf(t, [])
  writeFileSync(join(folder, 'tests/draft7/type.json'), '[')
  assert.throws(() => jsonSchemaCases(folder), /type\.json is not a part of a suite/)
})
