/** Which patterns the check finds. A case shows that it runs; a table is shorter for what it finds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerOf, unsafePatterns } from './unsafe-patterns.ts'

const EXPONENTIAL = [
  '^(a+)+$',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '^([a-z]+)*$',
  '(a*)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(?:\\d+\\d*)*x$',
  '(.*,)*x',
]
const POLYNOMIAL = ['\\s+$', '[a-z]+$', '^a+a+$', '^\\s*(.*?)\\s*$', 'a.*b', '^0*\\d+$', '^.*a.*b.*c$']
const SAFE = [
  '^a$',
  '^[a-z0-9-]+$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^[^@\\s]+@[^@\\s]+$',
  '^#([0-9a-fA-F]{3}){1,2}$',
  '^(?:\\w+/)*\\w+$',
  '^(\\d+,)*\\d+$',
  '^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$',
  '^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$',
  '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,64}$',
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$',
  '^\\p{L}+$',
  '[', // refused by the compiler
]

test('exponential and polynomial patterns are found, and common safe ones are not', () => {
  for (const pattern of EXPONENTIAL) assert.equal(dangerOf(pattern), 'exponential', pattern)
  for (const pattern of POLYNOMIAL) assert.equal(dangerOf(pattern), 'polynomial', pattern)
  for (const pattern of SAFE) assert.equal(dangerOf(pattern), null, pattern)
})

test('a short text makes a polynomial pattern safe, and no exponential one', () => {
  const of = (schema: object, short = false) =>
    unsafePatterns({ ...schema }, short).map(({ danger }) => danger)
  assert.deepEqual(of({ pattern: '[a-z]+$' }), ['polynomial'])
  assert.deepEqual(of({ pattern: '[a-z]+$', maxLength: 256 }), [])
  assert.deepEqual(of({ pattern: '[a-z]+$', maxLength: 257 }), ['polynomial'])
  assert.deepEqual(of({ pattern: '[a-z]+$' }, true), [])
  assert.deepEqual(of({ pattern: '^(a+)+$', maxLength: 100 }, true), ['exponential'])
  assert.deepEqual(of({ patternProperties: { '^(a+)+$': {}, '[a-z]+$': {}, '^x-': {} }, maxLength: 1 }), [
    'exponential',
    'polynomial',
  ])
  assert.deepEqual(of({ pattern: 5, patternProperties: [] }), [])
})
