// The specification against the line that it speaks of: what it calls the interface is so on Fastify 4.17.0, and where the
// mission says otherwise a ruling is named. A wrong fact cannot get in.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodeOf, runConformance } from '../run/run.ts'
import { lockedIds, readLock } from './lint-suite.ts'

/** What came to the interface after 4.17.0, within major version 4, such as onListen. */
const LATER = 'after-4.17'

test('fastify 4.17.0 does all that is called the interface, and breaks the mission only where a ruling says so', async () => {
  const report = await runConformance({ implementations: ['fastify-4.17'] })
  const [run] = report.runs
  const known = run?.assertions.filter((one) => one.verdict === 'known') ?? []
  const wrongFacts = known.filter(
    ({ case: { body } }) => body.source === 'interface' && !body.tags?.includes(LATER),
  )
  assert.deepEqual(
    wrongFacts.map((one) => one.result.id),
    [],
    'of source interface, and not so on 4.17.0',
  )
  const unruled = known.filter(({ case: { body } }) => body.source === 'mission' && body.ruling === undefined)
  assert.deepEqual(
    unruled.map((one) => one.result.id),
    [],
    'of source mission, not so on 4.17.0, and no ruling named',
  )
  const unexpected =
    run?.assertions.filter((one) => one.verdict === 'fail' || one.verdict === 'unexpected-pass') ?? []
  assert.deepEqual(
    unexpected.map((one) => `${one.verdict} ${one.result.id}`),
    [],
  )
  assert.deepEqual(run?.complaints, [])
  assert.equal(exitCodeOf(report), 0)
})

test('every id is in ids.lock, and none that was is gone', async () => {
  const { loadSuite } = await import('../../spec/load.ts')
  const suite = loadSuite()
  const locked = new Set(readLock())
  assert.deepEqual(lockedIds(suite, [...locked]), [])
  const fresh = new Set(suite.cases.map((one) => one.body.id).filter((id) => !locked.has(id)))
  assert.deepEqual([...fresh], [], 'new ids: node dist/conformance/suite/lock-ids.js writes them')
})
