/** Names and verdicts out of what tap and node:test print. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTap } from './tap-results.ts'

const lines = (...all: string[]): string => `TAP version 13\n${all.join('\n')}\n`

test('with tap a test is a block with assertions of its own', () => {
  const text = lines(
    '# Subtest: outer',
    '    ok 1 - own',
    '    # Subtest: inner',
    '        not ok 1 - wrong',
    '        1..1',
    '    not ok 2 - inner',
    '    # Subtest: skipped',
    '        1..0 # not here',
    '    ok 3 - skipped # SKIP not here',
    '    1..3',
    'not ok 1 - outer',
    '# Subtest: twice',
    '    ok 1 - x',
    '    1..1',
    'ok 2 - twice',
    '# Subtest: twice',
    '    ok 1 - x',
    '    1..1',
    'ok 3 - twice',
    '1..3',
  )
  assert.deepEqual(
    [...readTap(text, 'tap')],
    [
      ['outer', true],
      ['outer › inner', false],
      ['twice', true],
      ['twice (2)', true],
    ],
  )
})

test('assertions outside of every block are the test of the file', () => {
  assert.deepEqual([...readTap(lines('ok 1 - a', 'not ok 2 - b', '1..2'), 'tap')], [['(the file)', false]])
})

test('with node:test a test is a result without results below it', () => {
  const text = lines(
    '# Subtest: suite',
    '    # Subtest: one',
    '    ok 1 - one',
    '    # Subtest: later',
    '    not ok 2 - later # TODO not yet',
    '    1..2',
    'ok 1 - suite',
    '# Subtest: alone',
    'not ok 2 - alone',
    '1..2',
  )
  assert.deepEqual(
    [...readTap(text, 'node')],
    [
      ['suite › one', true],
      ['alone', false],
    ],
  )
})

test('a file that ends in the middle has the results until then', () => {
  const text = lines(
    '# Subtest: done',
    '    ok 1 - x',
    '    1..1',
    'ok 1 - done',
    '# Subtest: cut',
    '    ok 1 - y',
  )
  assert.equal(readTap(text, 'tap').get('done'), true)
})
