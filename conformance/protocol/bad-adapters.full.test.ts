// Adapters that are bad in one way each: the verdict stays with the case that did it, the message says what, and the run goes on.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { outcomeOf } from '../contract/result.ts'
import { type ConformanceOptions, type ConformanceReport, exitCodeOf, runConformance } from '../run/run.ts'

const folder = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const script = fileURLToPath(new URL('../fixtures/bad-adapter.js', import.meta.url))
/** The case of the application that makes the fixture misbehave. */
const MARKED = 'run-declaration-errors'

function run(
  way: string,
  timeScale = 1,
  suite: Partial<ConformanceOptions> = { folder },
): Promise<ConformanceReport> {
  const connectable = `exec:"${process.execPath}" --no-warnings "${script}" ${way}`
  const expectations = () => ({ format: 1 as const, implementation: way, expected: [] })
  return runConformance({ implementations: [connectable], expectations, timeScale, ...suite })
}

interface Seen {
  /** Outcomes of the assertions of the case at fault. */
  outcomes: string[]
  reason: string
  /** Assertions of other cases that did not pass. */
  others: string[]
}

function seen(report: ConformanceReport): Seen {
  const [judged] = report.runs
  assert.equal(judged?.failure, undefined)
  const bad = (judged?.assertions ?? []).filter((one) => one.verdict === 'fail')
  const own = bad.filter((one) => one.case.body.id === MARKED)
  const cells = own.flatMap((one) => Object.values(one.result.cells))
  return {
    outcomes: [...new Set(own.map((one) => outcomeOf(one.result)))],
    reason: cells.find((cell) => cell.reason !== undefined)?.reason ?? '',
    others: bad.filter((one) => !own.includes(one)).map((one) => one.result.id),
  }
}

const ways: [way: string, outcome: string, told: RegExp][] = [
  [
    'half-line',
    'protocol',
    /it wrote half a line, "\{\\"id\\":\d+.*", and no line end; the adapter did not answer/,
  ],
  ['mute', 'timeout', /the adapter did not answer, nor a ping within \d+ ms; it was ended and started again/],
  ['dies', 'crash', /ended with exit code 9\nstderr:\n {4}Traceback: died of bad luck/],
  [
    'garbage',
    'protocol',
    /a line that is not JSON: "Server listening on 8080"; stdout is for answers alone, write everything else to stderr/,
  ],
  ['other-id', 'protocol', /it answered 10\d\d, and no command had that id: .*wait for one/],
  ['twice', 'protocol', /it answered \d+ twice/],
  ['flood', 'protocol', /a line that is not JSON: "noise 0"/],
  ['shape', 'protocol', /its answer to build is wrong at its top: unknown key "result"/],
]

// Two of them wait until a time is up: they do so beside others, and for the whole time, since the machine may be busy.
describe('bad in one way', { concurrency: 3 }, () => {
  for (const [way, outcome, told] of ways) {
    test(`${way}: ${outcome}, and no other case suffers`, async () => {
      const report = await run(way)
      const { outcomes, reason, others } = seen(report)
      assert.deepEqual(outcomes, [outcome])
      assert.match(reason, told)
      assert.deepEqual(others, [])
      assert.equal(exitCodeOf(report), 1)
    })
  }
})

const unusable: [way: string, told: RegExp, timeScale?: number][] = [
  [
    'silent',
    /does not start: it did not answer start within 0\.5 s; it has to read lines of JSON from stdin/,
    0.05,
  ],
  [
    'version',
    /does not start: it speaks touchstone-adapter\/2, and this touchstone [\d.]+ speaks touchstone-adapter\/1/,
  ],
  ['capability', /does not start: it declares the capability teleport, which does not exist; the words of/],
  ['always-dies', /given up: .* died or was ended 20 times in a row.*its process ended with exit code 7/],
]

for (const [way, told, timeScale] of unusable) {
  test(`${way}: the adapter fails, and the message says why`, async () => {
    // To be given up, an adapter has to die more often than the fixture has cases.
    const suite = way === 'always-dies' ? { filter: ['area:encapsulation'] } : { folder }
    const report = await run(way, timeScale, suite)
    assert.match(report.runs[0]?.failure ?? '', told)
    assert.equal(exitCodeOf(report), 2)
  })
}
