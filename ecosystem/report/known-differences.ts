/** Which differences are known, and what is wrong when a run shows others, or no longer shows a known one. */
import { readFileSync } from 'node:fs'
import { fileOf, type Line } from '../packages/packages.ts'
import type { Difference } from '../suites/run-suite.ts'
import { differencesOf, type PackageRun, rowOf, totalsOf } from './results.ts'

export interface KnownDifference {
  package: string
  /** Names of tests by the file they are in; `(exercise)` for the exercise. `*` stands for any text. */
  tests: Record<string, string[]>
  /** Why touchstone does otherwise. */
  reason: string
  /** The ruling, the standard or the rule that decides it. */
  basis: string
}

/** At least so many packages of the 4.x line have to show the same when used as their README says. */
export const MINIMUM_EXERCISED = 45
/** At least this share of the tests that pass on Fastify has to pass on touchstone. */
export const MINIMUM_SHARE = 0.99

export function readKnownDifferences(line: Line = '4'): KnownDifference[] {
  return JSON.parse(readFileSync(fileOf(line, 'known-differences.json'), 'utf8'))
}

/**
 * What is wrong with the runs of some packages: unlisted differences, listed ones that are gone, and errors.
 *
 * @param suites false: the packages' own tests were not run
 */
export function faultsOf(
  runs: readonly PackageRun[],
  known: readonly KnownDifference[],
  suites = true,
): string[] {
  return runs.flatMap((run) => {
    const { name, version } = run.entry
    const title = `${name}@${version}`
    if (run.error !== undefined) return [`${title}: ${run.error}`]
    const patterns = known
      .filter((entry) => entry.package === name || entry.package === title)
      .flatMap(patternsOf)
      .filter(({ file }) => suites || file === '(exercise)')
    const found = differencesOf(run)
    const unlisted = found.filter((difference) => !patterns.some((pattern) => matches(pattern, difference)))
    const stale = patterns.filter((pattern) => !found.some((difference) => matches(pattern, difference)))
    return [
      ...unlisted.map(({ file, test }) => `${title}: ${file} › ${test} differs, and is not listed`),
      ...stale.map(({ file, test }) => `${title}: ${file} › ${test} is listed, and does not differ`),
    ]
  })
}

/** What a whole run has to reach. */
export function shortfallsOf(runs: readonly PackageRun[]): string[] {
  const { exercised, counted, passed } = totalsOf(runs.map(rowOf))
  const faults: string[] = []
  if (exercised < MINIMUM_EXERCISED)
    faults.push(`${exercised} packages show the same on both: ${MINIMUM_EXERCISED} are asked for`)
  if (passed < counted * MINIMUM_SHARE)
    faults.push(`${passed} of ${counted} tests pass: ${MINIMUM_SHARE * 100} % are asked for`)
  return faults
}

interface Pattern {
  file: string
  test: string
}

function patternsOf({ tests }: KnownDifference): Pattern[] {
  return Object.entries(tests).flatMap(([file, names]) => names.map((test) => ({ file, test })))
}

function matches(pattern: Pattern, { file, test }: Difference): boolean {
  if (pattern.file !== file) return false
  const parts = pattern.test.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(test)
}
