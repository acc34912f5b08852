/** What was accepted once is sent again, and read: the answer may be another one, but no failure. */
import { judge } from '../engine/judge.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { isSchema, resolved, type Schema } from '../schema/walk.ts'
import { madeAlike } from './alike.ts'
import { read, write } from './removal.ts'
import { accepted, ensure, type MutablePins, pinsOf, valuesAbout, withNewKey } from './scene.ts'
import { isFine, Story } from './story.ts'

/** How often the same is sent while it is accepted: what is used up is used up by then. */
const TIMES = 12
/** The greatest number that is given for something that may be used up. */
const MOST = 2 ** 27
/** Other values for what was accepted before. */
const MORE = 3
/** Each request stays that of the one who sent it. */
const NOBODY = { headers: {}, login: null }

export async function again(run: Run): Promise<void> {
  run.phase = 'again'
  for (const plan of run.plans) if (plan.route.method !== 'GET') await repeated(run, plan)
}

async function repeated(run: Run, plan: RoutePlan): Promise<void> {
  const story = new Story(run)
  const pins: MutablePins = new Map()
  await ensure(story, plan, pins)
  const about = pathNamesOf(plan).at(-1)?.kind
  const isReached = run.reach.isReached(plan)
  let first = isReached ? await accepted(story, plan, { pins }) : null
  if (isReached && !first && about && pins.has(about)) {
    // It may need what others make of the thing first: a refund needs a payment.
    await write({ story, pins, writes: [], made: new Set() }, about)
    first = await accepted(story, plan, { pins })
  }
  // What there was of such things may be used up by now: another one is made in the steps of an earlier one.
  if (isReached && !first && (await madeAlike(story, plan, NOBODY, pins)))
    first = await accepted(story, plan, { pins })
  if (!first) return usedUp(story, plan, valuesAbout(story, plan, pins, 0))
  await read({ story, pins: pinsOf(first) })
  for (let turn = 0; turn < TIMES; turn++)
    if (!(await isAccepted(story, plan, withNewKey(first.values, run.requests)))) break
  await usedUp(story, plan, first.values)
  for (let turn = 0; turn < MORE; turn++) await isAccepted(story, plan, valuesAbout(story, plan, pins, turn))
}

/** A number that has to be given to a thing is halved until it is accepted, so that what there is of something is used up to the last. */
async function usedUp(story: Story, plan: RoutePlan, values: Values): Promise<void> {
  const { schema, around } = plan.parts.get('body') ?? {}
  const body = schema === undefined ? true : resolved(schema, around!).schema
  if (!isSchema(body) || !isSchema(values.body) || plan.path.length === 1) return
  for (const name of (body['required'] ?? []) as string[]) {
    const one = (body['properties'] as Schema | undefined)?.[name]
    if (!isSchema(one) || one['type'] !== 'integer') continue
    const { minimum = 1, maximum = MOST } = one as { minimum?: number; maximum?: number }
    const give = (size: number): Promise<boolean> =>
      isAccepted(
        story,
        plan,
        withNewKey({ ...values, body: { ...(values.body as Schema), [name]: size } }, story.run.requests),
      )
    const [least, most] = [Math.max(1, minimum), Math.min(maximum, MOST)]
    // Where all is taken, nothing is used up.
    if (await give(most)) continue
    for (let size = 2 ** Math.floor(Math.log2(most)); size >= least; size /= 2) await give(size)
    await give(least)
  }
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
