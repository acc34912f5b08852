/** What happens at the same time: what one identity asks beside another one, and two things that are made below the same one. */
import type { Session } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { isSchema } from '../schema/walk.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Accepted, accepted, ensure, itemOf, type MutablePins, type Pins, stemOf } from './scene.ts'
import {
  type Broken,
  differing,
  identitiesOf,
  isFine,
  often,
  type Scalar,
  Story,
  scalarsOf,
  twice,
} from './story.ts'

/** Requests that differ in a number only, with equal answers. */
const ALIKE = 5
const TURNS = 3

/** Two identities that ask the same: each gets its own answer, at the same time and after the other one. */
export async function beside(run: Run): Promise<void> {
  run.phase = 'beside'
  const [one, other] = await identitiesOf(run)
  if (!one || !other) return
  for (const plan of run.plans) {
    if (plan.route.method !== 'GET' || !run.reach.isReached(plan)) continue
    if (run.wants('shared-state')) await atOnce(run, plan, one, other)
    if (run.wants('request-state')) await twice(run, (story) => afterOther(story, plan, one, other))
  }
}

interface Own {
  readonly request: WireRequest
  readonly answer: Answer
}

/** What an identity is answered, the same each time. */
async function steady(run: Run, plan: RoutePlan, values: Values, session: Session): Promise<Own | null> {
  run.checkLimits()
  const first = await run.askAs(plan, values, session, true)
  const second = await run.askAs(plan, values, session, true)
  if (!first || !isFine(first.answer) || !isFine(second?.answer)) return null
  if (first.answer.body !== second.answer.body) return null
  return { request: first.request, answer: first.answer }
}

async function atOnce(run: Run, plan: RoutePlan, one: Session, other: Session): Promise<void> {
  const fault = { check: 'shared-state', key: 'identities', why: '' } as const
  const known = run.isNew(plan, fault) ? await accepted(new Story(run, one), plan, { tries: 2 }) : null
  const [left, right] = known
    ? [await steady(run, plan, known.values, one), await steady(run, plan, known.values, other)]
    : []
  if (!left || !right || left.answer.body === right.answer.body) return
  for (let turn = 0; turn < TURNS; turn++) {
    run.checkLimits()
    const pair = [left, right]
    await run.target.rush?.()
    const answers = await Promise.all(pair.map(({ request }) => run.send(plan, request, true)))
    const wrong = pair.findIndex(({ answer }, at) => {
      const beside = answers[at]
      return isFine(beside) && beside.body !== answer.body
    })
    if (wrong < 0) continue
    const alone = await run.send(plan, pair[wrong]!.request, true)
    if (alone?.body !== pair[wrong]!.answer.body) continue
    const why = 'Beside the same request of another identity the answer is not the one that it is alone.'
    const requests = pair.map(({ request }) => request)
    // Over a network they may arrive in another order: the first one is the one that the other one disturbs.
    const isLate = wrong > 0 && run.target.rush !== undefined
    const together = { wrong: isLate ? 0 : wrong }
    run.note(
      plan,
      { ...fault, why },
      { requests: isLate ? requests.reverse() : requests, answer: answers[wrong]!, together },
    )
    return
  }
}

/** An answer that is kept for the next one who asks the same: seen with a number that changes nothing else. */
async function afterOther(
  story: Story,
  plan: RoutePlan,
  one: Session,
  other: Session,
): Promise<Broken | null> {
  const { run } = story
  const values = valuesAlike(plan)
  if (values === null) return null
  const askedBy = async (session: Session, at: number): Promise<Own | null> => {
    const asked = await run.askAs(plan, values[at]!, session, true)
    return asked && isFine(asked.answer) ? { request: asked.request, answer: asked.answer } : null
  }
  run.checkLimits()
  const [first, second] = [await askedBy(one, 0), await askedBy(one, 1)]
  const [third, fourth] = [await askedBy(other, 2), await askedBy(other, 3)]
  if (!first || !second || !third || !fourth) return null
  const isAlike = (left: Own, right: Own): boolean =>
    differing(left.answer.body, right.answer.body).length === 0
  if (!isAlike(first, second) || !isAlike(third, fourth) || isAlike(second, fourth)) return null
  const [before, after] = [await askedBy(one, 4), await askedBy(other, 4)]
  if (!before || !after || !isAlike(before, first) || isAlike(after, fourth)) return null
  const pointers = differing(fourth.answer.body, after.answer.body).slice(0, 1)
  story.requests.push(fourth.request, before.request, after.request)
  story.answers.push(fourth.answer, before.answer, after.answer)
  const why = `After the same request of another identity ${pointers[0]} is that of the other one.`
  const expected = { kind: 'same', of: [0, 2], pointers } as Broken['expected']
  return { plan, check: 'request-state', key: 'identities', why, expected }
}

/** Requests of a route without parameters in its path that differ in an integer of the query. */
function valuesAlike({ parts, path }: RoutePlan): Values[] | null {
  const schema = parts.get('querystring')?.schema
  if (!isSchema(schema) || !isSchema(schema['properties']) || path.length > 1) return null
  const required = (schema['required'] ?? []) as string[]
  if (required.length > 0) return null
  for (const [name, one] of Object.entries(schema['properties'])) {
    if (!isSchema(one) || one['type'] !== 'integer') continue
    const { maximum = 100, minimum = 1 } = one as { maximum?: number; minimum?: number }
    // Not those at the end, which others have asked for already.
    const step = Math.floor((maximum - minimum) / (ALIKE + 2) / 2)
    if (step >= 1)
      return Array.from({ length: ALIKE }, (_, at) => ({
        querystring: { [name]: maximum - (at + 1) * step - 1 },
      }))
  }
  return null
}

/** It has both, as it has them one after the other. */
export async function crowd(run: Run): Promise<void> {
  run.phase = 'crowd'
  if (!run.wants('lost-update')) return
  for (const plan of run.plans) {
    const last = plan.path.at(-1)!
    if (plan.route.method === 'POST' && 'text' in last && plan.path.length > 1 && run.reach.isReached(plan))
      await often(run, (story) => bothThere(story, plan))
  }
}

async function bothThere(story: Story, creator: RoutePlan): Promise<Broken | null> {
  const { run } = story
  const shape = stemOf(creator.route.url)
  const parent = pathNamesOf(creator).at(-1)!.kind
  const list = run.plans.find(({ route }) => route.method === 'GET' && stemOf(route.url) === shape)
  const reader = list ?? itemOf(run, parent)
  if (!reader) return null
  const bodies: Accepted[] = []
  const counts: Map<string, Scalar>[] = []
  // Twice in order, to know what is always so, and then at the same time.
  for (let turn = 0; turn < 3; turn++) {
    const from = story.next
    const pins: MutablePins = new Map()
    if (!(await isMade(story, creator, pins))) return null
    for (let at = bodies.length; at < 2; at++) {
      const one = await accepted(story, creator, { pins })
      if (!one) return null
      bodies.push(one)
    }
    if (turn > 0 && !(await bothSent(story, creator, bodies, pins, turn === 2))) return null
    const shown = await accepted(story, reader, { pins, tries: 2 })
    if (!shown) return null
    counts.push(lengthsIn(shown.answer.body))
    if (turn < 2) {
      story.requests.splice(from)
      story.answers.splice(from)
    }
  }
  const [first, second, third] = counts as [Map<string, Scalar>, Map<string, Scalar>, Map<string, Scalar>]
  for (const [pointer, value] of first) {
    if (second.get(pointer) !== value || third.get(pointer) === value || Number(value) < 2) continue
    if (!(Number(third.get(pointer)) < Number(value))) continue
    const why = `Two concurrent requests are both answered with 2xx, and ${reader.name} has ${String(third.get(pointer))} at ${pointer}; one after the other it has ${String(value)}.`
    const to = story.next - 1
    const expected = { kind: 'value', pointer, value } as const
    return {
      plan: creator,
      check: 'lost-update',
      key: 'both',
      why,
      expected,
      concurrent: { from: to - 2, to },
    }
  }
  return null
}

/** Makes what the path of a route names. */
async function isMade(story: Story, plan: RoutePlan, pins: MutablePins): Promise<boolean> {
  await ensure(story, plan, pins)
  return pathNamesOf(plan).every(({ kind, target }) => pins.has(kind) || pins.has(target))
}

/** The same two bodies for another parent. */
async function bothSent(
  story: Story,
  creator: RoutePlan,
  bodies: readonly Accepted[],
  pins: Pins,
  atOnce: boolean,
): Promise<boolean> {
  const requests = bodies.flatMap(({ values }) => {
    const params = Object.fromEntries(
      pathNamesOf(creator).map(({ param, kind, target }) => [
        param,
        (pins.get(kind) ?? pins.get(target))![0],
      ]),
    )
    const encoded = story.run.encode(creator, { ...values, params })
    return encoded ? [{ plan: creator, request: encoded.request }] : []
  })
  if (requests.length < 2) return false
  if (atOnce) return (await story.together(requests)).every(isFine)
  for (const { request } of requests) if (!isFine(await story.send(creator, request))) return false
  return true
}

/** Lengths of lists and sums of numbers, by their pointers: what two things make more of than one. */
function lengthsIn(body: string): Map<string, Scalar> {
  const found = new Map<string, Scalar>()
  for (const pointer of scalarsOf(body).keys()) {
    const names = pointer.split('/')
    for (const [at, name] of names.entries()) {
      if (!/^\d+$/.test(name)) continue
      const list = `${names.slice(0, at).join('/')}/length`
      found.set(list, Math.max(Number(found.get(list) ?? 0), Number(name) + 1))
    }
  }
  return found
}
