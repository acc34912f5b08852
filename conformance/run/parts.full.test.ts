// Several processes give all results in the order of the suite, as one does, and an adapter that does not load fails the whole run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchangesOn, transportsOf } from '../wire/modes.ts'
import { prepareSuite, runConformance } from './run.ts'

const filter = ['area:encapsulation', 'area:decorators', 'area:errors']

test('three processes say what one would say, in the same order', async () => {
  const prepared = prepareSuite({ filter })
  assert.ok(prepared.cases.length > 300, 'each process has a hundred')
  const options = { implementations: ['touchstone'], filter, jobs: 3, transports: ['inject' as const] }
  const { runs } = await runConformance(options, prepared)
  const told = runs[0]?.assertions.map(({ result, verdict }) => `${result.id} ${verdict}`)
  // Of touchstone each assertion passes, but where inject carries none of it.
  const wanted = prepared.cases.flatMap(({ id, body }) => {
    const carried = transportsOf(body, ['inject']).length > 0 ? exchangesOn(body, 'inject') : []
    return body.exchanges.map((one) => `${id}#${one.id} ${carried.includes(one) ? 'pass' : 'skip'}`)
  })
  assert.deepEqual(told, wanted)
})

test('an adapter that does not load is the failure of the run, once', async () => {
  const missing = new URL('../fixtures/nowhere.js', import.meta.url).href
  const { runs } = await runConformance({ implementations: [`js:${missing}`], filter, jobs: 3 })
  assert.equal(typeof runs[0]?.failure, 'string')
  assert.equal(runs[0]?.assertions.length, 0)
})
