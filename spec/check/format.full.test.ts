// The formatter keeps the values of whole files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatJson } from '../format.ts'
import { formatOf, jsonFiles } from './format-files.ts'

test('formatting keeps each value and is stable', () => {
  for (const file of jsonFiles().filter((_, at) => at % 12 === 0)) {
    const value = JSON.parse(formatOf(file).is)
    const formatted = formatJson(value)
    assert.deepEqual(JSON.parse(formatted), value, file)
    assert.equal(formatJson(JSON.parse(formatted)), formatted, file)
  }
})
