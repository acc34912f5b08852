// The runner as a whole: a crash is the verdict of one case, transports must agree, and what is listed must be so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { outcomeOf } from '../contract/result.ts'
import type { KnownDifference } from '../judge/expectations.ts'
import { type ConformanceOptions, type ConformanceReport, exitCodeOf, runConformance } from './run.ts'

const folder = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const fixture = (name: string): string => new URL(`../fixtures/${name}.js`, import.meta.url).href

function run(
  implementation: string,
  expected: KnownDifference[] = [],
  more: Partial<ConformanceOptions> = {},
): Promise<ConformanceReport> {
  const expectations = () => ({ format: 1 as const, implementation, expected })
  return runConformance({ implementations: [implementation], folder, expectations, ...more })
}

const unexpected = (report: ConformanceReport, verdict: string): string[] =>
  (report.runs[0]?.assertions ?? []).filter((a) => a.verdict === verdict).map((a) => a.result.id)

test('a real implementation passes the fixture over both transports', async () => {
  const report = await run('fastify-4.17')
  assert.deepEqual(unexpected(report, 'fail'), [])
  assert.equal(exitCodeOf(report), 0)
})

test('a crash is the verdict of the case that caused it, and of no other', async () => {
  const report = await run(fixture('crashing'))
  const dead = report.runs[0]?.assertions.filter((a) => a.verdict === 'fail') ?? []
  const ids = [
    'run-declaration-errors#same',
    'run-declaration-errors#child',
    'run-declaration-errors#late',
    'run-boot-fails#rejects',
  ]
  assert.deepEqual(
    dead.map((a) => a.result.id),
    ids,
  )
  for (const { result } of dead) assert.equal(outcomeOf(result), 'crash')
  assert.match(dead[0]?.result.cells.socket?.reason ?? '', /exit 9/)
  assert.match(dead[3]?.result.cells.inject?.reason ?? '', /died of bad luck/)
})

test('a case that waits for its second try is not blamed for a later one that ends the process', async () => {
  const report = await run(fixture('crashing-late'))
  const reasons = (report.runs[0]?.assertions ?? [])
    .filter((a) => a.verdict === 'fail')
    .map(({ result }) => [result.case, Object.values(result.cells)[0]?.reason ?? ''] as const)
  const of = (id: string): string[] => reasons.filter(([one]) => one === id).map(([, reason]) => reason)
  assert.deepEqual([...new Set(reasons.map(([id]) => id))].sort(), ['run-boot-fails', 'run-keep-alive'])
  for (const reason of of('run-boot-fails')) assert.match(reason, /died of bad luck/)
  for (const reason of of('run-keep-alive')) assert.match(reason, /exit 9/)
})

test('transports that disagree split, though each matches', async () => {
  const report = await run(fixture('two-faced'), [], { filter: ['run-decorator-tree'] })
  const [first] = report.runs[0]?.assertions ?? []
  assert.equal(first && outcomeOf(first.result), 'split')
  assert.equal(first?.result.cells.socket?.difference?.pointer, '/headers/x-face')
  assert.equal(exitCodeOf(report), 1)
})

test('a listed failure is none, a listed pass is one', async () => {
  const entry = (match: string): KnownDifference => ({ match, kind: 'divergence', reason: 'test' })
  const known = await run(fixture('two-faced'), [entry('run-decorator-tree')], {
    filter: ['run-decorator-tree'],
  })
  assert.equal(exitCodeOf(known), 0)
  const passing = await run('fastify-4.17', [entry('run-decorator-tree#root')], {
    filter: ['run-decorator-tree'],
  })
  assert.deepEqual(unexpected(passing, 'unexpected-pass'), ['run-decorator-tree#root'])
  assert.equal(exitCodeOf(passing), 1)
})

test('an entry that matches nothing, or has expired, fails the run', async () => {
  const nothing = await run('fastify-4.17', [{ match: 'run-gone*', kind: 'bug', reason: 'test' }])
  assert.deepEqual(nothing.runs[0]?.complaints, ['matches no assertion: run-gone*'])
  assert.equal(exitCodeOf(nothing), 1)
  const expired = [
    { match: 'run-decorator-tree', kind: 'flaky' as const, reason: 'test', expires: '2020-01-01' },
  ]
  const old = await run('fastify-4.17', expired, { filter: ['run-decorator-tree'] })
  assert.match(old.runs[0]?.complaints[0] ?? '', /expired on 2020-01-01/)
})

test('an adapter that does not load is a failure of its own', async () => {
  const report = await run(fixture('none'))
  assert.match(report.runs[0]?.failure ?? '', /does not load/)
  assert.equal(exitCodeOf(report), 2)
})
