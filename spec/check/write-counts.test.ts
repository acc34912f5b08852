// The counts of FORMAT.md are written, not set by hand.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadSuite, specificationFolder } from '../load.ts'
import { usageOf } from './vocabulary.ts'
import { withCounts } from './write-counts.ts'

test('each word gets the number of its cases, and the rows of a table stand in that order', () => {
  const guide = `# How

## A statement

| statement | cases | what it does |
|---|---|---|
| \`rare\` | 9 | a |
| \`often\` | 1 | b |
| \`never\` | 5 | c |

| word | meaning |
|---|---|
| \`other\` | 7 |
`
  const usage = new Map([
    ['statement often', new Set(Array.from({ length: 1234 }, (_, n) => String(n)))],
    ['statement rare', new Set(['x'])],
  ])
  const written = withCounts(guide, usage)
  assert.match(written, /\| `often` \| 1200 \| b \|\n\| `rare` \| 1 \| a \|\n\| `never` \| 0 \| c \|\n/)
  assert.match(written, /\| `other` \| 7 \|\n$/)
  assert.equal(withCounts(written, usage), written)
})

test('the guide loses nothing', () => {
  const guide = readFileSync(`${specificationFolder()}FORMAT.md`, 'utf8')
  const linesOf = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.replace(/^(\| `\$?\w+` \|) \d+/, '$1'))
      .sort()
  assert.deepEqual(linesOf(withCounts(guide, usageOf(loadSuite({ unchecked: true }).cases))), linesOf(guide))
})
