// The order of the cases changes nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonReport } from '../report/json.ts'
import { runConformance } from '../run/run.ts'

const SOME = { implementations: ['touchstone'], filter: ['area:auth', 'area:decorators', 'area:not-found'] }

test('a second run, in another order, gives the same report to the byte', async () => {
  const reports = [await runConformance(SOME), await runConformance({ ...SOME, seed: 7 })]
  const [first, second] = reports.map((report) => JSON.stringify(jsonReport(report, { deterministic: true })))
  assert.equal(second, first)
})
