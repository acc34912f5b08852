// The levels: each assertion by which others are measured has a place, and one that is skipped or differs keeps a level from being reached.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from '../../spec/load.ts'
import { CAPABILITIES } from '../contract/requirements.ts'
import { FORMATS } from '../formats/formats.ts'
import { terminalReport } from '../formats/terminal.ts'
import type { ConformanceReport } from '../run/run.ts'
import type { JudgedAssertion, Verdict } from './expectations.ts'
import { ladderOf, levelReached, levelsOf, levelText, openWith, placeOf, readLevels } from './levels.ts'

const suite = loadSuite()
const { cases } = suite

/** A run in which all pass, but for those that are named. */
function judged(other: Record<string, Verdict> = {}): JudgedAssertion[] {
  return cases.flatMap((one) =>
    one.body.exchanges.map(({ id: exchange }) => {
      const id = `${one.id}#${exchange}`
      return { result: { id, case: one.id, exchange, cells: {} }, case: one, verdict: other[id] ?? 'pass' }
    }),
  )
}

/** An assertion whose lowest level is this one. */
function oneOf(place: number): string {
  for (const one of cases)
    for (const exchange of one.body.exchanges)
      if (placeOf(one.body, exchange) === place) return `${one.id}#${exchange.id}`
  throw new Error(`no assertion of level ${place}`)
}

test('the words of the levels are capabilities, each once, and all that is measured has a place', () => {
  const words = readLevels().flatMap(({ needs }) => needs)
  assert.deepEqual(
    words.filter((word) => !CAPABILITIES.includes(word)),
    [],
  )
  assert.equal(new Set(words).size, words.length)
  const outside = cases.filter(
    ({ body }) =>
      (body.source === 'mission' || body.source === 'interface') &&
      body.level === 'MUST' &&
      body.exchanges.some((exchange) => placeOf(body, exchange) < 0),
  )
  assert.deepEqual(
    outside.map(({ id }) => id),
    [],
  )
})

test('a level is reached with nothing skipped and nothing that differs; a wording alone does not keep it away', () => {
  const of = (other: Record<string, Verdict>): string | null => levelReached(levelsOf(judged(other)))
  assert.equal(of({}), 'full')
  assert.equal(of({ [oneOf(0)]: 'wording' }), 'full')
  for (const verdict of ['skip', 'known', 'fail', 'unexpected-pass'] as const) {
    assert.equal(of({ [oneOf(2)]: verdict }), 'encapsulation', verdict)
    assert.equal(of({ [oneOf(0)]: verdict }), null, verdict)
  }
  assert.match(
    levelText(levelsOf(judged({ [oneOf(2)]: 'skip', [oneOf(0)]: 'known' }))),
    /^no level; of core 1 differ of \d+$/,
  )
})

test('each rung of the ladder opens more, and the last as much as the highest level without behaviours', () => {
  const ladder = ladderOf(cases)
  const open = ladder.map((rung) => rung.open)
  assert.deepEqual(
    open,
    [...open].sort((a, b) => a - b),
  )
  const full = readLevels().at(-1)
  assert.equal(open.at(-1), openWith(cases, full?.words ?? [], false))
  assert.ok((open[0] ?? 0) > 1000)
})

test('the badge and the reports say the level, and none where a part of the suite was run', () => {
  const run = (assertions: JudgedAssertion[]) =>
    ({
      implementation: 'mine',
      version: '1.0.0',
      crashes: 0,
      milliseconds: 1,
      complaints: [],
      assertions,
    }) as const
  const report: ConformanceReport = {
    suite,
    cases,
    runs: [{ ...run(judged({ [oneOf(3)]: 'skip' })), complaints: [] }],
    milliseconds: 1,
  }
  assert.match(
    FORMATS.badge(report, {}),
    /<title>touchstone: mine 1\.0\.0: level schemas, 100 % of the 99\.9 % that ran</,
  )
  assert.match(FORMATS.markdown(report, {}), /^\| mine 1\.0\.0 \| schemas \| 100 % of the 99\.9 % that ran/m)
  assert.match(terminalReport(report, { color: false }), /^ +level schemas; of extensions 1 skipped of \d+$/m)
  assert.match(FORMATS.github(report, {}), /level schemas; of extensions 1 skipped/)
  assert.match(FORMATS.junit(report, {}), /<property name="level" value="schemas"\/>/)
  const part = { ...report, cases: cases.slice(1) }
  assert.match(FORMATS.badge(part, {}), /a part, 100 % of the/)
  assert.doesNotMatch(terminalReport(part, { color: false }), /level schemas/)
  const fixtures = { ...report, suite: { ...suite, isPart: true as const } }
  assert.doesNotMatch(terminalReport(fixtures, { color: false }), /level/)
})
