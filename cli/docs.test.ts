/** docs/errors.md tells the codes that there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from 'touchstone'
import { errorPage, errorTables } from './docs.ts'

test('the page of errors is current; npm run docs writes it', () => {
  const { current, fresh } = errorPage()
  assert.equal(current, fresh)
})

test('every code stands in one table, with its status', () => {
  const tables = errorTables()
  for (const [code, FrameworkError] of Object.entries(errorCodes)) {
    const lines = tables.split('\n').filter((line) => line.startsWith(`| \`${code}\` |`))
    assert.equal(lines.length, 1, code)
    assert.match(lines[0]!, new RegExp(`\\| ${new FrameworkError().statusCode} \\|`), code)
  }
})
