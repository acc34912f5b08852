/** The official suite through touchstone, where a copy of it is at hand; and what is said where there is none. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import touchstone from '../src/index.ts'
import { type FrameworkFactory, knownDifferences, runJsonSchemaSuite } from './json-schema-suite.ts'

const create = touchstone as unknown as FrameworkFactory
const SUITE = fileURLToPath(new URL('../../../shared/data/json-schema-test-suite', import.meta.url))

test('draft 7, required and optional: nothing but the known differences of ajv', async (t) => {
  if (!existsSync(SUITE)) {
    t.diagnostic('the JSON Schema Test Suite is not beside this checkout: its row is left out')
    return
  }
  const { passed, unexpected, stale } = await runJsonSchemaSuite(SUITE, create, knownDifferences())
  assert.deepEqual(unexpected, [])
  assert.deepEqual(stale, [], 'a listed difference that is none any more')
  assert.ok(passed > 1500, `${passed} passed`)
})

test('a difference that is not listed and a listed one that is none are told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  try {
    mkdirSync(join(folder, 'tests/draft7'), { recursive: true })
    const group = (valid: boolean) => ({
      description: 'a type',
      schema: { type: 'integer' },
      tests: [{ description: 'a text', data: 'x', valid }],
    })
    writeFileSync(join(folder, 'tests/draft7/type.json'), JSON.stringify([group(true), group(false)]))
    const { passed, unexpected, stale } = await runJsonSchemaSuite(folder, create, [
      { match: 'other', reason: 'none' },
    ])
    assert.deepEqual([passed, unexpected, stale], [1, ['type.json / a type / a text: 400'], ['other']])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a folder without a suite is named', async () => {
  await assert.rejects(runJsonSchemaSuite('/nowhere', create, []), /no JSON Schema Test Suite in \/nowhere/)
})
