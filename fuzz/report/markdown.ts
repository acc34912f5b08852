/** A report as Markdown for a pull request: the causes, what is known, and how far it got. */
import { code, escapeMarkdown } from '../../conformance/markup/markdown.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { type Cause, causesOf } from '../triage/causes.ts'
import { missedOf, nothingReached } from './reached.ts'
import { curlOf, serverOf } from './snippets.ts'

/** A comment holds 65,536 characters. */
const CAUSES = 30
const SHOWN = 3
const REQUESTS = 8

export function markdownReport(report: FuzzReport): string {
  const { findings, warnings, known = [], gone = [], routes, requests, seed } = report
  const causes = causesOf(findings)
  const nothing = nothingReached(report)
  const verdict =
    causes.length > 0
      ? `${counted(findings.length, 'finding')}, ${counted(causes.length, 'cause')}`
      : (nothing ?? 'nothing found')
  const reached = routes.length - missedOf(report).length
  const more = causes.length - CAUSES
  return [
    `## Fuzzing ${code(report.target)}: ${escapeMarkdown(verdict)}`,
    '',
    `${requests} requests, ${reached} of ${counted(routes.length, 'route')} reached, seed ${seed}, ${counted(warnings.length, 'warning')}.`,
    '',
    ...causes.slice(0, CAUSES).flatMap((cause) => causeLines(cause, serverOf(report) ?? undefined)),
    ...(more > 0 ? [`And ${more} more causes.`, ''] : []),
    ...details(
      'Known to the baseline',
      known.map(
        ({ id, route, accepted = '' }) => `- ${code(id)} ${code(route)}: ${escapeMarkdown(accepted)}`,
      ),
    ),
    ...details(
      'In the baseline and not found',
      gone.map(({ id, why }) => `- ${code(id)}: ${escapeMarkdown(why)}`),
    ),
    ...details(
      'Routes that were not reached',
      missedOf(report).map(
        ({ route, statuses }) => `- ${code(route)}: ${Object.keys(statuses).join(', ') || 'no answer'}`,
      ),
    ),
  ].join('\n')
}

function causeLines({ check, findings }: Cause, server: string | undefined): string[] {
  const [first, ...others] = findings as [Finding, ...Finding[]]
  const places = findings.slice(0, SHOWN).map(({ route }) => code(route))
  const left = findings.length - SHOWN
  const commands = first.requests.slice(-REQUESTS).map((one) => curlOf(one, server).slice(0, 1000))
  const fence = '`'.repeat(
    Math.max(3, ...[...commands.join('').matchAll(/`+/g)].map(([run]) => run.length + 1)),
  )
  return [
    `### ${escapeMarkdown(check)}: ${places.join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
    '',
    `${code(first.why)}${first.unstable ? ' (not confirmed)' : ''}`,
    '',
    ...(commands.length > 0 ? [`${fence}sh`, ...commands, fence, ''] : []),
    `${code(first.id)}${
      others.length > 0
        ? `, and ${others
            .slice(0, SHOWN - 1)
            .map(({ id }) => code(id))
            .join(', ')}`
        : ''
    }`,
    '',
  ]
}

function details(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  return [
    `<details><summary>${title}: ${lines.length}</summary>`,
    '',
    ...lines.slice(0, 100),
    '',
    '</details>',
    '',
  ]
}

function counted(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}
