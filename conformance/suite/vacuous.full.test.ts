// No expectation of a sample of the cases is satisfied by whatever else is seen.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findVacuous } from '../proof/vacuity/vacuity.ts'
import { runConformance } from '../run/run.ts'

test('no expectation is satisfied by whatever else is seen', async () => {
  const report = await runConformance({
    implementations: ['touchstone'],
    filter: ['file:auth/*', 'file:encapsulation/*'],
    transports: ['inject'],
  })
  const results = report.runs.flatMap(({ assertions }) => assertions.map(({ result }) => result))
  const { vacuous, assertions, failedAtOnce } = findVacuous(report.cases, results)
  const justified = readJustified()
  assert.deepEqual(
    vacuous.filter((id) => justified[id] === undefined),
    [],
  )
  assert.ok(failedAtOnce / assertions > 0.8, `${failedAtOnce} of ${assertions}`)
})

function readJustified(): Record<string, string> {
  const file = fileURLToPath(new URL('../../../conformance/proof/vacuity/vacuous.json', import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}
