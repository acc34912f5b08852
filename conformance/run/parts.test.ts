// Several processes give the same results as one, and an adapter that does not load fails the whole run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runConformance } from './run.ts'

const filter = ['area:encapsulation', 'area:decorators', 'area:errors']

test('three processes say what one says, in the same order', async () => {
  const told = async (jobs: number) => {
    const { runs } = await runConformance({
      implementations: ['touchstone'],
      filter,
      jobs,
      transports: ['inject'],
    })
    return runs[0]?.assertions.map(({ result, verdict }) => `${result.id} ${verdict}`)
  }
  const [one, three] = await Promise.all([told(1), told(3)])
  assert.ok((one?.length ?? 0) > 200)
  assert.deepEqual(three, one)
})

test('an adapter that does not load is the failure of the run, once', async () => {
  const missing = new URL('../fixtures/nowhere.js', import.meta.url).href
  const { runs } = await runConformance({ implementations: [`js:${missing}`], jobs: 3 })
  assert.equal(typeof runs[0]?.failure, 'string')
  assert.equal(runs[0]?.assertions.length, 0)
})
