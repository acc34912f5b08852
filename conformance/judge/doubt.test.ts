// Adapters that run nothing, or answer all alike, have no score: their runs fail, with a sentence that says why.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from '../../spec/load.ts'
import { adapterOf } from '../adapters/adapter-of.ts'
import { adapter as touchstone } from '../adapters/touchstone.ts'
import type { Adapter } from '../contract/adapter.ts'
import { NotBuiltError } from '../contract/faults.ts'
import type { AssertionResult } from '../contract/result.ts'
import { answersTheSame, declaresNothing, skips } from '../fixtures/cheats.ts'
import { FORMATS } from '../formats/formats.ts'
import { terminalReport } from '../formats/terminal.ts'
import { type ConformanceReport, exitCodeOf } from '../run/run.ts'
import { runCases } from '../run/run-cases.ts'
import { judgeAll, type KnownDifference } from './expectations.ts'

const suite = loadSuite({
  files: [
    'cases/auth/bearer.json',
    'cases/auth/header-forms.json',
    'cases/auth/options.json',
    'cases/encapsulation/contexts.json',
  ],
})

/** Runs an adapter in this process. The report that is returned judges its results by known differences. */
async function runOf(of: object): Promise<(expected?: KnownDifference[]) => ConformanceReport> {
  const adapter = adapterOf({ adapter: of }, 'cheats')
  const { cases } = suite
  const results: AssertionResult[] = []
  await runCases(adapter, cases, {
    transports: ['inject'],
    concurrency: 8,
    finished: (_, some) => results.push(...some),
  })
  const { name: implementation, version } = adapter
  return (expected = []) => {
    const judged = judgeAll(results, cases, expected, { whole: false })
    const run = { implementation, version, crashes: 0, milliseconds: 1, ...judged }
    return { suite, cases, runs: [run], milliseconds: 1 }
  }
}

const CHEATS: [name: string, of: object, told: RegExp][] = [
  [
    'declares nothing',
    declaresNothing,
    /nothing ran, so there is no score: all \d+ assertions were skipped\. Why: lacks /,
  ],
  [
    'answers the same to everything',
    answersTheSame,
    /it gives one answer to \d+ of \d+ requests, 200 with "hello", and \d+ of them expect another/,
  ],
  ['skips', skips, /nothing ran, so there is no score: .*its adapter skips it: not today/],
]

for (const [name, of, told] of CHEATS) {
  test(`an adapter that ${name} fails, in each report, also where all its failures are listed`, async () => {
    const all: KnownDifference[] = [{ match: '*', kind: 'recorded', reason: 'all of it' }]
    const reportOf = await runOf(of)
    for (const expected of [[], all]) {
      const report = reportOf(expected)
      assert.equal(exitCodeOf(report), 6)
      const terminal = terminalReport(report, { color: false })
      assert.match(terminal, told)
      assert.match(terminal, /the run says nothing of it/)
      assert.doesNotMatch(terminal, /All as expected/)
      for (const format of ['junit', 'markdown', 'github', 'ndjson', 'json'] as const) {
        const text = FORMATS[format](report, {}).replaceAll('\\"', '"').replaceAll('&quot;', '"')
        assert.match(text, told, format)
      }
    }
  })
}

test('a fixture that is not built did not run: the rest has a score with its coverage, and the run is not green', async () => {
  const lacking: Adapter = {
    ...touchstone,
    build: (app, recorder) =>
      JSON.stringify(app).includes('bearerAuth')
        ? Promise.reject(new NotBuiltError('auth is not built: there is no such file'))
        : touchstone.build(app, recorder),
  }
  const report = (await runOf(lacking))()
  assert.equal(exitCodeOf(report), 1)
  const wanted = /The fixture auth is not built: there is no such file\. Its \d+ assertions did not run\./
  const terminal = terminalReport(report, { color: false })
  assert.match(terminal, wanted)
  assert.match(terminal, /100 % of the \d\d?(\.\d)? % that ran/)
  assert.match(terminal, /, what ran is as expected, .*Not all as expected/s)
  for (const format of ['junit', 'markdown', 'github', 'sarif'] as const)
    assert.match(FORMATS[format](report, {}), wanted, format)
})

test('one that skips the half of what it declares, or more, has no score of the rest', async () => {
  const half: Adapter = {
    ...touchstone,
    build: (app, recorder) =>
      JSON.stringify(app).includes('register') ? skips.build(app, recorder) : touchstone.build(app, recorder),
  }
  const report = (await runOf(half))()
  const [run] = report.runs
  assert.ok(run?.assertions.some(({ verdict }) => verdict !== 'skip'))
  assert.equal(exitCodeOf(report), 6)
  assert.match(
    terminalReport(report, { color: false }),
    /it skips \d+ of the \d+ assertions for which it declares all that they need.*The first is .*not today/,
  )
})
