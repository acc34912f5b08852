/** A thing is made, others are made that need it, and it is deleted: what was about it is asked again. */
import type { Fault } from '../engine/finding.ts'
import { judge } from '../engine/judge.ts'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { ENDS } from '../phases/reach.ts'
import { isCredential, kindOfPath } from '../reach/names.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { isSchema, resolved, type Schema } from '../schema/walk.ts'
import { idsIn, leavesOf } from '../sequence/links.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Accepted, accepted, concerns, ensure, type MutablePins, name, pinsOf } from './scene.ts'
import { differing, isFine, Story, scalarsOf } from './story.ts'

/** Requests that make what needs the thing, and requests that read about it. */
const MOST_WRITES = 12
const MOST_READS = 20

export async function removals(run: Run): Promise<void> {
  run.phase = 'removals'
  for (const plan of run.plans) {
    const last = pathNamesOf(plan).at(-1)
    if (plan.route.method !== 'DELETE' || !last || !('param' in plan.path.at(-1)!)) continue
    const isNew = ({ plan: its, fault }: Told): boolean => run.isNew(its, fault)
    let first = await told(run, plan, 0)
    // Another choice before may leave another state behind.
    const style = first.some(isNew) || !hasChoices(run) ? 0 : 1
    if (style === 1) first = await told(run, plan, 1)
    if (!first.some(isNew)) continue
    const again = run.proves ? first : await told(run, plan, style)
    for (const { plan: its, fault, requests, answer, core } of again)
      if (
        first.some(
          (one) => one.plan === its && one.fault.check === fault.check && one.fault.key === fault.key,
        )
      )
        run.note(its, fault, { requests, answer, core })
  }
}

interface Told {
  plan: RoutePlan
  fault: Fault
  requests: WireRequest[]
  answer: Answer | null
  core: number
}

type Writing = Pick<Scene, 'story' | 'pins' | 'writes' | 'made'>

interface Scene {
  readonly story: Story
  /** The kind of what is deleted. */
  readonly kind: string
  readonly pins: MutablePins
  /** The kinds of what was made because of it. */
  readonly made: Set<string>
  /** Requests that made or changed something, in their order. */
  readonly writes: Accepted[]
  readonly reads: Accepted[]
  readonly removal: Accepted
}

async function told(run: Run, del: RoutePlan, style: number): Promise<Told[]> {
  const scene = await built(run, del, style)
  if (scene === null) return []
  const lead = [...scene.story.requests]
  const now = new Map<Accepted, Answer | null>()
  const found: Told[] = []
  const ask = async (one: Accepted): Promise<Answer | null> => {
    run.checkLimits()
    const answer = await run.send(one.plan, one.request, true)
    for (const fault of answer ? judge(one.plan, one.read, answer) : [])
      found.push({ plan: one.plan, fault, requests: [...lead, one.request], answer, core: 1 })
    return answer
  }
  for (const one of scene.reads) now.set(one, await ask(one))
  const stale = outlived(scene, now)
  for (const [one, gone] of stale) found.push(outliving(scene, lead, one, gone, now.get(one)!))
  // What is told already does not say that a thing is still there.
  for (const one of stale.keys()) now.set(one, null)
  for (const one of scene.writes) {
    const answer = await ask(one)
    const gone = isFine(answer) ? goneFor(scene, now, one) : null
    // What is put somewhere is made by that.
    if (!gone || one.plan.route.method === 'PUT' || one.plan.path.length === 1) continue
    found.push(outliving(scene, lead, one, gone, answer))
  }
  return found
}

/** Makes a thing, what needs it, and what needs that; asks about all of it, and deletes the thing. */
async function built(run: Run, del: RoutePlan, style: number): Promise<Scene | null> {
  const story = new Story(run, undefined, style)
  const { kind } = pathNamesOf(del).at(-1)!
  const pins: MutablePins = new Map()
  if (!(await ensure(story, del, pins))) return null
  const scene = { story, kind, pins, writes: [] as Accepted[], made: new Set<string>() }
  await write(scene, kind)
  const reads = await read(scene)
  const removal = await accepted(story, del, { pins, tries: 3 })
  return removal && removal.answer.status !== 202 ? { ...scene, reads, removal } : null
}

/** Requests that make or change something about a thing, and about what these make. */
export async function write({ story, pins, writes, made }: Writing, kind: string): Promise<void> {
  const { run } = story
  const done = new Set<RoutePlan>()
  const kinds = [kind]
  for (const about of kinds) {
    // What fails may need what the others have made.
    for (const plan of [...run.plans, null, ...run.plans]) {
      if (writes.length >= MOST_WRITES) return
      if (plan === null) {
        // What is listed about it, such as the states that it had, can be used by the requests that follow.
        await read({ story, pins })
        continue
      }
      const { method, url } = plan.route
      if (done.has(plan) || !['POST', 'PUT', 'PATCH'].includes(method) || ENDS.test(url)) continue
      if (concerns(plan, about) === null) continue
      await ensure(story, plan, pins)
      const [one, ...more] = await acceptedOf(story, plan, pins)
      if (!one) continue
      done.add(plan)
      writes.push(one, ...more)
      const last = plan.path.at(-1)!
      // A change may give the thing another name.
      const its = 'param' in last ? pathNamesOf(plan).at(-1)!.kind : kindOfPath(url)
      if ((method === 'POST') === 'param' in last) continue
      const isNew = !pins.has(its)
      const ids = idsIn(one.answer, 'param' in last ? last.param : 'id')
      if (!(await name(story, its, pins, [...ids, ...(pins.get(its) ?? [])])) || !isNew) continue
      made.add(its)
      if (kinds.length < 4) kinds.push(its)
    }
  }
}

/** A request of a route: one with each value that a property of its body can choose, in one order or the other. */
async function acceptedOf(story: Story, plan: RoutePlan, pins: MutablePins): Promise<Accepted[]> {
  const found: Accepted[] = []
  const choices = choicesIn(plan)
  for (const put of story.style === 0 ? choices : choices.toReversed()) {
    // Another thing that it has to name, such as who accepts, may not be the right one at once.
    const one = await accepted(story, plan, { pins, tries: 8, put })
    if (one) found.push(one)
  }
  const any = found.length > 0 ? null : await accepted(story, plan, { pins, tries: 4 })
  return any ? [any] : found
}

function hasChoices({ plans }: Run): boolean {
  return plans.some(
    ({ route, parts }) =>
      /PUT|PATCH|POST/.test(route.method) && parts.has('params') && choicesIn({ parts }).length > 0,
  )
}

function choicesIn({ parts }: Pick<RoutePlan, 'parts'>): { name: string; value: unknown }[] {
  const { schema, around } = parts.get('body') ?? {}
  const body = schema === undefined ? true : resolved(schema, around!).schema
  if (!isSchema(body)) return []
  return ((body['required'] ?? []) as string[]).flatMap((name) => {
    const one = (body['properties'] as Schema | undefined)?.[name]
    const values = isSchema(one) && Array.isArray(one['enum']) && one['enum'].length < 4 ? one['enum'] : []
    return values.map((value: unknown) => ({ name, value }))
  })
}

export async function read({ story, pins }: Pick<Scene, 'story' | 'pins'>): Promise<Accepted[]> {
  const found: Accepted[] = []
  for (const plan of story.run.plans) {
    if (found.length >= MOST_READS) break
    if (plan.route.method !== 'GET') continue
    const isList = plan.path.length === 1 && pins.has(kindOfPath(plan.route.url))
    if (!isList && ![...pins.keys()].some((kind) => concerns(plan, kind) === 'path')) continue
    const one = await accepted(story, plan, { pins, tries: 2 })
    if (one) found.push(one)
  }
  return found
}

type Now = ReadonlyMap<Accepted, Answer | null>

/** What is answered as before the deletion, although it is gone elsewhere. */
function outlived(scene: Scene, now: Now): Map<Accepted, Accepted> {
  const found = new Map<Accepted, Accepted>()
  for (const one of scene.reads) {
    const after = now.get(one)
    if (!isFine(after) || scalarsOf(one.answer.body).size === 0) continue
    if (differing(one.answer.body, after.body).length > 0) continue
    const isItself = isItem(one.plan) && kindOf(one) === scene.kind
    const gone = isItself ? scene.removal : goneFor(scene, now, one)
    if (gone && gone !== one) found.set(one, gone)
  }
  return found
}

function outliving(
  { removal }: Scene,
  lead: readonly WireRequest[],
  one: Accepted,
  gone: Accepted,
  answer: Answer | null,
): Told {
  const path = (request: WireRequest): string => `${request.method} ${request.url}`
  const elsewhere = gone === removal ? '' : ` ${path(gone.request)} does not show it any more,`
  const why = `After ${path(removal.request)} was answered with ${removal.answer.status},${elsewhere} and this is still answered with ${answer?.status}.`
  const fault = {
    check: 'use-after-delete',
    key: removal.plan.name,
    why,
    expected: { kind: 'refused' },
  } as const
  const tail = [...(gone === removal ? [] : [gone.request]), one.request]
  const at = lead.lastIndexOf(removal.request)
  const requests = [...lead.slice(0, at), one.request, removal.request, ...tail]
  return { plan: one.plan, fault, requests, answer, core: tail.length + 2 }
}

/** A read that showed what a request is about, and does not any more; null where another one still shows it. */
function goneFor(scene: Scene, now: Now, one: Accepted): Accepted | null {
  const own = pinsOf(one)
  // Below the deleted thing: it is gone where it is refused itself.
  if (own.has(scene.kind)) {
    const item = scene.reads.find((read) => isItem(read.plan) && kindOf(read) === scene.kind)
    return item && !isFine(now.get(item)) ? item : null
  }
  // Of `/hooks/:hook_id/:token` the hook is the thing.
  const kind = pathNamesOf(one.plan).findLast(({ param }) => !isCredential(param))?.kind
  const [id] = (kind !== undefined && own.get(kind)) || []
  // An item by its own id: it is gone where nothing shows it, and a list or its own address did.
  if (kind === undefined || !scene.made.has(kind) || id === undefined || scene.pins.get(kind)?.[0] !== id)
    return null
  const shows = (answer: Answer | null | undefined): boolean =>
    isFine(answer) && [...leavesOf({ body: answer.body, location: '' }).values()].includes(id)
  const others = scene.reads.filter((read) => read.request.url !== one.request.url && shows(read.answer))
  if (others.some((read) => shows(now.get(read)))) return null
  return others.find((read) => isItem(read.plan) || pinsOf(read).has(scene.kind)) ?? null
}

function isItem({ path }: RoutePlan): boolean {
  return 'param' in path.at(-1)!
}

function kindOf({ plan }: Accepted): string | undefined {
  return pathNamesOf(plan).at(-1)?.kind
}
