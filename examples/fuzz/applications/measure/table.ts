/** What was measured, and how it is printed. */
import type { Kind, SeededDefect } from '../application.ts'

export interface Measured {
  application: string
  framework: string
  over: 'inject' | 'url'
  /** Of the run with the defects. */
  requests: number
  seconds: number
  ended: string
  /** Seconds of a core that it took, with the tests that it ran; null where the system does not tell. */
  work: number | null
  defects: { id: string; kind: Kind; found: boolean; by: string[] }[]
  findings: number
  /** Findings that are gone only without several defects. */
  several: string[]
  /** Findings whose requests show nothing on a fresh application. */
  notReproduced: { id: string; why: string }[]
  falseAlarms: { id: string; why: string }[]
  /** `skipped`: of the right ones, those that end before their assertion on the right application. */
  tests: { printed: number; right: number; skipped: number; wrong: { id: string; why: string }[] }
  /** Routes without a 2xx, of all. */
  silent: string[]
  routes: number
  /** The run of the application without defects. */
  right: { requests: number; ended: string; findings: { id: string; why: string }[] }
}

export function defectsWith(
  defects: readonly SeededDefect[],
  by: ReadonlyMap<string, string[]>,
): Measured['defects'] {
  return defects.map(({ id, kind }) => ({ id, kind, found: by.has(id), by: by.get(id) ?? [] }))
}

const HEAD = [
  'application',
  'found',
  'tests right',
  'false alarms',
  'silent routes',
  'requests',
  'core',
  'ended',
]

export function tableOf(all: readonly Measured[]): string {
  const rows = all.map((one) => [
    ...[one.application, ratio(one.defects.filter(({ found }) => found).length, one.defects.length)],
    ...[testsOf(one.tests), falseAlarms(one)],
    ...[ratio(one.silent.length, one.routes), String(one.requests), secondsOf(one), one.ended],
  ])
  const sum = (of: (one: Measured) => number) => all.reduce((total, one) => total + of(one), 0)
  const found = sum(({ defects }) => defects.filter((one) => one.found).length)
  const total = [
    ...[
      'all',
      ratio(
        found,
        sum(({ defects }) => defects.length),
      ),
    ],
    testsOf({
      right: sum(({ tests }) => tests.right),
      printed: sum(({ tests }) => tests.printed),
      skipped: sum(({ tests }) => tests.skipped),
    }),
    `${sum((one) => one.falseAlarms.length)} + ${sum((one) => one.right.findings.length)}`,
    ratio(
      sum(({ silent }) => silent.length),
      sum(({ routes }) => routes),
    ),
    ...[String(sum(({ requests }) => requests)), '', ''],
  ]
  return [aligned([HEAD, ...rows, total]), '', aligned(kinds(all)), '', ...all.flatMap(detail)].join('\n')
}

function ratio(part: number, of: number): string {
  return `${part} of ${of}`
}

function secondsOf({ work }: Measured): string {
  return work === null ? '' : `${work.toFixed(0)} s`
}

function testsOf({ right, printed, skipped }: Omit<Measured['tests'], 'wrong'>): string {
  return `${ratio(right, printed)}${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** Those among the defects, and those of the right application. */
function falseAlarms(one: Measured): string {
  return `${one.falseAlarms.length} + ${one.right.findings.length}`
}

function kinds(all: readonly Measured[]): string[][] {
  const counts = new Map<Kind, { found: number; of: number }>()
  for (const { kind, found } of all.flatMap(({ defects }) => defects)) {
    const count = counts.get(kind) ?? { found: 0, of: 0 }
    counts.set(kind, { found: count.found + (found ? 1 : 0), of: count.of + 1 })
  }
  return [...counts]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([kind, { found, of }]) => [kind, ratio(found, of)])
}

function detail({ application, defects, falseAlarms, right, tests, silent, ...rest }: Measured): string[] {
  const { several, notReproduced } = rest
  const missed = defects.filter(({ found }) => !found).map(({ id }) => id)
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`  ${title}:`, ...items.map((item) => `    ${item}`)]
  const shown = ({ id, why }: { id: string; why: string }) => cut(`${id}: ${why}`)
  return [
    application,
    ...list('missed', missed),
    ...list('false alarms beside the defects', falseAlarms.map(shown)),
    ...list('false alarms of the right application', right.findings.map(shown)),
    ...list('findings of several defects at once', several),
    ...list('findings that a fresh application does not show', notReproduced.map(shown)),
    ...list('wrong printed tests', tests.wrong.map(shown)),
    ...list('routes without a 2xx', silent),
    '',
  ]
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** For one line of a terminal; the report has the whole. */
function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
