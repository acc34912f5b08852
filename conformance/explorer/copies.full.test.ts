// What the explorer copies, for all of the specification.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from '../../spec/load.ts'
import { typescriptOf } from './code/copy-typescript.ts'

test('every exchange of the specification can be copied as a test, most as plain code', () => {
  let code = 0
  let all = 0
  for (const { id, area, file, body } of loadSuite().cases) {
    // What overlaps is told by gates, which only the runner has.
    const overlaps = body.exchanges.some(({ until }) => until !== undefined)
    for (const exchange of body.exchanges) {
      const text = typescriptOf({ ...body, id, area, file }, exchange)
      const isOfRunner = overlaps || exchange.send?.raw !== undefined // bytes that only a socket carries
      if (!isOfRunner) all++
      if (!isOfRunner && text.includes("from 'touchstone'")) code++
      assert.match(text, /^import assert from 'node:assert\/strict'\n/)
    }
  }
  assert.ok(code / all > 0.8, `${code} of ${all}`)
})
