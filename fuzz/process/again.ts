// Starts an application again after it crashed, without the route that ended it, so that the run goes on.

import type { Finding } from '../index.ts'
import { crashFinding } from './crash.ts'
import type { ChildTask } from './messages.ts'
import { type Outcome, superviseFuzz, type Watched } from './supervise.ts'

/** How often it is started again. */
const RESTARTS = 4
/** Milliseconds: with less time left it is not started again. */
const LEAST = 1000

/** The last outcome, and what the runs before it found; each of these ended with a crash. */
export async function superviseAgain(
  task: ChildTask,
  watched: Watched,
): Promise<{ outcome: Outcome; before: Finding[]; notes: string[] }> {
  const startedAt = performance.now()
  const before = new Map<string, Finding>()
  const notes: string[] = []
  const without: string[] = []
  for (let turn = 0; ; turn++) {
    const left = (task.fuzz?.maxTime ?? Number.POSITIVE_INFINITY) - (performance.now() - startedAt)
    const fuzz = {
      ...task.fuzz!,
      ...(without.length > 0 ? { without } : {}),
      ...(task.fuzz?.maxTime === undefined ? {} : { maxTime: Math.max(1, Math.round(left)) }),
    }
    const outcome = await superviseFuzz({ ...task, fuzz }, watched)
    const done = (): { outcome: Outcome; before: Finding[]; notes: string[] } => ({
      outcome,
      before: [...before.values()],
      notes,
    })
    if (outcome.type !== 'crashed' || outcome.at === null || task.server || task.fuzz?.only) return done()
    if (turn === RESTARTS || left < LEAST || watched.signal.aborted) return done()
    if (without.includes(outcome.at.route)) return done()
    const crash = await crashFinding(task, outcome, watched)
    for (const one of [...outcome.findings, ...(crash ? [crash] : [])]) before.set(one.id, one)
    without.push(outcome.at.route)
    notes.push(
      `The application ended in the phase "${outcome.progress.phase}" and was started again without ${outcome.at.route}: ${outcome.message}`,
    )
  }
}

/** Of one finding the last state: a run that was started again finds the same ones. */
export function merged(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  return [...new Map([...before, ...after].map((one) => [one.id, one])).values()]
}
