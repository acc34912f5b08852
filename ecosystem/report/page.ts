/** The page of the documentation: what `results.json` has, as tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from '../exercises/run-exercise.ts'
import { readPackages } from '../packages/packages.ts'
import type { KnownDifference } from './known-differences.ts'
import { type Results, totalsOf } from './results.ts'

const PAGE = new URL('../../../docs/project/ecosystem.md', import.meta.url)
const BEGIN = '<!-- results -->\n'
const END = '<!-- end of results -->\n'

export function writePage(results: Results, known: readonly KnownDifference[]): void {
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), results, known))
}

/** The text of the page with these results between its marks. */
export function pageWith(page: string, results: Results, known: readonly KnownDifference[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from)
    throw new Error(`docs/project/ecosystem.md has no ${BEGIN.trim()} … ${END.trim()}`)
  const parts = [summary(results), packageTable(results), topTable(results), differences(known), leftOut()]
  return `${page.slice(0, from + BEGIN.length)}\n${parts.join('\n\n')}\n\n${page.slice(to)}`
}

function summary({ packages, reference, touchstone, before }: Results): string {
  const { exercised, later, suites, counted, passed } = totalsOf(packages)
  const share = ((passed / counted) * 100).toFixed(2)
  return `touchstone ${touchstone} beside Fastify ${reference}, with the registry as it was on ${before}: **${exercised}** packages of the 4.x
line and **${later}** of the later one are used with the same outcome on both. ${suites} packages publish tests that can be run: of their
**${counted}** tests that pass on Fastify, **${passed}** pass on touchstone, ${share} %.`
}

const OUTCOMES: Record<Outcome, string> = {
  same: 'the same',
  differs: 'differs',
  'fails on touchstone': 'fails on touchstone',
  'fails on fastify': 'fails on Fastify',
  'fails on both': 'fails on both',
}

function packageTable({ packages }: Results): string {
  const rows = packages.map(({ name, version, line, exercise, suite }) => {
    const used = exercise === null ? '' : OUTCOMES[exercise]
    const own = suite === null ? '' : `${suite.passed} of ${suite.counted}`
    return `| ${name} | ${version}${line === 'later' ? ' (later line)' : ''} | ${used} | ${own} |`
  })
  return ['### Packages', '', '| package | version | used | own tests |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

function topTable({ top }: Results): string {
  const rows = top.map(
    ({ name, version, tests, passed }) => `| ${name} | ${version} | ${passed} of ${tests} |`,
  )
  return [
    '### Frameworks and an application',
    '',
    '| on top | version | tests |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

function differences(known: readonly KnownDifference[]): string {
  const rows = known.map(({ package: name, tests, reason, basis }) => {
    const count = Object.values(tests).flat().length
    const what = Object.keys(tests).includes('(exercise)')
      ? 'its use'
      : `${count} test${count === 1 ? '' : 's'} or groups`
    return `| ${name} | ${what.replace('1 test or groups', '1 test')} | ${reason} | ${basis} |`
  })
  return [
    '### Known differences',
    '',
    '| package | what | reason | decided by |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Test files that are published and not run. */
function leftOut(): string {
  const rows = readPackages().packages.flatMap(({ name, version, suite, noSuite }) => [
    ...Object.entries(suite?.without ?? {}).map(([file, reason]) => `| ${name} | ${file} | ${reason} |`),
    ...(noSuite === undefined ? [] : [`| ${name} ${version} | all | ${noSuite} |`]),
  ])
  return [
    '### Test files that are not run',
    '',
    '| package | file | reason |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}
