// Assertions that differ in the same way are one cause.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell } from '../contract/result.ts'
import type { JudgedAssertion } from '../judge/expectations.ts'
import { causesOf } from './causes.ts'

function failing(id: string, cell: Omit<Cell, 'milliseconds'>, rules = ['R-1']): JudgedAssertion {
  const result = { id: `${id}#a`, case: id, exchange: 'a', cells: { inject: { ...cell, milliseconds: 1 } } }
  const body = { id, rules, exchanges: [{ id: 'a' }] }
  return { result, case: { id, body } as never, verdict: 'fail' }
}

test('the largest cause comes first; ports, indices and durations make no cause of their own', () => {
  const causes = causesOf([
    failing('one', { outcome: 'fail', difference: { pointer: '/status', expected: 200, actual: 404 } }),
    failing('two', { outcome: 'timeout', reason: 'the boot took longer than 5000 ms' }),
    failing('three', { outcome: 'timeout', reason: 'the boot took longer than 400 ms' }),
    failing('four', { outcome: 'fail', difference: { pointer: '/trace/0', expected: 'a', actual: 'b' } }),
    failing('five', { outcome: 'fail', difference: { pointer: '/trace/3', expected: 'a', actual: 'b' } }),
    failing('six', { outcome: 'error', reason: 'connect 127.0.0.1:4711' }),
    failing('seven', { outcome: 'error', reason: 'connect 127.0.0.1:4712' }),
    failing('eight', { outcome: 'error', reason: 'connect 127.0.0.1:4713' }),
  ])
  assert.deepEqual(
    causes.map(({ title, assertions }) => [title, assertions.map(({ result }) => result.case)]),
    [
      ['error: connect 127.0.0.1:*', ['six', 'seven', 'eight']],
      ['timeout: the boot took longer than * ms', ['two', 'three']],
      ['fail at /trace/*: expected "a", got "b"', ['four', 'five']],
      ['fail at /status: expected 200, got 404', ['one']],
    ],
  )
})

test('one difference under two rules has two causes, and a boot that fails has one over all rules', () => {
  const status = { outcome: 'fail' as const, difference: { pointer: '/status', expected: 200, actual: 500 } }
  const ended = { outcome: 'crash' as const, reason: 'the server ended with exit code 3' }
  const causes = causesOf([
    failing('a', status, ['REF-1', 'REF-7']),
    failing('b', status, ['HOOK-2']),
    failing('c', status, ['REF-1']),
    failing('d', ended, ['REF-1']),
    failing('e', ended, ['HOOK-2']),
  ])
  assert.deepEqual(
    causes.map(({ rule, assertions }) => [rule, assertions.map(({ result }) => result.case)]),
    [
      ['REF-1', ['a', 'c']],
      [undefined, ['d', 'e']],
      ['HOOK-2', ['b']],
    ],
  )
})
