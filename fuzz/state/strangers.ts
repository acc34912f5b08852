/** What one identity has made, asked for by another one: what is refused at one address may not be open at another. */
import type { Session } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isCredential } from '../reach/names.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { leavesOf } from '../sequence/links.ts'
import type { Exchange } from '../sequence/log.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { madeAlike } from './alike.ts'
import { eachPage, laterPage } from './pages.ts'
import { write } from './removal.ts'
import {
  type Accepted,
  accepted,
  ensure,
  itemOf,
  type MutablePins,
  pinsOf,
  stemOf,
  valuesAbout,
} from './scene.ts'
import { identitiesOf, isFine, Story } from './story.ts'

const TURNS = 3
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404])
/** What writes comes after what reads, and what takes away at the end. */
const ORDER = ['GET', 'PATCH', 'PUT', 'DELETE']

export async function strangers(run: Run): Promise<void> {
  if (!run.wants('other-identity')) return
  run.phase = 'strangers'
  const pairs = await pairsOf(run)
  const kinds = new Set(
    run.plans.flatMap((plan) =>
      pathNamesOf(plan)
        .slice(-1)
        .map(({ kind }) => kind),
    ),
  )
  for (const kind of kinds) {
    const found: Open[][] = pairs.map(() => [])
    // What is made is another one each time: private or for everybody, a draft or not.
    const isFound = (): boolean => found.every((some) => some.length > 0)
    for (let turn = 0; turn < TURNS && !isFound(); turn++)
      for (const [at, pair] of pairs.entries()) found[at]!.push(...(await told(run, kind, pair, turn)))
    for (const [at, some] of found.entries())
      for (const one of some) {
        // One of the two may be allowed more than the other; both are strangers where it is open both ways.
        const [owner, other] = pairs[at]!
        const back = pairs.findIndex(([its, stranger]) => its === other && stranger === owner)
        const isMutual = found[back]?.some(({ plan, how }) => plan === one.plan && how === one.how)
        if (isMutual) tell(run, one)
      }
  }
}

interface Open {
  plan: RoutePlan
  how: string
  why: string
  requests: WireRequest[]
  answer: Answer
  core: number
}

function tell(run: Run, { plan, why, requests, answer, core }: Open): void {
  const fault = { check: 'other-identity', key: 'open', why, expected: { kind: 'refused' } } as const
  run.note(plan, fault, { requests, answer, core })
}

/** Two ways in of the same kind, each as the one that makes a thing and as the one that asks for it. */
async function pairsOf(run: Run): Promise<[Session, Session][]> {
  const all = await identitiesOf(run)
  const [one] = all
  if (!one) return []
  const kindOf = ({ headers, login }: Session): string => `${Object.keys(headers).sort()} ${login?.plan.name}`
  const other = all.slice(1).find((some) => kindOf(some) === kindOf(one)) ?? all[1]
  return other
    ? [
        [one, other],
        [other, one],
      ]
    : []
}

/** What the other identity is answered at an address of the thing. */
interface Door {
  readonly plan: RoutePlan
  readonly values: Values
  readonly request: WireRequest
  readonly answer: Answer
  readonly state: 'open' | 'refused'
}

interface Scene {
  readonly run: Run
  readonly kind: string
  readonly owner: Session
  readonly stranger: Session
  readonly pins: MutablePins
  readonly item: RoutePlan | undefined
  /** The requests that made the thing. */
  readonly made: readonly WireRequest[]
  readonly answers: readonly (Answer | null)[]
  /** What its owner reads of it. */
  readonly reads: readonly Accepted[]
  readonly doors: Door[]
}

async function told(
  run: Run,
  kind: string,
  [owner, stranger]: readonly [Session, Session],
  turn: number,
): Promise<Open[]> {
  const plans = run.plans
    .filter((plan) => ORDER.includes(plan.route.method) && isAbout(plan, kind))
    .sort((left, right) => ORDER.indexOf(left.route.method) - ORDER.indexOf(right.route.method))
  const item = itemOf(run, kind)
  const story = new Story(run, owner, turn)
  const pins: MutablePins = new Map()
  const place = item ?? plans[0]
  const isOwn =
    place !== undefined &&
    ((await ensure(story, place, pins)) ||
      (item !== undefined && (await madeAlike(story, item, owner, pins))))
  if (!isOwn && !(place && (await isKnown(story, place, pins)))) return []
  await write({ story, pins, writes: [], made: new Set() }, kind)
  // The newest one is where a page ends: with another one behind it the lists that miss their last show it.
  if (place) await ensure(story, place, new Map([...pins].filter(([its]) => its !== kind)))
  const [made, answers] = [[...story.requests], [...story.answers]]
  const reads = await readsOf(story, pins)
  const scene: Scene = { run, kind, owner, stranger, pins, item, made, answers, reads, doors: [] }
  const found: Open[] = []
  const firstDelete = plans.find(({ route }) => route.method === 'DELETE')
  for (const plan of plans) {
    const values = reads.find((one) => one.plan === plan)?.values
    if (plan.route.method === 'GET' && !values) continue
    // What takes it away is last: what another parent opens is asked before.
    if (plan === firstDelete && isOwn) found.push(...(await besideOwn(scene)))
    const door = await doorOf(scene, story, plan, values)
    if (door) scene.doors.push(door)
    if (door?.state === 'open' && plan.route.method === 'DELETE') break
  }
  return [...found, ...refusedElsewhere(scene), ...(await inNoList(scene))]
}

/** Takes a thing that can be read, where none can be made. */
async function isKnown(story: Story, item: RoutePlan, pins: MutablePins): Promise<boolean> {
  const known = item.route.method === 'GET' ? await accepted(story, item) : null
  for (const [kind, ids] of known ? pinsOf(known) : []) pins.set(kind, ids)
  return known !== null
}

function isAbout(plan: RoutePlan, kind: string): boolean {
  const names = pathNamesOf(plan)
  return names.some((one) => one.kind === kind) && !names.some(({ param }) => isCredential(param))
}

/** What is read about the thing, and the lists that show it. */
async function readsOf(story: Story, pins: MutablePins): Promise<Accepted[]> {
  const found: Accepted[] = []
  for (const plan of story.run.plans) {
    const names = pathNamesOf(plan)
    if (plan.route.method !== 'GET' || !names.every(({ kind }) => pins.has(kind))) continue
    const one = await accepted(story, plan, { pins, tries: 2 })
    if (one) found.push(one)
  }
  return found
}

async function doorOf(
  { run, stranger, pins }: Scene,
  story: Story,
  plan: RoutePlan,
  given: Values | undefined,
): Promise<Door | null> {
  for (let turn = 0; turn < 3; turn++) {
    run.checkLimits()
    const values = given ?? valuesAbout(story, plan, pins, turn)
    const asked = await run.askAs(plan, values, stranger, true)
    if (!asked?.answer) return null
    const { request, answer } = asked
    const { status } = answer
    const door = { plan, values, request, answer }
    if (isFine(answer)) return { ...door, state: 'open' }
    if (!REFUSALS.has(status)) continue
    if (given) return { ...door, state: 'refused' }
    if (plan.route.method === 'DELETE') return { ...door, state: 'refused' }
    // It is refused because of who asks only where the owner is let in.
    const own = await story.ask(plan, values)
    if (isFine(own?.answer)) return { ...door, state: 'refused' }
  }
  return null
}

/** A read that is refused beside one or a deletion that is not; a change that is refused beside a deletion that is not. */
function refusedElsewhere({ doors, item, made }: Scene): Open[] {
  const shown = doors.find(({ plan }) => plan === item)
  const write = doors.find(
    ({ plan, state }) => state === 'refused' && /PATCH|PUT/.test(plan.route.method) && isSamePath(plan, item),
  )
  return doors.flatMap(({ plan, state, request, answer }): Open[] => {
    if (state !== 'open' || plan === item || plan.route.method === 'PUT') return []
    const closed = shown?.state === 'refused' ? shown : null
    const refused = closed ?? (plan.route.method === 'DELETE' && isSamePath(plan, item) ? write : undefined)
    if (!refused) return []
    const why = `Another identity is answered with ${answer.status}, and ${refused.request.method} ${refused.request.url} is refused to it with ${refused.answer.status}.`
    return [{ plan, how: 'elsewhere', why, requests: [...made, refused.request, request], answer, core: 2 }]
  })
}

function isSamePath({ route }: RoutePlan, item: RoutePlan | undefined): boolean {
  return !item || stemOf(route.url) === stemOf(item.route.url)
}

/** What is in no list of another identity, although it is in one of its owner's, and is read by it all the same. */
async function inNoList(scene: Scene): Promise<Open[]> {
  const { run, doors, item, made, answers, reads: own, pins, kind, stranger } = scene
  const shown = doors.find(({ plan }) => plan === item)
  if (!item || shown?.state !== 'open') return []
  const others = doors.filter(({ plan }) => plan !== item)
  const open = others.filter(({ state }) => state === 'open')
  // What is open in more than one place may be meant for everybody, unless the other places say that it is not there at all.
  const isDenied = others.every(({ answer, state }) => state === 'open' || answer.status === 404)
  const reads = (one: Door): boolean => one.plan.route.method === 'GET'
  if (open.length > 0 && !(isDenied && open.every(reads) && others.filter(reads).length > open.length))
    return []
  const nobody = await run.askAs(item, shown.values, { headers: {}, login: null })
  if (isFine(nobody?.answer)) return []
  const id = pins.get(kind)![0]!
  const shows = (answer: Answer | null | undefined): boolean =>
    isFine(answer) && [...leavesOf({ body: answer.body, location: '' }).values()].includes(id)
  const isBelow = (plan: RoutePlan): boolean => pathNamesOf(plan).some((one) => one.kind === kind)
  const beside = own.filter(({ plan }) => !isBelow(plan) && !isOpen(run, plan))
  const lists = beside.filter(({ answer }) => shows(answer))
  if (lists.length === 0) lists.push(...(await laterPage(run, scene.owner, beside, shows)))
  for (const { plan, values } of lists)
    for (const one of [values, ...eachPage(plan, values)])
      if (shows((await run.askAs(plan, one, stranger))?.answer)) return []
  const [list] = lists
  if (!list) return []
  const why = `Another identity is answered with ${shown.answer.status}, and ${list.request.method} ${list.request.url} does not show it to that one.`
  const { request, answer } = shown
  // Without the request of its owner that made it the thing may be the other one's. What was done to it later may have shared it.
  const requests = [...made.slice(0, Math.max(0, answers.findIndex(shows)) + 1), request]
  return [{ plan: item, how: 'list', why, requests, answer, core: 2 }]
}

/** Whether a list is told to be open to everybody: that it shows a thing to another identity says nothing. */
function isOpen({ findings }: Run, { name }: RoutePlan): boolean {
  return [...findings.values()].some(({ check, route }) => check === 'auth-missing' && route === name)
}

/** What is refused below its own parent and open below one of the other identity. */
async function besideOwn({ run, doors, kind, pins, made, stranger }: Scene): Promise<Open[]> {
  const found: Open[] = []
  // What a client calls by a name of its own is another thing below another parent.
  const [id = ''] = pins.get(kind) ?? []
  const isGiven = (one: Exchange): boolean =>
    made.includes(one.request) &&
    [...leavesOf(one)].some(
      ([pointer, value]) => value === id && /(id|key|number|index|location)$/i.test(pointer),
    )
  if (!run.log.all().some(isGiven)) return found
  for (const plan of run.plans) {
    const names = pathNamesOf(plan)
    if (!['PATCH', 'DELETE'].includes(plan.route.method) || names.length < 2 || names.at(-1)!.kind !== kind)
      continue
    const direct = doors.find((one) => one.state === 'refused')
    const story = new Story(run, stranger)
    const own: MutablePins = new Map([[kind, pins.get(kind)!]])
    await ensure(story, plan, own)
    const isOther = ({ kind: its }: { kind: string }): boolean =>
      own.has(its) && own.get(its)![0] !== pins.get(its)?.[0]
    if (!direct || !names.slice(0, -1).some(isOther)) continue
    for (let turn = 0; turn < 3; turn++) {
      run.checkLimits()
      const asked = await run.askAs(plan, valuesAbout(story, plan, own, turn), stranger, true)
      if (!asked?.answer || !isFine(asked.answer)) continue
      const { request, answer } = asked
      const why = `Another identity is answered with ${answer.status} below a parent of its own, and ${direct.request.method} ${direct.request.url} is refused to it with ${direct.answer.status}.`
      const requests = [...made, ...story.requests, direct.request, request]
      found.push({ plan, how: 'parent', why, requests, answer, core: 2 })
      break
    }
  }
  return found
}
