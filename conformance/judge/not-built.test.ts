// Fixtures that are not served are told by their reasons, and over HTTP the advice speaks of `skips`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell } from '../contract/result.ts'
import { doubtOf } from './doubt.ts'
import type { JudgedAssertion } from './expectations.ts'
import { notBuiltOf } from './not-built.ts'

function assertion(id: number, outcome: Cell['outcome'], reason?: string): JudgedAssertion {
  const cell: Cell = { outcome, milliseconds: 1, ...(reason === undefined ? {} : { reason }) }
  const result = { id: `c${id}#a`, case: `c${id}`, exchange: 'a', cells: { socket: cell } }
  return {
    result,
    case: { id: `c${id}` } as JudgedAssertion['case'],
    verdict: outcome === 'pass' ? 'pass' : 'skip',
  }
}

const of = (...reasons: string[]): JudgedAssertion[] =>
  reasons.map((reason, at) => assertion(at, reason === 'pass' ? 'pass' : 'skip', reason))

test('fixtures with one reason, but for their names and ports, share a sentence', () => {
  const ends = (name: string): string =>
    `the fixture ${name} is not built, or does not start: the server ended with exit code 1, and said: no ${name}`
  assert.deepEqual(notBuiltOf(of(ends('a'), ends('a'), ends('b'), 'pass', 'lacks inject')), [
    'The fixtures a, b are not built, or do not start. a: the server ended with exit code 1, and said: no a. Their 3 assertions did not run.',
  ])
  const [many = ''] = notBuiltOf(of(...Array.from({ length: 15 }, (_, at) => ends(`f${at}`))))
  assert.match(many, /^The fixtures f0, .* f11 and 3 more are not built/)
  assert.deepEqual(notBuiltOf(of('the fixture a was not asked to its end: connect ECONNREFUSED')), [
    'The fixture a was not asked to its end: connect ECONNREFUSED. Its last assertion did not run.',
  ])
})

test('where nothing ran over HTTP, the advice is to build, and speaks of skips', () => {
  const unbuilt = 'the fixture a is not built: the server answers for "b"'
  assert.match(doubtOf(of(unbuilt)) ?? '', /Build one of them, or ask for another with --fixture NAME\.$/)
  assert.match(
    doubtOf(of('its "skips" has /a', unbuilt)) ?? '',
    /take its prefix out of the list "skips" in the answer to GET \/-\/fixture\.$/,
  )
  const half = doubtOf(of('its "skips" has /a', 'its "skips" has /b', 'pass')) ?? ''
  assert.match(half, /^its "skips" leaves out 2 of the 3 assertions of its fixtures/)
  assert.doesNotMatch(half, /adapter|capabilit/)
})
