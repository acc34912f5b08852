/** What an application has to remember: what was written is read, what was deleted is gone, the same twice is as once. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Family, familiesIn, type Thing, thingOf } from './family.ts'
import { keyOf, sameKeyTwice } from './others.ts'
import { accepted, ensure, type MutablePins } from './scene.ts'
import {
  type Broken,
  differing,
  isFine,
  paramsIn,
  requestFor,
  type Scalar,
  type Story,
  scalarsOf,
  twice,
  urlOf,
} from './story.ts'

export async function kept(run: Run): Promise<void> {
  run.phase = 'state'
  for (const family of familiesIn(run)) {
    const { put, patch, post, del, list } = family
    for (const writer of [put, patch, post]) {
      if (writer && run.wants('read-your-write')) {
        await twice(run, (story) => writtenIsRead(story, family, writer))
        if (list) await twice(run, (story) => listedAsRead(story, family, writer, list))
      }
    }
    if (del && run.wants('use-after-delete')) {
      await twice(run, (story) => deletedIsGone(story, family, del, family.item))
      for (const below of family.below) await twice(run, (story) => deletedIsGone(story, family, del, below))
    }
  }
  if (!run.wants('not-idempotent')) return
  for (const plan of run.plans)
    if (plan.route.method === 'PUT') await twice(run, (story) => putTwice(story, plan))
  for (const plan of run.plans)
    if (keyOf(plan)) await twice(run, (story) => sameKeyTwice(story, plan, keyOf(plan)!))
}

/** After a DELETE that was answered with a 2xx, a GET does not give what it gave before. */
async function deletedIsGone(
  story: Story,
  family: Family,
  del: RoutePlan,
  read: RoutePlan,
): Promise<Broken | null> {
  const thing = await thingOf(story, family)
  if (!thing) return null
  const { run } = story
  const ask = requestFor(run, read, thing.params, thing.headers)
  const remove = requestFor(run, del, renamed(del, thing.params), thing.headers)
  if (!ask || !remove) return null
  const before = read === family.item ? thing.shown : await story.send(read, ask)
  if (!isFine(before) || scalarsOf(before.body).size === 0) return null
  const removed = await story.send(del, remove)
  if (!isFine(removed) || removed.status === 202) return null
  // What is below a thing is judged only where the thing itself is gone.
  if (read !== family.item) {
    const item = await story.send(family.item, requestFor(run, family.item, thing.params, thing.headers)!)
    if (!item || item.status < 400) return null
  }
  const after = await story.send(read, ask)
  if (!isFine(after) || differing(before.body, after.body).length > 0) return null
  const why = `${del.name} was answered with ${removed.status}, and afterwards the answer is ${after.status} with what it was before.`
  const core = read === family.item ? 3 : 4
  return { plan: read, check: 'use-after-delete', key: del.name, why, expected: { kind: 'refused' }, core }
}

/** Parameters have other names in other routes of the same shape. */
function renamed({ path }: RoutePlan, params: Readonly<Record<string, string>>): Record<string, string> {
  const names = path.flatMap((piece) => ('param' in piece ? [piece.param] : []))
  const values = Object.values(params)
  return Object.fromEntries(names.map((name, at) => [name, params[name] ?? values[at] ?? '']))
}

/** The request of a writer for a thing, with a value for each scalar of the body that differs from the one it has. */
function writeTo(
  story: Story,
  writer: RoutePlan,
  thing: Thing,
): { request: WireRequest; sent: Map<string, Scalar> } | null {
  const request = requestFor(story.run, writer, renamed(writer, thing.params), thing.headers)
  if (!request?.body) return null
  const oracle = writer.parts.get('body')?.oracle
  let body: unknown
  try {
    body = JSON.parse(request.body)
  } catch {
    return null
  }
  if (!isSchema(body) || !oracle) return null
  const now = scalarsOf(thing.shown.body)
  const changed: Record<string, unknown> = { ...body }
  const sent = new Map<string, Scalar>()
  for (const [name, value] of Object.entries(body)) {
    const pointer = [...now.keys()].find(
      (one) => one.split('/').at(-1) === name && one.split('/').length <= 3,
    )
    if (pointer === undefined) continue
    const old = now.get(pointer)
    const other = [value, 'touchstone', 'other', `${String(old)}x`, 7, 8].find(
      (one) =>
        one !== old &&
        typeof one === typeof (old ?? value) &&
        oracle.judge({ ...changed, [name]: one }).valid === true,
    )
    if (other === undefined) continue
    changed[name] = other
    sent.set(pointer, other as Scalar)
  }
  return { request: { ...request, body: JSON.stringify(changed) }, sent }
}

/** What a write answered, or accepted, is what GET gives then. */
async function writtenIsRead(story: Story, family: Family, writer: RoutePlan): Promise<Broken | null> {
  const { item } = family
  const thing = await thingOf(story, family)
  if (!thing) return null
  const before = scalarsOf(thing.shown.body)
  const write = writeTo(story, writer, thing)
  const isAimed = write !== null && write.sent.size > 0
  const answer = isAimed
    ? await story.send(writer, write.request)
    : (await accepted(story, writer, { pins: thing.pins, full: true }))?.answer
  if (!isFine(answer) || answer.status === 202) return null
  const after = await story.send(item, requestFor(story.run, item, thing.params, thing.headers)!)
  if (!isFine(after)) return null
  const [now, answered] = [scalarsOf(after.body), scalarsOf(answer.body)]
  const sent = isAimed ? write.sent : newIn(answered, before, story.requests.at(-2)!)
  for (const [pointer, value] of sent) {
    // Another value than both may be a normal form of it; the old one is not.
    const isOld = now.get(pointer) === before.get(pointer) && now.get(pointer) !== value
    const told = answered.get(pointer)
    const isUntold = told === undefined || told === value
    // A POST may make another thing than the one that is read.
    const isOther =
      writer.route.method === 'POST' && (told === undefined || !before.has(pointer) || /\/\d/.test(pointer))
    if (!isOld || !isUntold || isOther) continue
    const why = `${writer.name} was answered with ${answer.status} for ${pointer} ${JSON.stringify(value)}, and GET still gives ${JSON.stringify(now.get(pointer))}.`
    return {
      plan: writer,
      check: 'read-your-write',
      key: pointer,
      why,
      expected: { kind: 'value', pointer, value },
      core: 3,
    }
  }
  return null
}

/** What an answer shows of the values that were sent, and what was not there before. */
function newIn(
  answered: Map<string, Scalar>,
  before: Map<string, Scalar>,
  { body = '' }: WireRequest,
): Map<string, Scalar> {
  const values = new Set(scalarsOf(body).values())
  const isNew = ([pointer, value]: [string, Scalar]): boolean =>
    values.has(value) && before.get(pointer) !== value && typeof value !== 'boolean'
  return new Map([...answered].filter(isNew))
}

/** An item is in its list as it is alone, after a write as before it. */
async function listedAsRead(
  story: Story,
  family: Family,
  writer: RoutePlan,
  list: RoutePlan,
): Promise<Broken | null> {
  const thing = await thingOf(story, family)
  const write = thing && writeTo(story, writer, thing)
  if (!thing || !write || write.sent.size === 0) return null
  const { run } = story
  const ask = requestFor(run, list, renamed(list, thing.params), thing.headers)
  const read = requestFor(run, family.item, thing.params, thing.headers)
  if (!ask || !read) return null
  const before = await story.send(list, ask)
  const place = isFine(before) ? placeOf(before, thing.params[family.id]!) : null
  if (place === null || !isFine(await story.send(writer, write.request))) return null
  const alone = story.next
  const shown = await story.send(family.item, read)
  const listed = await story.send(list, ask)
  if (!isFine(shown) || !isFine(listed) || placeOf(listed, thing.params[family.id]!) !== place) return null
  const [old, now, item] = [scalarsOf(before!.body), scalarsOf(listed.body), scalarsOf(shown.body)]
  for (const [pointer] of write.sent) {
    const name = pointer.split('/').at(-1)
    const inList = `${place}/${name}`
    const was = scalarsOf(thing.shown.body).get(pointer)
    if (old.get(inList) !== was || now.get(inList) !== was || item.get(pointer) === was) continue
    const why = `After ${writer.name} the item alone has ${JSON.stringify(item.get(pointer))} at ${name}, and the list still has ${JSON.stringify(was)}.`
    const of: [number, number] = [alone, story.next - 1]
    return {
      ...{ plan: list, check: 'read-your-write', key: `list ${name}`, why },
      expected: { kind: 'same', of, pointers: [pointer], others: [inList] },
    }
  }
  return null
}

/** The pointer of the item with an id in a list. */
function placeOf(answer: Answer, id: string): string | null {
  for (const [pointer, value] of scalarsOf(answer.body)) {
    const found = /^(.*\/\d+)\/[^/]*$/.exec(pointer)
    if (found && String(value) === id) return found[1]!
  }
  return null
}

/** The same PUT a second time has the same class of status, and changes nothing more. */
async function putTwice(story: Story, put: RoutePlan): Promise<Broken | null> {
  const { run } = story
  const request = await putOf(story, put)
  if (request === null) return null
  const reads = readsOf(run, put, request)
  const before: (Answer | null)[] = []
  const from = story.next
  for (const { plan, request } of reads) before.push(await story.send(plan, request))
  const again = story.next
  const second = await story.send(put, request)
  const last = put.path.at(-1)
  if (second && second.status >= 400 && second.status < 500 && last && 'param' in last) {
    const why = `The first of two equal requests is answered with a 2xx, the second with ${second.status}.`
    return {
      plan: put,
      check: 'not-idempotent',
      key: 'status',
      why,
      expected: { kind: 'same', of: [from - 1, again], pointers: [] },
    }
  }
  if (!isFine(second)) return null
  const more = moreIn(story.answers[from - 1]!, second)
  if (more !== undefined) {
    const why = `The second of two equal requests is answered with ${more}, which is not in the first answer.`
    const expected = { kind: 'same' as const, of: [from - 1, again] as [number, number], pointers: [more] }
    return { plan: put, check: 'not-idempotent', key: 'answer', why, expected }
  }
  for (const [at, { plan, request }] of reads.entries()) {
    const after = await story.send(plan, request)
    const old = before[at]
    if (!isFine(after) || !isFine(old)) continue
    const pointers = differing(old.body, after.body)
    if (pointers.length === 0) continue
    const why = `The second of two equal requests changes ${plan.name}: ${pointers[0]} was ${JSON.stringify(scalarsOf(old.body).get(pointers[0]!))} and is ${JSON.stringify(scalarsOf(after.body).get(pointers[0]!))}.`
    return {
      plan: put,
      check: 'not-idempotent',
      key: plan.name,
      why,
      expected: { kind: 'same', of: [from + at, story.next - 1], pointers: pointers.slice(0, 1) },
    }
  }
  return null
}

/** A place that the second answer has and the first one has not. */
function moreIn(first: Answer, second: Answer): string | undefined {
  const known = scalarsOf(first.body)
  return known.size === 0 ? undefined : [...scalarsOf(second.body).keys()].find((one) => !known.has(one))
}

/** A PUT that was just answered with a 2xx; none that names the version it changes. */
async function putOf(story: Story, put: RoutePlan): Promise<WireRequest | null> {
  const pins: MutablePins = new Map()
  await ensure(story, put, pins)
  const one = await accepted(story, put, { pins, full: true })
  return one && !/version|updated|etag|if-match/i.test(JSON.stringify(one.request)) ? one.request : null
}

/** GET routes at the address of a request and above it, the nearest first. */
function readsOf(
  run: Run,
  plan: RoutePlan,
  { url, headers }: WireRequest,
): { plan: RoutePlan; request: WireRequest }[] {
  const params = paramsIn(plan, url) ?? {}
  const own = plan.route.url
  return run.plans
    .filter(({ route }) => route.method === 'GET' && (own === route.url || own.startsWith(`${route.url}/`)))
    .sort((left, right) => right.route.url.length - left.route.url.length)
    .slice(0, 3)
    .map((one) => ({
      plan: one,
      request: requestFor(run, one, params, headers) ?? { method: 'GET', url: urlOf(one, params), headers },
    }))
}
