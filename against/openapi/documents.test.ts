// A sample of the documents of the specification's applications; `documents.full.test.ts` has all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDocuments } from './check.ts'
import { complaintsAbout } from './judges.ts'

/** Every so many applications. */
const STEP = 400

test('validators of others accept a sample of the documents, and the fuzzer reads them as they are declared', async () => {
  const { applications, documents, faults } = await checkDocuments((index) => index % STEP === 7)
  assert.deepEqual(faults, [])
  assert.ok(applications > 1, `${applications} applications`)
  assert.equal(documents, 2 * applications)
})

test('a document that is wrong is refused by each judge of OpenAPI', async () => {
  const wrong = {
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    paths: { '/': { get: { responses: 7 } } },
  }
  const judges = (await complaintsAbout(wrong as never)).map(({ judge }) => judge)
  assert.deepEqual(judges, ['seriousme', 'swagger-parser', 'scalar'])
  const schemas = { a: { $ref: '#/components/schemas/none' } }
  const dangling = { openapi: '3.1.1', info: wrong.info, paths: {}, components: { schemas } }
  assert.ok((await complaintsAbout(dangling as never)).some(({ judge }) => judge === 'ajv'))
})
