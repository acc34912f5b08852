/** A report for a terminal. */
import { visible } from '../../conformance/markup/escape.ts'
import { checkOf } from '../engine/checks.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { causesOf } from '../triage/causes.ts'
import { missedLines, missedOf, nothingReached } from './reached.ts'
import { curlOf, hasTest, type Runner, serverOf, testOf } from './snippets.ts'

export interface TextOptions {
  /** The module as the user named it. */
  module: string
  snippets: Runner | 'none'
  color: boolean
  /** Options of the command that a replay needs too. */
  replayOptions?: string
}

/** Lines of one finding, without its test. */
const LINES = 15
/** Characters of one line. */
const WIDTH = 600
/** Other findings of the same cause that are named. */
const SHOWN = 2

export function textReport(report: FuzzReport, options: TextOptions): string {
  const { findings, warnings, notes, known = [], gone = [] } = report
  const lines: string[] = []
  for (const { findings: group } of causesOf(findings)) {
    const [first, ...others] = group as [Finding, ...Finding[]]
    lines.push(...findingLines(first, report, options), ...otherLines(others), '')
  }
  if (warnings.length > 0) {
    lines.push(paint(options, 33, `${count(warnings.length, 'warning')}`))
    for (const { check, route, why } of warnings) lines.push(`  ${check}  ${visible(route)}  ${visible(why)}`)
    lines.push('')
  }
  if (known.length > 0) {
    lines.push(`${count(known.length, 'finding')} known to the baseline`)
    for (const { id, route, accepted } of known)
      lines.push(`  ${id}  ${visible(route)}  ${visible(accepted ?? '')}`)
    lines.push('')
  }
  for (const { id, why } of gone) lines.push(`The baseline has ${id}, which was not found: ${visible(why)}`)
  for (const note of notes) lines.push(`note: ${visible(note)}`)
  if (notes.length + gone.length > 0) lines.push('')
  lines.push(...summaryLines(report, options))
  return `${lines.join('\n')}\n`
}

/** The test comes after, where there is one. */
function findingLines(finding: Finding, report: FuzzReport, options: TextOptions): string[] {
  const { check, route, why, requests, answer, decoded, id } = finding
  const server = serverOf(report)
  const head = [
    `${paint(options, 31, `✗ ${check}`)}  ${visible(route)}`,
    `  ${checkOf(check).rule}`,
    `  ${cut(why)}`,
  ]
  if (finding.unstable)
    head.push(
      `  Unstable: ${cut(finding.reason ?? 'it was seen once, and not again with the same request.')}`,
    )
  if (finding.together) head.push('  These are sent at the same time:')
  const tail: string[] = []
  if (answer) tail.push(`    → ${answer.status} ${visible(answer.body.slice(0, 300))}`)
  if (decoded)
    tail.push(
      `  ${decoded.part} after decoding and coercion: ${cut(JSON.stringify(decoded.value) ?? 'nothing')}`,
    )
  const again =
    options.replayOptions === undefined
      ? []
      : [
          '',
          `  npx touchstone fuzz ${server === null ? `${options.module} ` : ''}--seed ${report.seed}${options.replayOptions}${shardOf(finding)} --only ${id}`,
        ]
  const left = LINES - head.length - tail.length - again.length
  const test =
    options.snippets !== 'none' && hasTest(finding, report)
      ? [
          '',
          ...testLines(
            testOf(finding, server ?? options.module, options.snippets, report.form, report.setup),
          ),
        ]
      : []
  return [...head, ...middleLines(requests, tail, left, server), ...test, ...again]
}

/** The option that repeats the part of the run that found it. */
export function shardOf({ shard }: Finding): string {
  return shard === undefined ? '' : ` --shard ${shard}`
}

/** The requests, the answer to the last one, and commands, with what fits of them. */
function middleLines(
  requests: readonly Finding['requests'][number][],
  tail: string[],
  left: number,
  server: string | null,
): string[] {
  const raw = requests.flatMap(requestLines)
  const commands = requests.map((request) => `  ${cut(curlOf(request, server ?? undefined))}`)
  if (raw.length + commands.length <= left) return [...raw, ...tail, ...commands]
  if (commands.length <= left) return [...commands, ...tail]
  const shown = left - 2
  const more = `  … ${commands.length - shown - 1} more requests, which the JSON report has`
  return [...commands.slice(0, shown), more, commands.at(-1)!, ...tail]
}

function testLines(test: string): string[] {
  return test
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
}

function otherLines(others: readonly Finding[]): string[] {
  if (others.length === 0) return []
  const more = others.length - SHOWN
  return [
    '  The same cause:',
    ...others.slice(0, SHOWN).map(({ route, id }) => `    ${visible(route)}  ${id}`),
    ...(more > 0 ? [`    and ${more} more, which the other reports have`] : []),
  ]
}

function cut(text: string): string {
  return visible(text.length > WIDTH ? `${text.slice(0, WIDTH)}… (${text.length} characters)` : text)
}

function requestLines({ method, url, headers, body }: Finding['requests'][number]): string[] {
  const shown = Object.entries(headers).filter(([name]) => !/^(host|user-agent|content-length)$/i.test(name))
  return [
    `    ${method} ${cut(url)}`,
    ...shown.map(([name, value]) => `    ${visible(name)}: ${cut(value)}`),
    ...(body === undefined ? [] : [`    ${cut(body)}`]),
  ]
}

function summaryLines(report: FuzzReport, options: TextOptions): string[] {
  const { findings, requests, seconds, routes, branches, seed, ended } = report
  const missed = missedOf(report)
  const rate = seconds > 0 ? ` in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} a second` : ''
  const known = branches ? ` branches ${branches.reached} of ${branches.known};` : ''
  const lines = [
    `${requests} requests${rate}; ${count(routes.length, 'route')}, ${routes.length - missed.length} of them reached;${known} seed ${seed}`,
  ]
  if (missed.length > 0 && requests > 0) lines.push(...missedLines(missed).map(visible))
  if (ended === 'interrupted') lines.push('It was interrupted.')
  if (ended === 'crashed') lines.push('It ended early.')
  const isTested = findings.some((one) => hasTest(one, report))
  if (isTested && options.snippets === 'none' && options.replayOptions !== undefined)
    lines.push('Each command above repeats its finding alone, and prints a test of it.')
  const nothing = nothingReached(report)
  const causes = causesOf(findings).length
  const of = causes === findings.length ? '' : ` of ${count(causes, 'cause')}`
  lines.push(
    findings.length === 0
      ? nothing === null
        ? paint(options, 32, `✓ nothing found${(report.known ?? []).length > 0 ? ' that is new' : ''}`)
        : paint(options, 31, `✗ nothing reached: ${nothing}`)
      : paint(options, 31, `✗ ${count(findings.length, 'finding')}${of}`),
  )
  return lines
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}

function paint({ color }: TextOptions, code: number, text: string): string {
  return color ? `\u001b[${code}m${text}\u001b[0m` : text
}
