// Which trials a mutant gets: those that reach it and little else first, and of many some from everywhere.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Coverage, trialsFor } from './specific.ts'

test('the trials that reach what few reach come first', () => {
  const coverage = new Coverage()
  for (const name of ['a', 'b', 'c']) coverage.add(name, { 0: 1, 60: 1 })
  coverage.add('rare', { 1: 1, 0: 1 })
  const specific = coverage.specific(2)
  assert.deepEqual(trialsFor(specific, '1'), ['rare', 'a'])
  assert.deepEqual(trialsFor(specific, '70'), ['a', 'b'])
  assert.deepEqual(trialsFor(specific, '900'), [])
})

test('of two that reach the same the quick one comes first', () => {
  const coverage = new Coverage()
  coverage.add('slow', { 0: 1, 1: 1 }, 900)
  coverage.add('quick', { 0: 1, 1: 1 }, 20)
  coverage.add('little', { 0: 1 }, 18)
  assert.deepEqual(trialsFor(coverage.specific(3), '0'), ['quick', 'little', 'slow'])
})

test('of many trials StrykerJS is told some, and all that are specific', () => {
  const coverage = new Coverage()
  for (let at = 0; at < 100; at++) coverage.add(`t${at}`, { 0: 7, ...(at === 51 ? { 1: 1 } : {}) })
  const told = coverage.thinned(10, coverage.specific(1))
  const reaching = Object.entries(told).filter(([, hits]) => hits[0] === 7)
  assert.deepEqual(
    reaching.map(([name]) => name),
    ['t0', 't10', 't20', 't30', 't40', 't50', 't51', 't60', 't70', 't80', 't90'],
  )
  assert.deepEqual(told['t51'], { 0: 7, 1: 1 })
  assert.deepEqual(Object.keys(told).length, 100)
})
