/** The process warnings for decorators, which no request shows. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import touchstone from '../index.ts'

test('an object as initial value causes a warning, once for each name', async () => {
  const warnings: (Error & { code?: string })[] = []
  process.on('warning', (warning) => warnings.push(warning))
  const app = touchstone()
  for (const [name, value] of Object.entries({ text: 'x', nothing: null, zero: 0, none: undefined }))
    app.decorateRequest(name, value)
  app.decorateRequest('list', [])
  app.decorateReply('list', {})
  app.decorateReply('other', {})
  process.emitWarning('the last one')
  while (warnings.at(-1)?.message !== 'the last one') await once(process, 'warning')
  assert.deepEqual(
    warnings.slice(0, -1).map(({ name, code, message }) => [name, code, message]),
    ['list', 'other'].map((name) => [
      'FastifyDeprecation',
      'FSTDEP006',
      `The value of the decorator '${name}' is shared by all requests; give { getter } for one of each`,
    ]),
  )
})
