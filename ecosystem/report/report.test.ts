/** What decides about a run of published packages, without running one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExercises } from '../exercises/exercise.ts'
import { LINES, type PackageEntry, readPackages, slugOf } from '../packages/packages.ts'
import {
  faultsOf,
  type KnownDifference,
  MINIMUM_EXERCISED,
  MINIMUM_SHARE,
  readKnownDifferences,
  shortfallsOf,
} from './known-differences.ts'
import { pageWith, readPage } from './page.ts'
import { type PackageRun, type Results, readResults, titleOf, totalsOf, withFresh } from './results.ts'
import { tablesOf } from './tables.ts'

const entry: PackageEntry = { name: 'one', version: '1.0.0' }
const failed = (test: string) => ({ file: 'test/a.js', test, kind: 'failed' as const })
const runWith = (...tests: string[]): PackageRun => ({
  entry,
  exercise: { outcome: 'same' },
  suite: { files: 1, counted: 10, passed: 10 - tests.length, differences: tests.map(failed), once: [] },
})
const known = (...tests: string[]): KnownDifference[] => [
  { package: 'one', tests: { 'test/a.js': tests }, reason: 'a reason', basis: 'R1' },
]

test('a difference is listed, or it is a fault; a listed one that is gone is one, too', () => {
  assert.deepEqual(faultsOf([runWith('x', 'y z')], known('x', 'y *')), [])
  assert.deepEqual(faultsOf([runWith('x')], []), ['one@1.0.0: test/a.js › x differs, and is not listed'])
  assert.deepEqual(faultsOf([runWith()], known('x')), [
    'one@1.0.0: test/a.js › x is listed, and does not differ',
  ])
  assert.deepEqual(faultsOf([{ entry, error: 'no network' }], known('x')), ['one@1.0.0: no network'])
  assert.deepEqual(faultsOf([{ entry }], known('x'), false), [])
})

test('an exercise that is not the same is a difference', () => {
  const run: PackageRun = { entry, exercise: { outcome: 'fails on touchstone' } }
  assert.equal(faultsOf([run], []).length, 1)
  const listed: KnownDifference = { ...known()[0]!, tests: { '(exercise)': ['fails on touchstone'] } }
  assert.deepEqual(faultsOf([run], [listed]), [])
  assert.equal(faultsOf([run], [{ ...listed, package: 'one@2.0.0' }]).length, 1)
})

test('a whole run has to reach 45 packages and 99 % of the tests', () => {
  assert.deepEqual(shortfallsOf(Array.from({ length: 45 }, () => runWith())), [])
  assert.equal(shortfallsOf(Array.from({ length: 44 }, () => runWith())).length, 1)
  assert.equal(shortfallsOf(Array.from({ length: 45 }, () => runWith('x'))).length, 1)
})

test('a run of some packages replaces their rows', () => {
  const row = (name: string, exercise: 'same' | 'differs') =>
    ({ name, version: '1.0.0', line: '4.x', exercise, suite: null }) as const
  const about = { touchstone: '1', reference: '4', before: '2026-01-01', top: [] }
  const kept: Results = { ...about, packages: [row('a', 'same'), row('b', 'differs'), row('gone', 'same')] }
  const fresh: Results = { ...about, packages: [row('c', 'same'), row('b', 'same')] }
  const { packages } = withFresh(kept, fresh, {
    packages: ['a', 'b', 'c'].map((name) => ({ name, version: '1.0.0' })),
    frameworks: [],
  })
  assert.deepEqual(packages, [row('a', 'same'), row('b', 'same'), row('c', 'same')])
})

test('the list of packages, the exercises and the known differences fit together', async () => {
  const { packages, frameworks } = readPackages()
  const slugs = [...packages, ...frameworks].map(slugOf)
  assert.equal(new Set(slugs).size, slugs.length)
  const names = packages.map(({ name }) => name)
  assert.deepEqual(
    [...(await readExercises()).keys()].filter((name) => !names.includes(name)),
    [],
  )
  const titles = packages.flatMap(({ name, version }) => [name, `${name}@${version}`])
  for (const difference of readKnownDifferences()) {
    assert.ok(titles.includes(difference.package), difference.package)
    assert.ok(difference.reason.length > 20 && difference.basis.length > 1, difference.package)
  }
})

test('the results that are kept are those of the packages that are listed, and meet what is asked for', () => {
  const { packages, frameworks } = readPackages()
  const results = readResults()
  assert.deepEqual(results.packages.map(titleOf), packages.map(titleOf))
  assert.deepEqual(results.top.map(titleOf), frameworks.map(titleOf))
  for (const { name, tests, passed } of results.top) assert.equal(passed, tests, name)
  const { exercised, counted, passed } = totalsOf(results.packages)
  assert.ok(exercised >= MINIMUM_EXERCISED && passed >= counted * MINIMUM_SHARE)
})

test('each listed package of the latest releases is used with the same outcome, or says why not', () => {
  const { packages } = readPackages('5')
  const results = readResults('5')
  assert.deepEqual(results.packages.map(titleOf), packages.map(titleOf))
  const differing = results.packages.filter(({ exercise }) => exercise !== 'same').map(({ name }) => name)
  assert.deepEqual(
    differing.toSorted(),
    readKnownDifferences('5')
      .filter(({ tests }) => '(exercise)' in tests)
      .map((one) => one.package)
      .toSorted(),
  )
})

test('the page of the documentation shows the results that are kept', () => {
  const page = readPage()
  for (const line of LINES) {
    const tables = tablesOf(readResults(line), readKnownDifferences(line), line)
    assert.equal(pageWith(page, tables, line), page)
  }
})
