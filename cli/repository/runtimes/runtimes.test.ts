/** The page of runtimes is that of its data, and each difference has a reason. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hostileReport } from '../../../conformance/fixtures/hostile-report.ts'
import { identityOf } from '../../../conformance/report/verdicts.ts'
import { runtimesText } from './document.ts'
import { PAGE, pageOf, readRuntimes } from './run.ts'
import { reasonFor, runtimesOf } from './table.ts'

test('the page is written from the stored table, and each difference has a reason', () => {
  const { runtimes, reasons } = readRuntimes()
  const page = readFileSync(PAGE, 'utf8')
  assert.equal(page, pageOf(page, runtimes, reasons), 'npm run matrix:runtimes writes it')
  const without = runtimes.differences.filter((one) => reasonFor(one, reasons) === undefined)
  assert.deepEqual(without, [])
  const idle = reasons.filter(
    (reason) => !runtimes.differences.some((one) => reasonFor(one, reasons) === reason),
  )
  assert.deepEqual(idle, [])
})

test('a runtime differs from the first of its implementation', () => {
  const report = hostileReport('mine+node-20.0.0', '1.0.0')
  const [first] = report.runs
  assert.ok(first)
  const other = structuredClone(first)
  other.implementation = 'mine+bun-1.0.0'
  const changed = other.assertions.find(({ verdict }) => verdict === 'pass')
  assert.ok(changed)
  changed.verdict = 'fail'
  const stored = {
    name: 'r',
    report: { ...report, runs: [first, other] },
    identity: identityOf(report.suite),
  }
  const runtimes = runtimesOf(stored)
  assert.deepEqual(
    runtimes.rows.map(({ implementation, runtime }) => [implementation, runtime]),
    [
      ['mine', 'node-20.0.0'],
      ['mine', 'bun-1.0.0'],
    ],
  )
  assert.equal(runtimes.rows[0]!.kept - runtimes.rows[1]!.kept, 1)
  assert.deepEqual(
    runtimes.differences.map(({ runtime, count, keeps }) => [runtime, count, keeps]),
    [['bun-1.0.0', 1, false]],
  )
  assert.match(runtimesText(runtimes, []), /Not explained yet:\n\n- bun-1\.0\.0, `one` /)
  const reason = { on: 'bun-*', match: ['one'], title: 'A title', reason: 'It is so:' }
  assert.match(runtimesText(runtimes, [reason]), /\*\*A title\*\* \(bun-1\.0\.0: 1\)\. It is so: `one`\./)
})
