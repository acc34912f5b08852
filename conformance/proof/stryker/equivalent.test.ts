// Each reviewed mutant still names a line that exists once, and the score counts correctly.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sourceOf } from './changed.ts'
import { isEquivalent, isReviewed, readEquivalent } from './equivalent.ts'
import { percentOf, scoresOf } from './score.ts'

test('each reviewed mutant is about one line of the tree as it is, and has a reason', () => {
  for (const { file, line, text, replacements, reason, times = 1 } of readEquivalent()) {
    const source = readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8')
    const found = source.split('\n').filter((one) => one.trim().startsWith(line))
    assert.equal(found.length, times, `${file}: '${line}' stands ${found.length} times, ${times} is right`)
    assert.equal(line.split(text).length, 2, `${file}: '${text}' has to stand once in '${line}'`)
    assert.ok(replacements.length > 0 && !replacements.includes(text), `${file}: what '${text}' becomes`)
    assert.match(reason, /.{20,}\.$/, `${file}: '${line}' needs a reason`)
  }
})

test('a mutant is equivalent only with the file, the line, the text and the replacement of an entry', () => {
  const entry = { file: 'a/b.js', line: 'if (x)', text: 'x', replacements: ['true'], reason: 'It is so.' }
  const mutant = { file: 'a/b.js', line: '    if (x) {', text: 'x', replacement: 'true' }
  assert.equal(isEquivalent(mutant, [entry]), true)
  for (const other of [{ file: 'a/c.js' }, { line: 'if (y)' }, { text: 'if' }, { replacement: 'false' }])
    assert.equal(isEquivalent({ ...mutant, ...other }, [entry]), false)
})

test('the score leaves out what is equivalent, unless it was noticed', () => {
  const mutant = (status: string, replacement: string, statusReason = '') => ({
    status,
    replacement,
    statusReason,
    location: { start: { line: 1, column: 5 }, end: { line: 1, column: 6 } },
  })
  const statuses = [
    mutant('Killed', 'a'),
    mutant('Killed', 'b', 'work: node 1 instead of 0'),
    mutant('Survived', 'true'),
  ]
  const mutants = [...statuses, mutant('Survived', 'c'), mutant('NoCoverage', 'd'), mutant('Ignored', 'e')]
  const entry = {
    file: 'a/b.js',
    line: 'if (x)',
    text: 'x',
    replacements: ['true', 'a'],
    reason: 'It is so.',
  }
  const scores = scoresOf({ files: { 'dist/src/a/b.js': { source: 'if (x) y', mutants } } }, [entry])
  const score = { noticed: 2, byWork: 1, survived: 1, unreached: 1, equivalent: 1 }
  assert.deepEqual(
    [...scores],
    [
      ['a/', score],
      ['a/b.js', score],
    ],
  )
  assert.equal(percentOf(score), 50)
})

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
