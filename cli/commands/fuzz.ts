// `touchstone fuzz`: fuzzes an application in a child process, prints the findings and writes the reports.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageVersion } from '../../conformance/contract/package.ts'
import { showsColors } from '../../conformance/markup/colors.ts'
import { setIn, visible } from '../../conformance/markup/escape.ts'
import {
  type Finding,
  type FuzzReport,
  harReport,
  htmlReport,
  junitReport,
  nothingReached,
  type Progress,
  textReport,
} from '../../fuzz/index.ts'
import { merged, superviseAgain } from '../../fuzz/process/again.ts'
import { crashFinding } from '../../fuzz/process/crash.ts'
import type { ChildTask } from '../../fuzz/process/messages.ts'
import type { Outcome } from '../../fuzz/process/supervise.ts'
import { tryTests } from '../../fuzz/process/try-tests.ts'
import { INTERRUPTED, interruption } from '../../spec/interrupt.ts'
import { writeFile } from '../../spec/write-file.ts'
import { defineCommand } from '../options/command.ts'
import {
  checkTypes,
  ENDLESS,
  FUZZ_HELP,
  FUZZ_OPTIONS,
  type FuzzArguments,
  type FuzzFormat,
  parseFuzz,
} from '../options/fuzz-arguments.ts'
import { promote } from '../options/fuzz-promote.ts'
import { complain, say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

/** The application does not boot, or crashed. */
const EXIT_ENDED = 2

export const command = defineCommand({
  name: 'fuzz',
  help: FUZZ_HELP,
  examples: [
    ['touchstone fuzz ./app.js', 'fuzzes the routes of an application'],
    ['touchstone fuzz --url http://127.0.0.1:3000 --openapi openapi.json', 'fuzzes a server in any language'],
  ],
  options: FUZZ_OPTIONS,
  run: (values, positionals) => fuzzCommand(parseFuzz(values, positionals)),
})

async function fuzzCommand(given: FuzzArguments): Promise<number> {
  if (given.promote && given.corpus) {
    const file = promote(
      given.promote,
      given.corpus,
      given.name,
      given.snippets === 'vitest' ? 'vitest' : 'node',
    )
    say(`${file}\n`)
    return EXIT.ok
  }
  if (given.module !== null) checkTypes(given.name, given.imports)
  const line = new ProgressLine()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-fuzz-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove) // at the second Ctrl-C
  try {
    return await fuzzInChild(given, line, interruption(), join(folder, 'current.json'))
  } finally {
    line.end()
    remove()
  }
}

/** A server is asked from a child process too: a pattern of its document, or its answers, can hold that. */
async function fuzzInChild(
  given: FuzzArguments,
  line: ProgressLine,
  signal: AbortSignal,
  current: string,
): Promise<number> {
  const startedAt = performance.now()
  const task: ChildTask = {
    module: given.module,
    name: given.name,
    ...(given.server === null ? {} : { server: given.server }),
    ...(given.framework === undefined ? {} : { framework: given.framework }),
    current,
    fuzz: {
      ...settingsOf(given),
      ...(given.config === null ? {} : { identities: given.config.identities }),
      ...(given.corpus === null ? {} : { corpus: given.corpus.findings }),
    },
  }
  const watched = {
    imports: given.imports,
    signal,
    onProgress: (progress: Progress) => line.show(progress),
    onFinding: (finding: Finding) => line.tell(finding),
    ...(given.verbose ? { onOutput: complain } : {}),
  }
  const { outcome, before, notes } = await superviseAgain(task, watched)
  line.end()
  switch (outcome.type) {
    case 'no-application':
      throw new UsageError(`${given.name}: ${outcome.message}`)
    case 'usage':
      throw new UsageError(given.server ? outcome.message : `${given.name}: ${outcome.message}`)
    case 'no-boot':
      complain(`${given.name} does not boot: ${setIn(outcome.message)}\n`)
      return EXIT_ENDED
    case 'unreachable':
      complain(`${visible(given.name)} cannot be asked: ${visible(outcome.message)}\n`)
      return EXIT_ENDED
    case 'report':
      return restarted(given, task, outcome.report, { before, notes }, signal)
    case 'interrupted':
    case 'crashed':
      return ended(given, task, { ...outcome, findings: merged(before, outcome.findings) }, startedAt, signal)
    default:
      return EXIT.ok
  }
}

/** The report of the last run with what those before it found; the application did not survive if there are any. */
async function restarted(
  given: FuzzArguments,
  task: ChildTask,
  report: FuzzReport,
  { before, notes }: { before: Finding[]; notes: string[] },
  signal: AbortSignal,
): Promise<number> {
  const isOf = (severity: Finding['severity']) => before.filter((one) => one.severity === severity)
  const whole = {
    ...report,
    findings: merged(isOf('error'), report.findings),
    warnings: merged(isOf('warning'), report.warnings),
    notes: [...notes, ...report.notes],
  }
  const code = finish(given, await tested(given, task, whole, signal))
  return code === EXIT.unexpected && whole.findings.some(({ check }) => check === 'crash' || notes.length > 0)
    ? EXIT_ENDED
    : code
}

type Cut = Extract<Outcome, { type: 'crashed' | 'interrupted' }>

/** The process ended before its run did: what was found until then is reported. */
async function ended(
  given: FuzzArguments,
  task: ChildTask,
  outcome: Cut,
  startedAt: number,
  signal: AbortSignal,
): Promise<number> {
  const { at, findings, progress, routes, type, message } = outcome
  if (at === null && type === 'crashed') {
    const [, missing] = /^Error \[ERR_MODULE_NOT_FOUND\]: (.*)$/m.exec(outcome.output) ?? []
    if (given.imports.length > 0 && missing !== undefined)
      throw new UsageError(`--import ${given.imports.join(', ')}: ${missing}`)
    const what = given.server
      ? `--openapi ${given.server.openapi} cannot be read`
      : `${given.name} does not boot`
    complain(`${what}: ${setIn(message)}\n${outputOf(outcome.output)}`)
    return EXIT_ENDED
  }
  const crash =
    type === 'crashed' && !given.server
      ? await crashFinding(task, outcome, { imports: given.imports, signal })
      : null
  const all = [...findings, ...(crash ? [crash] : [])]
  const report: FuzzReport = {
    format: 'touchstone-fuzz/1',
    target: given.name,
    form: outcome.form,
    seed: given.seed,
    requests: progress.requests,
    seconds: given.deterministic ? 0 : Math.round(performance.now() - startedAt) / 1000,
    routes,
    findings: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity === 'warning'),
    notes: type === 'crashed' ? [noteOf(given, outcome)] : [],
    ended: signal.aborted ? 'interrupted' : 'crashed',
  }
  const code = finish(given, await tested(given, task, report, signal))
  return signal.aborted ? code : EXIT_ENDED
}

/** The report after the test of each finding has run. */
async function tested(
  { imports }: FuzzArguments,
  task: ChildTask,
  report: FuzzReport,
  signal: AbortSignal,
): Promise<FuzzReport> {
  return { ...report, findings: await tryTests(task, report.form, report.findings, { imports, signal }) }
}

function noteOf({ server }: FuzzArguments, { at, progress, message, stoodStill }: Cut): string {
  if (!server) return `The application ended in the phase "${progress.phase}": ${message}`
  const why = stoodStill ? ' A pattern or a schema of the document takes so long there.' : ''
  return `Judging the answers of ${at?.route} ended in the phase "${progress.phase}": ${message}${why}`
}

/** What an application wrote before it ended. */
function outputOf(text: string): string {
  return text.trim() === '' ? '' : `It wrote:\n    ${setIn(text.trimEnd())}\n`
}

function settingsOf(given: FuzzArguments) {
  const { seed, maxRequests, maxTime, timeout, checks, headers, only, deterministic } = given
  return {
    ...{ seed, maxRequests, timeout, checks, headers, deterministic },
    ...(maxTime === undefined ? {} : { maxTime }),
    ...(only === undefined ? {} : { only }),
  }
}

/** Prints the findings, writes the reports, and returns the exit code. */
function finish(given: FuzzArguments, report: FuzzReport): number {
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
  html: (report, { name }) => htmlReport(report, name),
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
}: FuzzArguments): string {
  const words: string[] = []
  if (server) words.push(`--url ${server.url} --openapi ${server.openapi}`)
  if (framework !== undefined) words.push(`--framework ${framework}`)
  for (const [name, value] of Object.entries(headers))
    words.push(`--header ${JSON.stringify(`${name}: ${value}`)}`)
  if (config) words.push(`--config ${config.file}`)
  if (maxRequests === ENDLESS) words.push(`--max-time ${maxTime}ms`)
  else if (maxRequests !== 10_000) words.push(`--max-requests ${maxRequests}`)
  if (timeout !== 2000) words.push(`--timeout ${timeout}`)
  return words.map((word) => ` ${word}`).join('')
}

function save(folder: string, { findings, form }: FuzzReport): void {
  for (const finding of findings) {
    const saved = form === null ? finding : { ...finding, form }
    writeFile(join(folder, `${finding.id}.json`), `${JSON.stringify(saved, null, 2)}\n`)
  }
}

/** On a terminal one line that is overwritten; findings are printed as they come. */
class ProgressLine {
  readonly #live = Boolean(process.stderr.isTTY)
  readonly #startedAt = performance.now()
  #shown = false

  show({ phase, requests, findings }: Progress): void {
    if (!this.#live) return
    const rate = Math.round(requests / ((performance.now() - this.#startedAt) / 1000))
    process.stderr.write(`\r\u001b[K${phase} · ${requests} requests · ${rate}/s · ${findings} found`)
    this.#shown = true
  }

  tell({ check, route, severity }: Finding): void {
    if (!this.#live || severity !== 'error') return
    this.end()
    complain(`✗ ${check}  ${visible(route)}\n`)
  }

  end(): void {
    if (this.#shown) process.stderr.write('\r\u001b[K')
    this.#shown = false
  }
}
