/** What one identity has made in several steps is made by another one in the same steps. */
import type { Session } from '../engine/guide.ts'
import type { RoutePlan } from '../engine/route-plan.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { substitute } from '../sequence/links.ts'
import { stepsTo } from '../sequence/makers.ts'
import { learn } from '../sequence/replay.ts'
import type { WireRequest } from '../target/target.ts'
import type { MutablePins } from './scene.ts'
import { isFine, paramsIn, type Story } from './story.ts'

/** Longer sequences are not sent again. */
const MOST_STEPS = 40

/** Sends what led to a thing that no route makes at once, such as an order out of a cart; whether it is another one now. */
export async function madeAlike(
  story: Story,
  item: RoutePlan,
  owner: Session,
  pins: MutablePins,
): Promise<boolean> {
  const { run } = story
  const log = run.log.all()
  const ways = run.successes[item.at]!.map((known) => ({
    known,
    steps: stepsTo([{ request: { ...known.request, headers: {} } }], log),
  }))
  const short = ways.filter(({ steps }) => steps.length > 0 && steps.length <= MOST_STEPS)
  const [way] = short.sort((left, right) => left.steps.length - right.steps.length)
  if (!way) return false
  const { known, steps } = way
  const changed = new Map<string, string>()
  const asOwner = (request: WireRequest): WireRequest => {
    const own = Object.entries(owner.headers).filter(([name]) => Object.hasOwn(request.headers, name))
    const next = substitute(request, changed)
    const keys = Object.keys(next.headers).filter((name) => /idempot/i.test(name))
    const anew = keys.map((name) => [name, `touchstone-${run.requests}`] as const)
    return { ...next, headers: { ...next.headers, ...Object.fromEntries(own), ...Object.fromEntries(anew) } }
  }
  for (const step of steps) {
    const plan = run.plans[step.at]!
    if (plan === owner.login?.plan) continue
    const answer = await story.send(plan, asOwner(step.request))
    if (isFine(answer)) learn(step, answer, changed)
    else {
      story.requests.pop()
      story.answers.pop()
    }
  }
  const request = asOwner(known.request)
  if (request.url === known.request.url || !isFine(await story.send(item, request))) return false
  const params = paramsIn(item, request.url) ?? {}
  for (const { param, kind } of pathNamesOf(item)) pins.set(kind, [params[param]!])
  return true
}
