/** The results as tables of text: for the page of the documentation, and for the one of `npm start`. */
import type { Outcome } from '../exercises/run-exercise.ts'
import { type Line, readPackages } from '../packages/packages.ts'
import type { KnownDifference } from './known-differences.ts'
import { type Results, totalsOf } from './results.ts'

export interface Table {
  caption: string
  head: string[]
  rows: string[][]
}

export interface Tables {
  /** What the run was, and its totals. */
  summary: string
  tables: Table[]
}

export function tablesOf(results: Results, known: readonly KnownDifference[], line: Line = '4'): Tables {
  const all = [packages(results), frameworks(results), differences(known), leftOut(line)]
  const tables = all.filter(({ rows }) => rows.length > 0)
  if (line === '4') return { summary: summaryOf(results), tables }
  return {
    summary: latestSummaryOf(results),
    tables: tables.map((table) => ({ ...table, caption: `${table.caption}, latest releases` })),
  }
}

function latestSummaryOf({ packages: rows, reference, touchstone, before }: Results): string {
  const { later } = totalsOf(rows)
  return `touchstone ${touchstone} beside Fastify ${reference}, with the registry as it was on ${before}: of ${rows.length} packages in their latest release ${later} are used with the same outcome on both.`
}

function summaryOf({ packages: rows, reference, touchstone, before }: Results): string {
  const { exercised, later, suites, counted, passed } = totalsOf(rows)
  const share = ((passed / counted) * 100).toFixed(2)
  return `touchstone ${touchstone} beside Fastify ${reference}, with the registry as it was on ${before}: ${exercised} packages of the 4.x line and ${later} of the later one are used with the same outcome on both. ${suites} packages publish tests that can be run: of their ${counted} tests that pass on Fastify, ${passed} pass on touchstone, ${share} %.`
}

const OUTCOMES: Record<Outcome, string> = {
  same: 'the same',
  differs: 'differs',
  'fails on touchstone': 'fails on touchstone',
  'fails on fastify': 'fails on Fastify',
  'fails on both': 'fails on both',
}

function packages({ packages: rows, reference }: Results): Table {
  return {
    caption: 'Packages',
    head: ['package', 'version', 'used', 'own tests'],
    rows: rows.map(({ name, version, line, exercise, suite }) => [
      name,
      line === 'later' && reference.startsWith('4.') ? `${version} (later line)` : version,
      exercise === null ? '' : OUTCOMES[exercise],
      suite === null ? '' : `${suite.passed} of ${suite.counted}`,
    ]),
  }
}

function frameworks({ top }: Results): Table {
  return {
    caption: 'Frameworks and an application',
    head: ['on top', 'version', 'tests'],
    rows: top.map(({ name, version, tests, passed }) => [name, version, `${passed} of ${tests}`]),
  }
}

function differences(known: readonly KnownDifference[]): Table {
  return {
    caption: 'Known differences',
    head: ['package', 'what', 'reason', 'decided by'],
    rows: known.map(({ package: name, tests, reason, basis }) => [name, whatOf(tests), reason, basis]),
  }
}

function whatOf(tests: KnownDifference['tests']): string {
  const names = Object.entries(tests).flatMap(([file, list]) => list.map((test) => `${file}: ${test}`))
  return names.join('; ')
}

/** Test files that are published and not run. */
function leftOut(line: Line): Table {
  const rows = readPackages(line).packages.flatMap(({ name, version, suite, noSuite }) => [
    ...Object.entries(suite?.without ?? {}).map(([file, reason]) => [name, file, reason]),
    ...(noSuite === undefined ? [] : [[`${name} ${version}`, 'all', noSuite]]),
  ])
  return { caption: 'Test files that are not run', head: ['package', 'file', 'reason'], rows }
}
