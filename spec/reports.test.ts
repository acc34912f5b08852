import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from './load.ts'
import { readReports } from './reports.ts'

test('each public report is there once, and names cases that are there', () => {
  const { cases } = loadSuite({ unchecked: true })
  const ids = new Set(cases.flatMap(({ id }) => [id, id.replace(/\[.*/, '')]))
  const reports = readReports()
  assert.equal(new Set(reports.map(({ report }) => report)).size, reports.length)
  for (const { report, cases: named } of reports)
    assert.deepEqual(
      named.filter((id) => !ids.has(id)),
      [],
      report,
    )
})
