/** What was accepted once is sent again: the answer may be another one, but no failure. */
import { judge } from '../engine/judge.ts'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { accepted, ensure, type MutablePins, valuesAbout } from './scene.ts'
import { Story } from './story.ts'

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
  const lead = [...story.requests]
  run.checkLimits()
  const second = await run.send(plan, first.request, true)
  for (const fault of second ? judge(plan, first.read, second) : [])
    run.note(plan, fault, { requests: [...lead, first.request], answer: second, core: 1 })
  for (let turn = 0; turn < MORE; turn++) {
    run.checkLimits()
    const asked = await story.ask(plan, valuesAbout(story, plan, pins, turn))
    for (const fault of asked?.answer ? judge(plan, asked.read, asked.answer) : [])
      run.note(plan, fault, { requests: [...lead, asked!.request], answer: asked!.answer, core: 1 })
  }
}
