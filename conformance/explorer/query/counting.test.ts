// The numbers of the page: the rows of the areas sum up to the card, and both are those of the terminal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case, Exchange } from '../../../spec/case.ts'
import { dataOf } from '../../formats/page.ts'
import { matrixOf } from '../../report/matrix.ts'
import { identityOf } from '../../report/verdicts.ts'
import type { ConformanceReport } from '../../run/run.ts'
import { Model } from '../model.ts'
import { shareOf } from '../states.ts'
import { countIn, measuredIn } from './counting.ts'
import { matchAll, vocabularyOf } from './match.ts'
import { parseQuery } from './query.ts'

const at = { document: 'mission', section: 's' }
const rule = (id: string, area: string) =>
  ({ id, area, source: 'mission', level: 'MUST', text: `${id}.`, at, testable: true }) as const

/** One assertion of two areas, one of one area, one of touchstone alone; each over two transports. */
function report(): ConformanceReport {
  const exchange = (id: string, rules: string[]): Exchange => ({
    id,
    rules,
    polarity: 'positive',
    expect: {},
  })
  const one = (id: string, source: Case['source'], exchanges: Exchange[]) => ({
    id,
    area: 'folder',
    file: 'folder/x.json',
    body: { id, rules: ['A-1'], source, level: 'MUST' as const, prose: '', app: { do: [] }, exchanges },
  })
  const cases = [
    one('shared', 'mission', [exchange('both', ['B-1', 'A-1']), exchange('a', ['A-1'])]),
    one('own', 'touchstone', [exchange('a', ['A-1'])]),
    one('lacking', 'interface', [exchange('b', ['B-1'])]),
  ]
  const rules = new Map([rule('A-1', 'first'), rule('B-1', 'second')].map((each) => [each.id, each]))
  const suite = { rules, cases, retired: [] }
  const assertions = cases.flatMap((each) =>
    each.body.exchanges.map(({ id }) => {
      const skipped = each.id === 'lacking'
      const cell = { outcome: skipped ? ('skip' as const) : ('pass' as const), milliseconds: 0 }
      const result = {
        id: `${each.id}#${id}`,
        case: each.id,
        exchange: id,
        cells: { inject: cell, socket: cell },
      }
      return { result, case: each, verdict: skipped ? ('skip' as const) : ('pass' as const) }
    }),
  )
  const run = {
    implementation: 'mine',
    version: '1',
    crashes: 0,
    milliseconds: 0,
    complaints: [],
    assertions,
  }
  return { suite, cases, runs: [run], milliseconds: 0 }
}

const model = new Model(dataOf([{ name: 'r', report: report(), identity: identityOf(report().suite) }]))
const transports = ['inject', 'socket']

test('the areas sum up to the card, over all transports together and over each', () => {
  const areas = matchAll(model, null)
  const measured = measuredIn(model, areas, false)
  for (const over of [transports, ['inject']]) {
    const card = shareOf(countIn(model, measured.all[0] as never, 0, over))
    const rows = areas.map(({ name }) =>
      shareOf(countIn(model, measured.areas.get(name)?.[0] as never, 0, over)),
    )
    assert.deepEqual(card, { passed: 2, total: 2, skipped: 1 })
    assert.deepEqual(rows, [
      { passed: 1, total: 1, skipped: 0 },
      { passed: 1, total: 1, skipped: 1 },
    ])
  }
})

test('the numbers of the page are those of the other reports', () => {
  const matrix = matrixOf(report())
  const card = shareOf(
    countIn(model, measuredIn(model, matchAll(model, null), false).all[0] as never, 0, transports),
  )
  const { passed, total, skipped } = matrix.overall[0] as typeof card
  assert.deepEqual({ passed, total, skipped }, card)
  const counted = matrix.rows
    .filter(({ source, area }) => area === 'second' && source !== 'touchstone')
    .reduce((sum, { tallies }) => sum + (tallies[0]?.total ?? 0) + (tallies[0]?.skipped ?? 0), 0)
  assert.equal(counted, 2)
})

test('under a query all that it chooses counts, in the area of the first rule that it chooses', () => {
  const areas = matchAll(model, parseQuery('rule:A-1', vocabularyOf(model)))
  const measured = measuredIn(model, areas, true)
  assert.equal(measured.all[0]?.size, 3)
  assert.equal(measured.areas.get('first')?.[0]?.size, 3)
})
