// The whole specification over `fetch`: nothing differs from what it says, and few assertions cannot be asked so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareSuite, runConformance } from './run.ts'

/** What cannot be asked, in hundredths of all that have no need of a socket. */
const MOST_SKIPPED = 0.03

test('touchstone answers the whole specification over fetch', async () => {
  const options = { implementations: ['touchstone'], transports: ['fetch' as const] }
  const { runs } = await runConformance(options, prepareSuite({}))
  const cells = runs[0]!.assertions.flatMap(({ result }) => {
    const cell = result.cells.fetch
    return cell === undefined ? [] : [{ id: result.id, ...cell }]
  })
  const skipped = cells.filter(({ outcome }) => outcome === 'skip')
  const failed = cells.filter(({ outcome }) => outcome !== 'skip' && outcome !== 'pass')
  assert.deepEqual(
    failed.map(({ id, reason }) => `${id}: ${reason}`),
    [],
  )
  assert.ok(cells.length > 9000)
  assert.ok(skipped.length < cells.length * MOST_SKIPPED, `${skipped.length} of ${cells.length} are skipped`)
})
