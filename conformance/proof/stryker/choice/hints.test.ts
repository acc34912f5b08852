// Which case noticed a mutant is known again when other lines of its file have changed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Changed } from './changed.ts'
import { Hints, nameOf } from './hints.ts'

const at = (line: number, column: number, replacement = 'true'): Changed => ({
  fileName: '/sandbox/dist/src/values.js',
  location: { start: { line, column }, end: { line, column: column + 5 } },
  mutatorName: 'ConditionalExpression',
  replacement,
})

test('a mutant has the same name wherever its line stands, and another one at another place or with another replacement', () => {
  const name = nameOf(['if (a < b) go()'], at(0, 4))
  assert.equal(nameOf(['', '', '  if (a < b) go()'], at(2, 6)), name)
  assert.notEqual(nameOf(['if (a < b) go()'], at(0, 4, 'false')), name)
  assert.notEqual(nameOf(['if (a < b) go()'], at(0, 5)), name)
  assert.notEqual(nameOf(['if (a > b) go()'], at(0, 4)), name)
})

test('what is kept is read again', () => {
  const hints = new Hints({})
  for (const line of [1, 2, 3]) hints.add(at(line, 2), line === 3 ? 'case-b' : 'case-a')
  const again = new Hints(hints.kept())
  assert.deepEqual(again.kept(), hints.kept())
  assert.equal(again.of(at(3, 2)), 'case-b')
  assert.equal(again.of(at(3, 2, 'false')), undefined)
})
