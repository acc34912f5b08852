// What `touchstone fuzz` does: fuzzes an application in a child process, prints the findings and writes the reports.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setIn, visible } from '../../../conformance/markup/escape.ts'
import type { Finding, FuzzReport, Progress } from '../../../fuzz/index.ts'
import { type Supervised, superviseAgain } from '../../../fuzz/process/again.ts'
import type { ChildTask } from '../../../fuzz/process/messages.ts'
import { joined, superviseWorkers } from '../../../fuzz/process/workers.ts'
import { revealed, type Secrets, secretsOf } from '../../../fuzz/tools.ts'
import { interruption } from '../../../spec/interrupt.ts'
import type { ValuesOf } from '../../options/command.ts'
import { type FuzzArguments, parseFuzz } from '../../options/fuzz/arguments.ts'
import { ignored } from '../../options/fuzz/baseline.ts'
import type { FuzzConfig } from '../../options/fuzz/config.ts'
import type { FUZZ_OPTIONS } from '../../options/fuzz/help.ts'
import { promote } from '../../options/fuzz/promote.ts'
import { checkTypes } from '../../options/fuzz/target.ts'
import { complain, say } from '../../options/say.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { cutShort, EXIT_ENDED, notBegun, restarted } from './ended.ts'
import { finish, ownOf } from './finish.ts'
import { ProgressLine } from './progress.ts'

export async function runFuzz(values: ValuesOf<typeof FUZZ_OPTIONS>, positionals: string[]): Promise<number> {
  const written = ignored(values)
  if (written === null) return fuzzCommand(await parseFuzz(values, positionals))
  say(`${written}\n`)
  return EXIT.ok
}

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
    ...(given.config === null ? {} : { config: configFor(given.config) }),
    current,
    fuzz: {
      ...settingsOf(given),
      ...(given.recording.length === 0 ? {} : { recording: given.recording }),
      ...(given.corpus === null ? {} : { corpus: revealed(given.corpus.findings, secretsFor(given)) }),
    },
  }
  const watched = {
    imports: given.imports,
    signal,
    onProgress: (progress: Progress) => line.show(progress),
    onFinding: (finding: Finding) => line.tell(finding),
    ...(given.verbose ? { onOutput: complain } : {}),
  }
  const { workers } = given
  const all =
    workers === 1 ? [await superviseAgain(task, watched)] : await superviseWorkers(task, watched, workers)
  line.end()
  const reports: FuzzReport[] = []
  for (const one of all) {
    const report = await reportOf(given, task, one, signal)
    if (typeof report === 'number') return report
    if (report !== null) reports.push(report)
  }
  if (reports.length === 0) return EXIT.ok
  const whole = joined(reports, secondsSince(given, startedAt, reports, all))
  const code = await finish(given, task, whole, signal)
  if (whole.ended === 'crashed') return EXIT_ENDED
  const hasEnded =
    whole.findings.some(({ check }) => check === 'crash') || all.some(({ notes }) => notes.length > 0)
  return code === EXIT.unexpected && hasEnded ? EXIT_ENDED : code
}

/** A run that ended before its time has not told how long it took, and each start tells only its own. */
function secondsSince(
  { deterministic }: FuzzArguments,
  startedAt: number,
  [first, ...others]: FuzzReport[],
  [run]: Supervised[],
): number {
  if (deterministic) return 0
  const isAlone = others.length === 0 && run!.notes.length === 0 && run!.outcome.type === 'report'
  return isAlone ? first!.seconds : Math.round(performance.now() - startedAt) / 1000
}

/** The exit code where there is none to be made. */
async function reportOf(
  given: FuzzArguments,
  task: ChildTask,
  run: Supervised,
  signal: AbortSignal,
): Promise<FuzzReport | number | null> {
  const { outcome } = run
  switch (outcome.type) {
    case 'no-application':
      throw new UsageError(`${given.name}: ${outcome.message}`)
    case 'usage':
      throw new UsageError(given.server ? outcome.message : `${given.name}: ${outcome.message}`)
    case 'setup':
      complain(`${setIn(outcome.message)}\n`)
      return EXIT.setup
    case 'no-boot':
      complain(`${given.name} does not boot: ${setIn(outcome.message)}\n${ofWorkers(given)}`)
      return EXIT_ENDED
    case 'unreachable':
      complain(`${visible(given.name)} cannot be asked: ${visible(outcome.message)}\n`)
      return EXIT_ENDED
    case 'report':
      return restarted(outcome.report, run)
    case 'interrupted':
    case 'crashed': {
      const why = notBegun(given, outcome)
      if (why === null) return cutShort(given, task, outcome, run, signal)
      complain(`${why}${ofWorkers(given)}`)
      return EXIT_ENDED
    }
    default:
      return null
  }
}

function ofWorkers({ workers }: FuzzArguments): string {
  return workers === 1
    ? ''
    : `Each of the ${workers} workers loads it, and has its number in TOUCHSTONE_WORKER: a port or a file has to be its own.\n`
}

/** Functions are no message: the process of the application loads them. */
function configFor({ path, setup }: FuzzConfig): NonNullable<ChildTask['config']> {
  return extname(path) === '.json' ? { path, setup } : { path }
}

function secretsFor(given: FuzzArguments): Secrets {
  return secretsOf(ownOf(given))
}

function settingsOf(given: FuzzArguments) {
  const { shard, counted } = given
  const { seed, maxRequests, maxTime, timeout, checks, headers, only, deterministic, profile } = given
  return {
    ...{ seed, maxRequests, timeout, checks, headers, deterministic, profile },
    ...(maxTime === undefined ? {} : { maxTime }),
    ...(only === undefined ? {} : { only }),
    ...(counted === null ? {} : { counted }),
    ...(shard === null ? {} : { shard, maxRequests: Math.ceil(maxRequests / shard.count) }),
  }
}
