// An eighth of the documents of all applications of the specification that have a schema; `documents.night.test.ts` has all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDocuments } from './check.ts'

const STEP = 8

test('validators of others accept many of the documents, and the fuzzer reads them as they are declared', async () => {
  const { applications, faults } = await checkDocuments((index) => index % STEP === 3)
  assert.deepEqual(faults, [])
  assert.ok(applications > 100, `${applications} applications`)
})
