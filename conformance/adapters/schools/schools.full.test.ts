// What Express and Hono do with contexts: shown, not judged. The rows show that the adapters are honest.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runConformance } from '../../run/run.ts'

for (const implementation of ['express', 'hono']) {
  test(`${implementation}: what a router declares reaches those below it, and those mounted behind it`, async () => {
    const filter = ['enc-decorator-tree', 'enc-hooks-tree', 'enc-instance-decorator-tree']
    const { runs } = await runConformance({ implementations: [implementation], filter })
    const [run] = runs
    assert.equal(run?.failure, undefined)
    const verdicts = new Map(run?.assertions.map(({ result, verdict }) => [result.id, verdict]))
    assert.equal(verdicts.get('enc-decorator-tree#child'), 'pass')
    assert.equal(verdicts.get('enc-decorator-tree#grand'), 'pass')
    // Routers mounted at the same place are one chain: the middleware of the first runs for the second.
    assert.equal(verdicts.get('enc-decorator-tree#sibling'), 'known')
    assert.equal(verdicts.get('enc-hooks-tree#sibling'), 'known')
    // There is one application to decorate.
    assert.equal(verdicts.get('enc-instance-decorator-tree#root'), 'known')
    const sibling = run?.assertions.find(({ result }) => result.id === 'enc-decorator-tree#sibling')
    assert.equal(sibling?.known?.kind, 'recorded')
    assert.equal(sibling?.result.cells.socket?.difference?.actual, 'C')
  })
}
