/** Memory that requests leave behind: of this process as it says itself, and of a server on this machine as the system says. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { accepted, ensure, type MutablePins, valuesAbout } from '../state/scene.ts'
import { Story } from '../state/story.ts'
import type { Answer, WireRequest } from '../target/target.ts'

/** Requests of the first look, and of the second. */
const [FEW, MANY] = [80, 500]
/** Milliseconds of one request: what takes longer is not asked hundreds of times. */
const LONG = 6
/** The same of two requests to a server, over a network. */
const REMOTE = 100
/** Of the time of a run: the values behind need some too. */
export const SHARE = 0.25
/** Bytes of the heap that a request may leave behind, beside what those of most routes leave. */
const LEFT = 1500
/** The same for buffers, which are outside of the heap: most routes leave none; and for all that a server has. */
const BUFFERS = 8192
/** Requests of a server before the first look at its memory and between two others, so many at once; how often it has to grow. */
const [FIRST, BLOCK, AT_ONCE, BLOCKS] = [64, 160, 8, 9]
/** Statuses that a handler gives to a request that it has understood. */
const ANSWERED: ReadonlySet<number> = new Set([403, 409, 422])

export async function memory(run: Run): Promise<void> {
  const { target } = run
  if (target.app) await growths(run)
  else if (target.memory?.() != null) await residents(run, () => target.memory!() ?? 0)
}

/** A server collects its garbage when it likes: what grows with each block, and as much with far more requests, is kept. */
async function residents(run: Run, size: () => number): Promise<void> {
  const until = performance.now() + run.options.maxTime * SHARE
  for (const plan of run.plans) {
    const one = performance.now() < until ? await steadyOf(run, plan) : null
    if (one && (await isGrowing(run, one.requests.at(-1)!, size))) tell(run, one, FEW, BUFFERS, '')
  }
}

async function isGrowing(
  run: Run,
  request: WireRequest,
  size: () => number,
  isAgain = false,
): Promise<boolean> {
  await asked(run, request, FIRST, AT_ONCE)
  for (let turn = 1; turn <= BLOCKS; turn++) {
    const before = size()
    const times = turn === 1 ? FIRST : turn === BLOCKS ? 4 * BLOCK : BLOCK
    await asked(run, request, times, AT_ONCE)
    if (before > 0 && size() - before >= times * BUFFERS) continue
    // Garbage from before may be given back meanwhile.
    return turn > 1 && !isAgain && isGrowing(run, request, size, true)
  }
  return true
}

function tell(run: Run, { plan, requests, answer }: Grown, times: number, bytes: number, of: string): void {
  const why = `Each of many equal requests leaves memory behind that is not used again: over ${bytes} bytes${of}.`
  const expected = { kind: 'memory', times, bytes } as const
  const fault = { check: 'memory-growth', key: 'memory', why, expected } as const
  run.note(plan, fault, { requests, answer, core: 1 })
}

interface Grown {
  plan: RoutePlan
  /** The last one is measured; those before may be needed for it. */
  requests: WireRequest[]
  answer: Answer
}

/** Bytes of one request. */
interface Left {
  heap: number
  buffers: number
}

/** Requests of any route leave something behind, such as compiled code: what is told is far more than that. */
async function growths(run: Run): Promise<void> {
  const until = performance.now() + run.options.maxTime * SHARE
  const steady: Grown[] = []
  for (const plan of run.plans) {
    const one = performance.now() < until ? await steadyOf(run, plan) : null
    if (one) steady.push(one)
  }
  const all: (Grown & { left: Left })[] = []
  let before = await used()
  for (const one of steady) {
    if (performance.now() > until) break
    await asked(run, one.requests.at(-1)!, 2 * FEW)
    const after = await used()
    all.push({ ...one, left: perRequest(before, after, 2 * FEW) })
    before = after
  }
  const sorted = all.map(({ left }) => left.heap).sort((left, right) => left - right)
  const usual = all.length < 3 ? 0 : Math.max(0, sorted[Math.floor(sorted.length / 2)]!)
  const limit = { heap: usual * 2 + (all.length < 3 ? 2 * LEFT : LEFT), buffers: BUFFERS }
  for (const { plan, requests, answer, left } of all) {
    for (const where of ['heap', 'buffers'] as const) {
      const [times, bytes] = where === 'heap' ? [MANY, LEFT] : [FEW, BUFFERS]
      let least = left[where]
      for (let turn = 0; turn < 3 && least >= limit[where]; turn++) {
        const from = await used()
        await asked(run, requests.at(-1)!, times)
        least = Math.min(least, perRequest(from, await used(), times)[where])
      }
      if (least < limit[where]) continue
      tell(run, { plan, requests, answer }, times, bytes, where === 'heap' ? '' : ' of buffers')
    }
  }
}

/** Null for what makes something new, which is meant to need memory, and for what takes long. */
async function steadyOf(run: Run, plan: RoutePlan): Promise<Grown | null> {
  if (!run.isWorthwhile(plan) || !run.isNew(plan, { check: 'memory-growth', key: 'memory', why: '' }))
    return null
  const story = new Story(run)
  const pins: MutablePins = new Map()
  await ensure(story, plan, pins)
  const one =
    (await accepted(story, plan, { pins, tries: 4 })) ??
    (await story.ask(plan, valuesAbout(story, plan, pins, 0)))
  if (!one?.answer || !isHandled(one.answer)) return null
  const { request } = one
  const requests = [...story.requests.filter((its) => its !== request), request]
  const from = performance.now()
  const [answer, other] = [await run.send(plan, request), await run.send(plan, request)]
  // What is refused the second time is as good: memory that it takes is not given back either.
  if (!answer || answer.status >= 500 || performance.now() - from > (run.target.app ? 2 * LONG : REMOTE))
    return null
  if (answer.body !== other?.body || other.status !== answer.status) return null
  if (run.target.app) await asked(run, request, FEW)
  return { plan, requests, answer }
}

function isHandled({ status, seen }: Answer): boolean {
  return status < 300 || (seen ? seen.handled : ANSWERED.has(status))
}

function perRequest(before: Left, after: Left, times: number): Left {
  return { heap: (after.heap - before.heap) / times, buffers: (after.buffers - before.buffers) / times }
}

async function asked(run: Run, request: WireRequest, times: number, atOnce = 1): Promise<void> {
  const ask = (): Promise<unknown> =>
    run.target.ask(request, { timeout: run.options.timeout }).catch(() => undefined)
  for (let at = 0; at < times; at += atOnce) {
    if (at % (40 * atOnce) === 0) run.checkLimits()
    await (atOnce === 1 ? ask() : Promise.all(Array.from({ length: atOnce }, ask)))
  }
}

let collect: (() => void) | null = null

/** What waits for its finalization is freed some collections later, and buffers are counted until then. */
async function used(collections = 4): Promise<Left> {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  for (let turn = 0; turn < collections; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { heap: heapUsed, buffers: arrayBuffers }
}
