// Patterns choose assertions: an area is that of the rule, and a file may be named with and without the folder of all cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from '../../spec/load.ts'
import { readExpectations } from './expectations.ts'
import { areaOf, Patterns, rulesOf, selectCases, selectorOf } from './selectors.ts'

const suite = loadSuite({ unchecked: true })

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

test('many patterns at once choose what each chooses by itself', () => {
  const { expected } = readExpectations('fastify-5')
  // A fifth of them: each is compared with each case, and there are thousands.
  const some = expected.flatMap(({ match }) => match).filter((_, at) => at % 5 === 0)
  const patterns = [...some, 'area:auth', 'rule:ENC-*', '*', 'file:auth/*']
  const selectors = patterns.map(selectorOf)
  const together = new Patterns(patterns)
  let chosen = 0
  for (const one of suite.cases.filter((_, at) => at % 40 === 0))
    for (const { id } of one.body.exchanges) {
      const places = [...selectors.keys()].filter((place) => selectors[place]!(one, id))
      assert.deepEqual(together.choosing(one, id), places, `${one.id}#${id}`)
      chosen += places.length
    }
  assert.ok(chosen > suite.cases.length / 40, 'more than what `*` chooses')
})
