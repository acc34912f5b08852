/** The results in the README come from a run that was as expected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readmeWithMatrix } from './docs.ts'

test('each implementation is a row of the README, and only of a run that was as expected', () => {
  const readme = '# x\n\n<!-- matrix -->\nold\n<!-- end of matrix -->\n\nrest\n'
  const printed = (verdict: string) => `touchstone: 1 of 1 assertions

                 touchstone 0.1.0    other 2.0.0

mission                     10/10           9/10
  auth                      10/10           9/10

interface                   20/20  17/19 (1 skipped)

touchstone                    5/5            2/5

touchstone 0.1.0  100 % of all rules (1/1), as expected, 1.2 s

70 cases, 70 assertions in 1.2 s. ${verdict}
`
  const shown = readmeWithMatrix(readme, printed('All as expected.')).split('\n')
  assert.deepEqual(
    shown.filter((line) => line.startsWith('| ') && !line.startsWith('| |')),
    ['| touchstone 0.1.0 | 30 of 30 | 0 | 0 | 5 of 5 |', '| other 2.0.0 | 26 of 29 | 3 | 0 | 2 of 5 |'],
  )
  assert.ok(!shown.includes('old'))
  assert.throws(() => readmeWithMatrix(readme, printed('Not all as expected.')), /not as expected/)
  assert.throws(() => readmeWithMatrix(readme, 'nothing'), /no matrix/)
})
