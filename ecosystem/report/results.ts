/** The results of a run as data: `results.json` has those of the last whole run. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeFile } from '../../spec/write-file.ts'
import type { ExerciseResult, Outcome } from '../exercises/run-exercise.ts'
import type { FrameworkRun } from '../frameworks/run-framework.ts'
import { fileOf, type Line, type PackageEntry } from '../packages/packages.ts'
import type { Difference, SuiteResult } from '../suites/run-suite.ts'

/** What happened to one package in this run. */
export interface PackageRun {
  entry: PackageEntry
  exercise?: ExerciseResult
  suite?: SuiteResult
  /** It could not be installed or run. */
  error?: string
}

export interface Row {
  name: string
  version: string
  line: '4.x' | 'later'
  /** Whether both frameworks showed the same when it was used as its README says; null where it was not used so. */
  exercise: Outcome | null
  /** Its own tests that pass on Fastify, and how many of them on touchstone; null where it publishes none that can be run. */
  suite: { files: number; counted: number; passed: number } | null
}

/** A framework, or an application, whose test is run with both frameworks. */
export interface TopRow {
  name: string
  version: string
  tests: number
  passed: number
}

export interface Results {
  touchstone: string
  reference: string
  /** The registry is used as it was on this day. */
  before: string
  packages: Row[]
  top: TopRow[]
}

export function readResults(line: Line = '4'): Results {
  return JSON.parse(readFileSync(fileOf(line, 'results.json'), 'utf8'))
}

export function writeResults(results: Results, line: Line = '4'): void {
  writeFile(fileURLToPath(fileOf(line, 'results.json')), `${JSON.stringify(results, null, 2)}\n`)
}

export function resultsOf(
  about: Pick<Results, 'touchstone' | 'reference' | 'before'>,
  runs: readonly PackageRun[],
  tops: readonly FrameworkRun[],
): Results {
  const top = tops.map(({ entry, tests, passed }) => ({
    name: entry.name,
    version: entry.version,
    tests,
    passed,
  }))
  return { ...about, packages: runs.map(rowOf), top }
}

type Titled = Pick<Row, 'name' | 'version'>

/** The kept results with the rows of a run in place of theirs, in the order of what is listed; other rows are dropped. */
export function withFresh(
  kept: Results,
  fresh: Results,
  listed: { packages: readonly Titled[]; frameworks: readonly Titled[] },
): Results {
  const join = <T extends Titled>(
    titled: readonly Titled[],
    before: readonly T[],
    after: readonly T[],
  ): T[] => {
    const rows = new Map([...before, ...after].map((row) => [titleOf(row), row]))
    return titled.flatMap((one) => rows.get(titleOf(one)) ?? [])
  }
  return {
    ...fresh,
    packages: join(listed.packages, kept.packages, fresh.packages),
    top: join(listed.frameworks, kept.top, fresh.top),
  }
}

export function titleOf({ name, version }: Titled): string {
  return `${name}@${version}`
}

export function rowOf({ entry, exercise, suite }: PackageRun): Row {
  return {
    name: entry.name,
    version: entry.version,
    line: entry.later ? 'later' : '4.x',
    exercise: exercise?.outcome ?? null,
    suite: suite === undefined ? null : { files: suite.files, counted: suite.counted, passed: suite.passed },
  }
}

/** All that differs in a run of a package: tests of its own, and its exercise. */
export function differencesOf({ exercise, suite }: PackageRun): Difference[] {
  const own = suite?.differences ?? []
  if (exercise === undefined || exercise.outcome === 'same') return own
  return [{ file: '(exercise)', test: exercise.outcome, kind: 'failed' }, ...own]
}

export interface Totals {
  exercised: number
  later: number
  suites: number
  counted: number
  passed: number
}

export function totalsOf(rows: readonly Row[]): Totals {
  const suites = rows.flatMap(({ suite }) => (suite === null ? [] : [suite]))
  const same = rows.filter(({ exercise }) => exercise === 'same')
  return {
    exercised: same.filter(({ line }) => line === '4.x').length,
    later: same.filter(({ line }) => line === 'later').length,
    suites: suites.length,
    counted: suites.reduce((sum, { counted }) => sum + counted, 0),
    passed: suites.reduce((sum, { passed }) => sum + passed, 0),
  }
}
