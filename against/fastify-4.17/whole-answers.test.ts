import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Difference, undecided } from './whole-answers.ts'

const difference = (place: string, ...fields: string[]): Difference => ({
  place,
  fields,
  oracle: '',
  own: '',
})

test('a difference is decided by its case and by each field that differs', () => {
  const decided = [
    { cases: 'auth-*', fields: ['headers.a'], reason: '' },
    { cases: ['auth-x', 'y'], fields: ['text'], reason: '' },
  ]
  const both = difference('auth-x[row]#first inject', 'headers.a', 'text')
  const log = difference('y log', 'log')
  assert.deepEqual(undecided([both], decided), { open: [], gone: [] })
  assert.deepEqual(undecided([both, log], decided).open, [log])
  assert.deepEqual(undecided([difference('auth#first socket', 'headers.a')], decided).open.length, 1)
  assert.deepEqual(undecided([], decided), { open: [], gone: decided })
})
