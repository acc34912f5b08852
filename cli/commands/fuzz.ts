// `touchstone fuzz`: fuzzes an application in a child process, prints the findings and writes the reports.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MissingPackageError } from '../../conformance/contract/optional.ts'
import { packageVersion } from '../../conformance/contract/package.ts'
import { showsColors } from '../../conformance/markup/colors.ts'
import { setIn, visible } from '../../conformance/markup/escape.ts'
import {
  type Finding,
  type FuzzReport,
  FuzzUsageError,
  fuzz,
  harReport,
  htmlReport,
  junitReport,
  OpenApiError,
  type Progress,
  readOpenApi,
  textReport,
  UrlTarget,
  UrlTargetError,
} from '../../fuzz/index.ts'
import { crashFinding } from '../../fuzz/process/crash.ts'
import type { ChildTask } from '../../fuzz/process/messages.ts'
import { type Outcome, superviseFuzz } from '../../fuzz/process/supervise.ts'
import { writeFile } from '../../spec/write-file.ts'
import { defineCommand } from '../options/command.ts'
import {
  checkTypes,
  FUZZ_HELP,
  FUZZ_OPTIONS,
  type FuzzArguments,
  type FuzzFormat,
  parseFuzz,
} from '../options/fuzz-arguments.ts'
import { promote } from '../options/fuzz-promote.ts'
import { complain, say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

/** 2: the application does not boot, or crashed. 130: Ctrl-C, as shells count it. */
const EXIT_ENDED = 2
const EXIT_INTERRUPTED = 130

export const command = defineCommand({
  name: 'fuzz',
  help: FUZZ_HELP,
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
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const line = new ProgressLine()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-fuzz-'))
  try {
    return given.module === null
      ? await fuzzServer(given, line, stop.signal)
      : await fuzzModule(given, given.module, line, stop.signal, join(folder, 'current.json'))
  } finally {
    line.end()
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fuzzModule(
  given: FuzzArguments,
  module: string,
  line: ProgressLine,
  signal: AbortSignal,
  current: string,
): Promise<number> {
  const startedAt = performance.now()
  const task: ChildTask = {
    module,
    name: given.name,
    ...(given.framework === undefined ? {} : { framework: given.framework }),
    current,
    fuzz: {
      ...settingsOf(given),
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
  const outcome = await superviseFuzz(task, watched)
  line.end()
  switch (outcome.type) {
    case 'usage':
    case 'no-application':
      throw new UsageError(`${given.name}: ${outcome.message}`)
    case 'no-boot':
      complain(`${given.name} does not boot: ${setIn(outcome.message)}\n`)
      return EXIT_ENDED
    case 'report':
      return finish(given, outcome.report)
    case 'crashed':
      return crashed(given, task, outcome, startedAt, signal)
    default:
      return EXIT.ok
  }
}

async function crashed(
  given: FuzzArguments,
  task: ChildTask,
  outcome: Extract<Outcome, { type: 'crashed' }>,
  startedAt: number,
  signal: AbortSignal,
): Promise<number> {
  if (outcome.at === null) {
    complain(`${given.name} does not boot: ${setIn(outcome.message)}\n${outputOf(outcome.output)}`)
    return EXIT_ENDED
  }
  const finding = await crashFinding(task, outcome, { imports: given.imports, signal })
  const findings = [...outcome.findings, ...(finding ? [finding] : [])]
  const { progress, routes } = outcome
  await finish(given, {
    format: 'touchstone-fuzz/1',
    target: given.name,
    form: outcome.form,
    seed: given.seed,
    requests: progress.requests,
    seconds: given.deterministic ? 0 : Math.round(performance.now() - startedAt) / 1000,
    routes,
    findings: findings.filter(({ severity }) => severity === 'error'),
    warnings: findings.filter(({ severity }) => severity === 'warning'),
    notes: [`The application ended in the phase "${progress.phase}": ${outcome.message}`],
    ended: 'crashed',
  })
  return EXIT_ENDED
}

async function fuzzServer(given: FuzzArguments, line: ProgressLine, signal: AbortSignal): Promise<number> {
  const { url, openapi } = given.server!
  try {
    const document = await readOpenApi(openapi)
    const { checks, ...settings } = settingsOf(given)
    const report = await fuzz(new UrlTarget(url, document), {
      ...settings,
      checks: checks as never,
      ...(given.corpus === null ? {} : { corpus: given.corpus.findings }),
      signal,
      onProgress: (progress) => line.show(progress),
      onFinding: (finding) => line.tell(finding),
    })
    line.end()
    return finish(given, report)
  } catch (error) {
    if (error instanceof OpenApiError) throw new UsageError(`--openapi ${openapi}: ${setIn(error.message)}`)
    if (error instanceof FuzzUsageError || error instanceof UrlTargetError)
      throw new UsageError(error.message)
    if (error instanceof MissingPackageError) throw error
    complain(`${visible(url)} cannot be asked: ${visible((error as Error).message)}\n`)
    return EXIT_ENDED
  }
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
  if (report.ended === 'interrupted') return EXIT_INTERRUPTED
  const fails = report.findings.length > 0 || (given.failOn === 'warning' && report.warnings.length > 0)
  return fails ? EXIT.unexpected : EXIT.ok
}

const FORMATS: Record<FuzzFormat, (report: FuzzReport, given: FuzzArguments) => string> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: (report) => junitReport(report),
  html: (report, { name }) => htmlReport(report, name),
  har: (report, { deterministic }) =>
    `${JSON.stringify(harReport(report, packageVersion(), deterministic ? null : new Date()), null, 2)}\n`,
}

function replayOptions({ server, headers, framework, maxRequests, timeout }: FuzzArguments): string {
  const words: string[] = []
  if (server) words.push(`--url ${server.url} --openapi ${server.openapi}`)
  if (framework !== undefined) words.push(`--framework ${framework}`)
  for (const [name, value] of Object.entries(headers))
    words.push(`--header ${JSON.stringify(`${name}: ${value}`)}`)
  if (maxRequests !== 10_000) words.push(`--max-requests ${maxRequests}`)
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
