/** A builder that is known by a registered symbol, which no case can write. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../index.ts'

test('a builder with the symbol of fluent schemas stands for the schema that it is worth', () => {
  const app = touchstone()
  const schema = { $id: 'built', type: 'string' }
  const builder = (mark: symbol) => ({ [mark]: true, valueOf: () => schema }) as never
  app.addSchema(builder(Symbol.for('fluent-schema-object')))
  assert.deepEqual(app.getSchema('built'), schema)
  assert.throws(() => app.addSchema(builder(Symbol('fluent-schema-object'))), {
    code: 'FST_ERR_SCH_MISSING_ID',
  })
})
