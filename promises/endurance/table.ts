/** The table of a run, as text and as Markdown. */
import type { Course } from './course.ts'

const HEAD = [
  'server',
  'kind',
  'cycles',
  'accepted',
  'answered whole',
  'refused',
  'cut',
  'heap growth',
  'handles left',
  'loop delay p99',
  'close()',
  'did not end well',
] as const

function row({
  implementation,
  kind,
  cycles,
  tally,
  growth,
  handles,
  delay,
  closing,
  failures,
}: Course): string[] {
  return [
    implementation,
    kind,
    String(cycles),
    String(tally.accepted),
    String(tally.whole),
    String(tally.refused),
    String(tally.cut),
    growth === null ? 'too few cycles' : `${Math.round(growth)} B a cycle`,
    String(Math.max(0, handles)),
    `${Math.round(delay.median)} ms, at most ${Math.round(delay.most)}`,
    `${Math.round(closing.median)} ms, at most ${Math.round(closing.most)}`,
    Object.entries(failures)
      .map(([message, count]) => `${count} × ${message}`)
      .join('; ') || '–',
  ]
}

export function textOf(courses: readonly Course[]): string {
  const rows = [[...HEAD], ...courses.map(row)]
  const widths = HEAD.map((_, at) => Math.max(...rows.map((cells) => cells[at]!.length)))
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function markdownOf(courses: readonly Course[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(HEAD), line(HEAD.map(() => '---')), ...courses.map((course) => line(row(course)))].join('\n')
}
