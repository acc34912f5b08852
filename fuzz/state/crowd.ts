/** Two things that are made below the same one at the same time: it has both, as it has them one after the other. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { type Accepted, accepted, ensure, itemOf, type MutablePins, type Pins, stemOf } from './scene.ts'
import { type Broken, isFine, type Scalar, type Story, scalarsOf, twice } from './story.ts'

export async function crowd(run: Run): Promise<void> {
  run.phase = 'crowd'
  if (!run.wants('lost-update')) return
  for (const plan of run.plans) {
    const last = plan.path.at(-1)!
    if (plan.route.method === 'POST' && 'text' in last && plan.path.length > 1 && run.reach.isReached(plan))
      await twice(run, (story) => bothThere(story, plan))
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
