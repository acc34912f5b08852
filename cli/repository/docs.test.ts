/** docs/guides/errors.md tells the codes that there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from 'touchstone'
import { errorPage, errorTables, readmeWithMatrix } from './docs.ts'

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

test('a matrix goes into the README, without the times, and only from a run that was as expected', () => {
  const readme = '# x\n\n<!-- matrix -->\nold\n<!-- end of matrix -->\n\nrest\n'
  const printed = (verdict: string) =>
    `touchstone: 1 of 1 assertions\n\n                 touchstone 0.1.0\n\nmission  1/1\n\ntouchstone 0.1.0  100 % of all rules (1/1), as expected, 1.2 s\n\n1 cases, 2 assertions in 1.2 s. ${verdict}\n`
  assert.equal(
    readmeWithMatrix(readme, printed('All as expected.')),
    '# x\n\n<!-- matrix -->\n\n                     touchstone 0.1.0\n\n    mission  1/1\n\n    touchstone 0.1.0  100 % of all rules (1/1)\n\n<!-- end of matrix -->\n\nrest\n',
  )
  assert.throws(() => readmeWithMatrix(readme, printed('Not all as expected.')), /not as expected/)
  assert.throws(() => readmeWithMatrix(readme, 'nothing'), /no matrix/)
})
