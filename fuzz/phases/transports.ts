/** The same request through inject and over a socket, and with header names in another case: one answer. */
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { shrink } from '../engine/shrink.ts'
import { type Answer, NoAnswer, type WireRequest } from '../target/target.ts'
import { liveOf } from './live.ts'
import { Sampler } from './samples.ts'

/** Requests a route that are asked over both. */
const EACH = 6

export async function transports(run: Run): Promise<void> {
  const { target } = run
  if (!target.askOverSocket || !(run.wants('inject-socket') || run.wants('header-case'))) return
  run.phase = 'transports'
  for (const plan of run.plans) {
    const sampler = new Sampler(plan, run.options.seed)
    for (let turn = 0; turn < EACH && run.isWorthwhile(plan); turn++) {
      run.checkLimits()
      try {
        await compare(run, plan, turn === 0 ? liveOf(run, plan) : run.reach.fill(plan, sampler.next(), 0))
      } catch (error) {
        if (!(error instanceof CannotListen)) throw error
        target.notes.push(`Nothing was asked over a socket: ${error.message}`)
        return
      }
    }
  }
}

class CannotListen extends Error {}

type Sent = { request: WireRequest; answer: Answer | null }
interface Difference {
  check: 'inject-socket' | 'header-case'
  why: string
  sent: Sent
}

/** One request over both, and the difference confirmed and shrunk. */
export async function compare(run: Run, plan: RoutePlan, values: Values): Promise<void> {
  const difference = await differenceOf(run, plan, values)
  if (difference === null) return
  const { check } = difference
  if (!run.isNew(plan, { check, key: 'differs', why: '' })) return
  let last = difference
  const stillDiffers = async (candidate: Values): Promise<boolean> => {
    const found = await differenceOf(run, plan, candidate)
    if (found?.check !== check) return false
    last = found
    return true
  }
  const smallest = await shrink(values, stillDiffers, { tries: 80 })
  const { request, answer } = last.sent
  run.note(plan, { check, key: 'differs', why: last.why }, { requests: [request], answer, values: smallest })
}

async function differenceOf(run: Run, plan: RoutePlan, values: Values): Promise<Difference | null> {
  const encoded = run.encode(plan, values)
  if (encoded === null) return null
  const { request } = encoded
  const injected = await run.send(plan, request)
  if (injected === null || !same(injected, await run.send(plan, request))) return null // it answers otherwise each time
  if (!run.options.checks.has('inject-socket') && !run.options.checks.has('header-case')) return null
  const over = await overSocket(run, request)
  if (!same(injected, over)) {
    // Something else may have changed meanwhile: both have to say it twice.
    if (!same(injected, await run.send(plan, request)) || !same(over, await overSocket(run, request)))
      return null
    const why = `Through inject ${tell(injected, over)}, over a socket ${tell(over, injected)}.`
    return { check: 'inject-socket', why, sent: { request, answer: over } }
  }
  const headers = Object.entries(request.headers)
  const otherCase = {
    ...request,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toUpperCase(), value])),
  }
  const upper = await overSocket(run, otherCase)
  if (same(over, upper) || !same(over, await overSocket(run, request))) return null
  if (!same(upper, await overSocket(run, otherCase))) return null
  const why = `With header names in lower case ${tell(over, upper)}, in upper case ${tell(upper, over)}.`
  return { check: 'header-case', why, sent: { request: otherCase, answer: upper } }
}

async function overSocket(run: Run, request: WireRequest): Promise<Answer | null> {
  try {
    run.requests++
    return await run.target.askOverSocket!(request, { timeout: run.options.timeout })
  } catch (error) {
    if (error instanceof NoAnswer) return null
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return { status: 0, headers: {}, body: '' }
    throw new CannotListen((error as Error).message)
  }
}

export function same(left: Answer | null, right: Answer | null): boolean {
  if (left === null || right === null) return left === right
  return (
    left.status === right.status &&
    left.body === right.body &&
    String(left.headers['content-type']) === String(right.headers['content-type'])
  )
}

/** What distinguishes one response from another. */
export function tell(answer: Answer | null, other: Answer | null): string {
  if (answer === null) return 'no answer comes'
  if (answer.status === 0) return 'the connection is closed'
  if (other !== null && answer.status === other.status) {
    const [type, otherType] = [answer, other].map(({ headers }) => String(headers['content-type']))
    return answer.body === other.body && type !== otherType
      ? `the type is ${type}`
      : `the body is ${JSON.stringify(answer.body.slice(0, 100))}`
  }
  return `the answer is ${answer.status}`
}
