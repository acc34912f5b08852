// What is told of a run of `touchstone fuzz` whose application was started again, or ended before its run did.

import { setIn } from '../../../conformance/markup/escape.ts'
import type { Finding, FuzzReport } from '../../../fuzz/index.ts'
import { merged, type Supervised, tallied } from '../../../fuzz/process/again.ts'
import { crashFinding } from '../../../fuzz/process/crash.ts'
import type { ChildTask } from '../../../fuzz/process/messages.ts'
import type { Outcome } from '../../../fuzz/process/supervise.ts'
import type { FuzzArguments } from '../../options/fuzz/arguments.ts'
import { UsageError } from '../../options/usage.ts'

/** The application does not boot, or crashed. */
export const EXIT_ENDED = 2

/** The report of the last run with what those before it found. */
export function restarted(report: FuzzReport, run: Supervised): FuzzReport {
  const { before, requests, routes, notes } = run
  const isOf = (severity: Finding['severity']) => before.filter((one) => one.severity === severity)
  return {
    ...report,
    requests: requests + report.requests,
    routes: tallied([...report.routes, ...routes]),
    findings: merged(isOf('error'), report.findings),
    warnings: merged(isOf('warning'), report.warnings),
    notes: [...notes, ...report.notes],
  }
}

type Cut = Extract<Outcome, { type: 'crashed' | 'interrupted' }>

/** Why nothing could be sent; null where something was. Throws a UsageError where the command line was wrong. */
export function notBegun(
  given: FuzzArguments,
  { at, type, output, message, stoodStill }: Cut,
): string | null {
  if (at !== null || type !== 'crashed') return null
  const [, missing] = /^Error \[ERR_MODULE_NOT_FOUND\]: (.*)$/m.exec(output) ?? []
  if (given.imports.length > 0 && missing !== undefined)
    throw new UsageError(`--import ${given.imports.join(', ')}: ${missing}`)
  const what = given.server
    ? `--openapi ${given.server.openapi} cannot be read`
    : stoodStill && given.config
      ? `${given.name} does not boot, or "seed" or "reset" of ${given.config.file} does not end`
      : `${given.name} does not boot`
  return `${what}: ${setIn(message)}\n${outputOf(output)}`
}

/** The process ended before its run did: what was found until then is reported. */
export async function cutShort(
  given: FuzzArguments,
  task: ChildTask,
  outcome: Cut,
  { before, notes, named, ...earlier }: Supervised,
  signal: AbortSignal,
): Promise<FuzzReport> {
  const { progress, routes, type, form } = outcome
  const crash =
    type === 'crashed' && !given.server
      ? await crashFinding(task, outcome, { imports: given.imports, signal })
      : null
  const all = [...merged(before, outcome.findings), ...(crash ? [crash] : [])].map(named)
  return {
    ...{ format: 'touchstone-fuzz/1', target: given.name, form, seed: given.seed },
    requests: earlier.requests + progress.requests,
    seconds: 0,
    routes: tallied([...routes, ...earlier.routes]),
    findings: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity === 'warning'),
    notes: [...notes, ...(type === 'crashed' ? [noteOf(given, outcome)] : [])],
    ended: signal.aborted ? 'interrupted' : 'crashed',
  }
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
