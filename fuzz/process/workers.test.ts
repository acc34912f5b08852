/** What several workers have found, as one report. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Finding, type FuzzReport, findingOf } from '../index.ts'
import { joined } from './workers.ts'

function found(check: 'no-5xx' | 'hang', shard: string, unstable = false): Finding {
  const about = { requests: [], answer: null, phase: 'random', ...(unstable ? { unstable: true } : {}) }
  return { ...findingOf({ check, key: check, why: shard }, 'GET /a', about), shard }
}

function report(about: Partial<FuzzReport>): FuzzReport {
  return {
    ...{ format: 'touchstone-fuzz/1', target: 'a.js', form: null, seed: 1, requests: 10, seconds: 1 },
    ...{ routes: [], findings: [], warnings: [], notes: [], ended: 'complete' },
    ...about,
  }
}

test('requests are added up, a finding is told once, and the worst end counts', () => {
  const whole = joined(
    [
      report({
        routes: [{ route: 'GET /a', requests: 2, statuses: { 200: 2 } }],
        findings: [found('no-5xx', '1/3'), found('hang', '1/3', true)],
        branches: { reached: 5, known: 9 },
        notes: ['a'],
        ended: 'max-requests',
      }),
      report({
        routes: [
          { route: 'GET /b', requests: 1, statuses: { 404: 1 } },
          { route: 'GET /a', requests: 3, statuses: { 200: 1, 500: 2 } },
        ],
        findings: [found('hang', '2/3'), found('no-5xx', '2/3')],
        branches: { reached: 7, known: 8 },
        notes: ['b', 'a'],
      }),
      report({ ended: 'max-time' }),
    ],
    4,
  )
  assert.deepEqual([whole.requests, whole.seconds, whole.ended, whole.notes], [30, 4, 'max-time', ['a', 'b']])
  assert.deepEqual(whole.routes, [
    { route: 'GET /a', requests: 5, statuses: { 200: 3, 500: 2 } },
    { route: 'GET /b', requests: 1, statuses: { 404: 1 } },
  ])
  // What one has shown goes before what another could not show again.
  assert.deepEqual(
    whole.findings.map(({ check, shard }) => [check, shard]),
    [
      ['no-5xx', '1/3'],
      ['hang', '2/3'],
    ],
  )
  assert.deepEqual(whole.branches, { reached: 7, known: 9 })
})
