/** The requests of a recorded session, in its order, with the ids that this application makes in place of the recorded ones. */
import type { Run } from '../engine/run.ts'
import { type Match, routeAt, valuesOf } from '../reach/route-match.ts'
import { substitute } from '../sequence/links.ts'
import { learn, type Recorded } from '../sequence/replay.ts'
import type { WireRequest } from '../target/target.ts'

/** Segments that may stand before the paths of the application, such as `/api/v1`. */
const PREFIX = 3

export async function recorded(run: Run, recording: readonly Recorded[]): Promise<void> {
  if (recording.length === 0) return
  run.phase = 'recorded'
  const changed = new Map<string, string>()
  let known = 0
  for (const one of recording) {
    const request = substitute(one.request, changed)
    const match = matchOf(run, request)
    if (match === null) continue
    known++
    run.checkLimits()
    const asked = await run.try(match.plan, valuesOf(match, request))
    learn(one, asked?.answer ?? null, changed)
  }
  if (known < recording.length)
    run.target.notes.push(`${known} of the ${recording.length} recorded requests have a route here.`)
}

function matchOf({ plans }: Run, { method, url }: WireRequest): Match | null {
  const [path = ''] = url.split('?')
  const segments = path.split('/').slice(1)
  for (let left = 0; left <= PREFIX && left < segments.length; left++) {
    const match = routeAt(plans, method, `/${segments.slice(left).join('/')}`)
    if (match) return match
  }
  return null
}
