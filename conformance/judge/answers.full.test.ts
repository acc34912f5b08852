// The file of known answers fits the cases.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadSuite } from '../../spec/load.ts'
import { packageFile } from '../contract/package.ts'
import { type AnswersFile, NONE } from './answers.ts'

test('spec/answers.json has digests for each exchange of cases that are there', () => {
  const { cases } = JSON.parse(readFileSync(packageFile('spec/answers.json'), 'utf8')) as AnswersFile
  const lengths = new Map(
    loadSuite({ unchecked: true }).cases.map((one) => [one.id, one.body.exchanges.length]),
  )
  for (const [id, digests] of Object.entries(cases))
    assert.equal(
      digests.length,
      (lengths.get(id) ?? 0) * 2 * NONE.length,
      `${id}: npm run answers -- --write`,
    )
  assert.ok(Object.keys(cases).length > 0.7 * lengths.size, 'the answers of most cases are known')
})
