// The documents of all applications of the specification that have a schema.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDocuments } from './check.ts'

test('validators of others accept all documents, and the fuzzer reads them as they are declared', async () => {
  const { applications, faults, unmet } = await checkDocuments(() => true)
  assert.deepEqual(faults, [])
  assert.deepEqual(unmet, [], 'a known fault of a validator is gone: remove it')
  assert.ok(applications > 1000, `${applications} applications`)
})
