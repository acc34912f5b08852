// Patterns choose assertions: an area is that of the rule, and a file may be named with and without the folder of all cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from '../../spec/load.ts'
import { areaOf, rulesOf, selectCases, selectorOf } from './selectors.ts'

const suite = loadSuite()

test('area: chooses by the area of the rule, wherever the case lies', () => {
  const chosen = selectorOf('area:service')
  const assertions = suite.cases.flatMap((one) => one.body.exchanges.map(({ id }) => [one, id] as const))
  const wanted = assertions.filter(
    ([one, id]) => suite.rules.get(rulesOf(one, id)[0] ?? '')?.area === 'service',
  )
  assert.ok(wanted.some(([one]) => one.area !== 'service'))
  assert.deepEqual(
    assertions.filter(([one, id]) => chosen(one, id)),
    wanted,
  )
  for (const [one, id] of wanted) assert.equal(areaOf(one, id), 'service')
})

test('a file of cases is chosen by its path, with and without cases/', () => {
  const [long, short] = ['file:cases/auth/*', 'file:auth/*'].map((one) => selectCases(suite.cases, [one]))
  assert.ok(long?.length)
  assert.deepEqual(short, long)
  for (const { file } of long) assert.match(file, /^cases\/auth\//)
})
