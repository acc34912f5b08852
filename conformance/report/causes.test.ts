// Assertions that differ in the same way are one cause.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell } from '../contract/result.ts'
import type { JudgedAssertion } from '../judge/expectations.ts'
import { causesOf } from './causes.ts'

function failing(id: string, cell: Omit<Cell, 'milliseconds'>): JudgedAssertion {
  const result = { id: `${id}#a`, case: id, exchange: 'a', cells: { inject: { ...cell, milliseconds: 1 } } }
  return { result, case: { id } as JudgedAssertion['case'], verdict: 'fail' }
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
