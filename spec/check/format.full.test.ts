// The formatter was run on all files, and keeps their values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatJson } from '../format.ts'
import { formatOf, jsonFiles } from './format-files.ts'

test('every JSON file of spec/ and conformance/ is formatted', () => {
  const files = jsonFiles()
  assert.ok(files.length > 80, `${files.length} files`)
  const wrong = files.filter((file) => {
    const { is, should } = formatOf(file)
    return is !== should
  })
  assert.deepEqual(wrong, [], 'run `npm run format:spec`')
})

test('formatting keeps each value and is stable', () => {
  for (const file of jsonFiles().filter((_, at) => at % 12 === 0)) {
    const value = JSON.parse(formatOf(file).is)
    const formatted = formatJson(value)
    assert.deepEqual(JSON.parse(formatted), value, file)
    assert.equal(formatJson(JSON.parse(formatted)), formatted, file)
  }
})
