// The end of a run of `touchstone fuzz`: the text, the reports, the corpus and the exit code.

import { join } from 'node:path'
import { packageVersion } from '../../../conformance/contract/package.ts'
import { showsColors } from '../../../conformance/markup/colors.ts'
import {
  type FuzzReport,
  type Given,
  harReport,
  htmlReport,
  junitReport,
  nothingReached,
  textReport,
  triaged,
} from '../../../fuzz/index.ts'
import type { ChildTask } from '../../../fuzz/process/messages.ts'
import { tryTests } from '../../../fuzz/process/try-tests.ts'
import { markdownReport, sarifReport, secretsOf } from '../../../fuzz/tools.ts'
import { INTERRUPTED } from '../../../spec/interrupt.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { ENDLESS, type FuzzArguments } from '../../options/fuzz/arguments.ts'
import type { FuzzFormat } from '../../options/fuzz/reports.ts'
import { say } from '../../options/say.ts'
import { EXIT } from '../../options/usage.ts'

/** Runs the tests of the findings, prints them, writes the reports, and returns the exit code. */
export async function finish(
  given: FuzzArguments,
  task: ChildTask,
  found: FuzzReport,
  signal: AbortSignal,
): Promise<number> {
  const setup = setupOf(given)
  const whole = { ...found, ...(setup ? { setup } : {}) }
  const findings = await tryTests(task, whole, { imports: given.imports, signal })
  return told(given, triagedFor(given, { ...whole, findings }))
}

function triagedFor(given: FuzzArguments, found: FuzzReport): FuzzReport {
  const report = triaged(found, ownOf(given), given.baseline?.content)
  const isWhole = given.only === undefined && found.ended !== 'interrupted' && found.ended !== 'crashed'
  return isWhole || !report.gone ? report : { ...report, gone: [] }
}

/** What the user gave that may be secret. */
export function ownOf({ headers, config, recording, showSecrets }: FuzzArguments): Given {
  const bodies = recording.map(({ request }) => request.body ?? '')
  return { headers, identities: config?.setup.identities ?? [], bodies, areShown: showSecrets }
}

/** What a printed test imports of the configuration. */
function setupOf({ config }: FuzzArguments): FuzzReport['setup'] {
  if (config === null) return undefined
  const calls = (['reset', 'seed'] as const).filter((one) => config.setup[one] !== undefined)
  return calls.length > 0 || config.setup.checks ? { file: config.file, calls } : undefined
}

function told(given: FuzzArguments, report: FuzzReport): number {
  const text = textReport(report, {
    module: given.name,
    snippets: given.snippets,
    color: showsColors(process.stdout),
    replayOptions: replayOptions(given),
  })
  say(text)
  for (const { format, file } of given.reports) {
    writeFile(file, FORMATS[format](report, given))
    say(`${format}: ${file}\n`)
  }
  if (given.corpus) save(given.corpus.folder, report)
  if (report.ended === 'interrupted') return INTERRUPTED
  const fails = report.findings.length > 0 || (given.failOn === 'warning' && report.warnings.length > 0)
  if (fails) return EXIT.unexpected
  return nothingReached(report) === null ? EXIT.ok : EXIT.nothing
}

const FORMATS: Record<FuzzFormat, (report: FuzzReport, given: FuzzArguments) => string> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: (report) => junitReport(report),
  html: (report, given) => htmlReport(report, given.name, replayOptions(given)),
  sarif: (report, { name, server }) => sarifReport(report, server?.openapi ?? name),
  markdown: (report) => markdownReport(report),
  har: (report, { deterministic }) =>
    `${JSON.stringify(harReport(report, packageVersion(), deterministic ? null : new Date()), null, 2)}\n`,
}

function replayOptions({
  server,
  headers,
  config,
  framework,
  maxRequests,
  maxTime,
  timeout,
  profile,
  coverage,
  showSecrets,
}: FuzzArguments): string {
  const words: string[] = []
  if (server) {
    const { url, openapi, reading } = server
    words.push(`--url ${url} --openapi ${openapi}`)
    if (reading.coercion !== 'any') words.push(`--coercion ${reading.coercion}`)
    if (reading.additional !== 'any') words.push(`--additional ${reading.additional}`)
  }
  if (framework !== undefined) words.push(`--framework ${framework}`)
  if (showSecrets) words.push('--show-secrets')
  const shown = showSecrets ? headers : shownHeaders(headers)
  for (const [name, value] of Object.entries(shown))
    words.push(`--header ${JSON.stringify(`${name}: ${value}`)}`)
  if (config?.isNamed) words.push(`--config ${config.file}`)
  if (maxRequests === ENDLESS) words.push(`--max-time ${maxTime}ms`)
  else if (maxRequests !== 10_000) words.push(`--max-requests ${maxRequests}`)
  if (profile === 'strict') words.push('--profile strict')
  if (coverage !== 'auto') words.push(`--coverage ${coverage}`)
  if (timeout !== 2000) words.push(`--timeout ${timeout}`)
  return words.map((word) => ` ${word}`).join('')
}

/** With the names of secrets in the places of their values. */
function shownHeaders(headers: Record<string, string>): Record<string, string> {
  let shown = Object.entries(headers)
  for (const [name, value] of secretsOf({ headers }))
    shown = shown.map(([header, text]) => [header, text.replace(value, () => `$${name}`)])
  return Object.fromEntries(shown)
}

function save(folder: string, { findings, form, setup }: FuzzReport): void {
  for (const finding of findings) {
    const saved = { ...finding, ...(form === null ? {} : { form }), ...(setup ? { setup } : {}) }
    writeFile(join(folder, `${finding.id}.json`), `${JSON.stringify(saved, null, 2)}\n`)
  }
}
