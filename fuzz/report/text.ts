/** A report for a terminal. */
import { visible } from '../../conformance/markup/escape.ts'
import { checkOf } from '../engine/checks.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { missedLines, missedOf, nothingReached } from './reached.ts'
import { curlOf, type Runner, testOf } from './snippets.ts'

export interface TextOptions {
  /** The module as the user named it. */
  module: string
  snippets: Runner | 'none'
  color: boolean
  /** Options of the command that a replay needs too. */
  replayOptions?: string
}

export function textReport(report: FuzzReport, options: TextOptions): string {
  const { findings, warnings, notes } = report
  const lines: string[] = []
  for (const finding of findings) lines.push(...findingLines(finding, report, options), '')
  if (warnings.length > 0) {
    lines.push(paint(options, 33, `${count(warnings.length, 'warning')}`))
    for (const { check, route, why } of warnings) lines.push(`  ${check}  ${visible(route)}  ${visible(why)}`)
    lines.push('')
  }
  for (const note of notes) lines.push(`note: ${visible(note)}`)
  if (notes.length > 0) lines.push('')
  lines.push(...summaryLines(report, options))
  return `${lines.join('\n')}\n`
}

function findingLines(finding: Finding, report: FuzzReport, options: TextOptions): string[] {
  const { check, route, why, requests, answer, decoded, id } = finding
  const server = serverOf(report)
  const lines = [
    `${paint(options, 31, `✗ ${check}`)}  ${visible(route)}`,
    `  ${checkOf(check).rule}`,
    `  ${visible(why)}`,
  ]
  if (finding.unstable)
    lines.push(
      `  Unstable: ${visible(finding.reason ?? 'it was seen once, and not again with the same request.')}`,
    )
  if (finding.together) lines.push('  These are sent at the same time:')
  for (const request of requests) lines.push(...requestLines(request))
  if (answer) lines.push(`    → ${answer.status} ${visible(answer.body.slice(0, 300))}`)
  if (decoded)
    lines.push(
      `  ${decoded.part} after decoding and coercion: ${visible(JSON.stringify(decoded.value) ?? 'nothing')}`,
    )
  for (const request of requests) lines.push(`  ${curlOf(request, server ?? undefined)}`)
  if (options.snippets !== 'none' && hasTest(finding, report))
    lines.push(
      '',
      ...testOf(finding, server ?? options.module, options.snippets, report.form, report.setup)
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
    )
  if (options.replayOptions !== undefined)
    lines.push(
      '',
      `  npx touchstone fuzz ${server === null ? `${options.module} ` : ''}--seed ${report.seed}${options.replayOptions} --only ${id}`,
    )
  return lines
}

/** The address of a server that was fuzzed from outside. */
function serverOf({ form, target }: FuzzReport): string | null {
  return form === null && /^https?:\/\//.test(target) ? target.replace(/\/+$/, '') : null
}

/** Whether a test is printed: not for what is unstable, and only where something can be imported or fetched. */
export function hasTest(finding: Finding, report: FuzzReport): boolean {
  if (finding.unstable || finding.requests.length === 0) return false
  return report.form !== null || (serverOf(report) !== null && finding.requests.every(isFetchable))
}

/** `fetch` writes some addresses in another way, and some requests not at all. */
function isFetchable({ method, url, headers, body }: Finding['requests'][number]): boolean {
  if (/^(GET|HEAD)$/.test(method) ? body !== undefined : /^(CONNECT|TRACE|TRACK)$/.test(method)) return false
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value))) return false
  const { pathname, search } = new URL(`http://a${url}`)
  return pathname + search === url
}

function requestLines({ method, url, headers, body }: Finding['requests'][number]): string[] {
  const shown = Object.entries(headers).filter(([name]) => !/^(host|user-agent|content-length)$/i.test(name))
  return [
    `    ${method} ${visible(url)}`,
    ...shown.map(([name, value]) => `    ${visible(name)}: ${visible(value)}`),
    ...(body === undefined
      ? []
      : [`    ${visible(body.length > 500 ? `${body.slice(0, 500)}… (${body.length} characters)` : body)}`]),
  ]
}

function summaryLines(report: FuzzReport, options: TextOptions): string[] {
  const { findings, requests, seconds, routes, seed, ended } = report
  const missed = missedOf(report)
  const rate = seconds > 0 ? ` in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} a second` : ''
  const lines = [
    `${requests} requests${rate}; ${count(routes.length, 'route')}, ${routes.length - missed.length} of them reached; seed ${seed}`,
  ]
  if (missed.length > 0 && requests > 0) lines.push(...missedLines(missed).map(visible))
  if (ended === 'interrupted') lines.push('It was interrupted.')
  if (ended === 'crashed') lines.push('It ended early.')
  const nothing = nothingReached(report)
  lines.push(
    findings.length === 0
      ? nothing === null
        ? paint(options, 32, '✓ nothing found')
        : paint(options, 31, `✗ nothing reached: ${nothing}`)
      : paint(options, 31, `✗ ${count(findings.length, 'finding')}`),
  )
  return lines
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}

function paint({ color }: TextOptions, code: number, text: string): string {
  return color ? `\u001b[${code}m${text}\u001b[0m` : text
}
