/** One request and another: what one leaves behind for the next, and what two lose at the same time. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import { idsIn } from '../sequence/links.ts'
import type { WireRequest } from '../target/target.ts'
import { type Family, familiesIn, type Thing, thingOf } from './family.ts'
import {
  type Broken,
  creationOf,
  differing,
  isFine,
  requestFor,
  type Story,
  scalarsOf,
  twice,
} from './story.ts'

export async function others(run: Run): Promise<void> {
  run.phase = 'others'
  if (run.wants('request-state'))
    for (const plan of run.plans)
      if (plan.route.method === 'GET' && run.successes[plan.at]!.length > 0)
        await twice(run, (story) => unchanged(story, plan))
  if (!run.wants('lost-update')) return
  for (const family of familiesIn(run)) {
    if (family.patch) await twice(run, (story) => bothKept(story, family, family.patch!))
    if (family.creator) await twice(run, (story) => bothMade(story, family))
  }
}

/** Other GET requests do not change what one is answered. */
async function unchanged(story: Story, plan: RoutePlan): Promise<Broken | null> {
  const { run } = story
  const known = [...run.successes[plan.at]!].sort(
    (left, right) => sizeOf(left.request) - sizeOf(right.request),
  )
  const [path = ''] = known[0]!.request.url.split('?')
  const bare = { ...known[0]!.request, url: path }
  const request = isFine(await story.send(plan, bare)) ? bare : known[0]!.request
  const others = run.plans
    .filter(({ route }) => route.method === 'GET')
    .sort((left, right) => Number(right === plan) - Number(left === plan))
    .flatMap((one) =>
      run.successes[one.at]!.slice(-4).map((success) => ({ plan: one, request: success.request })),
    )
    .filter((one) => one.request !== request)
    .slice(0, 40)
  others.unshift(...choicesOf(plan, request))
  const first = await story.send(plan, request)
  const steady = await story.send(plan, request)
  if (!isFine(first) || !isFine(steady) || differing(first.body, steady.body).length > 0) return null
  for (const other of others) {
    const from = story.next - 1
    const before = story.answers.at(-1)
    if (!isFine(await story.send(other.plan, other.request))) continue
    const after = await story.send(plan, request)
    if (!isFine(before) || !isFine(after)) return null
    const pointers = differing(before.body, after.body).slice(0, 1)
    if (pointers.length === 0) continue
    // Not by itself, with time.
    const why = `${other.request.method} ${other.request.url} in between changes ${pointers[0]} of the answer.`
    const kept = (list: unknown[]): void => void list.splice(0, from)
    kept(story.requests)
    kept(story.answers)
    return {
      plan,
      check: 'request-state',
      key: `${other.plan.name}`,
      why,
      expected: { kind: 'same', of: [0, 2], pointers },
    }
  }
  return null
}

/** The request with each value that a property of its query can choose. */
function choicesOf(plan: RoutePlan, request: WireRequest): { plan: RoutePlan; request: WireRequest }[] {
  const schema = plan.parts.get('querystring')?.schema
  const properties = isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {}
  const [path] = request.url.split('?')
  return Object.entries(properties).flatMap(([name, one]) => {
    const values = isSchema(one) && Array.isArray(one['enum']) ? one['enum'].slice(0, 4) : []
    return values.map((value) => ({
      plan,
      request: { ...request, url: `${path}?${new URLSearchParams({ [name]: String(value) })}` },
    }))
  })
}

function sizeOf({ url, headers }: WireRequest): number {
  return url.length + JSON.stringify(headers).length
}

/** Two changes of different properties at the same time are both kept, as they are one after the other. */
async function bothKept(story: Story, family: Family, patch: RoutePlan): Promise<Broken | null> {
  const thing = await thingOf(story, family)
  const known = thing && requestFor(story.run, patch, thing.params, thing.headers)
  if (!thing || !known?.body) return null
  const changes = changesOf(story, patch, thing, known)
  if (changes.length < 2) return null
  const [one, other] = changes as [Change, Change]
  const read = requestFor(story.run, family.item, thing.params, thing.headers)!
  const concurrent = { from: story.next, to: story.next + 2 }
  const answers = await story.together([one, other].map(({ request }) => ({ plan: patch, request })))
  if (!answers.every(isFine)) return null
  const shown = await story.send(family.item, read)
  if (!isFine(shown)) return null
  const now = scalarsOf(shown.body)
  const lost = [one, other].find(({ pointer, value }) => now.get(pointer) !== value)
  if (!lost) return null
  // Alone each of them has to be kept.
  const alone = await story.send(patch, lost.request)
  const again = await story.send(family.item, read)
  if (!isFine(alone) || !isFine(again) || scalarsOf(again.body).get(lost.pointer) !== lost.value) return null
  story.requests.splice(-2)
  story.answers.splice(-2)
  const why = `Two concurrent requests change two properties, both are answered with 2xx, and ${lost.pointer} is not changed.`
  const expected = { kind: 'value', pointer: lost.pointer, value: lost.value } as const
  return { plan: patch, check: 'lost-update', key: 'properties', why, expected, concurrent }
}

interface Change {
  pointer: string
  value: unknown
  request: WireRequest
}

function changesOf({ run }: Story, patch: RoutePlan, thing: Thing, known: WireRequest): Change[] {
  const { oracle, schema } = patch.parts.get('body') ?? {}
  const now = scalarsOf(thing.shown.body)
  const properties =
    isSchema(schema) && isSchema(schema['properties']) ? Object.keys(schema['properties']) : []
  return properties.flatMap((name): Change[] => {
    const pointer = [...now.keys()].find(
      (one) => one.split('/').at(-1) === name && one.split('/').length <= 3,
    )
    if (pointer === undefined || !oracle) return []
    const old = now.get(pointer)
    const value = ['touchstone', !old, 7, 8].find(
      (one) => one !== old && typeof one === typeof old && oracle.judge({ [name]: one }).valid === true,
    )
    if (value === undefined) return []
    return [
      {
        pointer,
        value,
        request: {
          ...known,
          headers: { ...known.headers, ...run.options.headers },
          body: JSON.stringify({ [name]: value }),
        },
      },
    ]
  })
}

/** Two things that are made at the same time have two ids. */
async function bothMade(story: Story, { creator, id }: Family): Promise<Broken | null> {
  const request = creationOf(story.run, creator!)
  if (!request) return null
  const [one, other] = [await story.send(creator!, request), await story.send(creator!, request)]
  if (!isFine(one) || !isFine(other)) return null
  const value = idsIn(one, id)[0]
  const pointer = [...scalarsOf(one.body)].find(([, scalar]) => String(scalar) === value)?.[0]
  if (pointer === undefined || !differing(one.body, other.body).includes(pointer)) return null
  const from = story.next
  const both = await story.together([
    { plan: creator!, request },
    { plan: creator!, request },
  ])
  if (!both.every(isFine)) return null
  const why = `Two concurrent requests make two things with the same ${pointer}.`
  const expected = { kind: 'distinct', of: [from, from + 1], pointer } as Broken['expected']
  return {
    plan: creator!,
    check: 'lost-update',
    key: 'ids',
    why,
    expected,
    concurrent: { from, to: from + 2 },
  }
}
