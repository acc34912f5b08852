// An implementation says the same out of process as in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { outcomes } from '../fixtures/outcomes.ts'
import { exitCodeOf, runConformance } from '../run/run.ts'

const command = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))

const WRONG: ReadonlySet<string> = new Set(['fail', 'unexpected-pass'])

test('fastify 4.29.1 out of process: the same verdicts as in process', async () => {
  // Where traces, gates, errors, boots by hand and closed connections are; the whole is a command away.
  const filter = [
    'area:encapsulation',
    'area:errors',
    'area:states',
    'file:hooks/order.json',
    'area:inject',
    'head-stream',
  ]
  const hosted = `exec:"${process.execPath}" "${command}" adapter-host fastify-4.29`
  const both = (some: string[]) =>
    runConformance({ implementations: ['fastify-4.29', hosted], filter: some, jobs: 1 })
  const report = await both(filter)
  const [inside, outside] = report.runs.map(outcomes)
  assert.ok(Object.keys(inside!).length > 800)
  assert.deepEqual(Object.keys(outside!).sort(), Object.keys(inside!).sort())
  // What Fastify answers while it closes depends on which of two events it sees first: what differs is asked again, up to five times.
  const differing = Object.keys(inside!).filter((id) => inside![id] !== outside![id])
  const cases = [...new Set(differing.map((id) => id.replace(/#.*/, '')))]
  assert.ok(cases.length < 6, `they differ in ${differing.join(', ')}`)
  const asExpected = report.runs.every(({ failure, complaints, assertions }) => {
    const others = assertions.filter((one) => !cases.includes(one.case.id))
    return (
      failure === undefined && complaints.length === 0 && others.every(({ verdict }) => !WRONG.has(verdict))
    )
  })
  assert.ok(asExpected, 'all but what differs is as expected')
  for (let time = 1; cases.length > 0; time++) {
    const last = await both(cases)
    const [here, there] = last.runs.map(outcomes)
    if (isDeepStrictEqual(there, here) && exitCodeOf(last) === 0) break
    assert.ok(time < 5, `they differ in ${cases.join(', ')} each time`)
  }
})
