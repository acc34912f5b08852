// Shrinks the request that crashed an application: each candidate is sent in a new process.

import { type Finding, findingOf, simplerValues, type WireRequest } from '../index.ts'
import type { ChildTask } from './messages.ts'
import { type Outcome, superviseFuzz, type Watched } from './supervise.ts'

/** Each costs a process that boots. */
const TRIES = 24
/** A blocked event loop costs the whole patience for each try. */
const TRIES_OF_STANDING = 8

type Crash = Extract<Outcome, { type: 'crashed' | 'interrupted' }>

/** Null if no request was sent yet. */
export async function crashFinding(
  task: ChildTask,
  { at, message, stoodStill, progress }: Crash,
  watched: Watched,
): Promise<Finding | null> {
  if (at === null) return null
  const check = stoodStill ? 'hang' : 'crash'
  const what = stoodStill ? 'The event loop stood still' : 'The process ended'
  const { fuzz: _fuzz, ...rest } = task
  const ends = async (probe: WireRequest): Promise<boolean> =>
    !watched.signal.aborted && (await superviseFuzz({ ...rest, probe }, watched)).type === 'crashed'
  const again = await ends(at.request)
  const request = again
    ? await smallest(at.request, ends, stoodStill ? TRIES_OF_STANDING : TRIES)
    : at.request
  const fault = { check, key: check, why: `${what}: ${message}` } as const
  return findingOf(fault, at.route, {
    requests: [request],
    answer: null,
    phase: progress.phase,
    ...(again ? {} : { unstable: true }),
  })
}

async function smallest(
  request: WireRequest,
  ends: (candidate: WireRequest) => Promise<boolean>,
  tries: number,
): Promise<WireRequest> {
  let best = request
  let left = tries
  const seen = new Set([JSON.stringify(request)])
  for (let found = true; found && left > 0; ) {
    found = false
    for (const candidate of simplerRequests(best)) {
      const text = JSON.stringify(candidate)
      if (seen.has(text)) continue
      seen.add(text)
      if (left-- <= 0) break
      if (!(await ends(candidate))) continue
      best = candidate
      found = true
      break
    }
  }
  return best
}

function* simplerRequests(request: WireRequest): Generator<WireRequest> {
  const [path = '', query] = request.url.split('?')
  if (query !== undefined) {
    yield { ...request, url: path }
    const pairs = query.split('&')
    if (pairs.length > 1)
      for (let at = 0; at < pairs.length; at++)
        yield { ...request, url: `${path}?${pairs.toSpliced(at, 1).join('&')}` }
  }
  if (request.body === undefined) return
  let value: unknown
  try {
    value = JSON.parse(request.body)
  } catch {
    return
  }
  for (const simpler of simplerValues(value)) yield { ...request, body: JSON.stringify(simpler) }
}
