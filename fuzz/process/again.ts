// Starts an application again after it crashed, without the route that ended it, so that the run goes on.

import type { Finding, RouteTally } from '../index.ts'
import { crashFinding } from './crash.ts'
import type { ChildTask } from './messages.ts'
import { type Outcome, superviseFuzz, type Watched } from './supervise.ts'

/** How often it is started again. */
const RESTARTS = 4
/** Milliseconds: with less time left it is not started again. */
const LEAST = 1000

/** A run with its restarts. */
export interface Supervised {
  /** Of the last start. */
  outcome: Outcome
  /** What was found before it, and sent; each start before it ended with a crash. */
  before: Finding[]
  requests: number
  routes: RouteTally[]
  notes: string[]
  /** Says which of several runs it is that share the work. */
  named: (finding: Finding) => Finding
}

export async function superviseAgain(task: ChildTask, watched: Watched): Promise<Supervised> {
  const startedAt = performance.now()
  const before = new Map<string, Finding>()
  const notes: string[] = []
  const without: string[] = []
  const routes: RouteTally[] = []
  let requests = 0
  const { shard } = task.fuzz ?? {}
  const named = (one: Finding): Finding => (shard ? { ...one, shard: `${shard.index}/${shard.count}` } : one)
  for (let turn = 0; ; turn++) {
    const left = (task.fuzz?.maxTime ?? Number.POSITIVE_INFINITY) - (performance.now() - startedAt)
    const fuzz = {
      ...task.fuzz!,
      ...(without.length > 0 ? { without } : {}),
      ...(task.fuzz?.maxTime === undefined ? {} : { maxTime: Math.max(1, Math.round(left)) }),
    }
    const outcome = await superviseFuzz({ ...task, fuzz }, watched)
    const done = (): Supervised => ({
      ...{ outcome, before: [...before.values()], requests, routes, notes, named },
    })
    if (outcome.type !== 'crashed' || outcome.at === null || task.server || task.fuzz?.only) return done()
    if (turn === RESTARTS || left < LEAST || watched.signal.aborted) return done()
    if (without.includes(outcome.at.route)) return done()
    const crash = await crashFinding(task, outcome, watched)
    for (const one of [...outcome.findings, ...(crash ? [crash] : [])]) before.set(one.id, named(one))
    requests += outcome.progress.requests
    routes.push(...outcome.routes)
    without.push(outcome.at.route)
    notes.push(
      `The application ended in the phase "${outcome.progress.phase}" and was started again without ${outcome.at.route}: ${outcome.message}`,
    )
  }
}

/** The requests of several runs, by route. */
export function tallied(all: readonly RouteTally[]): RouteTally[] {
  const routes = new Map<string, RouteTally>()
  for (const { route, requests, statuses } of all) {
    const sum = routes.get(route) ?? { route, requests: 0, statuses: {} }
    sum.requests += requests
    for (const [status, times] of Object.entries(statuses))
      sum.statuses[status] = (sum.statuses[status] ?? 0) + times
    routes.set(route, sum)
  }
  return [...routes.values()]
}

/** Of one finding the last state: a run that was started again finds the same ones. */
export function merged(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  return [...new Map([...before, ...after].map((one) => [one.id, one])).values()]
}
