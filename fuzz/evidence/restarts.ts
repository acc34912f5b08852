/** A server that ended and was started again by whatever watches it: which request was its end, and the way in again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import type { Exchange } from '../sequence/log.ts'
import { makersOf } from '../sequence/makers.ts'
import { play } from '../sequence/replay.ts'

/** Requests before the end that may be its cause. */
const SUSPECTS = 5
/** Milliseconds in which what a request left behind may end the server. */
const AFTER = 150

export interface End {
  readonly plan: RoutePlan
  /** It took connections and answered nothing. */
  readonly hangs: boolean
}

/** The last request before each run's last start. */
const ends = new WeakMap<Run, Exchange>()

/** Tells what ended the server, and logs in again. */
export async function restarted(run: Run, end: End, enter: () => Promise<void>): Promise<void> {
  const log = run.log.all()
  // Ids are given again after a start.
  const life = log.slice(log.lastIndexOf(ends.get(run)!) + 1)
  ends.set(run, log.at(-1)!)
  const suspects = life.slice(-SUSPECTS).reverse()
  const cause = end.hangs
    ? suspects[0]
    : (suspects.find(({ at }) => run.ends[at]! > 0) ?? (await culpritOf(run, suspects, life)))
  const plan = cause ? run.plans[cause.at]! : end.plan
  if (cause) run.ends[cause.at]!++
  const check = end.hangs ? 'hang' : 'crash'
  const why = end.hangs
    ? `No answer came in ${run.options.timeout} ms, and none to any other request until the server was started again.`
    : 'The server ended, and was started again.'
  const requests = cause ? [cause.request] : suspects.toReversed().map(({ request }) => request)
  run.note(
    plan,
    { check, key: check, why },
    {
      ...{ requests, answer: null, isShown: true },
      ...(cause ? {} : { unstable: true }),
    },
  )
  await enter()
}

/** The newest request that ends the server again, with what made its values, and not without it. */
async function culpritOf(
  { target, options }: Run,
  suspects: readonly Exchange[],
  log: readonly Exchange[],
): Promise<Exchange | null> {
  const isEnd = async (story: readonly Exchange[]): Promise<boolean> => {
    const before = target.restarts
    await play(target, story, options)
    await sleep(AFTER)
    await target.ask({ method: 'GET', url: '/', headers: {} }, options).catch(() => undefined)
    return target.restarts !== before
  }
  for (const suspect of suspects) {
    let story = [...makersOf([suspect], log.slice(0, log.lastIndexOf(suspect)), []), suspect]
    if (!(await isEnd(story))) continue
    while (story.length > 1 && (await isEnd(story.slice(0, -1)))) story = story.slice(0, -1)
    return story.at(-1)!
  }
  return null
}
