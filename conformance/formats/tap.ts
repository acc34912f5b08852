// The report as TAP 14: a test point for each assertion and transport; a known difference is a TODO, which no harness counts.

import {
  faultsOf,
  knownText,
  type Line,
  linesOf,
  nameOf,
  type ReportContext,
  titleOf,
  visible,
} from '../report/verdicts.ts'
import type { ConformanceReport } from '../run/run.ts'

export function tapReport(report: ConformanceReport, context: ReportContext = {}): string {
  const points = report.runs.flatMap((run) => [
    ...faultsOf(run).map(({ name, message }) => ({
      head: `not ok - ${escapeTap(`${titleOf(run)}: ${name}`)}`,
      more: { message },
    })),
    ...linesOf(run, report, context).map((line) => pointOf(line, context)),
  ])
  const lines = points.flatMap(({ head, more }, index) => [
    head.replace(' - ', ` ${index + 1} - `),
    ...diagnostics(more),
  ])
  return ['TAP version 14', `1..${points.length}`, ...lines, ''].join('\n')
}

interface Point {
  head: string
  more: Record<string, string | number | undefined>
}

function pointOf(line: Line, context: ReportContext): Point {
  const ok = line.state === 'pass' || line.state === 'skip' ? 'ok' : 'not ok'
  const directive = directiveOf(line)
  const head = `${ok} - ${escapeTap(`${line.implementation}: ${nameOf(line)}`)}${directive}`
  if (line.state === 'pass') return { head, more: {} }
  return {
    head,
    more: {
      message: line.message,
      outcome: line.outcome,
      severity: line.state === 'known' ? 'todo' : undefined,
      rules: line.rules.join(' '),
      file: line.file,
      duration_ms: context.deterministic ? undefined : line.milliseconds,
    },
  }
}

function directiveOf(line: Line): string {
  if (line.state === 'skip') return ` # SKIP ${escapeTap(line.message)}`
  if (line.state === 'known') return ` # TODO ${escapeTap(knownText(line.known))}`
  return ''
}

function escapeTap(text: string): string {
  return visible(text).replace(/[\\#]/g, '\\$&')
}

/** A block of YAML; a string in JSON is one in YAML too, once nothing in it ends a line. */
function diagnostics(more: Point['more']): string[] {
  const told = Object.entries(more).filter(([, value]) => value !== undefined)
  if (told.length === 0) return []
  return ['  ---', ...told.map(([key, value]) => `  ${key}: ${visible(JSON.stringify(value))}`), '  ...']
}
