/** The matrix of the README comes from a run that was as expected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readmeWithMatrix } from './docs.ts'

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
