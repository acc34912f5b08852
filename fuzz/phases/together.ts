/** Requests that are served at the same time: each has to be answered as if it were alone. */
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { shrink } from '../engine/shrink.ts'
import type { Answer } from '../target/target.ts'
import { liveOf } from './live.ts'
import { Sampler } from './samples.ts'
import { same, tell } from './transports.ts'

const AT_ONCE = 6
/** How many candidates are tried; those with two equal responses are used. */
const CANDIDATES = 24

export async function together(run: Run): Promise<void> {
  if (!run.wants('shared-state')) return
  run.phase = 'together'
  for (const plan of run.plans) {
    if (!run.isWorthwhile(plan)) continue
    run.checkLimits()
    const steady = await steadyOf(run, plan)
    if (steady.length < 2) continue
    const at = await differing(run, plan, steady)
    if (at !== null) await report(run, plan, steady, at)
  }
}

interface Steady {
  values: Values
  answer: Answer
}

/** Requests of a route that are answered alike each time, and unlike each other. */
async function steadyOf(run: Run, plan: RoutePlan): Promise<Steady[]> {
  const sampler = new Sampler(plan, run.options.seed)
  const found: Steady[] = []
  for (let turn = 0; turn < CANDIDATES && found.length < AT_ONCE && run.isWorthwhile(plan); turn++) {
    run.checkLimits()
    const values = turn === 0 ? liveOf(run, plan) : run.reach.fill(plan, sampler.next(), 0)
    const first = await run.ask(plan, values)
    if (!first?.answer || (first.answer.seen && !first.answer.seen.handled) || first.answer.status >= 400)
      continue
    if (found.some(({ answer }) => same(answer, first.answer))) continue
    const second = await run.ask(plan, values)
    if (same(first.answer, second?.answer ?? null)) found.push({ values, answer: first.answer })
  }
  return found
}

/** The first that gets another response among the others, and the same one alone. */
async function differing(run: Run, plan: RoutePlan, all: readonly Steady[]): Promise<number | null> {
  const answers = await Promise.all(all.map(({ values }) => run.ask(plan, values)))
  for (const [at, { values, answer }] of all.entries()) {
    if (same(answer, answers[at]?.answer ?? null)) continue
    const alone = await run.ask(plan, values)
    if (same(answer, alone?.answer ?? null)) return at
  }
  return null
}

type Pair = [Steady, Steady]

async function report(run: Run, plan: RoutePlan, all: readonly Steady[], at: number): Promise<void> {
  const fault = { check: 'shared-state', key: 'together', why: '' } as const
  if (!run.isNew(plan, fault)) return
  const found = await smallestPair(run, plan, all, at)
  if (found === null) {
    const about = { requests: await requestsOf(run, plan, all), answer: null, together: { wrong: at } }
    const why = `${all.length} concurrent requests: one gets another response than alone.`
    run.note(plan, { ...fault, why }, about)
    return
  }
  const { pair, wrong } = found
  const answers = await Promise.all(pair.map(({ values }) => run.ask(plan, values)))
  const { answer: alone, values } = pair[wrong]!
  const beside = answers[wrong]?.answer ?? null
  const why = `Two concurrent requests: alone ${tell(alone, beside)}, beside the other one ${tell(beside, alone)}.`
  const requests = answers.flatMap((asked) => (asked ? [asked.request] : []))
  run.note(plan, { ...fault, why }, { requests, answer: beside, values, together: { wrong } })
}

async function requestsOf(run: Run, plan: RoutePlan, all: readonly Steady[]) {
  return all.flatMap(({ values }) => run.encode(plan, values)?.request ?? [])
}

/** Two that are enough, in the order in which they have to be sent, each as small as it can be. */
async function smallestPair(
  run: Run,
  plan: RoutePlan,
  all: readonly Steady[],
  at: number,
): Promise<{ pair: Pair; wrong: number } | null> {
  let pair: Pair | null = null
  let wrong: number | null = null
  for (const one of all) {
    if (one === all[at]) continue
    for (const candidate of [
      [one, all[at]!],
      [all[at]!, one],
    ] as Pair[]) {
      wrong = await differing(run, plan, candidate)
      pair = candidate
      if (wrong !== null) break
    }
    if (wrong !== null) break
  }
  if (pair === null || wrong === null) return null
  for (const place of [0, 1] as const) {
    const other: Steady = pair[place === 0 ? 1 : 0]!
    let smallest: Steady = pair[place]
    await shrink(
      smallest.values,
      async (values) => {
        const one = await steady(run, plan, values)
        if (one === null || same(one.answer, other.answer)) return false
        const candidate: Pair = place === 0 ? [one, other] : [other, one]
        if ((await differing(run, plan, candidate)) !== wrong) return false
        smallest = one
        return true
      },
      { tries: 40 },
    )
    pair = place === 0 ? [smallest, other] : [other, smallest]
  }
  return { pair, wrong }
}

async function steady(run: Run, plan: RoutePlan, values: Values): Promise<Steady | null> {
  const [first, second] = [await run.ask(plan, values), await run.ask(plan, values)]
  return first?.answer && same(first.answer, second?.answer ?? null) ? { values, answer: first.answer } : null
}
