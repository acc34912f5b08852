// Holds that the gate of the rules finds what it is there to find.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuleCoverage } from '../conformance/suite/rule-coverage.ts'
import type { Rule } from '../spec/rule.ts'
import { coverageTable, judgeCoverage } from './gate.ts'

function rule(id: string, testable = true): Rule {
  const at = { document: 'The service', section: 'Validation errors' }
  return {
    id,
    area: 'errors',
    source: 'mission',
    level: 'MUST',
    text: `What ${id} says.`,
    at,
    testable,
    ...(testable ? {} : { why: 'nothing shows it' }),
  }
}

const shown = (id: string, positive: string[], negative: string[], testable = true): RuleCoverage => ({
  rule: rule(id, testable),
  positive,
  negative,
})

test('a rule without one polarity, or without both, is missing', () => {
  const { missing } = judgeCoverage([
    shown('A-1', ['a#x'], ['a#y']),
    shown('A-2', ['a#x'], []),
    shown('A-3', [], ['a#y']),
    shown('A-4', [], []),
  ])
  assert.deepEqual(missing, [
    'A-2 has no negative assertion: What A-2 says.',
    'A-3 has no positive assertion: What A-3 says.',
    'A-4 has no positive and no negative assertion: What A-4 says.',
  ])
})

test('a rule that is not testable is not missing, and is counted apart', () => {
  const result = judgeCoverage([shown('A-1', ['a#x'], ['a#y']), shown('A-2', [], [], false)])
  assert.deepEqual(result.missing, [])
  assert.deepEqual(result.rows, [
    { area: 'errors', rules: 2, testable: 1, covered: 1, positive: 1, negative: 1 },
  ])
})

test('the table has a line for each area, a sum, and the verdict', () => {
  const table = coverageTable(judgeCoverage([shown('A-1', ['a#x'], ['a#y', 'a#z'])]))
  assert.match(table, /^errors\s+1\s+1\s+1\s+1\s+2$/m)
  assert.match(table, /^all\s+1\s+1\s+1\s+1\s+2$/m)
  assert.match(table, /each of the 1 testable rules/)
})
