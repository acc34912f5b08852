/** A schema builder that is recognized by a registered symbol, which a case cannot declare. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../index.ts'

test('a builder with the symbol of fluent schemas is replaced by the result of its valueOf()', () => {
  const app = touchstone()
  const schema = { $id: 'built', type: 'string' }
  const builder = (mark: symbol) => ({ [mark]: true, valueOf: () => schema }) as never
  app.addSchema(builder(Symbol.for('fluent-schema-object')))
  assert.deepEqual(app.getSchema('built'), schema)
  assert.throws(() => app.addSchema(builder(Symbol('fluent-schema-object'))), {
    code: 'FST_ERR_SCH_MISSING_ID',
  })
})
