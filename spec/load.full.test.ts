// Some files of the suite are loaded as the whole suite has them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from './load.ts'

test('of some files the cases are those that the whole suite has of them', () => {
  const files = ['cases/auth/bearer.json', 'cases/errors/formatter.json']
  const some = loadSuite({ unchecked: true, files })
  const whole = loadSuite({ unchecked: true }).cases.filter(({ file }) => files.includes(file))
  assert.ok(whole.length > 20, `${whole.length} cases`)
  assert.deepEqual(some.cases, whole)
  assert.deepEqual(loadSuite({ unchecked: true, files: ['cases/none.json'] }).cases, [])
})
