/** What was accepted once is sent again, and read: the answer may be another one, but no failure. */
import { judge } from '../engine/judge.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { read } from './removal.ts'
import { accepted, ensure, type MutablePins, pinsOf, valuesAbout, withNewKey } from './scene.ts'
import { isFine, Story } from './story.ts'

/** How often the same is sent while it is accepted: what is used up is used up by then. */
const TIMES = 12
/** Other values for what was accepted before. */
const MORE = 3

export async function again(run: Run): Promise<void> {
  run.phase = 'again'
  for (const plan of run.plans)
    if (plan.route.method !== 'GET' && run.reach.isReached(plan)) await repeated(run, plan)
}

async function repeated(run: Run, plan: RoutePlan): Promise<void> {
  const story = new Story(run)
  const pins: MutablePins = new Map()
  await ensure(story, plan, pins)
  const first = await accepted(story, plan, { pins })
  if (!first) return
  await read({ story, pins: pinsOf(first) })
  for (let turn = 0; turn < TIMES; turn++)
    if (!(await isAccepted(story, plan, withNewKey(first.values, run.requests)))) break
  for (let turn = 0; turn < MORE; turn++) await isAccepted(story, plan, valuesAbout(story, plan, pins, turn))
}

async function isAccepted(story: Story, plan: RoutePlan, values: Values): Promise<boolean> {
  const { run, requests, answers } = story
  run.checkLimits()
  const asked = await story.ask(plan, values)
  if (!asked?.answer) return false
  for (const fault of judge(plan, asked.read, asked.answer))
    run.note(plan, fault, { requests: [...requests, asked.request], answer: asked.answer, core: 1 })
  if (!isFine(asked.answer)) return false
  const isNew = asked.answer.body !== answers.at(-1)?.body
  requests.push(asked.request)
  answers.push(asked.answer)
  return isNew
}
