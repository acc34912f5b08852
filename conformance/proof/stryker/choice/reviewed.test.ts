// A mutant that was reviewed as equivalent is known by its file, its line, its text and its replacement.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEquivalent } from '../equivalent.ts'
import { sourceOf } from './hints.ts'
import { isReviewed } from './reviewed.ts'

test('each reviewed mutant is known where it stands, and another replacement there is not', () => {
  for (const { file, line, text, replacements } of readEquivalent()) {
    const fileName = `/anywhere/dist/src/${file}`
    const at = sourceOf(fileName).findIndex((one) => one.trim().startsWith(line))
    const column = sourceOf(fileName)[at]?.indexOf(text) ?? -1
    const location = { start: { line: at, column }, end: { line: at, column: column + text.length } }
    for (const replacement of replacements)
      assert.equal(isReviewed({ fileName, location, replacement, mutatorName: '' }), true, `${file}: ${line}`)
    assert.equal(isReviewed({ fileName, location, replacement: `${text} + 1`, mutatorName: '' }), false)
  }
})
