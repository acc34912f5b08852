// The JSON report keeps to its schema, whatever happened in the run.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { runConformance } from '../run/run.ts'
import { jsonReport } from './json.ts'

const root = new URL('../../../conformance/', import.meta.url)
const schema = JSON.parse(readFileSync(new URL('report/report.schema.json', root), 'utf8'))

test('passes, crashes, splits and adapters that do not load', async () => {
  const fixture = (name: string): string => new URL(`../fixtures/${name}.js`, import.meta.url).href
  const implementations = ['fastify-4.17', fixture('crashing'), fixture('two-faced'), fixture('none')]
  const report = await runConformance({
    implementations,
    folder: fileURLToPath(new URL('fixtures/suite', root)),
  })
  const json = JSON.parse(JSON.stringify(jsonReport(report)))
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<{ exitCode: number }>(schema)
  assert.ok(validate(json), JSON.stringify(validate.errors))
  assert.equal(json.exitCode, 2)
})
