/** A run told in lines, while it goes on and at its end. */
import type { FrameworkRun } from '../frameworks/run-framework.ts'
import { differencesOf, type PackageRun, type Results, totalsOf } from './results.ts'

export function packageLines(run: PackageRun): string[] {
  const { entry, suite, exercise, error } = run
  const told = [`${entry.name}@${entry.version}:`]
  if (error !== undefined) told.push(error)
  if (exercise !== undefined)
    told.push(exercise.outcome === 'same' ? 'used, the same' : `used, ${exercise.outcome}`)
  if (suite !== undefined) told.push(`${suite.passed} of ${suite.counted} own tests pass`)
  const lines = [told.join(' ')]
  for (const [column, shown] of Object.entries(exercise?.detail ?? {})) lines.push(`    ${column}: ${shown}`)
  for (const { file, test, kind } of differencesOf(run))
    lines.push(`    ${kind === 'open' ? 'does not end' : 'differs'}: ${file} › ${test}`)
  for (const { file, test } of suite?.once ?? [])
    lines.push(`    differed in one of two runs: ${file} › ${test}`)
  return lines
}

export function frameworkLines({ entry, tests, passed, faults }: FrameworkRun): string[] {
  return [
    `${entry.name}@${entry.version}: ${passed} of ${tests} tests pass`,
    ...faults.map((fault) => `    ${fault}`),
  ]
}

/** The end of a run. */
export function summaryOf(results: Results, faults: readonly string[]): string {
  const { exercised, later, suites, counted, passed } = totalsOf(results.packages)
  const share = counted === 0 ? '' : ` (${((passed / counted) * 100).toFixed(2)} %)`
  const lines = [
    '',
    `${exercised} packages of the 4.x line and ${later} of the later one are used with the same outcome on both.`,
    `${passed} of ${counted} tests of ${suites} packages that pass on Fastify ${results.reference} pass on touchstone${share}.`,
    `${results.top.reduce((sum, row) => sum + row.passed, 0)} of ${results.top.reduce((sum, row) => sum + row.tests, 0)} tests of ${results.top.length} frameworks and applications pass.`,
    ...faults.map((fault) => `✗ ${fault}`),
    faults.length === 0 ? 'All as expected.' : 'Not all as expected.',
  ]
  return `${lines.join('\n')}\n`
}
