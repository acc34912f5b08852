// The end of a run of `touchstone fuzz` whose application was started again, or ended before its run did.

import { setIn } from '../../../conformance/markup/escape.ts'
import type { Finding, FuzzReport } from '../../../fuzz/index.ts'
import { merged } from '../../../fuzz/process/again.ts'
import { crashFinding } from '../../../fuzz/process/crash.ts'
import type { ChildTask } from '../../../fuzz/process/messages.ts'
import type { Outcome } from '../../../fuzz/process/supervise.ts'
import type { FuzzArguments } from '../../options/fuzz/arguments.ts'
import { complain } from '../../options/say.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { finish } from './finish.ts'

/** The application does not boot, or crashed. */
export const EXIT_ENDED = 2

/** The report of the last run with what those before it found; the application did not survive if there are any. */
export async function restarted(
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
  const code = await finish(given, task, whole, signal)
  if (report.ended === 'crashed') return EXIT_ENDED
  return code === EXIT.unexpected && whole.findings.some(({ check }) => check === 'crash' || notes.length > 0)
    ? EXIT_ENDED
    : code
}

type Cut = Extract<Outcome, { type: 'crashed' | 'interrupted' }>

/** The process ended before its run did: what was found until then is reported. */
export async function ended(
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
  const code = await finish(given, task, report, signal)
  return signal.aborted ? code : EXIT_ENDED
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
