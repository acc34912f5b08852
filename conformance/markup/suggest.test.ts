// What a mistyped word suggests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, nearest } from './suggest.ts'

test('the nearest word is suggested, and none where none is near', () => {
  const commands = ['conform', 'diff', 'merge', 'trend', 'fuzz', 'fuzz-schema']
  for (const [word, meant] of [
    ['confrom', 'conform'],
    ['CONFORM', 'conform'],
    ['conf', 'conform'],
    ['dif', 'diff'],
    ['fuz', 'fuzz'],
    ['fuzz-shcema', 'fuzz-schema'],
    ['run', undefined],
    ['x', undefined],
    ['', undefined],
  ] as const)
    assert.equal(nearest(word, commands), meant, word)
})

test('the sentence shows the word as it is written', () => {
  assert.equal(
    didYouMean('filtre', ['filter', 'report'], (one) => `--${one}`),
    ' Did you mean --filter?',
  )
  assert.equal(didYouMean('zzz', ['filter']), '')
})
