/** One request and another: what one leaves behind for the next, and what two lose at the same time. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { bodyOf } from '../reach/reach.ts'
import { isSchema } from '../schema/walk.ts'
import { idsIn } from '../sequence/links.ts'
import type { WireRequest } from '../target/target.ts'
import { type Family, familiesIn, type Thing, thingOf } from './family.ts'
import { accepted, ensure, type MutablePins } from './scene.ts'
import {
  type Broken,
  creationOf,
  differing,
  isFine,
  often,
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
    if (family.patch) await often(run, (story) => bothKept(story, family, family.patch!))
    if (family.creator) await often(run, (story) => bothMade(story, family))
    for (const writer of [family.put, family.patch])
      if (writer) await twice(run, (story) => oldVersion(story, family, writer))
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
  // The one that is lost was served first: in that order it is lost the next time.
  if (lost === other) {
    const swap = (list: unknown[]): void => void list.splice(-3, 2, list.at(-2), list.at(-3))
    swap(story.requests)
    swap(story.answers)
  }
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

/** Says which state of a thing was edited. */
const VERSION = /^(version|revision|etag|lock_?version|(updated|modified)_?at)$/i

/** A change that has to name the state that it was made from is refused where there is a newer one. */
async function oldVersion(story: Story, { item }: Family, writer: RoutePlan): Promise<Broken | null> {
  const pins: MutablePins = new Map()
  if (!namesVersion(writer) || !(await ensure(story, item, pins))) return null
  const known = [await accepted(story, writer, { pins }), await accepted(story, writer, { pins, full: true })]
  const before = await accepted(story, item, { pins, tries: 2 })
  const version = before && versionIn(bodyOf(before.answer))
  if (version == null) return null
  const [one, other] = known.map((some) => some && withVersion(some.request, version))
  if (!one || !other || one.body === other.body || !isFine(await story.send(writer, one))) return null
  const now = await accepted(story, item, { pins, tries: 1 })
  if (!now || [version, undefined].includes(versionIn(bodyOf(now.answer)))) return null
  const answer = await story.send(writer, other)
  if (!isFine(answer)) return null
  const why = `A change made from the state of ${version} is answered with ${answer.status}, although another one was made since: that one is lost.`
  return { plan: writer, check: 'lost-update', key: 'version', why, expected: { kind: 'refused' }, core: 4 }
}

/** Whether its body has to say which state was edited. */
function namesVersion({ parts }: RoutePlan): boolean {
  const text = JSON.stringify(parts.get('body')?.schema) ?? ''
  return [...text.matchAll(/"required":\[([^\]]*)\]/g)].some(([, names]) =>
    names!.split(',').some((name) => VERSION.test(name.slice(1, -1))),
  )
}

function versionIn(value: unknown): string | number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, one] of Object.entries(value)) {
    if (VERSION.test(name) && (typeof one === 'string' || typeof one === 'number')) return one
    const inner = versionIn(one)
    if (inner !== undefined) return inner
  }
  return undefined
}

function withVersion(request: WireRequest, version: unknown): WireRequest {
  const put = (name: string, value: unknown): unknown => (VERSION.test(name) ? version : value)
  return { ...request, body: JSON.stringify(JSON.parse(request.body ?? 'null'), put as never) }
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

/** The header that makes a repeated request one, where the route declares it. */
export function keyOf({ parts, route }: RoutePlan): string | null {
  const schema = parts.get('headers')?.schema
  const properties = isSchema(schema) ? schema['properties'] : undefined
  if (route.method !== 'POST' || !isSchema(properties)) return null
  return Object.keys(properties).find((name) => /idempot/i.test(name)) ?? null
}

/** A second request with the same key gives what the first one gave. */
export async function sameKeyTwice(story: Story, plan: RoutePlan, header: string): Promise<Broken | null> {
  for (const { request: recorded } of story.run.successes[plan.at]!.toReversed().slice(0, 3)) {
    const request = {
      ...recorded,
      headers: { ...recorded.headers, [header.toLowerCase()]: `touchstone-${story.run.requests}` },
    }
    const from = story.next
    const first = await story.send(plan, request)
    if (!isFine(first)) continue
    const second = await story.send(plan, request)
    if (!second || second.status >= 500) return null
    const pointers = isFine(second) ? differing(first.body, second.body).slice(0, 1) : []
    const why = `The second request with the same ${header} is answered with ${second.status}${pointers.length > 0 ? ` and another ${pointers[0]}` : ''}: it was done twice.`
    return {
      plan,
      check: 'not-idempotent',
      key: header,
      why,
      expected: { kind: 'same', of: [from, from + 1], pointers },
    }
  }
  return null
}
