/** Sequences: what one route made, the routes with the same path stem are asked about. */
import type { Fault } from '../engine/finding.ts'
import { judge } from '../engine/judge.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Asked, Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import { liveOf } from './live.ts'
import { Sampler } from './samples.ts'

const ROUNDS = 3

/** Assumes nothing about what an application stores; each request of a sequence has to pass the checks. */
export async function stateful(run: Run): Promise<void> {
  run.phase = 'stateful'
  for (const plan of run.plans) {
    if (plan.route.method !== 'POST') continue
    const users = usersOf(plan, run.plans)
    if (users.length === 0) continue
    const sampler = new Sampler(plan, run.options.seed)
    for (let round = 0; round < ROUNDS; round++) {
      run.checkLimits()
      const values = round === 0 ? liveOf(run, plan) : run.reach.fill(plan, sampler.next(), 0)
      const made = await run.try(plan, values)
      const id = made && idIn(made, users[0]!.param)
      if (made && id !== null) await sequence(run, { creator: plan, values, steps: [] }, id, users, round)
    }
  }
}

interface User {
  plan: RoutePlan
  param: string
}

const ORDER = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']

/** `/users/:id` and what is below it, for `/users`; what deletes comes last. */
function usersOf({ route }: RoutePlan, plans: readonly RoutePlan[]): User[] {
  const stem = `${route.url.replace(/\/$/, '')}/:`
  return plans
    .filter(({ route: other }) => other.url.startsWith(stem))
    .flatMap((plan) => {
      const [, param] = /^(\w+)/.exec(plan.route.url.slice(stem.length)) ?? []
      return param === undefined ? [] : [{ plan, param }]
    })
    .sort((left, right) => ORDER.indexOf(left.plan.route.method) - ORDER.indexOf(right.plan.route.method))
}

/** The id in an answer: under the name of the parameter, as `id`, or at the end of `location`. */
function idIn({ answer }: Asked, param: string): string | number | null {
  if (!answer || answer.status >= 300) return null
  const { location } = answer.headers
  const last = typeof location === 'string' ? location.split('/').pop() : undefined
  let body: unknown
  try {
    body = JSON.parse(answer.body)
  } catch {
    return last ?? null
  }
  const found = isSchema(body) ? (body[param] ?? body['id'] ?? body['_id'] ?? body['uuid']) : undefined
  return typeof found === 'string' || typeof found === 'number' ? found : (last ?? null)
}

interface Step {
  plan: RoutePlan
  param: string
  values: Values
}

/** The creating request of a sequence, and what follows it with the id that it gave. */
interface Story {
  creator: RoutePlan
  values: Values
  steps: Step[]
}

async function sequence(run: Run, story: Story, id: string | number, users: readonly User[], round: number) {
  // A second time after everything: what was changed or deleted is asked about once more.
  for (const { plan, param } of [...users, ...users]) {
    run.checkLimits()
    if (!run.isWorthwhile(plan)) continue
    const values =
      round === 0
        ? liveOf(run, plan)
        : run.reach.fill(plan, new Sampler(plan, run.options.seed + round).next(), 0)
    const step = { plan, param, values }
    const asked = await take(run, step, id)
    if (asked?.answer == null) continue
    story.steps.push(step)
    for (const fault of judge(plan, asked.read, asked.answer))
      if (run.isNew(plan, fault)) await shorten(run, story, asked, fault)
  }
}

function take(run: Run, { plan, param, values }: Step, id: string | number): Promise<Asked | null> {
  const params = { ...(isSchema(values.params) ? values.params : {}), [param]: id }
  return run.ask(plan, { ...values, params }, true)
}

/** The shortest sequence that still shows the fault, each time with something newly made. */
async function shorten(
  run: Run,
  { creator, values, steps }: Story,
  asked: Asked,
  fault: Fault,
): Promise<void> {
  const last = steps.at(-1)!
  const between = steps.slice(0, -1)
  const candidates = [[last], ...between.map((one) => [one, last]), steps]
  for (const some of candidates) {
    const made = await run.ask(creator, values)
    const id = made && idIn(made, last.param)
    if (!made || id === null) break
    const requests = [made.request]
    let answered: Asked | null = null
    for (const step of some) {
      answered = await take(run, step, id)
      if (answered) requests.push(answered.request)
    }
    if (!answered?.answer) continue
    const again = judge(last.plan, answered.read, answered.answer).find(
      ({ check, key }) => check === fault.check && key === fault.key,
    )
    if (!again) continue
    run.note(last.plan, again, { requests, answer: answered.answer })
    return
  }
  run.note(last.plan, fault, { requests: [asked.request], answer: asked.answer })
}
