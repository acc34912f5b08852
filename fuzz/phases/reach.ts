/** The first phase: every route is led to an answer below 300, with what other routes have made. */
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Asked, Run } from '../engine/run.ts'
import { bare, samplerOf } from './live.ts'
import { plainOf, type Sampler } from './samples.ts'

const ROUNDS = 6
/** Requests for one route in one round. */
const TRIES = 5
/** What deletes comes last: what it takes away was needed before. */
const RANK: Readonly<Record<string, number>> = {
  POST: 0,
  PUT: 1,
  GET: 2,
  HEAD: 3,
  OPTIONS: 3,
  PATCH: 4,
  DELETE: 9,
}
/** A path that takes something away, whatever its method. */
export const ENDS =
  /[/-](logout|log-out|signout|sign-out|delete|remove|cancel|revoke|close|archive|unsubscribe|refund|void|disable|reject)\b/i

export function inOrder(plans: readonly RoutePlan[]): RoutePlan[] {
  // What is below goes before what it lies in when something is taken away, and after it otherwise.
  const rank = ({ route, path }: RoutePlan): number =>
    (ENDS.test(route.url) ? 8 : (RANK[route.method] ?? 5)) +
    path.length / (route.method === 'DELETE' ? -100 : 100)
  return plans.toSorted((left, right) => rank(left) - rank(right) || left.at - right.at)
}

export async function reach(run: Run): Promise<void> {
  run.phase = 'reach'
  const reached = new Set<RoutePlan>()
  const order = inOrder(run.plans)
  run.again = () => again(run, order)
  for (let round = 0; round < ROUNDS; round++) {
    let missed = 0
    for (const plan of order) {
      // What makes something is asked again: what is deleted in a round has to be there in the next.
      if (reached.has(plan) && (plan.route.method !== 'POST' || round > 1)) continue
      if (await lead(run, samplerOf(run, plan), round)) reached.add(plan)
      else missed++
    }
    if (missed === 0) return
  }
}

/** Whether the route has answered below 300. */
async function lead(run: Run, sampler: Sampler, round: number): Promise<boolean> {
  const { plan } = sampler
  for (let turn = 0; turn < TRIES && run.isWorthwhile(plan); turn++) {
    run.checkLimits()
    const plain =
      turn === 0 && round === 0 ? bare(plan, plainOf(plan), ['querystring', 'headers']) : sampler.fitting()
    if (turn === 1) Object.assign(plain, bare(plan, plain, ['querystring', 'headers']))
    const likeness = turn % 2 === 0 ? 1 : 0
    const values = run.reach.fill(
      plan,
      plain,
      plan.path.length === 1 && turn === 0 && round === 0 ? 0 : likeness,
    )
    const asked = await run.try(plan, values)
    const status = asked?.answer?.status ?? 0
    if (status >= 200 && status < 300) {
      if (plan.route.method === 'POST' && round === 0 && values.body !== undefined)
        await repeat(run, plan, values)
      return true
    }
    if ((status === 401 || status === 403) && (await letIn(run, plan, values))) return true
    // The same again: a route without anything to vary.
    if (plan.parts.size === 0) return false
  }
  return false
}

/** Whether the same is accepted twice. */
async function repeat(run: Run, plan: RoutePlan, values: Values): Promise<void> {
  run.checkLimits()
  const status = (await run.ask(plan, values))?.answer?.status ?? 0
  if (status >= 300 && status !== 401 && status !== 429) run.reach.markOnce(plan)
}

/** An account and a login, as at the start: the first routes that make something. */
async function again(run: Run, order: readonly RoutePlan[]): Promise<void> {
  const makers = order.filter(({ route, parts }) => route.method === 'POST' && !parts.has('params'))
  for (const plan of makers.slice(0, 8)) {
    const sampler = samplerOf(run, plan)
    for (const likeness of [0, 1]) {
      run.checkLimits()
      await run.ask(plan, run.reach.fill(plan, sampler.fitting(), likeness))
    }
  }
}

/** Tries the ways in that are known; whether one led to an answer below 300. */
export async function letIn(run: Run, plan: RoutePlan, values: Values): Promise<boolean> {
  for (const session of run.reach.others(plan).slice(0, 6)) {
    run.checkLimits()
    const asked: Asked | null = await run.askAs(plan, values, session)
    const status = asked?.answer?.status ?? 401
    if (status === 401 || status === 403) continue
    run.reach.bind(plan, session)
    return status < 300
  }
  return false
}
