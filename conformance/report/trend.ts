// Several reports in a row: how much of the specification each version of each implementation keeps, as a table and a chart.

import semver from 'semver'
import { visible } from '../markup/escape.ts'
import { matrixOf, SOURCES, type Tally } from './matrix.ts'
import type { StoredReport } from './read.ts'
import { countsOfScore, scoreText } from './score.ts'
import { titleOf } from './verdicts.ts'

export interface TrendRow {
  implementation: string
  version: string
  file: string
  sources: (Tally | null)[]
  overall: Tally
}

const WIDTH = 40

/** By implementation in the order of their first report, then by version; equal ones stay in the order of the files. */
export function trendOf(stored: StoredReport[]): TrendRow[] {
  const rows = stored.flatMap(({ name, report }): TrendRow[] => {
    const { sources, overall } = matrixOf(report)
    return report.runs.map(({ implementation, version }, index) => ({
      implementation,
      version,
      file: report.ended === undefined ? name : `${name}, ended early`,
      sources: SOURCES.map((source) => sources.find((one) => one.source === source)?.tallies[index] ?? null),
      overall: overall[index] as Tally,
    }))
  })
  const order = [...new Set(rows.map((row) => row.implementation))]
  const place = ({ implementation }: TrendRow): number => order.indexOf(implementation)
  return rows.sort((a, b) => place(a) - place(b) || compareVersions(a.version, b.version))
}

/** By the rules of semver where both are versions. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [semver.parse(a), semver.parse(b)]
  return first && second ? first.compare(second) : a.localeCompare(b, 'en', { numeric: true })
}

export function trendText(stored: StoredReport[]): string {
  const rows = trendOf(stored)
  const titles = rows.map((row) => visible(titleOf(row)))
  const table = [
    ['', ...SOURCES, 'overall', 'report'],
    ...rows.map((row, index) => [
      titles[index] ?? '',
      ...row.sources.map((tally) => (tally ? scoreText(tally) : '–')),
      `${scoreText(row.overall)} (${countsOfScore(row.overall)})`,
      visible(row.file),
    ]),
  ]
  return [...aligned(table), '', ...chart(rows, titles), ''].join('\n')
}

/** Names to the left, numbers to the right. */
function aligned(table: string[][]): string[] {
  const last = (table[0] ?? []).length - 1
  const widths = Array.from({ length: last + 1 }, (_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table.map((row) =>
    row
      .map((text, column) =>
        column === 0 || column === last
          ? text.padEnd(widths[column] ?? 0)
          : text.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

function chart(rows: TrendRow[], titles: string[]): string[] {
  const shares = rows.map(({ overall }) =>
    overall.total === 0 ? null : (overall.passed / overall.total) * 100,
  )
  const lowest = Math.min(100, ...shares.filter((share) => share !== null))
  // If all values are near the top, only the upper part is drawn.
  const from = lowest < 50 ? 0 : Math.min(90, Math.floor(lowest / 10) * 10)
  const width = Math.max(0, ...titles.map((title) => title.length))
  const bars = shares.map((share, index) => {
    const filled = share === null ? 0 : Math.floor(((share - from) / (100 - from)) * WIDTH)
    const bar = '█'.repeat(filled) + '·'.repeat(WIDTH - filled)
    return `${(titles[index] ?? '').padEnd(width)}  ${bar}  ${scoreText((rows[index] as TrendRow).overall)}`
  })
  return [`${' '.repeat(width)}  ${`${from} %`.padEnd(WIDTH - 5)}100 %`, ...bars]
}
