// Which cases speak of a line, and which mutants are in a sample.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDrawn, partOf } from './sample.ts'
import { Words } from './words.ts'

test('cases with the rare words of a line come first, then those with words beside it', () => {
  const words = new Words()
  for (let at = 0; at < 20; at++) words.add(`any-${at}`, '{"get": "/", "schema": {}}')
  words.add('beside', '{"onRoute": 1, "schema": {}}')
  words.add('option', '{"useDefaults": false, "schema": {}}')
  words.add('both', '{"useDefaults": false, "onRoute": 2}')
  const lines = ['', 'onRoute(schema)', 'if (useDefaults !== false) schema()', '']
  assert.deepEqual(words.about(lines, 2, 2), ['both', 'option'])
  assert.deepEqual(words.about(lines, 2, 9), ['both', 'option', 'beside'])
  assert.deepEqual(words.about(['return schema'], 0, 9), [])
})

test('a sample is about the part of the mutants that was asked for, and the same each time', () => {
  const drawn = Array.from({ length: 4000 }, (_, line) =>
    isDrawn({ file: 'serve/body.js', line, column: 3, replacement: 'true' }, 8),
  )
  const count = drawn.filter(Boolean).length
  assert.ok(count > 400 && count < 600, `${count} of 4000`)
  assert.equal(isDrawn({ file: 'serve/body.js', line: 1, column: 3, replacement: 'true' }, 8), drawn[1])
  assert.equal(isDrawn({ file: 'a.js', line: 1, column: 1, replacement: '' }, 1), true)
})

test('a part of the mutants is a whole number', () => {
  assert.equal(partOf('8'), 8)
  for (const wrong of ['', '0', '-8', '2.5', 'all', '1e3', '8 '])
    assert.throws(
      () => partOf(wrong),
      /^RangeError: STRYKER_SAMPLE is ".*" and must be a whole number: 8 tries/,
      wrong,
    )
})
