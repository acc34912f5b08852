// The gate of the rules: fails when a testable rule lacks an assertion that shows it kept, or one that shows what it refuses.

import { pathToFileURL } from 'node:url'
import { type RuleCoverage, ruleCoverage } from '../conformance/suite/rule-coverage.ts'
import { loadSuite } from '../spec/load.ts'

export interface AreaRow {
  area: string
  rules: number
  testable: number
  covered: number
  positive: number
  negative: number
}

export interface GateResult {
  rows: AreaRow[]
  /** One line for each testable rule without both polarities. */
  missing: string[]
}

export function judgeCoverage(coverage: RuleCoverage[]): GateResult {
  const rows = new Map<string, AreaRow>()
  const missing: string[] = []
  for (const one of coverage) {
    const { rule, positive, negative } = one
    const row = rows.get(rule.area) ?? emptyRow(rule.area)
    rows.set(rule.area, row)
    row.rules += 1
    row.positive += positive.length
    row.negative += negative.length
    if (!rule.testable) continue
    row.testable += 1
    const lacks = lackingPolarities(one)
    if (lacks.length === 0) row.covered += 1
    else missing.push(`${rule.id} has no ${lacks.join(' and no ')} assertion: ${rule.text}`)
  }
  return { rows: [...rows.values()].sort((a, b) => (a.area < b.area ? -1 : 1)), missing }
}

function emptyRow(area: string): AreaRow {
  return { area, rules: 0, testable: 0, covered: 0, positive: 0, negative: 0 }
}

function lackingPolarities({ positive, negative }: RuleCoverage): string[] {
  return [...(positive.length === 0 ? ['positive'] : []), ...(negative.length === 0 ? ['negative'] : [])]
}

const COLUMNS = ['rules', 'testable', 'covered', 'positive', 'negative'] as const

export function coverageTable({ rows, missing }: GateResult): string {
  const total = rows.reduce((sum, row) => addRows(sum, row), emptyRow('all'))
  const width = Math.max(...rows.map((row) => row.area.length), 4)
  const line = (name: string, cells: (string | number)[]): string =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join('')
  const body = [...rows, total].map((row) =>
    line(
      row.area,
      COLUMNS.map((column) => row[column]),
    ),
  )
  const verdict =
    missing.length === 0
      ? `each of the ${total.testable} testable rules has a positive and a negative assertion`
      : `${missing.length} testable rules lack an assertion:\n${missing.map((text) => `  ${text}`).join('\n')}`
  return [line('area', [...COLUMNS]), ...body, '', verdict].join('\n')
}

function addRows(sum: AreaRow, row: AreaRow): AreaRow {
  const added = { ...sum }
  for (const column of COLUMNS) added[column] += row[column]
  return added
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = judgeCoverage(ruleCoverage(loadSuite()))
  process.stdout.write(`${coverageTable(result)}\n`)
  process.exitCode = result.missing.length === 0 ? 0 : 1
}
